import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { documentEndpoints } from '../../src/common/endpoint/endpoint';

type Class = abstract new () => object;

/** The classes that the API document is made from: of bodies, of answers, and of the fields in them. */
export function documentedClasses(app: INestApplication): Set<Class> {
  documentEndpoints();
  const found = new Set<Class>();
  const add = (type: unknown): void => {
    if (typeof type !== 'function' || found.has(type as Class) || type.name in globalThis) return;
    if (!type.prototype) return add((type as () => unknown)()); // said lazily: () => Truck
    found.add(type as Class);
    const { prototype } = type as Class;
    const fields = metadata<string[]>('swagger/apiModelPropertiesArray', prototype) ?? [];
    metadata<unknown[]>('swagger/apiExtraModels', type)?.forEach(add);
    for (const field of fields)
      add(metadata<{ type?: unknown }>('swagger/apiModelProperties', prototype, field.slice(1))?.type);
  };
  for (const module of app.get(ModulesContainer).values())
    for (const { metatype } of module.controllers.values()) {
      const { prototype } = metatype as Class;
      for (const name of handlersOf(prototype)) {
        const handler = (prototype as Record<string, object>)[name]!;
        metadata<unknown[]>('design:paramtypes', prototype, name)?.forEach(add);
        metadata<unknown[]>('swagger/apiExtraModels', handler)?.forEach(add);
        metadata<{ type?: unknown }[]>('swagger/apiParameters', handler)?.forEach(({ type }) => add(type));
        const answers = metadata<Record<string, { type?: unknown }>>('swagger/apiResponse', handler) ?? {};
        Object.values(answers).forEach(({ type }) => add(type));
      }
    }
  return found;
}

function metadata<T>(key: string, target: object, property?: string): T | undefined {
  return (property ? Reflect.getMetadata(key, target, property) : Reflect.getMetadata(key, target)) as T;
}

/** The methods of a controller, its base classes' too. */
function handlersOf(prototype: object | null): string[] {
  if (!prototype || prototype === Object.prototype) return [];
  const own = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return [...own, ...handlersOf(Object.getPrototypeOf(prototype) as object | null)];
}
