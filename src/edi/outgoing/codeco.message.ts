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

/** A container that a truck brought or took. */
export interface GatedContainer extends ItemContainer {
  moved_at: Date | string;
  trucking_company: string | null;
  /** The plate of the truck. */
  plate: string | null;
  /** The voyage that an export goes with, where it is known. */
  voyage: ItemVoyage | null;
  port_of_loading: string | null;
}

/** What moved through the gate, in one direction, of one line. */
export interface Codeco extends ItemHead {
  direction: 'in' | 'out';
  containers: GatedContainer[];
}

const CODES = { in: '34', out: '36' };
/** Who sealed it: whoever sends what comes, the line what goes. */
const SEALED_BY = { in: 'SH', out: 'CA' } as const;

/** The segments of a CODECO between UNH and UNT. */
export function codeco(message: Codeco, writing: Writing): WrittenSegment[] {
  const { direction, line, own_id, partner_id, containers } = message;
  const cut = cutter(writing);
  return given([
    ...headOf(CODES[direction], message, writing, cut),
    ['NAD', 'MS', cut(own_id, 'party')],
    ['NAD', 'MR', cut(partner_id, 'party')],
    ['NAD', 'CF', [cut(line, 'party'), '160', '166']],
    ...containers.flatMap((container) => {
      const company = cut(container.trucking_company, 'carrier_name');
      const plate = cut(container.plate, 'vehicle');
      return given([
        equipment(container, cut),
        ...references(container, cut),
        ['DTM', ['7', minuteOf(container.moved_at, writing.time_zone), '203']],
        port('165', message.here.port, cut, message.here.smdg_code),
        port('9', portOfLoading(container, message), cut),
        port('11', container.port_of_discharge, cut),
        ...facts(container, SEALED_BY[direction], writing, cut),
        ...damaged(container, cut),
        [
          'TDT',
          '1',
          null,
          '3',
          null,
          company && [null, null, null, company],
          null,
          null,
          plate && [plate, '146'],
        ],
        container.voyage && mainCarriage(container.voyage, line, cut),
      ]);
    }),
    ['CNT', ['16', String(containers.length)]],
  ]);
}

/** Where an export is loaded: here, where no list says otherwise. */
const portOfLoading = ({ voyage, port_of_loading }: GatedContainer, { here }: Codeco): string | null =>
  voyage ? (port_of_loading ?? here.port) : null;
