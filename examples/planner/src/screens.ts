import { inputOf, type Answer, type Wharfinger } from '@wharfinger/client';
import { facts, h, joined, mark, pages, table, type Clock } from '../../shared/dom';

/** Asks the service for what the address says, and shows it. */
type Screen = (search: URLSearchParams) => Promise<Node[]>;

const per = 20;

export function screensOf(api: Wharfinger, at: Clock): Record<string, Screen> {
  const time = (actual: string | null, estimated: string | null) =>
    actual ? at(actual) : estimated && h('span', {}, at(estimated), ' est.');
  const progress = (tally: Answer<'showProgress'>['discharge']) => {
    if (!tally) return null;
    const { expected, done, over, moves_per_hour, estimated_completion_at: end } = tally;
    const bar = h('progress', { max: `${expected}`, value: `${done}`, 'aria-label': 'Progress' });
    const rate = moves_per_hour !== null && `${moves_per_hour} moves an hour`;
    const text = joined(`${done} of ${expected}`, over > 0 && `${over} over`, rate);
    return h('span', {}, bar, text, end && ', done at about ', at(end));
  };

  return {
    async voyages(search) {
      const [{ voyages, total }, berthed] = await Promise.all([
        api.voyages.list({ ...inputOf<'listVoyages'>(search), per }),
        api.voyages.list({ in_port: true, order: 'arrival' }),
      ]);
      const tallies = berthed.voyages.map(async ({ number, display_name, assigned_berth_area }) => {
        const { discharge, loading } = await api.voyages.progress(number);
        const known = { Discharge: progress(discharge), Loading: progress(loading) };
        return facts(joined(display_name, assigned_berth_area.name), known);
      });
      const list = table('Voyages', voyages, {
        Voyage: ({ display_name }) => display_name,
        Status: ({ cancelled, in_port, status }) =>
          mark(cancelled ? 'cancelled' : '') ||
          (in_port ? 'at the berth' : status.replace('unknown', 'expected')),
        Berth: ({ assigned_berth_area }) => assigned_berth_area.name,
        Arrival: ({ actual_time_of_berth, et_of_berth }) => time(actual_time_of_berth, et_of_berth),
        Departure: (each) => time(each.actual_time_of_departure, each.estimated_time_of_departure),
        'Receiving ends': ({ receiving_cut_off_time }) => at(receiving_cut_off_time),
      });
      return [...(await Promise.all(tallies)), list, pages(total, per)];
    },

    async inventory(search) {
      const filter = { ...inputOf<'listContainerStays'>(search), status: 'here', per } as const;
      const { container_stays, total } = await api.containerStays.list(filter);
      const list = table('Containers here', container_stays, {
        Container: ({ container: { number } }) =>
          h('a', { id: number, href: `?${new URLSearchParams({ screen: 'container', number })}` }, number),
        Line: ({ shipping_line }) => shipping_line?.code,
        Kind: (each) => joined(each.container_type, each.container_status, each.usage),
        Place: ({ current_location }) => current_location,
        Holds: ({ hold_types }) => mark(hold_types.join(', ')),
        'Here since': ({ in_at }) => at(in_at),
        Days: ({ dwell_seconds }) => `${Math.floor((dwell_seconds ?? 0) / 86_400)}`,
      });
      return [list, pages(total, per)];
    },

    async container(search) {
      const number = search.get('number') ?? '';
      const asked = [api.containers.show(number), api.availability.show(number)] as const;
      const [{ container: box }, { announced, reasons, ...may }] = await Promise.all(asked);
      const against = reasons.map((each) =>
        h('li', {}, each.sentence, each.since && ' Since ', at(each.since)),
      );
      return [
        facts(number, {
          Kind: joined(box.container_type?.code, box.container_status, box.usage),
          Line: box.shipping_line?.code,
          Goods: box.goods,
          Place: joined(box.current_location, box.yard_area?.name),
          'Here since': at(box.in_at),
          Voyages: joined(box.arrival_voyage?.number, box.departure_voyage?.number),
          Bills: joined(...box.bill_of_ladings.map((bill) => bill.number)),
        }),
        facts(may.available ? 'Free to collect' : 'Not free to collect', {
          Because: against.length ? h('ul', {}, ...against) : null,
          'Last free day': may.last_free_day,
          Announced: joined(announced?.pre_advice?.number, announced?.appointment?.number),
          'Truck inside': announced?.truck_visit && `visit ${announced.truck_visit.id}`,
        }),
      ];
    },
  };
}
