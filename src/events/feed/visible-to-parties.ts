import { isDeepStrictEqual } from 'node:util';
import sql, { raw, type Sql } from 'sql-template-tag';
import { cut } from '../../common/party-wall/cut';
import type { Reader, ReadsAs } from '../../common/party-wall/open-to';
import { viewOf } from '../event-views';

/** As what a token is told an event: of the record now, and before it; null where the record was none of its parties. */
export interface Sight {
  level: ReadsAs | null;
  level_before: ReadsAs | null;
  own: Reader['own'];
}

/** SQL: as what the party `u` is told an event at this level. */
const readsAs = (
  level: Sql,
) => sql`CASE WHEN ${level} = 'owner' AND u.consignee_id IS NOT NULL THEN 'consignee'
  WHEN ${level} = 'owner' AND u.freight_forwarder_id IS NOT NULL THEN 'forwarder' ELSE ${level} END`;

/** SQL: as what the parties `u` are told one event by the rows `p`. */
export const SIGHT = sql`max(${readsAs(sql`p.level`)}) AS level, max(${readsAs(sql`p.level_before`)}) AS level_before`;

/** SQL: the ids of the records that the event `e` has in a field, or had before. */
const idsIn = (field: string) =>
  sql`SELECT n::bigint FROM jsonb_path_query(jsonb_build_array(e.data, e.changes), ${raw(`'$[*].${field}[*].id'`)}) n`;

/**
 * SQL: which consignees some parties are, and which bills and drivers of the event `e` are theirs.
 * @param parties SQL of the array of their ids
 */
export const ownOf = (parties: Sql) => sql`json_build_object(
  'consignees', ARRAY(SELECT c.consignee_id FROM parties c
    WHERE c.organization_id = e.organization_id AND c.id = ANY(${parties}) AND c.consignee_id IS NOT NULL),
  'bills', ARRAY(SELECT b.bill_of_lading_id FROM bill_parties b
    WHERE b.organization_id = e.organization_id AND b.party_id = ANY(${parties})
      AND b.bill_of_lading_id IN (${idsIn('bill_of_ladings')})),
  'drivers', ARRAY(SELECT d.id FROM parties h
    JOIN truck_drivers d ON d.organization_id = h.organization_id AND d.trucking_company_id = h.trucking_company_id
    WHERE h.organization_id = e.organization_id AND h.id = ANY(${parties}) AND d.id IN (${idsIn('truck_driver')})))`;

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

function recordTold({ type, data, changes }: StoredEvent, { level, level_before, own }: Sight) {
  const view = viewOf(type);
  if (!view || !data || !level) return { data: null, changes: null };
  const shown = cut(view, data, { as: level, own });
  if (!changes || !level_before) return { data: shown, changes: null };
  const lower = { as: level < level_before ? level : level_before, own };
  const before = Object.fromEntries(Object.entries(changes).map(([name, [was]]) => [name, was]));
  const [was, is] = [cut(view, { ...data, ...before }, lower), cut(view, data, lower)];
  const seen = Object.keys(changes).flatMap((name) =>
    isDeepStrictEqual(was[name], is[name]) ? [] : [[name, [was[name] ?? null, is[name] ?? null]] as const],
  );
  return { data: shown, changes: Object.fromEntries(seen) };
}
