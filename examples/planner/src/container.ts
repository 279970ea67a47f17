import type { Answer } from '@wharfinger/client';
import { badge, empty, facts, h, joined, table, type Child } from '../../shared/dom';
import { clockOf, day, money, weight } from '../../shared/format';
import { found } from '../../shared/page';
import { story, type Chapter } from '../../shared/story';
import type { Planner, Screen } from './planner';

type Stay = Answer<'listStaysOfContainer'>['stays'][number];
type Movement = Answer<'listContainerMovements'>['movements'][number];
type Hold = Pick<
  Answer<'listContainerHolds'>['holds'][number],
  'hold_type' | 'notes' | 'applied_at' | 'applied_by' | 'lifted_at' | 'lifted_by'
>;
type Preview = Answer<'previewContainerCharges'>;
type Charge = Answer<'listCharges'>['charges'][number];

/** One container with all that is known of it: where it is, whether it may leave, and its whole story. Seven requests. */
export function container({ api, zone, unit, search }: Planner): Screen {
  const at = clockOf(zone);
  const number = search.get('number') ?? '';
  if (!number) return async () => [empty('Say which container, by its number.')];

  return async () => {
    const [{ container: box }, { reasons, ...may }, { stays }, { movements }, holds, { charges }, preview] =
      await Promise.all([
        api.containers.show(number),
        api.availability.show(number),
        api.containerStays.ofContainer(number, { per: 100 }),
        api.containerMovements.list(number, { per: 100 }),
        api.containerHolds.list(number),
        api.charges.list({ container_number: number, per: 100 }),
        found(api.containers.previewCharges(number)),
      ]);
    const against = reasons.map((each) =>
      h('li', {}, each.sentence, each.since && ' Since ', at(each.since)),
    );
    const { announced } = may;
    const heads = h(
      'section',
      {},
      h('h2', {}, number),
      facts({
        Kind: joined(box.container_type?.code, box.container_status, box.usage),
        Line: box.shipping_line?.code,
        Goods: box.goods,
        Weight: weight(box.weight, unit),
        Consignee: box.consignee?.name,
        Place: joined(box.current_location, box.yard_area?.name),
        'Here since': at(box.in_at),
        Voyages: joined(box.arrival_voyage?.number, box.departure_voyage?.number),
        Booking: box.booking?.number,
        Bills: joined(...box.bill_of_ladings.map((bill) => bill.number)),
      }),
    );
    const free = h(
      'section',
      { class: may.available ? 'may' : 'may not' },
      h('h2', {}, may.available ? 'Free to collect' : 'Not free to collect'),
      against.length > 0 && h('ul', {}, ...against),
      facts({
        'Last free day': day(may.last_free_day),
        'Paid until': at(may.paid_through),
        Announced: joined(announced?.pre_advice?.number, announced?.appointment?.number),
        'Truck inside': announced?.truck_visit && `visit ${announced.truck_visit.id}`,
      }),
    );
    const all = [...holds.holds, ...holds.bill_of_lading_holds, ...(holds.outer_container_holds ?? [])];
    const chapters = [
      ...stays.flatMap(ofStay),
      ...movements.map(ofMovement),
      ...all.flatMap(ofHold),
      ...charges.map(ofCharge),
    ];
    return [h('div', { class: 'pair' }, heads, free), story(chapters, at), due(preview)];
  };
}

const ofStay = ({ number, in_at, out_at, arrived_by, departed_by, usage, status }: Stay): Chapter[] => {
  const by = (with_: Stay['arrived_by']) =>
    joined(with_?.voyage?.number, with_?.truck_visit && `visit ${with_.truck_visit.id}`);
  const begins = {
    kind: 'stay',
    time: in_at,
    title: `Stay ${number} begins`,
    text: joined(usage, by(arrived_by)),
  } as const;
  const ends = { kind: 'stay', time: out_at, title: `Stay ${number} ends`, text: by(departed_by) } as const;
  if (status === 'announced') return [{ ...begins, title: `Stay ${number} is announced` }];
  return out_at ? [begins, ends] : [begins];
};

const ofMovement = ({ movement_type, from, to, moved_at, voyage, user, reason }: Movement): Chapter => ({
  kind: 'movement',
  time: moved_at,
  title: movement_type.replace('_', ' '),
  text: joined([from, to].filter(Boolean).join(' → '), voyage?.number, reason, user?.name),
});

const ofHold = ({ hold_type, notes, applied_at, applied_by, lifted_at, lifted_by }: Hold): Chapter[] => [
  { kind: 'hold', time: applied_at, title: `Hold: ${hold_type}`, text: joined(notes, applied_by) },
  ...(lifted_at
    ? [{ kind: 'hold', time: lifted_at, title: `Lifted: ${hold_type}`, text: joined(lifted_by) } as const]
    : []),
];

const ofCharge = ({
  charge_code,
  total,
  currency,
  status,
  customer,
  invoice,
  ...charge
}: Charge): Chapter => ({
  kind: 'charge',
  time: charge.period_from ?? charge.created_at,
  title: `Charge: ${charge_code}`,
  text: h('span', {}, money(total, currency), ', ', joined(status, customer?.name, invoice?.number)),
});

/** What it costs if it left now, by who pays. */
function due(preview: Preview | null): Child {
  if (!preview) return null;
  type Payer = Preview['payers'][number];
  const items = preview.payers.flatMap((payer: Payer) => payer.items.map((item) => ({ ...item, payer })));
  const list = table(
    'If it left now',
    items,
    {
      Charge: ({ name, charge_code }) => name ?? charge_code,
      Payer: ({ payer }) => payer.customer?.name,
      Quantity: ({ quantity, billed_by }) => joined(`${quantity} ${billed_by}`),
      Status: ({ status }) => badge(status, status === 'expected' ? 'warn' : ''),
      Total: ({ total, payer }) => money(total, payer.currency),
    },
    'It costs nothing so far.',
  );
  const problems = preview.problems.map(({ sentence }) => h('li', { class: 'wrong' }, sentence));
  return h('section', {}, h('h2', {}, 'Charges'), list, problems.length > 0 && h('ul', {}, ...problems));
}
