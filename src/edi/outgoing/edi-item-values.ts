import type { Numeric } from '../../common/schema/columns';
import type { WrittenSegment } from '../edifact/writer';
import { degreesOf, given, minuteOf, wholeOf, type Cut, type Writing } from './values';

/** The head of what is told. */
export interface ItemHead {
  document_number: string;
  /** 9 original, 5 told again, 1 taken back. */
  function: '9' | '5' | '1';
  /** The document that told it, where it is taken back (RFF+ACW). */
  takes_back: string | null;
  /** When it is composed. */
  written_at: Date | string;
  /** Who we are to the partner, and who the partner is. */
  own_id: string;
  partner_id: string;
  /** The code of the line, as the partner knows it. */
  line: string;
  /** Where it happened: the UN/LOCODE of the port, and the SMDG code of the terminal. */
  here: { port: string; smdg_code: string | null };
}

/** The voyage that a container comes or goes with. */
export interface ItemVoyage {
  /** As the line numbers it, and as we do. */
  line_number: string;
  number: string;
  imo_number: string | null;
  call_sign: string | null;
  vessel: string;
}

/** What is told of a container, as it was then; null is left out. */
export interface ItemContainer {
  number: string;
  /** ISO 6346; null where nobody set one up. */
  size_type: string | null;
  usage: 'export' | 'import' | 'unknown' | null;
  container_status: 'full' | 'empty' | null;
  booking: string | null;
  bills: string[];
  port_of_discharge: string | null;
  /** In kilograms. */
  weight: Numeric | null;
  seals: string[];
  /** Of an operating reefer, in degrees Celsius. */
  set_point: Numeric | null;
  /** What the inspection of the move found, in words of the partner. */
  damages: ItemDamage[];
}

/** A damage, by its words in ISO 9897. */
interface ItemDamage {
  damage_type: string;
  component: string;
  location: string;
  severity: 'minor' | 'major';
}

/** The most references, and seals, of a container. */
const MOST = 9;

const STATUS = { export: '2', import: '3', unknown: null };
const INDICATOR = { full: '5', empty: '4' };

/** A port, with the terminal where it is ours. */
export const port = (
  qualifier: string,
  locode: string | null,
  cut: Cut,
  smdg_code: string | null = null,
): WrittenSegment | null => {
  const code = cut(locode, 'place');
  const terminal = cut(smdg_code, 'place');
  return code ? ['LOC', qualifier, [code, '139', '6'], terminal ? [terminal, '72', '306'] : null] : null;
};

/** BGM, with the time in D.00B, and what is taken back. */
export function headOf(
  code: string,
  { document_number, function: kind, takes_back, written_at }: ItemHead,
  { directory, time_zone }: Writing,
  cut: Cut,
): WrittenSegment[] {
  return given([
    ['BGM', code, cut(document_number, 'document'), kind],
    directory === '00B' && ['DTM', ['137', minuteOf(written_at, time_zone), '203']],
    takes_back !== null && ['RFF', ['ACW', cut(takes_back, 'reference')]],
  ]);
}

/** EQD. */
export function equipment(
  { number, size_type, usage, container_status }: ItemContainer,
  cut: Cut,
  status: string | null = usage && STATUS[usage],
): WrittenSegment {
  const type = cut(size_type, 'size_type');
  return [
    'EQD',
    'CN',
    cut(number, 'equipment'),
    type ? [type, '102', '5'] : null,
    null,
    status,
    container_status && INDICATOR[container_status],
  ];
}

/** Booking and bills. */
export function references({ booking, bills }: ItemContainer, cut: Cut): WrittenSegment[] {
  const all: [string, string | null][] = [
    ['BN', cut(booking, 'reference')],
    ...bills.map((bill): [string, string | null] => ['BM', cut(bill, 'reference')]),
  ];
  return all
    .filter(([, text]) => text)
    .slice(0, MOST)
    .map((reference) => ['RFF', reference]);
}

/** Weight, set point and seals, in the order of the directories. */
export function facts(
  { weight, set_point, seals }: ItemContainer,
  sealed_by: 'SH' | 'CA',
  { directory }: Writing,
  cut: Cut,
): WrittenSegment[] {
  return given([
    weight !== null && ['MEA', 'AAE', 'G', ['KGM', wholeOf(weight)]],
    set_point !== null && ['TMP', '2', [degreesOf(set_point, directory), 'CEL']],
    ...seals
      .map((seal) => cut(seal, 'seal'))
      .filter((seal) => seal !== null)
      .slice(0, MOST)
      .map((seal): WrittenSegment => ['SEL', seal, sealed_by]),
  ]);
}

/** TDT+20: the vessel by its IMO number, else by its call sign, else by its name. */
export function mainCarriage(voyage: ItemVoyage, line: string, cut: Cut): WrittenSegment {
  const name = cut(voyage.vessel, 'vessel_name');
  const imo = cut(voyage.imo_number, 'vehicle');
  const call_sign = cut(voyage.call_sign, 'vehicle');
  const vessel = imo ? [imo, '146', '11', name] : [call_sign, call_sign && '103', null, name];
  return [
    'TDT',
    '20',
    cut(voyage.line_number, 'voyage'),
    '1',
    null,
    [cut(line, 'carrier'), '172', '20'],
    null,
    null,
    vessel,
  ];
}

/** DAM and COD of each damage: what it is, where and how bad, and the part. */
export function damaged({ damages }: ItemContainer, cut: Cut): WrittenSegment[] {
  return damages.slice(0, MOST).flatMap(({ damage_type, component, location, severity }) =>
    given([
      [
        'DAM',
        '1',
        [cut(damage_type, 'damage'), null, '5'],
        [cut(location, 'area'), null, '5'],
        [null, null, null, severity.toUpperCase()],
      ],
      ['COD', [cut(component, 'damage'), null, '5']],
    ]),
  );
}
