import { Conflict, naming, Refused } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import type { Invoice } from './invoice.entity';

type State = Pick<Invoice, 'number' | 'approved' | 'paid' | 'numbered_at'>;

/**
 * Nothing is deleted that has its number for good, or that is approved or paid.
 * @throws Conflict
 */
export function requireDeletable({ number, approved, paid, numbered_at }: State): void {
  if (numbered_at)
    throw new Conflict({
      code: BILLING.invoice_numbered,
      sentence: `Invoice ${number} has its number for good: credit it.`,
      records: naming('invoice', number),
    });
  if (approved || paid)
    throw new Conflict({
      code: BILLING.invoice_final,
      sentence: `An invoice that is ${approved ? 'approved' : 'paid'} cannot be deleted.`,
    });
}

/**
 * The approval of an invoice that a credit note credits stays.
 * @throws Refused
 */
export function requireUncredited({ number }: State, isCredited: boolean): void {
  if (isCredited)
    throw new Refused({
      code: BILLING.invoice_credited,
      sentence: `Invoice ${number} was credited: its approval stays.`,
      field: 'approved',
      records: naming('invoice', number),
    });
}
