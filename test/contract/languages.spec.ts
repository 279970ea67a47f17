import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpaid } from '../../src/billing/invoices/unpaid.rule';
import '../../src/billing/release/charges-due.rule';
import { CARGO_SAYS, REASONS } from '../../src/cargo/cargo.sentences';
import { CONDITION_SAYS } from '../../src/condition/condition.sentences';
import { allCodes } from '../../src/common/errors/codes';
import { SAYS as COMMON_SAYS } from '../../src/common/errors/sentences';
import { Languages, parametersOf, SHIPPED } from '../../src/common/languages/language';
import { allSentences, type Forms, nameOf } from '../../src/common/languages/sentence';
import { GATE } from '../../src/gate/gate.codes';
import { SAYS } from '../../src/gate/gate.sentences';
import { VOYAGES_SAY } from '../../src/voyages/voyages.codes';

const KEYS = [COMMON_SAYS, CARGO_SAYS, REASONS, SAYS, VOYAGES_SAY, CONDITION_SAYS, unpaid.says]
  .flatMap(Object.keys)
  .concat('container_unpaid.visit', 'charges_due', 'charges_due.through', 'container_charges_due.visit')
  .concat('charges_unknown', 'container_charges_unknown.visit')
  .concat('credit_limit_reached', 'credit_limit_reached.visit');
const languages = Object.entries(SHIPPED);

describe('the sentences of gate, holds, availability and appointments', () => {
  it('exist for every code of the gate and of holds, and for every reason', () => {
    const codes = [...Object.keys(GATE), 'container_held', 'cargo_held', 'bill_of_lading_held'];
    const said = new Set(KEYS.map((key) => key.split('.')[0]));
    const all = [...codes, 'hold_in_force', 'hold_not_in_force', 'held', 'held_by_bill', 'unknown', 'unpaid'];
    expect(all.filter((code) => !said.has(code))).toEqual([]);
  });

  it('have keys that begin with a code, except the parts of others and reasons', () => {
    const codes = new Set([...allCodes().values()].flatMap((meanings) => Object.keys(meanings)));
    const parts = [
      'done',
      'next_slot',
      'visit_not_completed',
      ...Object.keys(REASONS),
      'on_truck',
      'unpaid',
      'charges_due',
      'charges_unknown',
      'other_nomination',
    ];
    const others = KEYS.map((key) => key.split('.')[0]!).filter((word) => !codes.has(word));
    expect(others.filter((word) => !parts.includes(word))).toEqual([]);
  });

  it.each(languages)('are told in %s, with the parameters and plural forms of English', (_, texts) => {
    const told = (forms: Forms | undefined) =>
      forms && { parameters: [...parametersOf(forms)].sort(), isPlural: typeof forms !== 'string' };
    const own = Object.keys(texts).filter((key) => !key.startsWith('name.'));
    expect(Object.fromEntries(KEYS.map((key) => [key, told(texts[key])]))).toEqual(
      Object.fromEntries(KEYS.map((key) => [key, told(allSentences().get(key))])),
    );
    expect(own.filter((key) => !KEYS.includes(key))).toEqual([]);
  });

  it('name the same records and fields in all languages', () => {
    const names = languages.map(([, texts]) => Object.keys(texts).filter((key) => key.startsWith('name.')));
    expect(names[0]!.length).toBeGreaterThan(30);
    for (const each of names) expect(each).toEqual(names[0]);
  });
});

describe('the language of a request', () => {
  const shipped = new Languages();

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['en', undefined],
    ['en-GB, nl;q=0.5', undefined],
    ['nl', 'nl'],
    ['NL-be', 'nl'],
    ['pt, fr;q=0.4, de;q=0.7', 'de'],
    ['nl;q=0, fr;q=0.1', 'fr'],
    ['*', undefined],
    ['xx-yy-zz', undefined],
    [',;q=1,,es', 'es'],
    ['zh-Hant-TW;q=0.9, es-419;q=0.8', 'es'],
    [`${'aa,'.repeat(400)}nl`, undefined],
  ])('%j: %s', (header, tag) => {
    expect(shipped.of(header)?.tag).toBe(tag);
  });

  it('leaves a sentence in English that the language lacks, or a name in it', () => {
    const reader = { time_zone: 'UTC', language: shipped.of('nl')! };
    const unknown = (what: string) =>
      COMMON_SAYS.unknown_reference({ what: nameOf(what), key: 'X' }).said(reader);
    expect([unknown('Truck'), unknown('Sea chart')]).toEqual([
      "Vrachtwagen 'X' is onbekend.",
      "Sea chart 'X' is unknown.",
    ]);
  });
});

describe('a folder of languages', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'languages-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (name: string, texts: unknown) => writeFileSync(join(folder, name), JSON.stringify(texts));
  const said = (header: string | undefined) => {
    const language = new Languages(folder).of(header);
    return SAYS.container_not_empty({ container: 'C1' }).said({ time_zone: 'UTC', language });
  };

  it('adds a language, and replaces single sentences, also English ones', () => {
    put('pl.json', { container_not_empty: "Kontener '{container}' nie jest pusty." });
    put('nl.json', { container_not_empty: 'Niet leeg: {container}.' });
    put('notes.txt', 'not a language');
    expect([said('pl'), said('nl'), said(undefined)]).toEqual([
      "Kontener 'C1' nie jest pusty.",
      'Niet leeg: C1.',
      "Container 'C1' is not empty.",
    ]);
    put('en.json', { container_not_empty: 'Not empty: {container}.' });
    expect([said(undefined), said('en-GB'), said('fr')]).toEqual([
      'Not empty: C1.',
      'Not empty: C1.',
      "Le conteneur 'C1' n'est pas vide.",
    ]);
    expect(SHIPPED.nl!.container_not_empty).toBe("Container '{container}' is niet leeg.");
  });

  it.each([
    [{ container_full: 'X' }, 'pl.json of LANGUAGES_DIR has an unknown sentence: container_full.'],
    [
      { container_not_empty: '{number}' },
      'pl.json of LANGUAGES_DIR has an unknown parameter in container_not_empty: {number}.',
    ],
    [
      { slot_full: { one: 'X' } },
      'pl.json of LANGUAGES_DIR must have a text, or forms with `other`, for slot_full.',
    ],
    [{ slot_full: 7 }, 'pl.json of LANGUAGES_DIR must have a text, or forms with `other`, for slot_full.'],
    [[], 'pl.json of LANGUAGES_DIR must be a JSON object.'],
  ])('refuses %j', (texts, sentence) => {
    put('pl.json', texts);
    expect(() => new Languages(folder)).toThrow(sentence);
  });

  it('refuses a file that is not JSON, and a folder that is not there', () => {
    writeFileSync(join(folder, 'pl.json'), '{');
    expect(() => new Languages(folder)).toThrow(/^LANGUAGES_DIR cannot be read: /);
    expect(() => new Languages(join(folder, 'nowhere'))).toThrow(/^LANGUAGES_DIR cannot be read: /);
  });
});
