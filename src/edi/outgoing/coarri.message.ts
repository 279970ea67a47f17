import type { WrittenSegment } from '../edifact/writer';
import {
  damaged,
  equipment,
  facts,
  headOf,
  mainCarriage,
  port,
  references,
  type ItemContainer,
  type ItemHead,
  type ItemVoyage,
} from './edi-item-values';
import { cutter, given, minuteOf, type Writing } from './values';

/** A container that a crane discharged or loaded, or that was to be discharged and was not there. */
export interface CranedContainer extends ItemContainer {
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
export interface Coarri extends ItemHead {
  direction: 'discharge' | 'load';
  voyage: ItemVoyage & {
    berthed_at: Date | string | null;
    departed_at: Date | string | null;
  };
  containers: CranedContainer[];
}

const CODES = { discharge: '44', load: '46' };
const HERE = { discharge: '11', load: '9' } as const;
/** Whose seals they are: those that came with the line, or with the shipper. */
const SEALED_BY = { discharge: 'CA', load: 'SH' } as const;
const DIFFERENCES = { over: '8', short: '7' };

/** The segments of a COARRI between UNH and UNT. */
export function coarri(message: Coarri, writing: Writing): WrittenSegment[] {
  const { direction, line, own_id, containers, voyage, here } = message;
  const cut = cutter(writing);
  const time = (qualifier: string, instant: Date | string | null): WrittenSegment | null =>
    instant ? ['DTM', [qualifier, minuteOf(instant, writing.time_zone), '203']] : null;
  // Where no list says otherwise, what is loaded here has its port of loading here.
  const ofContainer = (qualifier: '9' | '11', locode: string | null) =>
    locode || qualifier !== '9' || direction !== 'load'
      ? port(qualifier, locode, cut)
      : port(qualifier, here.port, cut, here.smdg_code);
  return given([
    ...headOf(CODES[direction], message, writing, cut),
    mainCarriage(voyage, line, cut),
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
        ofContainer('9', container.port_of_loading),
        ofContainer('11', container.port_of_discharge),
        ...facts(container, SEALED_BY[direction], writing, cut),
        ...damaged(container, cut),
        ['NAD', 'CF', [cut(container.line, 'party'), '160', '166']],
      ]);
    }),
    ['CNT', ['16', String(containers.length)]],
  ]);
}
