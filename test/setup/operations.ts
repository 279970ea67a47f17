import type { INestApplication, Type } from '@nestjs/common';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { endpointBehind, type EndpointMetadata } from '../../src/common/endpoint/endpoint-metadata';
import { buildDocument } from '../../src/document/document';

let document: OpenAPIObject | undefined;

/** The API document, built once for all services of a worker: it takes seconds, and nothing that services differ in is in it. */
export const documentOf = (app: INestApplication): OpenAPIObject => (document ??= buildDocument(app));

/** The operations that need a token, as `GET /trucks/{}`. */
export function securedOperations(app: INestApplication): string[] {
  const { paths } = documentOf(app);
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs as Record<string, { security?: object[] }>).flatMap(([verb, { security }]) =>
      // one that states none takes what the document does
      security?.length !== 0
        ? `${verb.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{\w+\}/g, '{}')}`
        : [],
    ),
  );
}

/** All controllers of the service. */
export const controllersOf = (app: INestApplication): Type[] =>
  [...app.get(ModulesContainer).values()].flatMap(({ controllers }) =>
    [...controllers.values()].map(({ metatype }) => metatype as Type),
  );

/**
 * What guards, the reader of bodies and the token check look at when a request comes, by operation as `GET /trucks/{}`:
 * the metadata of `@Endpoint`, undefined for a handler without it. They have no other way to know an operation.
 */
export function metadataOf(controllers: Type[]): Map<string, EndpointMetadata | undefined> {
  const found = new Map<string, EndpointMetadata | undefined>();
  for (const controller of controllers) {
    const prototype = controller.prototype as Record<string, object>;
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const handler = prototype[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) continue;
      const [above, below] = [controller, handler].map((each) =>
        ([Reflect.getMetadata(PATH_METADATA, each)].flat() as string[]).map((path) =>
          path.replace(/^\/|\/$/g, ''),
        ),
      ) as [string[], string[]];
      for (const first of above)
        for (const second of below) {
          const path = [first, second].filter(Boolean).join('/').replace(/:\w+/g, '{}');
          found.set(`${RequestMethod[method]} /${path}`, endpointBehind(handler));
        }
    }
  }
  return found;
}

/** The first of each shape: what is the same code for all of a shape is tried once. */
export function firstOfEach<T>(all: T[], shapeOf: (one: T) => string): T[] {
  const shapes = new Map<string, T>();
  for (const each of all) if (!shapes.has(shapeOf(each))) shapes.set(shapeOf(each), each);
  return [...shapes.values()];
}
