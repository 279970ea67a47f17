import type { OpenAPIObject } from '@nestjs/swagger';
import { tagNamed } from './tags';

/** What of the document is requested; all of it where nothing is named. */
export interface Part {
  /** The operations of this group alone, in any case of letters. */
  tag?: string | undefined;
  /** Whether it is for the pages to read and try out: without webhooks, and with one form of the token. */
  forPages?: boolean;
  /** Whether it is for Scalar, whose search finds operations by their ids: these say the synonyms. */
  forSearch?: boolean;
}

interface Operation {
  operationId?: string;
  description?: string;
  tags?: string[];
  'x-role'?: string;
  'x-set-up'?: boolean;
  'x-codes'?: string[];
  'x-synonyms'?: string[];
  'x-badges'?: object[];
}

type Item = Record<string, Operation>;

/**
 * A part of the document that is complete: with the components that it refers to, and no others. The webhooks are in
 * the group that has them.
 */
export function partOf(document: OpenAPIObject, { tag, forPages, forSearch }: Part): OpenAPIObject {
  const name = tag === undefined ? undefined : tagNamed(tag);
  const isMeant = ({ tags = [] }: { tags?: string[] }) => name === undefined || tags.includes(name);
  const paths = mapped(document.paths as Record<string, Item>, (item) => {
    const operations = Object.entries(item).filter(([, operation]) => isMeant(operation));
    return operations.length
      ? Object.fromEntries(operations.map(([verb, each]) => [verb, shown(each)]))
      : undefined;
  });
  const hooks = forPages
    ? undefined
    : mapped(document.webhooks as Record<string, Item>, (item) =>
        Object.values(item).some(isMeant) ? item : undefined,
      );
  const { securitySchemes, ...components } = document.components!;
  const part = {
    ...document,
    tags: document.tags?.filter(({ name: each }) => name === undefined || each === name),
    paths,
    webhooks: hooks && Object.keys(hooks).length ? hooks : undefined,
    // One field to paste a token into is enough: the service takes the same token in both forms.
    security: document.security?.filter((each) => !forPages || FIRST in each),
  };
  const schemes = Object.entries(securitySchemes ?? {}).filter(([scheme]) => !forPages || scheme === FIRST);
  return {
    ...part,
    components: {
      ...reached([part.paths, part.webhooks], components),
      securitySchemes: Object.fromEntries(schemes),
    },
  };

  function shown(operation: Operation): Operation {
    if (!forPages) return operation;
    const { description, 'x-codes': codes, 'x-role': role, 'x-set-up': isSetUp } = operation;
    const badges = [...(isSetUp ? ['set-up'] : []), role];
    return {
      ...operation,
      ...(forSearch && { operationId: searchedBy(operation) }),
      description: codes
        ? `${description}\n\nCodes of its own: ${codes.map((code) => `\`${code}\``).join(', ')}.`
        : description,
      'x-badges': badges.map((name) => ({ name })),
    };
  }
}

/**
 * What the search of Scalar finds an operation by, beside its summary, description and path. A field of one word counts
 * most there, so that all synonyms are one word; an operation without any has none.
 */
function searchedBy({ operationId, 'x-synonyms': synonyms }: Operation): string | undefined {
  return synonyms && [operationId, ...synonyms.map((words) => words.replaceAll(' ', '-'))].join('_');
}

/** The form of the token that pages ask for. */
const FIRST = 'token';

function mapped(items: Record<string, Item>, change: (item: Item) => Item | undefined): Record<string, Item> {
  return Object.fromEntries(
    Object.entries(items).flatMap(([name, item]) => {
      const changed = change(item);
      return changed ? [[name, changed]] : [];
    }),
  );
}

/** The document without the recorded bodies of requests and answers, which fill a third of it and stand beside the code. */
export function withoutExamples(document: OpenAPIObject): OpenAPIObject {
  const { paths, webhooks, ...rest } = document;
  const isBody = (key: string, node: object) => key.includes('/') && 'schema' in node;
  const others = JSON.parse(JSON.stringify({ paths, webhooks }), (key, node: unknown) => {
    if (typeof node !== 'object' || node === null || !isBody(key, node)) return node;
    const { example: _example, examples: _examples, ...body } = node as Record<string, unknown>;
    return body;
  }) as Pick<OpenAPIObject, 'paths' | 'webhooks'>;
  return { ...rest, ...others };
}

type Components = Record<string, Record<string, unknown>>;

/** The components that something refers to, also by way of others. */
function reached(from: unknown[], all: Components): Components {
  const found = new Set<string>();
  const search = (node: unknown): void => {
    if (typeof node === 'object' && node !== null) Object.values(node).forEach(search);
    if (typeof node !== 'string' || !node.startsWith(COMPONENTS) || found.has(node)) return;
    found.add(node);
    const [kind = '', name = ''] = node.slice(COMPONENTS.length).split('/');
    search(all[kind]?.[name]);
  };
  from.forEach(search);
  // in the order of the whole document
  const parts = Object.entries(all).map(([kind, members]): [string, Record<string, unknown>] => {
    const isFound = ([name]: [string, unknown]) => found.has(`${COMPONENTS}${kind}/${name}`);
    return [kind, Object.fromEntries(Object.entries(members).filter(isFound))];
  });
  return Object.fromEntries(parts.filter(([, members]) => Object.keys(members).length));
}

const COMPONENTS = '#/components/';
