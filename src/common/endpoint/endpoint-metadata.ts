import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA as KEPT } from '@nestjs/platform-fastify/constants';
import type { FastifyRequest } from 'fastify';
import type { Role } from '../tenancy/actor';
import type { Returns, ReturnsOne } from './returns';

/** What `@Endpoint` says of a handler, as far as the running service needs it. */
export interface EndpointMetadata {
  returns: Returns;
  /** The statuses of failure that the endpoint lists: they decide between 400, 409 and 422. */
  statuses: number[];
  /** The smallest role that may call it; unless given, `read` for a GET and `write` for all else. */
  role?: Role | 'public' | undefined;
  /** The names of the query parameters that it takes. */
  parameters?: string[];
  /** The module that it is in, such as `gate`. */
  domain?: string;
  /** Another domain whose confined tokens may call it, too. */
  alsoOf?: string | undefined;
  /** Whether a ticket in the query stands for a token. */
  takesTicket?: boolean | undefined;
  /** What comes of a repeated `Idempotency-Key` where its answer is not kept, because it has a secret. */
  repeats?: 'refused' | 'carried out' | undefined;
  /** The method of the controller that shows the record, where a GET of the path does not know it by that name. */
  shownBy?: string | undefined;
  /** What shows the record that the path names, if anything does at the same path. */
  show?:
    | {
        returns: ReturnsOne;
        controller: Type;
        /** @param controller the running service's own */
        read: (controller: unknown, params: Record<string, string>) => Promise<unknown>;
      }
    | undefined;
  /** The name of the object that the body's fields are wrapped in. */
  wrapper?: string | undefined;
  /** The body's fields beside that object. */
  besideWrapper?: string[];
}

/** Kept in Fastify's route configuration, so that a body that cannot even be parsed finds it too. */
export const keepEndpoint = (endpoint: EndpointMetadata): MethodDecorator => RouteConfig({ endpoint });

/** The endpoint behind a method of a controller; undefined for one that is none. */
export function endpointBehind(handler: object): EndpointMetadata | undefined {
  return (Reflect.getMetadata(KEPT, handler) as { endpoint?: EndpointMetadata } | undefined)?.endpoint;
}

/** The smallest role that may make a request; undefined for one that needs no token. */
export function roleFor(request: FastifyRequest): Role | undefined {
  const endpoint = endpointOf(request);
  if (!endpoint || endpoint.role === 'public') return undefined;
  return endpoint.role ?? defaultRole(request.method);
}

/** The role that an endpoint needs when it names none. */
export function defaultRole(method: string): Role {
  return ['GET', 'HEAD'].includes(method.toUpperCase()) ? 'read' : 'write';
}

/** The endpoint that a request was routed to; undefined for an unknown path and for what is no endpoint. */
export function endpointOf(request: FastifyRequest): EndpointMetadata | undefined {
  return (request.routeOptions?.config as { endpoint?: EndpointMetadata } | undefined)?.endpoint;
}
