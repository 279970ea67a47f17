import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../setup/client';
import type { Body } from '../../factories/record';

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  maxLength?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

const document = JSON.parse(readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, any>>;
  components: { schemas: Record<string, Schema> };
};

const MARK = /ZQ[A-Z]+\d{5,7}/g;

/** The marks in a text. */
export const marksIn = (text: string): Set<string> => new Set(text.match(MARK) ?? []);

const EMAIL = '^([^\\s@]+@[^\\s@]+)?$';
const FREE = [undefined, '\\S', EMAIL, '^[ -~]*$'];

/** Gives each text of each record a mark that no other has. */
export class Marks {
  private made = 0;
  /** The fields of each path that take no free text, because they name a record or a word. */
  private readonly taken = new Map<string, Set<string>>();

  /** A mark that tells what it is in: `ZQGOODS10017`. */
  next(of: string): string {
    return `ZQ${of.replaceAll(/[^a-z]/gi, '').toUpperCase()}${10_000 + ++this.made}`;
  }

  container(): string {
    return `ZQXU${1_000_000 + ++this.made}`;
  }

  /**
   * Creates a record, with a mark in each text of it that the body does not give.
   * @param wrapper the key that the request puts the fields under, if it does
   */
  async create(client: Client, path: string, body: object, wrapper?: string): Promise<Body> {
    const template = Object.keys(document.paths).find(
      (each) =>
        document.paths[each]!.post &&
        new RegExp(`^/api/v1${each.slice(7).replace(/\{\w+\}/g, '[^/]+')}$`).test(`/api/v1${path}`),
    )!;
    const requested = document.paths[template]!.post.requestBody.content['application/json'].schema as Schema;
    const taken = this.taken.get(template) ?? new Set(['current_location']);
    this.taken.set(template, taken);
    for (let attempt = 0; attempt < 8; attempt++) {
      const answer = await client.post(path, this.filled(requested, body, taken, wrapper));
      if (answer.status === 201) {
        const [only] = Object.values(answer.body as Record<string, Body>);
        return Object.keys(answer.body as object).length === 1 ? only : answer.body;
      }
      const refused = Object.keys((answer.body.errors ?? {}) as object).map((field) =>
        field.split('.').at(-1)!,
      );
      const further = refused.filter((field) => !taken.has(field) && !(field in body));
      if (!further.length) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      further.forEach((field) => taken.add(field));
    }
    throw new Error(`POST ${path} refuses ever more fields`);
  }

  private filled(schema: Schema, body: object, taken: Set<string>, wrapper?: string): object {
    const { properties = {} } = resolved(schema);
    if (wrapper) {
      const { [wrapper]: inner = {}, ...beside } = body as Record<string, object>;
      return {
        ...this.texts(properties, beside, taken, wrapper),
        ...beside,
        [wrapper]: { ...this.texts(resolved(properties[wrapper]!).properties!, inner, taken), ...inner },
      };
    }
    return { ...this.texts(properties, body, taken), ...body };
  }

  private texts(
    properties: Record<string, Schema>,
    given: object,
    taken: Set<string>,
    wrapper?: string,
  ): object {
    const texts = Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      const of = property.$ref ? resolved(property) : property;
      if (name in given || taken.has(name) || name === wrapper) return [];
      if (isText(of))
        return [[name, of.pattern === EMAIL ? `${this.next(name)}@x.example` : this.next(name)]];
      if (isArray(of) && of.items && isText(of.items)) return [[name, [this.next(name)]]];
      return [];
    });
    return Object.fromEntries(texts);
  }
}

function resolved(schema: Schema): Schema {
  if (schema.$ref) return resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]!);
  const [one] = schema.allOf ?? schema.anyOf ?? [];
  return one?.$ref ? resolved(one) : schema;
}

const isText = ({ type, format, pattern, enum: words, maxLength = 0 }: Schema) =>
  [type].flat().includes('string') && !format && !words && FREE.includes(pattern) && maxLength >= 255;
const isArray = ({ type }: Schema) => [type].flat().includes('array');
