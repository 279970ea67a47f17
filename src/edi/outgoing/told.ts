import type { Numeric } from '../../common/schema/columns';
import type { WrittenSegment } from '../edifact/writer';
import { degreesOf, given, minuteOf, wholeOf, type Cut, type Writing } from './values';

/** The head of what is told. */
export interface ToldHead {
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

/** What is told of a container, as it was then; null is left out. */
export interface ToldContainer {
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
  { document_number, function: kind, takes_back, written_at }: ToldHead,
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
  { number, size_type, usage, container_status }: ToldContainer,
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
export function references({ booking, bills }: ToldContainer, cut: Cut): WrittenSegment[] {
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
  { weight, set_point, seals }: ToldContainer,
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
