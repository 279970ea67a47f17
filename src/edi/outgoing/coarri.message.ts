import type { WrittenSegment } from '../edifact/writer';
import { equipment, facts, headOf, port, references, type ToldContainer, type ToldHead } from './told';
import { cutter, given, minuteOf, type Cut, type Writing } from './values';

/** A container that a crane discharged or loaded, or that was to be discharged and was not there. */
export interface CranedContainer extends ToldContainer {
  /** null of one that fell short. */
  moved_at: Date | string | null;
  /** Discharged though no list or manifest had it (`over`), or on one and not discharged (`short`). */
  difference: 'over' | 'short' | null;
  port_of_loading: string | null;
  /** Seven digits. */
  cell: string | null;
  /** The code of its line, as the partner knows it. */
  line: string;
}

/** What was discharged from a voyage, or loaded, of one line. */
export interface Coarri extends ToldHead {
  direction: 'discharge' | 'load';
  voyage: {
    /** As the line numbers it, and as we do. */
    line_number: string;
    number: string;
    imo_number: string | null;
    call_sign: string | null;
    vessel: string;
    berthed_at: Date | string | null;
    departed_at: Date | string | null;
  };
  containers: CranedContainer[];
}

const CODES = { discharge: '44', load: '46' };
const HERE = { discharge: '11', load: '9' };
/** Whose seals they are: those that came with the line, or with the shipper. */
const SEALED_BY = { discharge: 'CA', load: 'SH' } as const;
const DIFFERENCES = { over: '8', short: '7' };

/** The segments of a COARRI between UNH and UNT. */
export function coarri(message: Coarri, writing: Writing): WrittenSegment[] {
  const { direction, line, own_id, containers, voyage, here } = message;
  const cut = cutter(writing);
  const time = (qualifier: string, instant: Date | string | null): WrittenSegment | null =>
    instant ? ['DTM', [qualifier, minuteOf(instant, writing.time_zone), '203']] : null;
  return given([
    ...headOf(CODES[direction], message, writing, cut),
    transport(message, cut),
    ['RFF', ['VON', cut(voyage.number, 'reference')]],
    port(HERE[direction], here.port, cut, here.smdg_code),
    time('178', voyage.berthed_at),
    time('136', voyage.departed_at),
    ['NAD', 'CA', [cut(line, 'party'), '160', '166']],
    ['NAD', 'MS', cut(own_id, 'party')],
    ...containers.flatMap((container) => {
      const { difference, moved_at, cell } = container;
      return given([
        difference ? equipment(container, cut, DIFFERENCES[difference]) : equipment(container, cut),
        ...references(container, cut),
        time('203', moved_at),
        cell !== null && ['LOC', '147', [cell, null, '5']],
        port('9', container.port_of_loading, cut),
        port('11', container.port_of_discharge, cut),
        ...facts(container, SEALED_BY[direction], writing, cut),
        ['NAD', 'CF', [cut(container.line, 'party'), '160', '166']],
      ]);
    }),
    ['CNT', ['16', String(containers.length)]],
  ]);
}

/** TDT: the vessel by its IMO number, else by its call sign, else by its name. */
function transport({ voyage, line }: Coarri, cut: Cut): WrittenSegment {
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
