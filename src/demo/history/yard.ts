import { BLOCK, type Place } from './boxes';
import type { Records } from './records';

/** Stacks of Block A with room on top of what other data have there: the slot and the first tier that is free. */
const ROOM_IN_BLOCK_A: Record<'20' | '40', [slot: string, first: number][]> = {
  '20': [
    ['A3-01', 1],
    ['A4-01', 2],
    ['A3-03', 3],
  ],
  '40': [
    ['A3-05', 1],
    ['A4-05', 2],
  ],
};
const TIERS = 3;
const [BAYS, ROWS] = [10, 4];

/** Places for containers that are here: first those that Block A has, then those of a block of their own. */
export class Yard {
  private readonly rooms = { '20': placesOf(ROOM_IN_BLOCK_A[20]), '40': placesOf(ROOM_IN_BLOCK_A[40]) };

  constructor(records: Records) {
    records.add('yard_areas', { name: BLOCK, terminal: 'North Quay' });
    for (let row = 1; row <= ROWS; row++)
      for (let bay = 1; bay <= BAYS; bay++) {
        const name = slotOf(row, bay);
        records.add('yard_slots', {
          name,
          yard_area: BLOCK,
          bay: String(bay).padStart(2, '0'),
          row: String(row),
          tiers: 4,
          reefer_plug: false,
          maximum_weight: 100_000,
        });
        // boxes of 20 feet stand in the first half of the bays
        this.rooms[bay * 2 <= BAYS ? '20' : '40'].push(...placesOf([[name, 1]]));
      }
  }

  /** The next free place for a container of a type. Throws when the blocks are full. */
  place(container_type: string): Place {
    const place = this.rooms[container_type.startsWith('20') ? '20' : '40'].shift();
    if (!place) throw new Error(`The yard has no room for another ${container_type}`);
    return place;
  }
}

const slotOf = (row: number, bay: number) => `C${row}-${String(bay).padStart(2, '0')}`;

function placesOf(stacks: [slot: string, first: number][]): Place[] {
  return stacks.flatMap(([slot, first]) =>
    Array.from({ length: TIERS + 1 - first }, (_, nth) => ({ slot, tier: first + nth })),
  );
}
