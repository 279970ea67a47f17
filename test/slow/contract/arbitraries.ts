import fc from 'fast-check';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  example?: unknown;
}

/** Text that breaks programs: it is well-formed, and any field of text may hold it. */
const AWKWARD = [
  'NaN',
  'null',
  'undefined',
  'Infinity',
  '-0',
  '0x10',
  '1e2',
  'true',
  '[object Object]',
  '__proto__',
  "Robert'); DROP TABLE trucks;--",
  '%_\\%',
  '$1 $$ ${x}',
  '../../etc',
  '{"a":1}',
  '<b>&amp;</b>',
  'a\r\nb',
  'İıſß',
  '\u202Eabc',
  'e\u0301',
  '\uFEFF',
  '\u{10FFFF}',
  '👩‍👩‍👧‍👦',
  '\uFFFE',
  'ﷺ',
  '\t',
  '\u00A0',
];

/** Values that no field takes, or only some. */
const JUNK: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '1 ',
  '1,5',
  '12abc',
  '١٢',
  [],
  [null],
  {},
  { id: 1 },
  [[]],
  [{}],
  { constructor: 1 },
  JSON.parse('{"__proto__":{"x":1}}'),
  '\0',
  'a\0b',
  '\uD800',
  'a\uDC00b',
  'x'.repeat(70_000),
  '9'.repeat(400),
  `0.${'3'.repeat(400)}`,
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '0000-00-00',
  '+275760-09-14',
  '294277-01-01',
  'now',
  'infinity',
  '2026-11-20T24:00:01Z',
  '2026-11-20T10:00:00+99:00',
  Array<number>(1001).fill(1),
  AWKWARD,
  nested(25),
  nested(40),
];

const MOMENTS = [
  '2026-11-20',
  '2026-11-20T14:30:00+01:00',
  '2026-11-20T14:30',
  '2024-02-29',
  '2026-03-29T02:30:00',
  '1999-12-31T23:59:59.999Z',
  '2100-01-01',
  '2026-11-20T14:30:00-12:00',
];

/** The pattern of text that may be anything but blank. */
const NOT_BLANK = '\\S';

/** What makes values from the schemas of one document; `seen` are texts that answers had, such as numbers. */
export class Arbitraries {
  constructor(
    private readonly schemas: Record<string, Schema>,
    private readonly seen: string[],
  ) {}

  /** Values that the schema allows. */
  valid(schema: Schema): fc.Arbitrary<unknown> {
    const { type, properties, required = [] } = this.resolve(schema);
    if (type !== 'object' || !properties) return this.value(this.resolve(schema));
    const fields = Object.entries(properties).map(([name, each]) => [name, this.valid(each)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: required,
    });
  }

  /** A valid object in which one field, at any depth, is junk or missing; or junk instead of the object. */
  broken(schema: Schema): fc.Arbitrary<unknown> {
    const damaged = fc
      .tuple(this.valid(schema), fc.nat(), fc.constantFrom(undefined, ...JUNK))
      .map(([body, which, junk]) => damage(structuredClone(body), which, junk));
    return fc.oneof({ weight: 9, arbitrary: damaged }, { weight: 1, arbitrary: fc.constantFrom(...JUNK) });
  }

  /** Text for a path or a query, valid or not; as it is written in an address. */
  inAddress(schema: Schema, where: 'path' | 'query'): fc.Arbitrary<string> {
    const plain = (
      this.resolve(schema).type === 'integer' ? fc.integer({ min: 1, max: 6 }) : this.valid(schema)
    ).map((value) => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)));
    const awkward = fc
      .constantFrom(...AWKWARD, '0', '-1', '9'.repeat(30), 'x'.repeat(300), 'a.json', '/')
      .map(encodeURIComponent);
    const escaped = fc.constantFrom('%00', ...(where === 'query' ? ['%ED%A0%80', '%zz', '%'] : []));
    return fc.oneof(
      { weight: 8, arbitrary: plain },
      { weight: 3, arbitrary: awkward },
      { weight: 1, arbitrary: escaped },
    );
  }

  private resolve(schema: Schema): Schema {
    if (schema.$ref) return this.resolve(this.schemas[schema.$ref.split('/').at(-1)!]!);
    const [inherited] = schema.allOf ?? [];
    return inherited ? { ...this.resolve(inherited), ...schema } : schema;
  }

  private value(schema: Schema): fc.Arbitrary<unknown> {
    const { type, minimum, maximum } = schema;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((each) => this.valid(each)));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (Array.isArray(type)) return fc.oneof(...type.map((each) => this.value({ ...schema, type: each })));
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer': {
        const [min, max] = [minimum ?? -1000, maximum ?? 1000];
        return fc.oneof(fc.integer({ min, max: Math.min(max, min + 8) }), fc.integer({ min, max }));
      }
      case 'number':
        return fc
          .integer({ min: -1e9, max: 1e9 })
          .map((n) => Math.min(Math.max(n / 1000, minimum ?? -Infinity), maximum ?? Infinity));
      case 'array':
        return fc.array(this.valid(schema.items!), { minLength: schema.minItems ?? 0, maxLength: 3 });
      case 'object':
        return fc.dictionary(fc.constantFrom('colour', 'size', ...AWKWARD), fc.constantFrom(1, 'x', true), {
          minKeys: 1,
          maxKeys: 1,
        });
      default:
        return this.text(schema);
    }
  }

  private text({ example, format, pattern, minLength = 0, maxLength = 255 }: Schema): fc.Arbitrary<string> {
    const isMoment = typeof example === 'string' && /^\d{4}-\d\d-\d\d/.test(example);
    if (isMoment || format === 'date' || format === 'date-time') return fc.constantFrom(...MOMENTS);
    const fits = (text: string) =>
      [...text].length >= minLength &&
      [...text].length <= maxLength &&
      (!pattern || new RegExp(pattern, 'u').test(text));
    const known = [...AWKWARD, ...(typeof example !== 'string' ? [] : [example])].filter(fits);
    const any = fc
      .string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 40) })
      .filter((text) => !text.includes('\0') && fits(text));
    const other =
      pattern && pattern !== NOT_BLANK ? fc.stringMatching(new RegExp(pattern)).filter(fits) : any;
    const longest = fc.constantFrom('x', 'é', '😀').map((letter) => letter.repeat(maxLength));
    if (pattern && pattern !== NOT_BLANK) return known.length ? fc.constantFrom(...known) : other;
    const seen = fc.nat().map((n) => this.seen[n % Math.max(this.seen.length, 1)] ?? '');
    const longEnough = 'wharf'.slice(0, maxLength);
    const suitable = seen.map((text) => (fits(text) ? text : longEnough));
    return fc.oneof(suitable, any, longest, fc.constantFrom(...known, longEnough));
  }
}

/** Puts junk in the place of one field, counted through all depths; `undefined` takes the field away. */
function damage(body: unknown, which: number, junk: unknown): unknown {
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk(value);
    }
  };
  walk(body);
  if (!places.length) return { x: junk };
  const [holder, key] = places[which % places.length]!;
  if (junk === undefined) delete holder[key];
  else holder[key] = junk;
  return body;
}

function nested(depth: number): unknown {
  return depth ? { a: [nested(depth - 1)] } : 1;
}
