import { refuse, type Place } from './fault';

/** The character sets of UNB by ISO 9735 as `TextDecoder` knows them; null is ASCII. */
const SETS: Record<string, string | null> = {
  UNOA: null,
  UNOB: null,
  UNOC: 'iso-8859-1',
  UNOD: 'iso-8859-2',
  UNOE: 'iso-8859-5',
  UNOF: 'iso-8859-7',
  UNOG: 'iso-8859-3',
  UNOH: 'iso-8859-4',
  UNOI: 'iso-8859-6',
  UNOJ: 'iso-8859-8',
  UNOK: 'iso-8859-9',
  UNOW: 'utf-8',
  UNOY: 'utf-8',
};

/** Whether a character set is one that is read. */
export const isRead = (set: string): boolean => Object.hasOwn(SETS, set);

/** Reads the bytes of a value; undefined when the set lacks one of them. */
export type Decode = (bytes: Uint8Array) => string | undefined;

/** Bytes that ISO 8859 has for control characters, and the decoders of browsers for letters. */
const isControl = (byte: number) => byte >= 0x80 && byte <= 0x9f;

/** The reader of a character set. Throws Unreadable for one that is not read. */
export function decoderOf(set: string, place: Place): Decode {
  if (!isRead(set))
    return refuse('character_set_unknown', `character set ${set || "''"} is none that is read.`, place);
  const label = SETS[set] ?? null;
  if (label === null) return ascii;
  // TextDecoder leaves out a first ÿ in some versions of Node.
  if (label === 'iso-8859-1') return (bytes) => (bytes.some(isControl) ? undefined : anyByte(bytes));
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    if (label !== 'utf-8' && bytes.some(isControl)) return undefined;
    try {
      const text = decoder.decode(bytes);
      return label === 'utf-8' && /[\u0080-\u009f]/.test(text) ? undefined : text;
    } catch {
      return undefined;
    }
  };
}

const lettersOfSets = new Map<string, ReadonlyMap<string, number>>();

/** The letters that a set has beside ASCII, with their bytes; undefined for one of UTF-8, which has all. */
export function lettersOf(set: string): ReadonlyMap<string, number> | undefined {
  const label = SETS[set];
  if (label === 'utf-8') return undefined;
  const known = lettersOfSets.get(set);
  if (known) return known;
  const decoder = new TextDecoder(label ?? 'latin1');
  const bytes = label ? Array.from({ length: 0x60 }, (_, at) => 0xa0 + at) : [];
  const letters = new Map(bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  letters.delete('\uFFFD');
  lettersOfSets.set(set, letters);
  return letters;
}

/** ASCII, which every set agrees with. */
const ascii: Decode = (bytes) =>
  bytes.every((byte) => byte < 0x80)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    : undefined;

/** Every byte as a character, to read a UNB before its set is known. */
export const anyByte: Decode = (bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
