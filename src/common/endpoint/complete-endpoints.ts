import {
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import { RequestMethod } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { propertyNames } from '../input/input-fields';
import { endpointBehind, type EndpointMetadata, readsAtPrimary } from './endpoint-metadata';
import { listFileOf } from './list-file';
import { pathArguments } from './path-param';
import { isOne } from './returns';

/** The endpoints of GET requests, by path with `{}` in place of each parameter. */
const reading = new Map<string, EndpointMetadata>();

/** The endpoint that answers a GET of a path, which has `{}` in place of each parameter; undefined where none does. */
export function endpointReading(path: string): EndpointMetadata | undefined {
  return reading.get(path);
}

type Handler = (...args: unknown[]) => Promise<unknown>;

/**
 * Completes the metadata of each endpoint with what its decorator cannot know: its module, its query parameters, and
 * the method that shows its record. Registers the endpoints of GET requests by path.
 */
export function completeEndpoints(modules: ModulesContainer): void {
  const handlers: Routed[] = [];
  for (const module of modules.values()) {
    const domain = module.name.replace(/Module$/, '').toLowerCase();
    const atPrimary = readsAtPrimary(module.metatype);
    for (const { instance } of module.controllers.values())
      handlers.push(...handlersOf(instance.constructor as Type, domain, atPrimary));
  }
  const shows = new Map(handlers.filter(({ show }) => show).map(({ path, show }) => [path, show]));
  for (const { controller, endpoint, path } of handlers) {
    const { shownBy } = endpoint;
    const show = shows.get(path);
    endpoint.show = show && shownBy ? { ...show, controller, read: readBy(controller, shownBy) } : show;
  }
}

interface Routed {
  controller: Type;
  path: string;
  endpoint: EndpointMetadata;
  /** The method that shows its record, if one does. */
  show: EndpointMetadata['show'];
}

function handlersOf(controller: Type, domain: string, atPrimary: boolean): Routed[] {
  const prototype = controller.prototype as Record<string, Handler>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name]!;
    const endpoint = endpointBehind(handler);
    if (!endpoint) return [];
    endpoint.domain = domain;
    endpoint.atPrimary = atPrimary || readsAtPrimary(controller);
    endpoint.parameters = typesOf(controller, name, RouteParamtypes.QUERY).flatMap(propertyNames);
    [endpoint.body] = typesOf(controller, name, RouteParamtypes.BODY);
    const show = showOf(controller, name, endpoint);
    const path = pathOf(controller, handler);
    if (isGet(handler)) {
      reading.set(path.replace(/:\w+/g, '{}'), endpoint);
      endpoint.file = listFileOf(endpoint.returns, path);
      if (endpoint.file) endpoint.parameters.push('format');
    }
    return [{ controller, path, endpoint, show }];
  });
}

function showOf(controller: Type, name: string, { returns }: EndpointMetadata): EndpointMetadata['show'] {
  const prototype = controller.prototype as Record<string, Handler>;
  if (!isGet(prototype[name]!) || !isOne(returns)) return undefined;
  return { returns, controller, read: readBy(controller, name) };
}

function isGet(handler: Handler): boolean {
  return (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod) === RequestMethod.GET;
}

/** Reads a record by a method of the controller that takes the path parameters. */
function readBy(controller: Type, name: string): NonNullable<EndpointMetadata['show']>['read'] {
  const prototype = controller.prototype as Record<string, Handler>;
  return (instance, params) => prototype[name]!.apply(instance, pathArguments(prototype, name, params));
}

/** The classes that a handler takes from the query or the body. */
function typesOf(controller: Type, handler: string, source: RouteParamtypes): Type[] {
  const read = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    object
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) ??
    []) as Type[];
  return Object.keys(read).flatMap((key) => {
    const [from, index] = key.split(':');
    return from === String(source) ? [types[Number(index)]!] : [];
  });
}

/** The whole path of a handler: `/truck_visits/:id`. Several controllers may share a path. */
function pathOf(controller: Type, handler: Handler): string {
  const parts = [controller, handler].map((each) => Reflect.getMetadata(PATH_METADATA, each) as string);
  return parts
    .flatMap((part) =>
      part
        .split('/')
        .filter(Boolean)
        .map((each) => `/${each}`),
    )
    .join('');
}
