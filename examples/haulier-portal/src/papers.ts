import type { Answer, Wharfinger } from '@wharfinger/client';
import { badge, h, joined, show, table } from '../../shared/dom';
import { clockOf, day, money } from '../../shared/format';
import { button, say } from '../../shared/page';

type Invoice = Answer<'listInvoices'>['invoices'][number];
type Receipt = Answer<'listReceipts'>['receipts'][number];

/** Invoices and receipts of handovers, to be read and kept as a file, and the visits of one's trucks. Three requests. */
export function papers(api: Wharfinger, zone: string, token: () => Promise<string>) {
  const at = clockOf(zone);

  /** Brings a file, which takes the token that a link would not send. */
  async function save(path: string, number: string, ending: string): Promise<void> {
    const headers = { Authorization: `Bearer ${await token()}` };
    const answer = await fetch(`/api/v1/${path}`, { headers });
    if (!answer.ok) return say(`${number} cannot be brought now.`, true);
    const href = URL.createObjectURL(await answer.blob());
    h('a', { href, download: `${number.replaceAll('/', '-')}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }
  const file = (path: string, number: string, kind: string) =>
    button(kind.toUpperCase(), () => save(path, number, kind === 'ubl' ? 'xml' : kind), {
      'aria-label': `${kind.toUpperCase()} of ${number}`,
    });
  const ofInvoice = ({ id, number }: Invoice, kind: string) => file(`invoices/${id}/${kind}`, number, kind);
  const ofReceipt = ({ number, issue, truck_visit, interchange_id }: Receipt) =>
    file(
      `truck_visits/${truck_visit.id}/interchanges/${interchange_id}/receipt.pdf?issue=${issue}`,
      number,
      'pdf',
    );
  const state = ({ paid, approved, due_on }: Invoice) => {
    if (paid) return badge('paid', 'good');
    if (!approved) return badge('draft');
    return badge(due_on && due_on < new Date().toISOString().slice(0, 10) ? 'overdue' : 'open', 'warn');
  };

  return async function read(): Promise<void> {
    const [{ invoices }, { truck_visits }, { receipts }] = await Promise.all([
      api.invoices.list({ per: 50 }),
      api.truckVisits.list({ per: 20, order: '-gated_in_at' }),
      api.receipts.list({ per: 20, order: 'newest' }),
    ]);
    const bills = table(
      'Invoices',
      invoices,
      {
        Number: ({ number }) => number,
        Date: ({ numbered_at, created_at }) => day((numbered_at ?? created_at).slice(0, 10)),
        'To pay by': ({ due_on }) => day(due_on),
        State: state,
        Total: ({ total, line_items }) =>
          line_items[0]?.currency ? money(total, line_items[0].currency) : total,
        ' Files': (each) =>
          h('span', { class: 'files' }, ofInvoice(each, 'pdf'), each.approved && ofInvoice(each, 'ubl')),
      },
      'No invoice is yours yet.',
    );
    const visits = table(
      'Visits of my trucks',
      truck_visits,
      {
        Truck: ({ truck }) => truck.license_plate,
        Driver: ({ truck_driver }) => truck_driver?.fullname,
        In: ({ gated_in_at }) => at(gated_in_at),
        Out: ({ gated_out_at }) => at(gated_out_at) ?? badge('inside', 'good'),
        Containers: ({ interchanges }) => joined(...interchanges.map(({ container }) => container?.number)),
      },
      'None of your trucks has been here yet.',
    );
    const handovers = table(
      'Receipts',
      receipts,
      {
        Number: ({ number }) => number,
        Handed: ({ type }) => (type === 'interchange_in' ? 'to the terminal' : 'to us'),
        At: ({ document }) => at(document.completed_at),
        Truck: ({ document }) => document.truck,
        Container: ({ document }) => document.container?.number,
        Condition: ({ document }) =>
          document.condition && badge(document.condition, document.condition === 'sound' ? 'good' : 'warn'),
        State: ({ status }) => status !== 'issued' && badge(status),
        ' File': ofReceipt,
      },
      'Nothing was handed over by your trucks yet.',
    );
    show('invoices', bills);
    show('receipts', handovers);
    show('visits', visits);
  };
}
