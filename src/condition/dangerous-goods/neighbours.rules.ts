import type { Segregation } from './segregation-table';

/** A slot of the yard among those of its area: the places of its bay and row in their order, from 1; null without bay or row. */
export interface RankedSlot {
  id: number;
  name: string;
  yard_area_id: number | null;
  bay: number | null;
  row: number | null;
  teu: number | null;
}

/** Where a container stands in the yard. */
export interface Position {
  yard_area_id: number | null;
  /** null in an area without a slot. */
  slot: RankedSlot | null;
  /** Its length in feet; null where nobody knows it. */
  size: number | null;
}

/** How near two containers are: in one stack, in stacks beside each other, in one area; null for further apart. */
export type Nearness = 'stack' | 'beside' | 'area' | null;

/** The longest container that takes one bay, in feet. */
const ONE_BAY = 20;

/**
 * How near two containers are (decision 954). Stacks are beside each other in the next bay, the next row, or both, in the
 * order of the bays and rows that the area has. What has no bay or row is beside everything in its area.
 */
export function nearness(one: Position, other: Position): Nearness {
  if (one.slot?.id !== undefined && one.slot.id === other.slot?.id) return 'stack';
  if (one.yard_area_id === null || one.yard_area_id !== other.yard_area_id) return null;
  if (!one.slot || !other.slot) return 'area';
  const [bays, otherBays] = [baysOf(one), baysOf(other)];
  if (!bays || !otherBays || one.slot.row === null || other.slot.row === null) return 'beside';
  const rows = Math.abs(one.slot.row - other.slot.row);
  const apart = Math.max(bays.first - otherBays.last, otherBays.first - bays.last, 0);
  if (rows === 0 && apart === 0) return 'stack';
  return rows <= 1 && apart <= 1 ? 'beside' : 'area';
}

/** The bays that a container covers: a long one also the next bay, unless its slot is for two TEU and is one bay by that. */
function baysOf({ slot, size }: Position): { first: number; last: number } | undefined {
  const bay = slot?.bay ?? null;
  if (!slot || bay === null) return undefined;
  const isLong = size !== null && size > ONE_BAY && slot.teu !== 2;
  return { first: bay, last: bay + (isLong ? 1 : 0) };
}

/** The value from which on containers that are so near are kept apart. */
const FROM: Record<NonNullable<Nearness>, Segregation> = { stack: 1, beside: 2, area: 3 };

/** Whether goods that are kept so far apart may not be so near. */
export const forbids = (value: Segregation, near: Nearness): boolean => near !== null && value >= FROM[near];
