import { groupBy } from '../../common/group-by';
import type { SubjectKey } from '../facts/subject-facts';
import { Exact } from '../money';
import type { Item } from '../pricing/item';
import { isSettled } from './charge-status';
import type { ChargeStatus } from './charge-words';
import { keyOfItem, keysOf } from './compare';
import { ofOneUnit, type StatedCharge } from './stored-charge';

/** What was charged of one event or unit at its price: how often, and how much of that is settled and paid. */
interface Cell {
  net: number;
  settled: number;
  paid: number;
  status: ChargeStatus;
  of: StatedCharge;
}

/** An amount without taxes that was paid beyond what something costs, and the charge that it was paid for. */
export interface PaidBeyond {
  of: StatedCharge;
  total: Exact;
}

/** What is charged of events and units already, by their price, and how far that has come. */
export class Cover {
  private readonly cells = new Map<string, Cell>();
  /** What is paid of events and units of which a part is, with taxes. */
  private readonly rests = new Map<string, Exact>();
  /** What was waived finally of charges that are paid. */
  private readonly waived: PaidBeyond[] = [];

  /** @param stored the charges of one subject, in their order */
  constructor(stored: StatedCharge[]) {
    const waived = finallyWaived(stored);
    for (const charge of stored) {
      if (charge.kind === 'waiver') continue;
      const sign = charge.quantity.startsWith('-') ? -1 : 1;
      const isPaid = charge.status === 'paid' || (charge.status === 'invoiced' && sign < 0);
      const off = waived.get(charge.id);
      if (off && isPaid) this.waived.push({ of: charge, total: off.total });
      const isOff = off?.quantity.plus(charge.quantity).isZero() ?? false;
      const { units = 0, rest = new Exact(0) } = charge.part ?? {};
      for (const [at, { key }] of keysOf(charge).entries()) {
        const status = at < units ? 'paid' : charge.status;
        const settled = isOff || isSettled(status) ? sign : 0;
        const paid = isPaid || status === 'paid' ? sign : 0;
        if (at === units && !rest.isZero()) this.rests.set(key, rest);
        const cell = this.cells.get(key) ?? {
          net: 0,
          settled: 0,
          paid: 0,
          status,
          of: charge,
        };
        cell.net += sign;
        cell.settled += settled;
        cell.paid += paid;
        if (charge.kind === 'charge') [cell.status, cell.of] = [status, charge];
        this.cells.set(key, cell);
      }
    }
  }

  /** How far the charge of an item has come; null where it is not charged. */
  statusOf(item: Item): ChargeStatus | null {
    const cell = this.cells.get(keyOfItem(item));
    return cell && cell.net !== 0 ? cell.status : null;
  }

  /** Whether an item is paid, waived or settled. */
  settles(item: Item): boolean {
    const cell = this.cells.get(keyOfItem(item));
    return cell !== undefined && cell.net !== 0 && cell.settled === cell.net;
  }

  /** What is paid of an item of which a part is, with taxes. */
  restOf(item: Item): Exact {
    return this.rests.get(keyOfItem(item)) ?? new Exact(0);
  }

  /**
   * What was paid beyond these items, or for something else than they are now: an event or unit each. What a credit note that
   * is final gives back is not paid any more.
   * @param refunds whether units that were paid ahead are given back where they are not used
   */
  paidBeyond(items: Item[], refunds: boolean): PaidBeyond[] {
    const settled = new Set(items.filter((item) => this.settles(item)).map(keyOfItem));
    const cells = [...this.cells].flatMap(([key, { net, paid, of }]) => {
      const stays = net !== 0 && of.ahead && of.first_unit !== null && !refunds;
      const beyond = stays ? 0 : paid - (settled.has(key) ? Math.sign(paid) : 0);
      return beyond ? { of, total: new Exact(ofOneUnit(of)).times(of.amount).times(beyond) } : [];
    });
    // what was waived was not paid, and it goes off what still holds first
    const waived = this.waived.flatMap(({ of, total }) => {
      const standing = keysOf(of).filter(({ key }) => settled.has(key)).length;
      const left = new Exact(ofOneUnit(of)).times(of.amount).times(standing).plus(total);
      return of.kind === 'charge' && !left.isNegative() ? [] : { of, total: left };
    });
    return [...cells, ...waived];
  }
}

/** What is waived of charges on invoices and credit notes that are final, less than nothing, by the ids of the charges. */
function finallyWaived(stored: StatedCharge[]): Map<number, { quantity: Exact; total: Exact }> {
  const found = new Map<number, { quantity: Exact; total: Exact }>();
  for (const { kind, status, waives_id, quantity, total } of stored) {
    if (kind !== 'waiver' || (status !== 'invoiced' && status !== 'paid')) continue;
    const before = found.get(waives_id!);
    found.set(waives_id!, {
      quantity: new Exact(quantity).plus(before?.quantity ?? 0),
      total: new Exact(total).plus(before?.total ?? 0),
    });
  }
  return found;
}

/** What is charged of a subject already. */
export interface ChargedAlready {
  cover: Cover;
  /** What was waived of charges that are not settled. */
  waived: StatedCharge[];
}

/** What is charged of each subject already, by its record. */
export function chargedAlready(stated: StatedCharge[]): (key: SubjectKey) => ChargedAlready {
  const found = groupBy(stated, ({ subject_type, record_id }) => `${subject_type} ${record_id}`);
  return ({ type, id }) => {
    const those = found.get(`${type} ${id}`) ?? [];
    const charges = new Map(those.map((charge) => [charge.id, charge.status]));
    const waived = those.filter(
      ({ kind, status, waives_id }) => kind === 'waiver' && counts(status, charges.get(waives_id!)),
    );
    return { cover: new Cover(those), waived };
  };
}

/** Whether a waiver takes off what is to be paid: its charge is not settled, and it is not on the draft of a credit note. */
function counts(status: ChargeStatus, ofCharge: ChargeStatus | undefined): boolean {
  if (ofCharge === undefined || isSettled(ofCharge)) return false;
  if (status === 'draft') return ofCharge === 'draft';
  return status !== 'waived' && status !== 'settled';
}
