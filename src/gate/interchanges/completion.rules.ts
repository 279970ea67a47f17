import { naming } from '../../common/errors/errors';
import { onHold, reasonOfOrder } from '../../cargo/release/on-hold.rule';
import type { ReleaseReason } from '../../cargo/release/release-reason';
import { type Refusals, saysPlace } from '../../cargo/release/release-rule';
import { type LastMoved, refusalOfEarlier } from '../../cargo/containers/movement-time.rules';
import type { Box, ContainerMove, Stacks } from '../../cargo/containers/stacks.rules';
import type { LocationType } from '../../places/locations/locations';
import type { StandingHold } from '../../cargo/held/standing-holds';
import type { STAY_STATUSES } from '../../cargo/stays/stay-words';
import { type MissingNomination, refusalsOfNominations } from '../nominations/missing-nominations';
import { alreadyHere, expectedByVoyage } from '../bookings/brought-container';
import { gateReason, RefusedAtGate } from '../refusals/refused-at-gate';
import { againstEquipment } from './equipment.service';
import { type AgainstInterchange, againstStatuses, againstVoyages, refusalOfFirst } from './handover.rules';
import { type Equipment, placeAfter, refusalToComplete, refusalToRelease } from './interchange.rules';
import type { Completed } from './mark-completed';
import { idsOf, type VisitInterchange } from './visit-interchange';

/** Interchanges to complete, with everything that decides whether they may be completed. Their equipment is locked. */
export interface LoadedHandover extends Completed {
  /** Interchanges completed earlier, whose containers are on the truck. */
  gone: VisitInterchange[];
  /** The ids of chassis that the truck brought and takes along again. */
  along: number[];
  containers: Map<number, LoadedContainer>;
  /** The reasons against the release of containers that leave, by container id. */
  reasons: Map<number, ReleaseReason[]>;
  /** What is only told of containers that leave. */
  warnings: ReleaseReason[];
  refusals: Refusals;
  /** The containers that leave without a nomination of the haulier. */
  unnominated: MissingNomination[];
  /** The holds in force on the bills of delivery orders. */
  heldOrders: StandingHold[];
  /** What rules of higher domains have against the completion. */
  against: AgainstInterchange<VisitInterchange>[];
}

export interface LoadedContainer extends Required<Equipment>, LastMoved {
  id: number;
  /** The stay that the container shows, and its status. */
  stay_id: number | null;
  stay_status: (typeof STAY_STATUSES)[number] | null;
  in_at: Date | null;
  /** The containers of the stack that it stands in, itself included; null where it is in none. */
  stack: Box[] | null;
  /** Whether the container came to the terminal by something other than this visit. */
  arrived: boolean;
  /** The number of the voyage that the container is expected with; null for none. */
  expected_by: string | null;
}

/** The reasons that a clerk may pass over at gate-out: they say what is not known, not what is wrong. */
const OVERRULED = ['charges_unknown'];

/** The movements of the containers of these interchanges. */
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

/** The stacks that these containers stand in. They go to no other slot. */
export function stacksOfContainers(containers: Map<number, LoadedContainer>): Stacks {
  const boxes = [...containers.values()].flatMap((container) => container.stack ?? boxOf(container));
  return { slots: new Map(), boxes: new Map(boxes.map((box) => [box.id, box])) };
}

function boxOf({ id, number, current_location_type, current_location_id }: LoadedContainer): Box {
  const type = current_location_type as LocationType | null;
  const unknown = {
    tier: null,
    size: null,
    weight: null,
    operating_reefer: false,
    last_at: null,
    stack: null,
  };
  return { id, number, type, place: current_location_id, ...unknown };
}

/**
 * Refuses a completion when a container or delivery order is held (decision 43), a release rule applies (decision 225),
 * a container has arrived otherwise (decision 151) or is expected with a voyage (decision 780), a pick-up is full instead of empty or the other way round (decision
 * 366), a chassis or genset is elsewhere or here already, the voyage of an empty was cancelled or has departed, the haulier
 * is not nominated (decision 583), or a container was moved later than the completion.
 * @param overrules whether a clerk passes over the reasons for which that is allowed (decisions 720 and 780)
 * @throws RefusedAtGate with every reason; its sentence names the most important one
 */
export function refuseToComplete(loaded: LoadedHandover, overrules = false): void {
  const { open, gone, along, containers, chassis, gensets, heldOrders, refusals, completed_at } = loaded;
  const [against] = loaded.against;
  const left = new Set(idsOf(gone));
  const kept = [...containers.values()].map(({ id, number }) => {
    const reasons = (loaded.reasons.get(id) ?? []).filter(
      (each) => !(left.has(id) && saysPlace(each, refusals)) && !(overrules && OVERRULED.includes(each.code)),
    );
    return { number, reasons };
  });
  const ofHolds = kept.map(({ number, reasons }) => ({
    number,
    reasons: reasons.filter(({ code }) => onHold.codes.includes(code)),
  }));
  const arriving = open.filter(({ type }) => type === 'interchange_in');
  const here = numbersOf(arriving, containers, ({ arrived }) => arrived);
  const expected = overrules ? [] : againstExpected(arriving, containers);
  const equipment = againstEquipment(open, { chassis, genset: gensets }, along);
  const moving = open.flatMap(({ container_id }) => containers.get(container_id!) ?? []);
  const early = refusalOfEarlier(completed_at, moving, 'moved_at');
  const orders = [...new Set(heldOrders.map(({ name }) => name))];
  const statuses = againstStatuses(open, (id) => containers.get(id)!.container_status ?? null);
  const [unnominated, ...others] = refusalsOfNominations(loaded.unnominated);
  const refusal =
    refusalToRelease(ofHolds, refusals) ??
    refusalToComplete('order_held', orders) ??
    refusalToRelease(kept, refusals) ??
    refusalToComplete('arrived', here) ??
    refusalOfFirst(expected) ??
    refusalOfFirst(statuses) ??
    equipment.refusal ??
    refusalOfFirst(againstVoyages(open)) ??
    unnominated ??
    (against && { code: against.reason.code, sentence: against.reason.sentence, records: against.records }) ??
    early;
  if (!refusal) return;
  const ofOrders = heldOrders.map(reasonOfOrder);
  throw new RefusedAtGate(
    [
      ...kept.flatMap(({ reasons }) => reasons),
      ...ofOrders,
      ...here.map(alreadyHere),
      ...expected.map(({ reason }) => reason),
      ...statuses.map(({ reason }) => reason),
      ...equipment.reasons,
      ...againstVoyages(open).map(({ reason }) => reason),
      ...[unnominated, ...others].flatMap((each) => each?.reasons ?? []),
      ...loaded.against.map(({ reason }) => reason),
      ...(early ? [gateReason(early.code, early.sentence, early.records)] : []),
    ],
    refusal,
  );
}

/** The containers of these drop-offs that a voyage announced, which a truck does not bring. */
export function expectedOf(
  arriving: Pick<VisitInterchange, 'container_id'>[],
  containers: Map<number, Pick<LoadedContainer, 'id' | 'number' | 'expected_by'>>,
): { id: number; number: string; expected_by: string }[] {
  return arriving.flatMap(({ container_id }) => {
    const container = containers.get(container_id!);
    return container?.expected_by ? { ...container, expected_by: container.expected_by } : [];
  });
}

function againstExpected(arriving: VisitInterchange[], containers: Map<number, LoadedContainer>) {
  return expectedOf(arriving, containers).map(({ number, expected_by }) => ({
    reason: expectedByVoyage(number, expected_by),
    records: [...naming('container', number), ...naming('voyage', expected_by)],
  }));
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
