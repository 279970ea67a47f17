import { DateTime } from 'luxon';
import { humanize } from '../errors/humanize';
import { runningScope } from '../tenancy/scope';
import type { Actor } from '../tenancy/actor';

/** A value in a sentence: an instant is told in the time zone of the organization, a sentence in the same language. */
type Value = string | number | Date | null | undefined | Sentence;
export type Values = Record<string, Value>;
/** The values as a client gets them, from which it can word a sentence of its own: instants are ISO 8601 in UTC. */
export type Params = Record<string, string | number | null>;

/** A sentence with `{named}` parameters; in several forms, by plural category (Unicode CLDR), where it has a `{count}`. */
export type Forms = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

type Named<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
type NamesIn<F> = F extends string
  ? Named<F>
  : F extends { other: infer O extends string }
    ? Named<O>
    : never;
type ValuesOf<F> = Values & Record<NamesIn<F>, Value>;
/** Who reads a sentence: the time zone in which it tells times, and the language, which is English by default. */
export type Reader = Pick<Actor, 'time_zone' | 'language'>;
/** Makes a sentence. It may be given more values than its English text tells. */
type Said<F> = [NamesIn<F>] extends [never]
  ? (values?: Values) => Sentence
  : (values: ValuesOf<F>) => Sentence;

const known = new Map<string, Forms>();

/** The English forms of all declared sentences, by key. */
export function allSentences(): ReadonlyMap<string, Forms> {
  return known;
}

/**
 * Declares the sentences of a domain. The key of a sentence is the code of its refusal; where a code has several
 * sentences, more words stand behind a dot: `visit_over.cancelled`. Files of other languages name them by these keys.
 * @throws Error for a key that is declared already
 */
export function sentences<const T extends Record<string, Forms>>(english: T): { [K in keyof T]: Said<T[K]> } {
  const stated = Object.entries(english).map(([key, forms]) => {
    if (known.has(key) && known.get(key) !== forms) throw new Error(`The sentence ${key} is declared twice`);
    known.set(key, forms);
    return [key, (values: Values = {}) => new Sentence(key, forms, values)];
  });
  return Object.fromEntries(stated) as { [K in keyof T]: Said<T[K]> };
}

/** What people read: a sentence in any language, or an English text. */
export type Text = string | Sentence;

/** The text in the language of whoever reads it. */
export const told = (text: Text): string => (text instanceof Sentence ? text.said() : text);

/** What the text tells, for programs; nothing of an English text. */
export const paramsOf = (text: Text): Params => (text instanceof Sentence ? text.params : {});

/** A sentence for people in any language, with its parameters for programs (decision 367). */
export class Sentence {
  /**
   * @param shown what `params` show where the sentence is part of another one; its own parameters by default
   */
  constructor(
    readonly key: string,
    private readonly english: Forms,
    private readonly values: Values,
    private readonly shown?: string,
  ) {}

  /** The same sentence, of which `params` show this word where it is part of another one. */
  as(word: string): Sentence {
    return new Sentence(this.key, this.english, this.values, word);
  }

  /** The parameters, with those of the sentences in it. */
  get params(): Params {
    const params: Params = {};
    for (const [name, value] of Object.entries(this.values)) {
      if (value instanceof Sentence) {
        if (value.shown === undefined) Object.assign(params, value.params);
        else params[name] = value.shown;
      } else if (value !== undefined) params[name] = value instanceof Date ? value.toISOString() : value;
    }
    return params;
  }

  /** The English text, whatever language the request asks for: for logs, events, files and what is stored. */
  toString(): string {
    return this.inEnglish(runningScope()?.actor);
  }

  /** The text in the language of whoever reads it; English where that language lacks it. */
  said(reader: Reader | undefined = runningScope()?.actor): string {
    return this.translated(reader) ?? this.inEnglish(reader);
  }

  /** The text in the language of whoever reads it; undefined where that language lacks it, or a sentence in it. */
  translated(reader: Reader | undefined): string | undefined {
    const { language } = reader ?? {};
    const forms = language?.formsOf(this.key);
    if (!language || forms === undefined) return undefined;
    let complete = true;
    const text = this.fill(forms, language.tag, reader, (part) => {
      const told = part.translated(reader);
      complete &&= told !== undefined;
      return told ?? '';
    });
    return complete ? text : undefined;
  }

  private inEnglish(reader: Reader | undefined): string {
    return this.fill(this.english, 'en', reader, (part) => part.inEnglish(reader));
  }

  private fill(
    forms: Forms,
    tag: string,
    reader: Reader | undefined,
    tell: (part: Sentence) => string,
  ): string {
    const { count } = this.values;
    const template = typeof forms === 'string' ? forms : (forms[pluralOf(tag, Number(count))] ?? forms.other);
    // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads a template
    return template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.values[name];
      if (value instanceof Sentence) return tell(value);
      if (value instanceof Date) return localTime(value, reader?.time_zone);
      return name === 'count' ? Number(value).toLocaleString(tag) : String(value ?? '');
    });
  }
}

/** The name of a record or a field in a sentence: "Truck driver" has the key `name.truck_driver`. */
export function nameOf(english: string): Sentence {
  const word = wordOf(english);
  return new Sentence(`name.${word}`, english, {}, word);
}

/** The label of a field in a sentence, whatever its path is: `truck.license_plate` → "License plate" */
export function labelOf(path: string): Sentence {
  return nameOf(humanize(path));
}

/** `Bill of lading` → `bill_of_lading` */
export function wordOf(english: string): string {
  return english.toLowerCase().replace(/[ -]/g, '_');
}

const rules = new Map<string, Intl.PluralRules>();

function pluralOf(tag: string, count: number): Intl.LDMLPluralRule {
  const rule = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, rule);
  return rule.select(count);
}

/** An instant in a time zone: `2026-03-02 22:15`, with seconds where it has some. */
function localTime(at: Date, zone = 'utc'): string {
  const local = DateTime.fromJSDate(at, { zone });
  const seconds = local.millisecond ? ':ss.SSS' : local.second ? ':ss' : '';
  return local.toFormat(`yyyy-MM-dd HH:mm${seconds}`);
}
