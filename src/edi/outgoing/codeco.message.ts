import type { WrittenSegment } from '../edifact/writer';
import { equipment, facts, headOf, port, references, type ToldContainer, type ToldHead } from './told';
import { cutter, given, minuteOf, type Writing } from './values';

/** A container that a truck brought or took. */
export interface GatedContainer extends ToldContainer {
  moved_at: Date | string;
  trucking_company: string | null;
  /** The plate of the truck. */
  plate: string | null;
}

/** What moved through the gate, in one direction, of one line. */
export interface Codeco extends ToldHead {
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
        port('11', container.port_of_discharge, cut),
        ...facts(container, SEALED_BY[direction], writing, cut),
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
      ]);
    }),
    ['CNT', ['16', String(containers.length)]],
  ]);
}
