import { randomUUID } from 'node:crypto';
import type { Location } from '../../cargo/containers/movements.service';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Columns } from '../../common/schema/columns';
import type { TallyMove } from '../tallies/tally-move.kind';
import type { MoveKind } from '../tallies/tally-words';
import type { CountMove } from './count-moves.dto';

/** The kinds of cargo that a move can name. */
export const CARGO_KINDS = ['container', 'vehicle', 'breakbulk'] as const;
export type CargoKind = (typeof CARGO_KINDS)[number];

/** Cargo as a move names it. */
export interface NamedCargo {
  type: CargoKind;
  /** Its number, VIN or reference number. */
  key: string;
  /** Undefined for cargo that the organization does not have. */
  id: number | undefined;
}

/** A move that a client asks for, in a batch or in the set-up. */
export interface CraneMoveRequest {
  kind: MoveKind;
  /** Null for a special lift. */
  cargo: NamedCargo | null;
  quantity: number | null;
  lifted_at: Date | null;
  /** Undefined for the place that the voyage discharges to. */
  to: Location | undefined;
  /** Whether cargo that is not expected is counted. */
  over: boolean;
  status: string | null;
  /** The columns that the move states as they are. */
  said: Pick<
    Columns<TallyMove>,
    | 'reference'
    | 'crane'
    | 'restow'
    | 'lift_type'
    | 'containers'
    | 'delivery_type'
    | 'arrival_type'
    | 'status'
  > & { lifted_at: Date | null };
  /** The paths of the fields that a refusal names. */
  fields: Record<'cargo' | 'quantity' | 'lifted_at' | 'to', string>;
}

/** The field of a move that names each kind of cargo. */
const FIELD_OF = {
  container: 'container_number',
  vehicle: 'vin',
  breakbulk: 'reference_number',
} as const;

/** The names of cargo in a move. */
export function cargoNamedBy(move: CountMove): Omit<NamedCargo, 'id'>[] {
  return CARGO_KINDS.flatMap((type) => {
    const key = move[FIELD_OF[type]]?.trim();
    if (!key) return [];
    return [{ type, key: type === 'container' ? normalizeContainerNumber(key) : key }];
  });
}

/** A move of a batch, as it is asked for. `at` is its place in the list, from 0. */
export function craneMoveRequest(
  move: CountMove,
  at: number,
  id: number | undefined,
  to: Location | undefined,
): CraneMoveRequest {
  const [named] = cargoNamedBy(move);
  const lifted_at = move.lifted_at ? new Date(move.lifted_at) : null;
  const path = (field: string) => `moves.${at}.${field}`;
  return {
    kind: move.kind ?? 'tally',
    cargo: named ? { ...named, id } : null,
    quantity: move.quantity ?? null,
    lifted_at,
    to,
    over: move.over ?? false,
    status: move.status ?? null,
    said: {
      reference: `TM-${randomUUID()}`,
      crane: move.crane,
      restow: move.restow ?? false,
      lift_type: move.lift_type ?? null,
      containers: (move.containers ?? []).map(normalizeContainerNumber),
      delivery_type: move.delivery_type ?? null,
      arrival_type: move.arrival_type ?? null,
      status: move.status ?? null,
      lifted_at,
    },
    fields: {
      cargo: path(named ? FIELD_OF[named.type] : 'container_number'),
      quantity: path('quantity'),
      lifted_at: path('lifted_at'),
      to: path('to'),
    },
  };
}

/** Why a batch is malformed, by field. */
export function malformed(moves: CountMove[], most: number): Record<string, string[]> {
  if (!moves.length || moves.length > most) return { moves: [`must have 1 to ${most} items`] };
  const errors: Record<string, string[]> = {};
  moves.forEach((move, at) => {
    const named = cargoNamedBy(move);
    const isGear = move.kind === 'special_lift';
    const say = (field: string, reason: string) => (errors[`moves.${at}.${field}`] = [reason]);
    if (isGear && named[0]) say(FIELD_OF[named[0].type], 'must be left out of a special lift');
    if (isGear && !move.lift_type) say('lift_type', 'is required for a special lift');
    if (!isGear && !named.length) say('container_number', 'is required, or a vin or a reference_number');
    if (named.length > 1) say(FIELD_OF[named[1]!.type], 'must be left out where other cargo is named');
    if (move.quantity && named[0]?.type !== 'breakbulk') say('quantity', 'is for breakbulk only');
  });
  return errors;
}

/** The ids of the cargo of one kind that the moves name, each once and in order. */
export function idsOf(kind: CargoKind, moves: CraneMoveRequest[]): number[] {
  const ids = moves.flatMap(({ cargo }) => (cargo?.type === kind && cargo.id ? cargo.id : []));
  return [...new Set(ids)].sort((one, other) => one - other);
}
