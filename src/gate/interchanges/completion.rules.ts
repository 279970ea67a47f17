import { PLACE_CODES, type ReleaseCode, type ReleaseReason } from '../../cargo/release/release-reason';
import { CARGO_OF_ORDER, reasonOf } from '../../cargo/release/release-rules.service';
import type { ContainerMove } from '../../cargo/containers/movements.service';
import type { StandingHold } from '../../cargo/held/standing-holds';
import type { STAY_STATUSES } from '../../cargo/stays/stay-words';
import { RefusedAtGate } from '../refusals/refused-at-gate';
import { againstEquipment } from './equipment.service';
import { alreadyHere } from './handover.rules';
import { type Equipment, placeAfter, refusalToComplete } from './interchange.rules';
import type { Completed } from './mark-completed';
import { idsOf, type VisitInterchange } from './visit-interchange';

/** Interchanges that may be completed, what they hand over, locked, and what decides whether they may. */
export interface LoadedHandover extends Completed {
  /** Those completed before, whose containers are on the truck. */
  gone: VisitInterchange[];
  /** The ids of chassis that the truck brought and takes along again. */
  along: number[];
  containers: Map<number, LoadedContainer>;
  /** Why containers that leave may not, by id. */
  reasons: Map<number, ReleaseReason[]>;
  /** The holds in force on the goods of delivery orders. */
  heldOrders: StandingHold[];
}

export interface LoadedContainer extends Required<Equipment> {
  id: number;
  number: string;
  /** The stay that it shows, and how far that has come. */
  stay_id: number | null;
  stay_status: (typeof STAY_STATUSES)[number] | null;
  /** Whether it has come to the terminal, and not by this visit. */
  arrived: boolean;
}

/** The movements of the containers that these interchanges hand over. */
export function movesOf({ visit, open, containers, completed_at }: LoadedHandover): ContainerMove[] {
  return open.flatMap((interchange): ContainerMove[] => {
    const container = containers.get(interchange.container_id!);
    if (!container) return [];
    return [
      {
        container_id: container.id,
        movement_type: interchange.type === 'interchange_in' ? 'gate_in' : 'gate_out',
        to: placeAfter(interchange.type, container, visit.gate_id),
        moved_at: completed_at,
        truck_visit_id: visit.id,
      },
    ];
  });
}

/**
 * Decides whether all of this may be handed over (decisions 43, 151 and 225).
 * @throws RefusedAtGate with every reason; the sentence names the worst of them
 */
export function refuseToComplete(loaded: LoadedHandover): void {
  const { open, gone, along, containers, chassis, gensets, reasons, heldOrders } = loaded;
  const leaving = open.filter(({ type }) => type === 'interchange_out');
  const taken = [...leaving, ...gone];
  const barred = (interchanges: VisitInterchange[], ...codes: ReleaseCode[]) =>
    numbersOf(interchanges, containers, ({ id }) =>
      Boolean(reasons.get(id)?.some(({ code }) => codes.includes(code))),
    );
  const arriving = open.filter(({ type }) => type === 'interchange_in');
  const here = numbersOf(arriving, containers, ({ arrived }) => arrived);
  const equipment = againstEquipment(open, { chassis, genset: gensets }, along);
  const orders = [...new Set(heldOrders.map(({ name }) => name))];
  const refusal =
    refusalToComplete('held', barred(taken, 'held', 'held_by_bill')) ??
    refusalToComplete('order_held', orders, 'delivery_order') ??
    refusalToComplete('absent', barred(leaving, 'not_arrived', 'departed', 'on_truck')) ??
    refusalToComplete('bill_missing', barred(taken, 'bill_missing')) ??
    refusalToComplete('unpaid', barred(taken, 'unpaid')) ??
    refusalToComplete('arrived', here) ??
    equipment.refusal;
  if (!refusal) return;
  const left = new Set(idsOf(gone));
  const ofContainers = [...reasons].flatMap(([id, because]) =>
    because.filter(({ code }) => !(left.has(id) && PLACE_CODES.includes(code))),
  );
  const ofOrders = heldOrders.map((hold) => reasonOf(hold, CARGO_OF_ORDER));
  throw new RefusedAtGate(
    [...ofContainers, ...ofOrders, ...here.map(alreadyHere), ...equipment.reasons],
    refusal,
  );
}

function numbersOf(
  interchanges: VisitInterchange[],
  containers: Map<number, LoadedContainer>,
  matches: (container: LoadedContainer) => boolean,
): string[] {
  const ids = new Set(interchanges.map(({ container_id }) => container_id));
  return [...containers.values()]
    .filter((each) => ids.has(each.id) && matches(each))
    .map(({ number }) => number);
}
