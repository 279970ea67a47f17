import type { PartyType } from '../party-wall/party-types';
import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA as KEPT } from '@nestjs/platform-fastify/constants';
import type { FastifyRequest } from 'fastify';
import type { Role } from '../tenancy/actor';
import type { BytesTaken } from './bytes-taken';
import type { ListFile } from './list-file';
import type { Returns, ReturnsOne } from './returns';

/** The metadata of `@Endpoint` that the running service needs. */
/** How an endpoint is open to tokens that are limited to parties. */
export interface OpenToParties {
  /** The query parameters that they may send, beside those of paging. */
  filters: readonly string[];
  /** The kinds of parties that the token needs one of; any by default. */
  by?: PartyType | readonly PartyType[] | undefined;
  /** Whether it takes names by which a caller might find out what is of others, so that wrong ones are counted. */
  guesses?: boolean;
}

export interface EndpointMetadata {
  returns: Returns;
  /** The failure statuses that the endpoint documents. They decide between 400, 409 and 422. */
  statuses: number[];
  /** The least role that may call it; by default `read` for a GET and `write` for all else. */
  role?: Role | 'public' | undefined;
  /** The names of its query parameters. */
  parameters?: string[];
  /** The class of its body; undefined where it takes none. */
  body?: Type | undefined;
  /** The list that it answers, if a client may have it as a CSV file. */
  file?: ListFile | undefined;
  /** Whether its answers have sentences, which are in the language that the request asks for. */
  speaks?: boolean | undefined;
  /** Its module, such as `gate`. */
  domain?: string;
  /** Whether the primary alone answers it (`@ReadsAtPrimary`). */
  atPrimary?: boolean;
  /** Another domain whose confined tokens may call it as well. */
  alsoOf?: readonly string[] | undefined;
  /** Whether a token that is bound to an EDI partner may call it, for what is of that partner. */
  partners?: boolean | undefined;
  /** Whether a token that is limited to parties may call it, for what is of these. */
  parties?: OpenToParties | undefined;
  /** The bytes that its body is in place of JSON. */
  takesBytes?: BytesTaken | undefined;
  /** Whether a ticket in the query may replace the token: one of streams, or one of the file that the path names. */
  takesTicket?: boolean | 'file' | undefined;
  /** Whether a query parameter that it does not take is always refused. */
  strict?: boolean | undefined;
  /** How to treat a repeated `Idempotency-Key` when the answer is not kept because it contains a secret. */
  repeats?: 'refused' | 'carried out' | undefined;
  /** The method of the controller that shows the record, if a GET of the path does not know it by that name. */
  shownBy?: string | undefined;
  /** Reads the record that the path names, if an endpoint of the same path shows it. */
  show?:
    | {
        returns: ReturnsOne;
        controller: Type;
        /** @param controller the instance of the running service */
        read: (controller: unknown, params: Record<string, string>) => Promise<unknown>;
      }
    | undefined;
  /** The name of the object that wraps the fields of the body. */
  wrapper?: string | undefined;
  /** The fields of the body beside that object. */
  besideWrapper?: string[];
}

/** Stores the metadata in Fastify's route configuration, where it is found even when the body cannot be parsed. */
export const keepEndpoint = (endpoint: EndpointMetadata): MethodDecorator => RouteConfig({ endpoint });

const AT_PRIMARY = Symbol('at primary');

/**
 * Says of a module or a controller that no replica answers its endpoints, because what they read decides at the moment, or is
 * followed without a gap (decision 673).
 */
export const ReadsAtPrimary = (): ClassDecorator => (target) =>
  Reflect.defineMetadata(AT_PRIMARY, true, target);

export const readsAtPrimary = (target: object): boolean => Reflect.hasMetadata(AT_PRIMARY, target);

/** The endpoint of a controller method; undefined for another method. */
export function endpointBehind(handler: object): EndpointMetadata | undefined {
  return (Reflect.getMetadata(KEPT, handler) as { endpoint?: EndpointMetadata } | undefined)?.endpoint;
}

/** The least role for a request; undefined when it needs no token. */
export function roleFor(request: FastifyRequest): Role | undefined {
  const endpoint = endpointOf(request);
  if (!endpoint || endpoint.role === 'public') return undefined;
  return endpoint.role ?? defaultRole(request.method);
}

/** The role that an endpoint requires by default. */
export function defaultRole(method: string): Role {
  return ['GET', 'HEAD'].includes(method.toUpperCase()) ? 'read' : 'write';
}

/** The endpoint that a request was routed to; undefined for an unknown path or another route. */
export function endpointOf(request: FastifyRequest): EndpointMetadata | undefined {
  return (request.routeOptions?.config as { endpoint?: EndpointMetadata } | undefined)?.endpoint;
}
