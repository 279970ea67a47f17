import type { Segment } from '../../edifact/tokenizer';
import { Findings } from './findings';
import { decimalOf } from '../../../cargo/measured-words';
import { celsiusOf, quantityOf, weightOf } from './measures';

const segment = (tag: string, ...elements: string[][]): Segment => ({
  number: 7,
  tag,
  at: 100,
  elements,
  repeated: [],
});
const weight = (value: string, unit: string, weight_unit = 'kg', findings = new Findings()) =>
  weightOf(segment('MEA', ['AAE'], ['G'], [unit, value]), weight_unit, findings);
const celsius = (value: string, unit: string, findings = new Findings()) =>
  celsiusOf(segment('TMP', ['2'], [value, unit]), findings);

it('reads numbers with either decimal mark', () => {
  expect(decimalOf('8955,2')!.toFixed()).toBe('8955.2');
  expect(decimalOf('-018.0')!.toFixed()).toBe('-18');
  expect(decimalOf(',5')!.toFixed()).toBe('0.5');
  for (const text of [
    '',
    '-',
    '1.',
    '1 000',
    '1.000,5',
    '1e3',
    '0x1',
    'NaN',
    '1'.repeat(13),
    '1'.repeat(4096),
  ])
    expect(decimalOf(text)).toBeUndefined();
});

it.each([
  ['21500', 'KGM', 'kg', '21500'],
  ['21500,50', 'KG', 'kg', '21500.5'],
  ['21.5', 'TNE', 'kg', '21500'],
  ['100', 'LBR', 'kg', '45.359237'],
  ['100', 'LB', 'lb', '100'],
  ['45.359237', 'KGM', 'lb', '100'],
  ['1', 'kgm', 'lb', '2.204623'],
  ['0', 'KGM', 'kg', '0'],
])('%s %s weigh, in %s, %s', (value, unit, own, expected) => {
  expect(weight(value, unit, own)).toBe(expected);
});

it.each([
  ['-18.0', 'CEL', '-18'],
  ['-018', 'C', '-18'],
  ['0', 'FAH', '-17.777778'],
  ['-0', 'CEL', '0'],
  ['14', 'F', '-10'],
])('%s %s is %s degrees Celsius', (value, unit, expected) => {
  expect(celsius(value, unit)).toBe(expected);
});

it('passes over empty values, and refuses others by their place', () => {
  const findings = new Findings();
  expect(weight('', 'KGM', 'kg', findings)).toBeUndefined();
  expect(celsius('', 'CEL', findings)).toBeUndefined();
  expect(quantityOf(segment('EQN', ['']), findings)).toBeUndefined();
  expect(findings.errors_count).toBe(0);

  weight('HEAVY', 'KGM', 'kg', findings);
  weight('1', 'STN', 'kg', findings);
  weight('-1', 'KGM', 'kg', findings);
  weight('1', 'constructor', 'kg', findings);
  celsius('1', 'KEL', findings);
  for (const text of ['0', '10000', '1.5', '-1', '9'.repeat(400)])
    expect(quantityOf(segment('EQN', [text]), findings)).toBeUndefined();
  expect(findings.errors.map(({ sentence, element, component }) => [sentence, element, component])).toEqual([
    ["Segment 7 (MEA): 'HEAVY' is no number.", 3, 2],
    ["Segment 7 (MEA): 'STN' is no unit that is read here.", 3, 1],
    ['Segment 7 (MEA): a weight is not negative.', 3, 2],
    ["Segment 7 (MEA): 'CONSTRUCTOR' is no unit that is read here.", 3, 1],
    ["Segment 7 (TMP): 'KEL' is no unit that is read here.", 2, 2],
    ["Segment 7 (EQN): '0' is no whole number from 1 to 9999.", 1, 1],
    ["Segment 7 (EQN): '10000' is no whole number from 1 to 9999.", 1, 1],
    ["Segment 7 (EQN): '1.5' is no whole number from 1 to 9999.", 1, 1],
    ["Segment 7 (EQN): '-1' is no whole number from 1 to 9999.", 1, 1],
    [`Segment 7 (EQN): '${'9'.repeat(60)}…' is no whole number from 1 to 9999.`, 1, 1],
  ]);
  expect(quantityOf(segment('EQN', ['9999']), findings)).toBe(9_999);
});
