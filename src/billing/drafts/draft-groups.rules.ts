import type { BillingAccount } from '../customers/billing-account.kind';

/** The records that a draft may be of. */
export interface Grouped {
  voyage_id: number | null;
  bill_of_lading_id: number | null;
  truck_visit_id: number | null;
}
type GroupBy = BillingAccount['group_by'];

/** The most lines of a draft. */
export const MOST_LINES = 2_000;

/** What the drafts of a customer are distinguished by, as its account says; null where it is all the same. */
export const groupOf = (charge: Grouped, group_by: GroupBy): number | null =>
  group_by === 'all' ? null : charge[`${group_by}_id`];

/** The voyage, bill and truck visit of which all these charges are; null where they are of several or none. */
export function sharedBy(charges: Grouped[]): Grouped {
  const only = (column: keyof Grouped) => {
    const first = charges[0]?.[column] ?? null;
    return charges.every((charge) => charge[column] === first) ? first : null;
  };
  return {
    voyage_id: only('voyage_id'),
    bill_of_lading_id: only('bill_of_lading_id'),
    truck_visit_id: only('truck_visit_id'),
  };
}

/** A list in parts of so many members at most. */
export function chunks<T>(list: T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, n) =>
    list.slice(n * most, (n + 1) * most),
  );
}
