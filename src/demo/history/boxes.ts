import { iso6346CheckDigit } from '../../common/iso-6346';
import { GATE_CLERK, type Records, TALLY_CLERK } from './records';
import type { Seeded } from './seeded';

/** Where containers of the history stand; those that are gone stood somewhere in it. */
export const BLOCK = 'Block C';

/** A container of the history, with what it carries. */
export interface Box {
  number: string;
  /** What all records about it say. */
  content: Record<string, unknown> & { shipping_line: string; weight: number };
  type: string;
}

/** A place in a stack. */
export interface Place {
  slot: string;
  tier: number;
}

/** Goods that come and those that go, with their kind of commodity. */
const GOODS: Record<'import' | 'export', [goods: string, commodity_type: string][]> = {
  import: [
    ['Ceramic floor tiles in cartons', 'Building materials'],
    ['Plywood in bundles', 'Forest products'],
    ['Pump parts in cases', 'Machinery'],
    ['Garden furniture', 'Household and consumer goods'],
    ['Cashew nuts in cartons', 'Foodstuffs'],
    ['Polypropylene in bags', 'Plastics'],
  ],
  export: [
    ['Malt in bags', 'Foodstuffs'],
    ['Newsprint in reels', 'Forest products'],
    ['Seed potatoes in bags', 'Foodstuffs'],
    ['Machine tools in cases', 'Machinery'],
    ['Glass bottles on pallets', 'Household and consumer goods'],
  ],
};

const TYPES = ['20DV', '20DV', '40HC', '40HC', '40DV'] as const;

/** Makes containers, each with a number of its own. */
export class Boxes {
  private made = 0;

  constructor(private readonly seeded: Seeded) {}

  next(line: string, usage: 'import' | 'export', type: string = this.seeded.pick(TYPES)): Box {
    const first10 = `${line}U${500_000 + 37 * this.made++}`;
    const [goods, commodity_type] = this.seeded.pick(GOODS[usage]);
    const weight =
      10 * this.seeded.int(type.startsWith('20') ? 1400 : 1700, type.startsWith('20') ? 2300 : 2800);
    const content = { shipping_line: line, usage, goods, weight, commodity_type, container_status: 'full' };
    return { number: `${first10}${iso6346CheckDigit(first10)}`, content, type };
  }
}

/** One end of a stay: by which voyage or, without one, by truck. */
export interface End {
  seconds: number;
  voyage?: string;
  /** The key of the visit of a truck. */
  visit?: { truck: string; gated_in_at: string };
}

/**
 * Adds a container with its stay and its movements.
 * @param out how it left; without that it is here, at `place`
 */
export function addStay(
  records: Records,
  { number, content, type }: Box,
  { in: came, out: left, place }: { in: End; out?: End; place?: Place },
): void {
  const receiver = content.consignee as string | undefined;
  const gone = left?.voyage
    ? { current_location_type: 'Voyage', current_location: left.voyage }
    : { current_location_type: 'Consignee', current_location: receiver };
  const here = place
    ? { current_location_type: 'YardSlot', current_location: place.slot, tier: place.tier }
    : { current_location_type: 'YardArea', current_location: BLOCK };
  records.add('containers', { number, container_type: type, ...content, ...(left ? gone : here) });
  records.add('container_stays', {
    container: number,
    number: 1,
    status: left ? 'departed' : 'here',
    arrived_by: came.voyage ? 'voyage' : 'truck',
    ...(came.voyage && { arrived_by_voyage: came.voyage }),
    in_at: records.at(came.seconds),
    arrival_status: 'full',
    ...(left && {
      departed_by: left.voyage ? 'voyage' : 'truck',
      ...(left.voyage ? { departed_by_voyage: left.voyage } : { delivered: true }),
      out_at: records.at(left.seconds),
      departure_status: 'full',
    }),
    ...content,
  });
  const stood = place
    ? { label: `Yard Slot: ${place.slot}`, type: 'YardSlot', name: place.slot }
    : { label: `Yard Area: ${BLOCK}`, type: 'YardArea', name: BLOCK };
  const by = ({ voyage, visit }: End) => ({
    ...(voyage && { voyage }),
    ...(visit && { truck_visit: visit }),
    user: voyage ? TALLY_CLERK : GATE_CLERK,
  });
  records.add('container_movements', {
    container: number,
    stay: 1,
    movement_type: came.voyage ? 'discharge' : 'gate_in',
    ...(came.voyage && {
      from: `Voyage: ${came.voyage}`,
      from_location_type: 'Voyage',
      from_location: came.voyage,
    }),
    to: stood.label,
    to_location_type: stood.type,
    to_location: stood.name,
    ...(place && { to_tier: place.tier }),
    moved_at: records.at(came.seconds),
    ...by(came),
  });
  if (!left) return;
  const [to, to_location_type, to_location] = left.voyage
    ? [`Voyage: ${left.voyage}`, 'Voyage', left.voyage]
    : [`Consignee: ${receiver}`, 'Consignee', receiver];
  records.add('container_movements', {
    container: number,
    stay: 1,
    movement_type: left.voyage ? 'load' : 'gate_out',
    from: stood.label,
    from_location_type: stood.type,
    from_location: stood.name,
    to,
    to_location_type,
    to_location,
    moved_at: records.at(left.seconds),
    ...by(left),
  });
}
