import { Param } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { ApiParamOptions } from '@nestjs/swagger';
import { NotFound } from '../errors/errors';
import { ID } from '../schema/integers';

type Schema = Extract<ApiParamOptions, { schema: object }>['schema'];

/** Parses the id of a path. A value that no row can have as its id throws NotFound. */
class IdPipe implements PipeTransform<string, number> {
  constructor(private readonly kind: string) {}

  transform(text: string): number {
    if (!/^\d{1,16}$/.test(text) || Number(text) > ID.maximum) throw new NotFound(this.kind, text);
    return Number(text);
  }
}

/** Reads the name, number or code of a path. Text that cannot be stored throws NotFound. */
class NamePipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new NotFound('A record with this name');
    return text;
  }
}

/**
 * A path parameter that is the id of a record.
 * @param kind the kind of record, as `NotFound` names it: "Truck visit"
 */
export function PathId(kind: string, name = 'id', description = 'The id of the record'): ParameterDecorator {
  return parameter(name, description, ID, new IdPipe(kind));
}

/** A path parameter that is a name, a number or a code. */
export function PathText(name: string, description: string, example: string): ParameterDecorator {
  return parameter(name, description, { type: 'string', maxLength: 255, example }, new NamePipe());
}

/** The arguments of a handler that are path parameters; the others are undefined. Throws NotFound. */
export function pathArguments(prototype: object, handler: string, params: Record<string, string>): unknown[] {
  const parameters = (Reflect.getMetadata(PARAMETERS, prototype, handler) ?? []) as Parameter[];
  const values: unknown[] = [];
  for (const { index, name, pipe } of parameters)
    values[index] = pipe.transform(params[name]!, { type: 'param' });
  return values;
}

const PARAMETERS = Symbol('path parameters');

interface Parameter {
  index: number;
  name: string;
  pipe: PipeTransform<string>;
}

function parameter(
  name: string,
  description: string,
  schema: Schema,
  pipe: PipeTransform,
): ParameterDecorator {
  return (prototype, key, index) => {
    Param(name, pipe)(prototype, key, index);
    const others = (Reflect.getMetadata(PARAMETERS, prototype, key!) ?? []) as Parameter[];
    Reflect.defineMetadata(PARAMETERS, [...others, { index, name, pipe }], prototype, key!);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key!)!;
    ApiParam({ name, required: true, description, schema })(prototype, key!, descriptor);
  };
}
