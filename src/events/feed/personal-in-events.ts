import { isDeepStrictEqual } from 'node:util';
import { withoutPersonal } from '../../common/party-wall/cut';
import { viewOf } from '../event-views';
import type { StoredEvent } from './visible-to-parties';

/**
 * An event as an organization tells it that shows personal data to those alone who need it. What is written since has none;
 * this takes it from events of before.
 */
export function withoutPersonalData(event: StoredEvent): StoredEvent {
  const { type, data, changes } = event;
  const view = viewOf(type);
  if (!view || !data) return event;
  const cut = { ...event, data: withoutPersonal(view, data) };
  if (!changes) return cut;
  const side = (at: 0 | 1) =>
    withoutPersonal(
      view,
      Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, pair[at]])),
    );
  const [was, is] = [side(0), side(1)];
  const seen = Object.entries(changes).filter(
    ([name, [before, after]]) => isDeepStrictEqual(before, after) || !isDeepStrictEqual(was[name], is[name]),
  );
  return { ...cut, changes: Object.fromEntries(seen.map(([name]) => [name, [was[name], is[name]]])) };
}
