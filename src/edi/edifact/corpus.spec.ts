import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unreadable } from './fault';
import { readInterchange, type Interchange } from './interchange';

const FOLDER = join(__dirname, '../../../test/fixtures/edi');
const fileOf = (name: string) => readFileSync(join(FOLDER, `${name}.edi`));
const NAMES = readdirSync(FOLDER).map((file) => file.replace(/\.edi$/, ''));

/** The files that are refused as a whole, with the segment where that is known. */
const REFUSED: Record<string, [code: string, segment: number | null]> = {
  'broken-not-edifact': ['not_edifact', null],
  'broken-empty': ['not_edifact', null],
  'broken-una-cut': ['cut_off', null],
  'broken-una-twice': ['not_edifact', null],
  'broken-no-unz': ['cut_off', null],
  'broken-cut-in-segment': ['cut_off', 14],
  'broken-unz-count': ['envelope_mismatch', 14],
  'broken-unz-reference': ['envelope_mismatch', 14],
  'broken-behind-unz': ['envelope_mismatch', 15],
  'broken-tag': ['not_edifact', 5],
  'broken-character-set': ['character_set_unknown', 1],
  'broken-byte-of-set': ['characters_invalid', 6],
  'broken-control-character': ['characters_invalid', 6],
  'broken-utf-8': ['characters_invalid', 6],
  'broken-outside-message': ['envelope_mismatch', 2],
  'broken-components': ['too_large', 3],
};

/** The warnings of files that are read. */
const WARNED: Record<string, string[]> = { 'una-short': ['una_short'], 'small-letters': ['small_letters'] };

async function verdict(bytes: Buffer): Promise<Interchange | Unreadable> {
  return readInterchange(bytes).catch((error: unknown) => {
    if (error instanceof Unreadable) return error;
    throw error;
  });
}

describe('the corpus of messages', () => {
  it('has at least 40 files of every kind', () => {
    const kinds = ['coparn', 'coprar', 'baplie', 'codeco', 'coarri', 'contrl', 'una', 'broken'];
    expect(NAMES.length).toBeGreaterThan(40);
    for (const kind of kinds) expect(NAMES.filter((name) => name.startsWith(kind)).length).toBeGreaterThan(1);
  });

  it.each(Object.keys(REFUSED))('refuses %s as a whole', async (name) => {
    const refused = await verdict(fileOf(name));
    expect(refused).toBeInstanceOf(Unreadable);
    const { code, segment } = (refused as Unreadable).fault;
    expect([code, segment]).toEqual(REFUSED[name]);
  });

  it.each(NAMES.filter((name) => !(name in REFUSED)))('reads %s', async (name) => {
    const interchange = await verdict(fileOf(name));
    expect(interchange).not.toBeInstanceOf(Unreadable);
    const { messages, warnings } = interchange as Interchange;
    expect(warnings.map(({ code }) => code)).toEqual(WARNED[name] ?? []);
    expect(messages.length).toBeGreaterThan(0);
    const kind = name.split('-')[0]!.toUpperCase();
    for (const { message, errors } of messages) {
      if (['COPARN', 'COPRAR', 'BAPLIE', 'CODECO', 'COARRI', 'CONTRL'].includes(kind))
        expect(message).toBe(kind);
      if (!name.startsWith('broken')) expect(errors).toEqual([]);
    }
  });

  it('refuses a message by itself for its trailer, and goes on behind it', async () => {
    const errorsOf = async (name: string) =>
      ((await verdict(fileOf(name))) as Interchange).messages.map(({ errors }) =>
        errors.map(({ sentence }) => sentence),
      );
    expect(await errorsOf('broken-unt-count')).toEqual([
      ['Segment 13 (UNT): it counts 99 segments of 12.'],
      [],
    ]);
    expect(await errorsOf('broken-unt-missing')).toEqual([
      ["Segment 13 (UNH): message '1' has no UNT before it."],
      [],
    ]);
  });

  it('is read or refused wherever it is cut', async () => {
    for (const name of ['una-usual', 'released', 'groups', 'latin-1', 'una-line-break']) {
      const bytes = fileOf(name);
      const last = bytes.lastIndexOf('UNZ');
      for (let end = 0; end <= last; end++)
        expect(await verdict(bytes.subarray(0, end))).toBeInstanceOf(Unreadable);
    }
  });
});
