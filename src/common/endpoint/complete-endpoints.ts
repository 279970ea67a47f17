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
import { endpointBehind } from './endpoint-metadata';
import { pathArguments } from './path-param';
import { isOne } from './returns';

type Handler = (...args: unknown[]) => Promise<unknown>;

/**
 * Tells each endpoint what its decorator cannot know: the module that it is in, its query parameters, and what shows
 * its record.
 */
export function completeEndpoints(modules: ModulesContainer): void {
  for (const module of modules.values()) {
    const domain = module.name.replace(/Module$/, '').toLowerCase();
    for (const { instance } of module.controllers.values())
      completeController(instance.constructor as Type, domain);
  }
}

function completeController(controller: Type, domain: string): void {
  const prototype = controller.prototype as Record<string, Handler>;
  const handlers = Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const endpoint = endpointBehind(prototype[name]!);
    return endpoint ? [{ name, endpoint, ...routeOf(prototype[name]!) }] : [];
  });
  for (const { name: handler, endpoint, path } of handlers) {
    endpoint.domain = domain;
    endpoint.parameters = queryParameters(controller, handler);
    const get = handlers.find((each) => each.path === path && each.method === RequestMethod.GET);
    if (!get || !isOne(get.endpoint.returns)) continue;
    const { name } = get;
    endpoint.show = {
      returns: get.endpoint.returns,
      controller,
      read: (instance, params) => prototype[name]!.apply(instance, pathArguments(prototype, name, params)),
    };
  }
}

/** The query parameters of a handler: the fields of the classes that it takes the query as. */
function queryParameters(controller: Type, handler: string): string[] {
  const read = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    object
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) ??
    []) as Type[];
  return Object.keys(read).flatMap((key) => {
    const [from, index] = key.split(':');
    return from === String(RouteParamtypes.QUERY) ? propertyNames(types[Number(index)]!) : [];
  });
}

function routeOf(handler: Handler): { method: RequestMethod; path: string } {
  return {
    method: Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod,
    path: Reflect.getMetadata(PATH_METADATA, handler) as string,
  };
}
