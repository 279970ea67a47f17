import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { entityOf, viewClasses } from '../common/view/view-metadata';
import { WORDS } from './words/words';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The records that the vocabulary has words of, and the schemas that it has them for. */
const NAMED = new Set([...WORDS.keys()].flatMap((word) => (word.includes('.') ? word.split('.', 1) : [])));

/** Describes each property of the components that its declaration says nothing of, with the word of the vocabulary. */
export function describeProperties(app: INestApplication, { components }: OpenAPIObject): void {
  const dataSource = app.get(DataSource);
  const entities = new Map(viewClasses().map((view) => [view.name, dataSource.getMetadata(entityOf(view))]));
  for (const [name, schema] of Object.entries(components!.schemas as Record<string, Schema>)) {
    const entity = entities.get(name);
    const records = [name, ...(entity ? [entity.name] : []), ...namedIn(name)];
    describe(schema, records, (relation) => {
      const target = entity?.findRelationWithPropertyPath(relation)?.inverseEntityMetadata.name;
      return target ? [target] : records;
    });
  }
}

/** @param recordsOf the records that the words inside of a property are of */
function describe(schema: Schema, records: string[], recordsOf: (property: string) => string[]): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const word = [...records.map((record) => `${record}.${name}`), name].find((each) => WORDS.has(each));
    // a copy, since properties may share one object
    if (word && !property.description)
      schema.properties![name] = { ...property, description: sayingOf(property, WORDS.get(word)!) };
    for (const inside of [property, property.items ?? {}]) describe(inside, recordsOf(name), () => records);
  }
}

/** What a word says, without its last clause on null where the property is never null. */
function sayingOf({ type, anyOf, oneOf, enum: values }: Schema, word: string): string {
  const types = [type, ...[...(anyOf ?? []), ...(oneOf ?? [])].map((each) => each.type)].flat();
  // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads the document's own words
  return types.includes('null') || values?.includes(null) ? word : word.replace(/[;.] null\b[^;]*$/, '');
}

/** The records that the name of a schema names: `VoyageOfBill` is of a voyage first, and of a bill then. */
function namedIn(schema: string): string[] {
  return (
    [...NAMED]
      // eslint-disable-next-line no-restricted-syntax -- put together of the name of a record
      .filter((record) => new RegExp(`${record}(?![a-z])`).test(schema))
      .sort((a, b) => schema.indexOf(a) - schema.indexOf(b) || b.length - a.length)
  );
}
