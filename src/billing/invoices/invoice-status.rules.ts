import { roleTooSmall } from '../../common/auth/role.guard';
import { Conflict, naming, Refused } from '../../common/errors/errors';
import { type Actor, callerOf, covers } from '../../common/tenancy/actor';
import { BILLING } from '../billing.codes';
import type { Invoice } from './invoice.entity';

type State = Pick<
  Invoice,
  'number' | 'approved' | 'paid' | 'numbered_at' | 'amount_paid' | 'amount_credited'
>;

/**
 * Nothing is deleted that has its number for good, or that is approved, or paid in whole or in part.
 * @throws Conflict
 */
export function requireDeletable(invoice: State): void {
  const { number, approved, paid, numbered_at, amount_paid, amount_credited } = invoice;
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
  if (Number(amount_paid) || Number(amount_credited))
    throw new Conflict({
      code: BILLING.has_payments,
      sentence: `Invoice ${number} is paid in part: deallocate its payments first.`,
      records: naming('invoice', number),
    });
}

/**
 * An admin deletes any invoice, a token of the role write what it drafted on demand (decision 773). One that is unknown is
 * refused like those of others.
 * @throws Forbidden
 */
export function requireMaker(invoice: Pick<Invoice, 'drafted_by'> | null, actor: Actor): void {
  if (!covers(actor.role, 'admin') && invoice?.drafted_by !== callerOf(actor))
    throw roleTooSmall(actor.role, 'admin');
}

/**
 * The approval of an invoice that a credit note credits stays.
 * @throws Refused
 */
export function requireUncredited({ number }: State, isCredited: boolean): void {
  if (isCredited)
    throw new Refused({
      code: BILLING.invoice_credited,
      status: 400,
      sentence: `Invoice ${number} was credited: its approval stays.`,
      field: 'approved',
      records: naming('invoice', number),
    });
}
