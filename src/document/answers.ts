import type { OpenAPIObject } from '@nestjs/swagger';
import type { Says } from '../common/endpoint/endpoint';

type Schema = Record<string, unknown>;
interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

/**
 * Names the schema of a success, such as `TruckVisitList` or `TruckVisitShowAnswer`, because generated clients show the
 * name. Lists with the same paging links share the schema of the links.
 */
export function nameAnswer(
  { responses }: Operation,
  { kind, view }: Says,
  { components }: OpenAPIObject,
): void {
  const content = (responses['200'] ?? responses['201'])?.content?.['application/json'];
  const schema = content?.schema as Schema | undefined;
  if (!content || schema?.type !== 'object') return;
  const schemas = components!.schemas as Record<string, Schema>;
  const { properties } = schema as { properties: Record<string, Schema> };
  const links = properties.actions?.properties as Schema | undefined;
  if (links) properties.actions = named(schemas, linksName(links), properties.actions!);
  const noun = (view ?? 'Message').replace(/(Show|Item)$/, '');
  content.schema = named(schemas, `${noun}${SUFFIXES[kind] ?? ''}`, schema);
}

const SUFFIXES: Partial<Record<Says['kind'], string>> = {
  page: 'List',
  feed: 'List',
  list: 'List',
  wrapped: 'Answer',
  message: 'Answer',
};

/** Most lists have the links `next` and `previous`; voyages and manifests have other names. */
function linksName(links: Schema): string {
  if (!('last' in links)) return 'FeedLinks';
  return 'next' in links ? 'PageLinks' : 'NextPageLinks';
}

/** A reference to the schema under this name, with a number when another schema has the name. */
function named(schemas: Record<string, Schema>, name: string, schema: Schema): Schema {
  const text = JSON.stringify(schema);
  for (let nth = 1; ; nth++) {
    const free = nth === 1 ? name : `${name}${nth}`;
    schemas[free] ??= schema;
    if (JSON.stringify(schemas[free]) === text) return { $ref: `#/components/schemas/${free}` };
  }
}
