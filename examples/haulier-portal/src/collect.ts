import type { Answer, Wharfinger } from '@wharfinger/client';
import { badge, byId, facts, h, joined, show, table } from '../../shared/dom';
import { clockOf, day, money, type Clock } from '../../shared/format';
import { found, onSubmit } from '../../shared/page';

type Availability = Answer<'listAvailability'>['availabilities'][number];
type Preview = Answer<'previewContainerCharges'>;

/** What a booking begins with that is made of an answer. */
export interface Chosen {
  container_number: string;
  /** What is to be named to collect it: `bill_of_lading`, `booking`. */
  needs: string[];
}

/** What a form can name besides the number, one of which is enough. */
const needsOf = ({ needs }: Availability) => needs.filter((need) => need !== 'nomination');
const named = (needs: string[]) => needs.map((need) => need.replaceAll('_', ' ')).join(' or its ');

/** May I collect: the answer for any container, what it costs and until when it is free; and the list of one's own. */
export function collect(api: Wharfinger, zone: string, book: (chosen: Chosen) => void) {
  const at = clockOf(zone);
  const choose = (each: Availability) =>
    book({ container_number: each.container.number, needs: needsOf(each) });
  let asked: string[] = [];

  async function readAnswers(): Promise<void> {
    if (!asked.length) return;
    const [{ availabilities }, previews] = await Promise.all([
      api.availability.list({ container_numbers: asked }),
      // who does not pay is told nothing of the price
      Promise.all(asked.map((number) => found(api.containers.previewCharges(number)))),
    ]);
    show(
      'answers',
      ...availabilities.map((each, index) => answer(each, previews[index] ?? null, at, () => choose(each))),
    );
  }
  onSubmit(byId<HTMLFormElement>('ask'), async (sent) => {
    asked = [
      ...new Set(
        String(sent.get('container_numbers'))
          .toUpperCase()
          .split(/[\s,;]+/)
          .filter(Boolean),
      ),
    ];
    await readAnswers();
  });

  async function readOwn(): Promise<void> {
    const { container_stays } = await api.containerStays.list({ status: ['here', 'announced'], per: 100 });
    const container_numbers = container_stays.map(({ container }) => container.number);
    const own = container_numbers.length
      ? (await api.availability.list({ container_numbers })).availabilities
      : [];
    const columns = {
      Container: ({ container }: Availability) => container.number,
      'May I collect': (each: Availability) => verdict(each),
      Because: ({ reasons }: Availability) => reasons.map(({ sentence }) => sentence).join(' '),
      'Last free day': ({ last_free_day }: Availability) => day(last_free_day),
      Announced: ({ announced }: Availability) =>
        joined(announced?.pre_advice?.advice_number, announced?.appointment?.number),
      ' Book': (each: Availability) => {
        const words = { type: 'button', 'aria-label': `Book ${each.container.number}` };
        return each.stay?.status === 'here' && !each.announced?.appointment
          ? h('button', { ...words, onclick: () => choose(each) }, 'Book')
          : null;
      },
    };
    show(
      'containers',
      table(
        'My containers, here or expected',
        own,
        columns,
        'Nothing of yours is here. Ask above for any container.',
      ),
    );
  }
  return () => Promise.all([readOwn(), readAnswers()]);
}

const verdict = ({ available, reasons }: Availability) => {
  if (available) return badge('Yes', 'good');
  return badge(reasons.some(({ code }) => code === 'unknown') ? 'Unknown' : 'No', 'bad');
};

function answer(each: Availability, preview: Preview | null, at: Clock, book: () => void): HTMLElement {
  const { container, reasons, charges_due, announced } = each;
  const needs = needsOf(each);
  const against = reasons.map(({ sentence, since }) => h('li', {}, sentence, since && ' Since ', at(since)));
  const payers = preview?.payers ?? [];
  const totals = payers.map(({ total, currency, customer }) =>
    h('div', {}, money(total, currency), ` ${customer?.name ?? ''}`),
  );
  const next =
    preview?.next &&
    h(
      'span',
      {},
      at(preview.next.at),
      ': ',
      ...preview.next.amounts.map(({ amount, currency }) => money(amount, currency)),
      ' more',
    );
  const known = {
    Cost: totals.length ? h('div', {}, ...totals) : charges_due && 'Charges are due from whoever pays for it',
    'Costs more from': next,
    'Last free day': day(each.last_free_day),
    'Released until': at(each.released_until),
    'Paid until': at(each.paid_through),
    Expected:
      each.expected &&
      h('span', {}, each.expected.voyage?.number ?? '', ' ', at(each.expected.estimated_time)),
    Announced: joined(announced?.pre_advice?.advice_number, announced?.appointment?.number),
    Name: needs.length > 0 && `Its ${named(needs)}, when you book`,
    Nomination: each.needs.includes('nomination') && 'Your company has to be nominated for it',
    Appointment: each.appointment_needed && 'needed',
  };
  const button = h(
    'button',
    { type: 'button', onclick: book, 'aria-label': `Book a time for ${container.number}` },
    'Book a time',
  );
  return h(
    'article',
    { class: each.available ? 'yes' : 'no' },
    h('h3', {}, container.number, ' ', verdict(each)),
    against.length > 0 && h('ul', {}, ...against),
    facts(known),
    button,
  );
}
