import type { OpenAPIObject } from '@nestjs/swagger';
import type { Says } from '../common/endpoint/endpoint';

type Schema = Record<string, unknown>;
interface Operation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

/**
 * Names the schema of a success, such as `TruckVisitList` or `TruckVisitShowAnswer`, because generated clients show the
 * name. Lists with the same paging links share the schema of the links.
 */
export function nameAnswer(
  { operationId, responses }: Operation,
  { kind, view }: Says,
  { components }: OpenAPIObject,
): void {
  const content = (responses['200'] ?? responses['201'] ?? responses['202'])?.content?.['application/json'];
  const schema = content?.schema as Schema | undefined;
  if (!content || schema?.type !== 'object') return;
  const schemas = components!.schemas as Record<string, Schema>;
  const { properties } = schema as { properties: Record<string, Schema> };
  const links = properties.actions?.properties as Schema | undefined;
  const own = `${operationId!.charAt(0).toUpperCase()}${operationId!.slice(1)}Answer`;
  if (links) properties.actions = named(schemas, [linksName(links), `${own}Links`], properties.actions!);
  const noun = (view ?? 'Message').replace(/(Show|Item)$/, '');
  content.schema = named(schemas, [`${noun}${SUFFIXES[kind] ?? ''}`, own], schema);
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

/** A reference to the schema under the first of these names that is free, or that is a name of the same schema already. */
function named(schemas: Record<string, Schema>, names: string[], schema: Schema): Schema {
  const text = JSON.stringify(schema);
  const name = names.find((each) => !schemas[each] || JSON.stringify(schemas[each]) === text);
  if (!name) throw new Error(`Another schema is called ${names.join(' and ')}`);
  schemas[name] ??= schema;
  return { $ref: `#/components/schemas/${name}` };
}
