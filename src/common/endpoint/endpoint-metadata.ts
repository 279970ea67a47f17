import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Role } from '../tenancy/actor';
import type { Returns } from './returns';

/** What `@Endpoint` says of a handler, as far as the running service needs it. */
export interface EndpointMetadata {
  returns: Returns;
  /** The statuses of failure that the endpoint lists: they decide between 400, 409 and 422. */
  statuses: number[];
  /** The smallest role that may call it; undefined for a public endpoint. */
  role?: Role | undefined;
  /** The name of the object that the body's fields are wrapped in. */
  wrapper?: string | undefined;
  /** The body's fields beside that object. */
  besideWrapper?: string[];
}

/** Kept in Fastify's route configuration, so that a body that cannot even be parsed finds it too. */
export const keepEndpoint = (endpoint: EndpointMetadata): MethodDecorator => RouteConfig({ endpoint });

/** The endpoint that a request was routed to; undefined for an unknown path and for what is no endpoint. */
export function endpointOf(request: FastifyRequest): EndpointMetadata | undefined {
  return (request.routeOptions?.config as { endpoint?: EndpointMetadata } | undefined)?.endpoint;
}
