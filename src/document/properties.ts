import type { INestApplication } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { isDeepStrictEqual } from 'node:util';
import { DataSource } from 'typeorm';
import { entityOf, viewClasses } from '../common/view/view-metadata';
import { WORDS } from './words/words';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** The records, and schemas, for which the vocabulary has words of their own. */
const NAMED = new Set([...WORDS.keys()].flatMap((word) => (word.includes('.') ? word.split('.', 1) : [])));

/** Describes each property without a description by the word of the vocabulary. */
export function describeProperties(app: INestApplication, { components }: OpenAPIObject): void {
  const dataSource = app.get(DataSource);
  const schemas = components!.schemas as Record<string, Schema>;
  const entities = new Map(viewClasses().map((view) => [view.name, dataSource.getMetadata(entityOf(view))]));
  for (const [name, schema] of Object.entries(schemas)) {
    const entity = entities.get(name);
    const records = [name, ...(entity ? [entity.name] : []), ...namedIn(name)];
    const targetOf = (relation: string) =>
      entity?.findRelationWithPropertyPath(relation)?.inverseEntityMetadata.name;
    describe(schema, records, (relation) => [targetOf(relation) ?? records].flat());
    shareKeys(schema, targetOf, schemas);
  }
}

/** @param recordsOf the records whose words describe the properties inside a property */
function describe(schema: Schema, records: string[], recordsOf: (property: string) => string[]): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const word = [...records.map((record) => `${record}.${name}`), name].find((each) => WORDS.has(each));
    // Copy the property, because several schemas may share the object.
    if (word && !property.description)
      schema.properties![name] = { ...property, description: sayingOf(property, WORDS.get(word)!) };
    for (const inside of [property, property.items ?? {}]) describe(inside, recordsOf(name), () => records);
  }
}

/**
 * Moves what a record shows of others that it refers to, their ids and keys, to schemas such as `VoyageRef`. A reference that
 * shows more keeps its own schema.
 */
function shareKeys(
  { properties = {} }: Schema,
  targetOf: (property: string) => string | undefined,
  schemas: Record<string, Schema>,
): void {
  for (const [name, { type, properties: keys, required, ...rest }] of Object.entries(properties)) {
    const target = targetOf(name);
    if (!target || !keys) continue;
    const schema = { type: 'object', properties: keys, required };
    const shared = (schemas[`${target}Ref`] ??= schema);
    if (!isDeepStrictEqual(shared, schema)) continue;
    const reference = { $ref: getSchemaPath(`${target}Ref`) };
    properties[name] = type?.includes('null')
      ? { ...rest, anyOf: [reference, { type: 'null' }] }
      : { ...rest, ...reference };
  }
}

/** The word, without its last clause about null when the property is never null. */
function sayingOf({ type, anyOf, oneOf, enum: values }: Schema, word: string): string {
  const types = [type, ...[...(anyOf ?? []), ...(oneOf ?? [])].map((each) => each.type)].flat();
  // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads the document's own words
  return types.includes('null') || values?.includes(null) ? word : word.replace(/[;.] null\b[^;]*$/, '');
}

/** The records in the name of a schema, in order: `VoyageOfBill` gives voyage, then bill. */
function namedIn(schema: string): string[] {
  return (
    [...NAMED]
      // eslint-disable-next-line no-restricted-syntax -- put together of the name of a record
      .filter((record) => new RegExp(`${record}(?![a-z])`).test(schema))
      .sort((a, b) => schema.indexOf(a) - schema.indexOf(b) || b.length - a.length)
  );
}
