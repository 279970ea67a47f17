import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { PartyType } from '../../common/party-wall/party-types';
import { In, listOf } from '../../common/input/in';
import { toOneOf } from '../../common/input/values';
import type { FieldMap } from '../../common/write/field-map';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import type { ContainerStay } from '../stays/container-stay.entity';
import { IS_OPEN, OPEN } from '../stays/stay-words';
import { KEY, LOOKUPS, partyOfRecord, PartyOfLine, TYPE } from './party-in-files';
import { levelOf, STAY_WAYS } from './ways';

/** The ways that are frozen when a stay ends. Visits are told by their interchanges. */
const { visit, ...FROZEN } = STAY_WAYS;
const WORDS = Object.keys(FROZEN) as (keyof typeof FROZEN)[];
const ALL = Object.values<number>(STAY_WAYS).reduce((all, bit) => all | bit);

/** Who had an interest in a stay when it ended, and by which ways. */
class PartyLine extends PartyOfLine {
  @In.custom(
    { type: 'array', items: { type: 'string', enum: WORDS } },
    listOf((each) => toOneOf(each, WORDS)),
    {
      required: true,
    },
  )
  ways: (typeof WORDS)[number][];
}

/** A field of stays that only a file states. An export states it of stays that have ended. */
export class EndedPartiesLine {
  @In.objects(() => PartyLine) parties?: PartyLine[] | null;
}

const BY = `array_remove(ARRAY[${WORDS.map((way) => `CASE WHEN i.ways & ${FROZEN[way]} > 0 THEN '${way}' END`).join(', ')}], NULL)`;

/** SQL: the id of the party that the record `r` is, beside the stay `s`. */
const PARTY = partyOfRecord('s');

interface Said {
  type: PartyType;
  /** The id of the record that is the party. */
  record_id: number;
  ways: number;
}

/**
 * The parties of a stay that has ended. What they follow from may have changed since, so a file says them; of a stay that it
 * says nothing of they are calculated once the bills of its line are written.
 */
export const partiesOfEnded: FieldMap = {
  columns: [],
  kinds: Object.values(LOOKUPS).map(({ kind }) => kind),
  value: () => `(CASE WHEN t.status NOT ${IS_OPEN} THEN (
    SELECT coalesce(json_agg(json_build_object('type', ${TYPE}, 'key', ${KEY}, 'ways', ${BY})
      ORDER BY ${TYPE}, (${KEY})::text COLLATE "C"), '[]'::json)
    FROM stay_parties i JOIN parties p ON p.organization_id = i.organization_id AND p.id = i.party_id
    WHERE i.organization_id = t.organization_id AND i.stay_id = t.id AND i.ways & ~${visit} > 0) END)`,
  put: (row, value) => {
    if (!value) return;
    const said: Said[] = [];
    row.parts.parties = said;
    (value as PartyLine[]).forEach(({ type, key, ways }, at) => {
      const bits = ways.reduce((all, way) => all | FROZEN[way], 0);
      const take = (record_id: number) => said.push({ type, record_id, ways: bits });
      if (!key) row.invalid(`parties.${at}.key`, 'is required');
      else if (bits) row.want(`parties.${at}`, LOOKUPS[type], key, take, { what: 'Party' });
    });
  },
  written: async (rows, run) => {
    if (!run.history) return;
    const ended = (rows as RowOf<ContainerStay>[]).filter((row) => !OPEN.includes(row.after('status')!));
    const isNew = ({ before }: RowOf<ContainerStay>) => !before || OPEN.includes(before.status);
    const ids = (some: typeof ended) => some.map(({ id }) => id!);
    await calculate(ids(ended.filter((row) => !row.parts.parties && isNew(row))), run);
    await write(
      ended.flatMap(({ id, parts }) => (parts.parties ? { id: id!, said: parts.parties as Said[] } : [])),
      run,
    );
  },
};

async function calculate(ids: number[], { db }: WriteRun): Promise<void> {
  if (ids.length)
    await db.query(
      sql`SELECT keep_stay_parties(${db.actor.organization_id}, ${ids}::bigint[], ${ALL}, true)`,
    );
}

/** Replaces the ways of these stays, apart from visits, by those that were said. Locks no row that is so already. */
async function write(stays: { id: number; said: Said[] }[], { db }: WriteRun): Promise<void> {
  if (!stays.length) return;
  const { organization_id } = db.actor;
  const rows = stays.flatMap(({ id, said }) => said.map((party) => ({ stay_id: id, ...party })));
  const wanted = sql`
    SELECT s.organization_id, p.id AS party_id, s.id AS stay_id, s.container_id, bit_or(r.ways) AS ways
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(stay_id bigint, type text, record_id bigint, ways integer)
    JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = r.stay_id
    CROSS JOIN LATERAL (${raw(PARTY)}) p
    GROUP BY s.organization_id, p.id, s.id`;
  const ids = stays.map(({ id }) => id);
  const unwanted = sql`i.organization_id = ${organization_id} AND ${among('i.stay_id', ids)}
    AND NOT EXISTS (SELECT FROM (${wanted}) w WHERE w.stay_id = i.stay_id AND w.party_id = i.party_id)`;
  await db.query(sql`DELETE FROM stay_parties i WHERE ${unwanted} AND i.ways & ${visit} = 0`);
  await db.query(
    sql`UPDATE stay_parties i SET ways = ${visit}, level = 'carrier' WHERE ${unwanted} AND i.ways <> ${visit}`,
  );
  const ways = `(i.ways & ${visit} | excluded.ways)`;
  await db.query(sql`
    INSERT INTO stay_parties AS i (organization_id, party_id, stay_id, container_id, level, ways, shown)
    SELECT w.organization_id, w.party_id, w.stay_id, w.container_id, ${raw(levelOf('w.ways'))}, w.ways,
      c.stay_id IS NOT DISTINCT FROM w.stay_id
    FROM (${wanted}) w
    JOIN containers c ON c.organization_id = w.organization_id AND c.id = w.container_id
    WHERE NOT EXISTS (
      SELECT FROM stay_parties k
      WHERE k.organization_id = w.organization_id AND k.party_id = w.party_id AND k.stay_id = w.stay_id
        AND k.ways & ${~visit} = w.ways)
    ON CONFLICT (organization_id, party_id, stay_id) DO UPDATE
      SET ways = ${raw(ways)}, level = ${raw(levelOf(ways))}`);
}
