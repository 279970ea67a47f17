import { isDeepStrictEqual } from 'node:util';
import { cut } from '../../common/view/cut';
import type { Level } from '../../common/view/open-to';
import { viewOf } from '../event-views';

/** How much a token sees of the record of an event: now, and before it; null where the record was none of its parties. */
export interface Sight {
  level: Level | null;
  level_before: Level | null;
}

type Stored = Readonly<Record<string, unknown>>;

/** An event as the feed shows it, as far as parties see less of it. */
export interface StoredEvent {
  type: string;
  user: object | null;
  request_id: string | null;
  data: Stored | null;
  changes: Readonly<Record<string, readonly [unknown, unknown]>> | null;
}

/**
 * An event as parties see it; undefined where nothing changed that they see. Who did it is hidden. What the record became is
 * hidden from whom it is no longer of, and what it was from whom it was not of.
 */
export function toldToParties(event: StoredEvent, sight: Sight): StoredEvent | undefined {
  const { data, changes } = recordTold(event, sight);
  const isSame = sight.level === sight.level_before;
  if (isSame && event.data && event.changes && !Object.keys(changes!).length) return undefined;
  return { ...event, user: null, request_id: null, data, changes };
}

function recordTold({ type, data, changes }: StoredEvent, { level, level_before }: Sight) {
  const view = viewOf(type);
  if (!view || !data || !level) return { data: null, changes: null };
  const shown = cut(view, data, level);
  if (!changes || !level_before) return { data: shown, changes: null };
  const lower = level === 'owner' ? level_before : level;
  const before = Object.fromEntries(Object.entries(changes).map(([name, [was]]) => [name, was]));
  const [was, is] = [cut(view, { ...data, ...before }, lower), cut(view, data, lower)];
  const seen = Object.keys(changes).flatMap((name) =>
    isDeepStrictEqual(was[name], is[name]) ? [] : [[name, [was[name] ?? null, is[name] ?? null]] as const],
  );
  return { data: shown, changes: Object.fromEntries(seen) };
}
