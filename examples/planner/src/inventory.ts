import { inputOf } from '@wharfinger/client';
import { h, joined, mark, pages, table } from '../../shared/dom';
import { clockOf } from '../../shared/format';
import { boxLink, PER, type Planner, type Screen } from './planner';

/** What is here, filtered, ordered and in pages: a request for a page. */
export function inventory({ api, zone, search }: Planner): Screen {
  const at = clockOf(zone);
  return async () => {
    const filter = { ...inputOf<'listContainerStays'>(search), status: 'here', per: PER } as const;
    const { container_stays, total } = await api.containerStays.list(filter);
    const columns = {
      Container: ({ container }) => boxLink(container.number),
      Line: ({ shipping_line }) => shipping_line?.code,
      Kind: (each) => joined(each.container_type, each.container_status, each.usage),
      Place: ({ current_location }) => current_location,
      Holds: ({ hold_types }) => mark(hold_types.join(', ')),
      'Here since': ({ in_at }) => at(in_at),
      Days: ({ dwell_seconds }) => `${Math.floor((dwell_seconds ?? 0) / 86_400)}`,
    } satisfies Parameters<typeof table<(typeof container_stays)[number]>>[2];
    const none = 'No container here is like this. Leave a filter out to see more.';
    const list = table('Containers here', container_stays, columns, none);
    return [h('section', {}, list, pages(total, PER))];
  };
}
