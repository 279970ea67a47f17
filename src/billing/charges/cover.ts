import { groupBy } from '../../common/group-by';
import type { SubjectKey } from '../facts/subject-facts';
import type { Item } from '../pricing/item';
import { isSettled } from './charge-status';
import type { ChargeStatus } from './charge-words';
import { keyOfItem, keysOf } from './compare';
import type { StatedCharge } from './stored-charge';

/** What is charged of events and units already, by their price, and how far that has come. */
export class Cover {
  private readonly cells = new Map<string, { net: number; settled: number; status: ChargeStatus }>();

  /** @param stored the charges of one subject, in their order */
  constructor(stored: StatedCharge[]) {
    for (const charge of stored) {
      if (charge.kind === 'waiver') continue;
      const sign = charge.quantity.startsWith('-') ? -1 : 1;
      const settled = isSettled(charge.status) ? sign : 0;
      for (const { key } of keysOf(charge)) {
        const cell = this.cells.get(key) ?? { net: 0, settled: 0, status: charge.status };
        cell.net += sign;
        cell.settled += settled;
        if (charge.kind === 'charge') cell.status = charge.status;
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
}

/** What is charged of a subject already. */
export interface ChargedAlready {
  cover: Cover;
  /** What was waived of charges, and is not settled with them. */
  waived: StatedCharge[];
}

/** What is charged of each subject already, by its record. */
export function chargedAlready(stated: StatedCharge[]): (key: SubjectKey) => ChargedAlready {
  const found = groupBy(stated, ({ subject_type, record_id }) => `${subject_type} ${record_id}`);
  return ({ type, id }) => {
    const those = found.get(`${type} ${id}`) ?? [];
    const waived = those.filter(({ kind, status }) => kind === 'waiver' && !isSettled(status));
    return { cover: new Cover(those), waived };
  };
}
