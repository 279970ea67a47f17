import type { EventPattern } from '@wharfinger/client';
import { show } from '../../shared/dom';
import { keepReading, signIn } from '../../shared/page';
import '../../shared/drawing.css';
import '../../shared/style.css';
import { container } from './container';
import { inventory } from './inventory';
import type { Planner, Screen } from './planner';
import './style.css';
import { voyages } from './voyages';
import { yard } from './yard';

const screens: Record<string, (planner: Planner) => Screen> = { voyages, yard, inventory, container };

/** Events after which a screen is read again. */
const holds = ['container_hold.*', 'bill_of_lading_hold.*'] as const;
const types: EventPattern[] = ['voyage.*', 'tally.*', 'tally_move.*', 'container.*', 'import.*', ...holds];

signIn('Planner', async (api, { organization }) => {
  // the address says what is shown: ?screen=inventory&shipping_line=WHA&page=2
  if (!location.search) return location.replace('?screen=voyages&order=-arrival');
  const search = new URLSearchParams(location.search);
  const named = search.get('screen') ?? '';
  const name = named in screens ? named : 'voyages';
  search.delete('screen');
  document.querySelector(`nav a[href^="?screen=${name}"]`)?.setAttribute('aria-current', 'page');
  const form = [...document.forms].find(({ id }) => id === name)!;
  form.hidden = false;
  for (const field of form.querySelectorAll<HTMLInputElement>('[name]'))
    field.value = search.get(field.name) ?? field.value;
  const read = screens[name]!({ api, zone: organization.time_zone, unit: organization.weight_unit, search });
  await keepReading(api, types, async () => show('screen', ...(await read())), form);
});
