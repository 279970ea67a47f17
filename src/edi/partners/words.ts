import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { type CodeList, RECORDS } from './code-lists';

/** What a word of a partner names: a record, or several of one rank, of which nobody knows which is meant. */
export type Named = { id: number; key: string } | { several: string[] };

/** A way in which a record `r` is found by a word `w.word`, after the codes of partners. */
const OWN: Record<Exclude<CodeList, 'voyage'>, { joins?: Sql; ways: Sql[] }> = {
  shipping_line: {
    joins: sql`LEFT JOIN edi_settings e ON e.organization_id = r.organization_id AND e.shipping_line_id = r.id`,
    ways: [
      sql`lower(e.edi_carrier_id) = lower(w.word)`,
      sql`lower(e.entity_edi_id) = lower(w.word)`,
      sql`lower(r.code) = lower(w.word)`,
      sql`lower(w.word) IN (SELECT lower(s) FROM unnest(r.synonyms) s)`,
    ],
  },
  container_type: {
    ways: [sql`lower(r.iso_type_code) = lower(w.word)`, sql`lower(r.code) = lower(w.word)`],
  },
  port: { ways: [sql`r.locode = upper(w.word)`] },
  terminal: {
    ways: [
      sql`lower(r.smdg_code) = lower(w.word)`,
      sql`lower(r.bic_code) = lower(w.word)`,
      sql`lower(r.name) = lower(w.word)`,
    ],
  },
  damage_type: { ways: [sql`lower(r.code) = lower(w.word)`] },
  damage_component: { ways: [sql`lower(r.code) = lower(w.word)`] },
  trucking_company: { ways: [sql`lower(r.code) = lower(w.word)`, sql`lower(r.name) = lower(w.word)`] },
  freight_forwarder: {
    ways: [
      sql`r.active AND lower(r.vat_number) = lower(w.word)`,
      sql`r.active AND lower(r.name) = lower(w.word)`,
    ],
  },
};

/**
 * What words of a partner name, in any case and never by part: by its codes, then the codes of all partners, then the
 * record itself. The first way that finds one decides.
 */
export async function namedBy(
  db: Db,
  partner_id: number,
  list: Exclude<CodeList, 'voyage'>,
  words: Iterable<string>,
): Promise<Map<string, Named>> {
  const distinct = [...new Set(words)];
  if (!distinct.length) return new Map();
  const { organization_id } = db.actor;
  const { entity, key } = RECORDS[list];
  const table = raw(db.dataSource.getMetadata(entity).tableName);
  const { joins = sql``, ways } = OWN[list];
  const ranks = ways.map(
    (way, at) => sql`
      SELECT ${at + 3} AS rank, r.id FROM ${table} r ${joins} WHERE r.organization_id = ${organization_id} AND ${way}`,
  );
  const found = await db.query<{ word: string; ids: number[]; keys: string[] }>(sql`
    SELECT w.word, array_agg(f.id ORDER BY f.id) AS ids, array_agg(f.key ORDER BY f.id) AS keys
    FROM unnest(${distinct}::text[]) w(word)
    CROSS JOIN LATERAL (
      SELECT DISTINCT r.id, r.${raw(key)} AS key, c.rank, min(c.rank) OVER () AS first
      FROM (
        SELECT CASE WHEN c.partner_id IS NULL THEN 2 ELSE 1 END AS rank, c.${raw(`${list}_id`)} AS id
        FROM edi_codes c
        WHERE c.organization_id = ${organization_id} AND c.list = ${list} AND lower(c.theirs) = lower(w.word)
          AND (c.partner_id = ${partner_id} OR c.partner_id IS NULL)
        UNION ALL ${join(ranks, ' UNION ALL ')}
      ) c JOIN ${table} r ON r.organization_id = ${organization_id} AND r.id = c.id
    ) f
    WHERE f.rank = f.first
    GROUP BY w.word`);
  return new Map(
    found.map(({ word, ids, keys }) => [
      word,
      ids.length === 1 ? { id: ids[0]!, key: keys[0]! } : { several: keys },
    ]),
  );
}

/**
 * What is written for records to a partner: its preferred word, else the preferred one of all partners, else the record's
 * own. A word that is not preferred is for reading; it is written only where the record has none of its own. A record
 * without any is left out.
 */
export async function wordsFor(
  db: Db,
  partner_id: number,
  list: CodeList,
  ids: Iterable<number>,
): Promise<Map<number, string>> {
  const distinct = [...new Set(ids)];
  if (!distinct.length) return new Map();
  const { organization_id } = db.actor;
  const { entity } = RECORDS[list];
  const table = raw(db.dataSource.getMetadata(entity).tableName);
  const found = await db.query<{ id: number; word: string | null }>(sql`
    SELECT r.id, CASE WHEN c.preferred THEN c.theirs ELSE coalesce(${WRITTEN[list]}, c.theirs) END AS word
    FROM ${table} r
    LEFT JOIN LATERAL (
      SELECT c.theirs, c.preferred FROM edi_codes c
      WHERE c.organization_id = r.organization_id AND c.${raw(`${list}_id`)} = r.id
        AND (c.partner_id = ${partner_id} OR c.partner_id IS NULL)
      ORDER BY NOT c.preferred, c.partner_id IS NULL, c.id LIMIT 1) c ON true
    WHERE r.organization_id = ${organization_id} AND r.id = ANY(${distinct}::bigint[])`);
  return new Map(found.flatMap(({ id, word }) => (word ? [[id, word] as const] : [])));
}

/** SQL: the word of a record `r` of its own. */
const WRITTEN: Record<CodeList, Sql> = {
  shipping_line: sql`coalesce((SELECT e.edi_carrier_id FROM edi_settings e
    WHERE e.organization_id = r.organization_id AND e.shipping_line_id = r.id), r.code)`,
  container_type: sql`r.iso_type_code`,
  port: sql`r.locode`,
  terminal: sql`coalesce(r.smdg_code, r.bic_code)`,
  voyage: sql`r.number`,
  trucking_company: sql`r.code`,
  freight_forwarder: sql`coalesce(r.vat_number, r.name)`,
  damage_type: sql`r.code`,
  damage_component: sql`r.code`,
};
