import type { DueSum } from '../../cargo/release/due-of-stays';
import { groupBy } from '../../common/group-by';
import { money, sum } from '../money';
import { type Account, accountKey } from './account';
import type { ChargePreview } from './preview.view';

type Customer = Account['customer'];

/** What is due for one container, with taxes. */
export interface DueContainer {
  container: { id: number; number: string };
  due: string;
}

/** What is not paid of one invoice. */
export interface DueInvoice {
  id: number;
  number: string;
  due: string;
}

/** What a customer has to pay in one currency; null for invoices that name none. */
export interface DuePayer {
  customer: Customer | null;
  currency: string | null;
  containers: DueContainer[];
  invoices: DueInvoice[];
  due: string;
}

/** An invoice that keeps containers, and who pays it. */
export interface BlockingInvoice extends DueInvoice {
  customer: Customer;
  currency: string | null;
}

type Part = Pick<DuePayer, 'customer' | 'currency'> & { container?: DueContainer; invoice?: DueInvoice };

/**
 * What is due by payer and currency, in the order in which they come: of each container what its preview says, and of each
 * invoice once. Who owes nothing is left out. Sums are of amounts as they are shown.
 */
export function dueOf(
  previews: Pick<ChargePreview, 'container' | 'payers'>[],
  invoices: BlockingInvoice[],
): { payers: DuePayer[]; totals: DueSum[] } {
  const parts: Part[] = [
    ...previews.flatMap(({ container, payers }) =>
      payers
        .filter(({ due }) => Number(due) > 0)
        .map(({ customer, currency, due }) => {
          const { id, number } = container as DueContainer['container'];
          return { customer, currency, container: { container: { id, number }, due } };
        }),
    ),
    ...invoices.map(({ customer, currency, id, number, due }) => ({
      customer,
      currency,
      invoice: { id, number, due },
    })),
  ];
  const keyOf = ({ customer, currency }: Part) =>
    accountKey(customer && `${customer.customer_type}:${customer.id}`, currency ?? '');
  const payers = [...groupBy(parts, keyOf).values()].map((own): DuePayer => {
    const { customer, currency } = own[0]!;
    const containers = own.flatMap(({ container }) => container ?? []);
    const ofInvoices = own.flatMap(({ invoice }) => invoice ?? []);
    const due = sumOf([...containers, ...ofInvoices], currency);
    return { customer, currency, containers, invoices: ofInvoices, due };
  });
  const totals = [...groupBy(payers, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    due: sumOf(own, currency),
  }));
  return { payers, totals };
}

const sumOf = (parts: { due: string }[], currency: string | null) =>
  money(sum(parts.map(({ due }) => due)), currency);
