import type { EventPattern } from '@wharfinger/client';
import { clockOf, show } from '../../shared/dom';
import { attempt, say, signIn } from '../../shared/page';
import '../../shared/style.css';
import { screensOf } from './screens';

/** Events after which a screen is read again. */
const holds = ['container_hold.*', 'bill_of_lading_hold.*'] as const;
const types: EventPattern[] = ['voyage.*', 'tally.*', 'tally_move.*', 'container.*', 'import.*', ...holds];

signIn('Planner', async (api, { organization }) => {
  // the address says what is shown: ?screen=inventory&shipping_line=WHA&page=2
  if (!location.search) return location.replace('?screen=voyages&order=-arrival');
  const search = new URLSearchParams(location.search);
  const name = search.get('screen') ?? 'voyages';
  search.delete('screen');
  const screens = screensOf(api, clockOf(organization.time_zone));
  const form = [...document.forms].find(({ id }) => id === name);
  if (form) form.hidden = false;
  for (const field of form?.querySelectorAll<HTMLInputElement>('[name]') ?? [])
    field.value = search.get(field.name) ?? field.value;

  for await (const { state } of api.events.changes({ types })) {
    say(state === 'lost' ? 'The connection is lost: what you see may be old.' : '', true);
    const read = screens[name] ?? screens.voyages!;
    await attempt(async () => show('screen', ...(await read(search))), form);
  }
});
