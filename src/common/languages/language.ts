import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config';
import { acceptedOf } from '../http/accept';
import de from './de.json';
import es from './es.json';
import fr from './fr.json';
import nl from './nl.json';
import { allSentences, type Forms } from './sentence';

type Texts = Record<string, Forms>;

/** The sentences of one language, by key. A sentence that it lacks stays English. */
export class Language {
  /** @param tag BCP 47, such as `nl` or `pt-BR` */
  constructor(
    readonly tag: string,
    private readonly texts: Texts,
  ) {}

  formsOf(key: string): Forms | undefined {
    return this.texts[key];
  }
}

/** The languages that come with the service, beside English. */
export const SHIPPED: Readonly<Record<string, Texts>> = { nl, de, fr, es };

const ENGLISH = 'en';

/** The languages of the running service: those it comes with, and those of the operator's folder. */
export class Languages {
  private readonly byTag = new Map<string, Language>();

  /**
   * @param folder of the operator: a file `<tag>.json` adds a language, or replaces sentences of one
   * @throws ConfigError naming the file and the sentence that cannot be used
   */
  constructor(folder?: string) {
    const added = folder === undefined ? new Map<string, Texts>() : textsIn(folder);
    for (const tag of new Set([...Object.keys(SHIPPED), ...added.keys()])) {
      const own = added.get(tag);
      const shipped = SHIPPED[tag] ?? (tag === ENGLISH ? Object.fromEntries(allSentences()) : {});
      this.byTag.set(tag.toLowerCase(), new Language(tag, { ...shipped, ...own }));
    }
  }

  /**
   * The language that a client prefers (RFC 9110, 12.5.4); undefined for English as the service has it. Of a language that
   * is not there the more general one is taken: `nl-BE` → `nl` (RFC 4647, 3.4).
   */
  of(header: string | undefined): Language | undefined {
    if (!header) return this.byTag.get(ENGLISH);
    const liked = header
      .toLowerCase()
      .slice(0, LONGEST)
      .split(',')
      .map(acceptedOf)
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight);
    for (const { type } of liked) {
      for (let tag = type; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
        if (tag === ENGLISH) return this.byTag.get(ENGLISH);
        const language = this.byTag.get(tag);
        if (language) return language;
      }
    }
    return this.byTag.get(ENGLISH);
  }
}

/** Characters of a header that are read; browsers send fewer than 100. */
const LONGEST = 1_024;

const FILE = /^([A-Za-z]{2,3}(?:-[A-Za-z\d]{2,8}){0,3})\.json$/;

/** The texts of each file of the folder, by language. */
function textsIn(folder: string): Map<string, Texts> {
  const texts = new Map<string, Texts>();
  try {
    for (const name of readdirSync(folder)) {
      const [, tag] = FILE.exec(name) ?? [];
      if (tag) texts.set(tag, checked(JSON.parse(readFileSync(join(folder, name), 'utf8')), name));
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`LANGUAGES_DIR cannot be read: ${(error as Error).message}`);
  }
  return texts;
}

/** @throws ConfigError for an unknown key, and for a parameter that the English sentence does not have */
function checked(file: unknown, name: string): Texts {
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new ConfigError(`${name} of LANGUAGES_DIR must be a JSON object.`);
  for (const [key, forms] of Object.entries(file)) {
    const english = allSentences().get(key) ?? (key.startsWith('name.') ? '' : undefined);
    if (english === undefined)
      throw new ConfigError(`${name} of LANGUAGES_DIR has an unknown sentence: ${key}.`);
    if (!isForms(forms))
      throw new ConfigError(
        `${name} of LANGUAGES_DIR must have a text, or forms with \`other\`, for ${key}.`,
      );
    const allowed = parametersOf(english);
    const unknown = [...parametersOf(forms)].find((each) => !allowed.has(each));
    if (unknown)
      throw new ConfigError(`${name} of LANGUAGES_DIR has an unknown parameter in ${key}: {${unknown}}.`);
  }
  return file as Texts;
}

function isForms(value: unknown): value is Forms {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null || !('other' in value)) return false;
  return Object.values(value).every((each) => typeof each === 'string');
}

/** The names of the parameters of a sentence, in all its forms. */
export function parametersOf(forms: Forms): Set<string> {
  const texts = typeof forms === 'string' ? [forms] : Object.values(forms);
  // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads a template
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)));
}
