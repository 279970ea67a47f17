import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';

/** A voyage as a message names it: the vessel by identifiers of which each is tried, and the numbers of the voyage. */
export interface NamedVoyage {
  imo: string | null;
  call_sign: string | null;
  vessel: string | null;
  /** The conveyance reference of TDT. */
  conveyance: string | null;
  /** RFF+VON. */
  von: string | null;
}

export interface FoundVoyage {
  id: number;
  number: string;
  over: boolean;
}

/** What a message's voyage comes to: one, several, or the numbers of the vessel's voyages that are still to come. */
export type VoyageOutcome =
  { voyage: FoundVoyage } | { several: string[] } | { over: string } | { unknown: true; open: string[] };

/**
 * Finds the voyage that a message names. Of the vessel's voyages counts the one that a code of the partner names, else
 * the one with the number of the conveyance, else of RFF+VON, else the one of a manifest of the line with that number. A
 * voyage that departed or was cancelled is found last.
 */
export async function voyageNamed(
  db: Db,
  partner_id: number,
  line_id: number | null,
  named: NamedVoyage,
): Promise<VoyageOutcome> {
  const { organization_id } = db.actor;
  const numbers = [named.conveyance, named.von].flatMap((number) => number ?? []);
  const lower = numbers.map((number) => number.toLowerCase());
  const words = [named.imo, named.call_sign, named.vessel];
  // The first identifier that any vessel has decides.
  const vessels = sql`SELECT s.id, min(w.way) OVER () = w.way AS named FROM vessels s
    CROSS JOIN LATERAL (VALUES (1, s.imo_number), (2, lower(s.call_sign)), (3, lower(s.name))) w(way, word)
    WHERE s.organization_id = ${organization_id} AND w.word = lower((${words}::text[])[w.way])`;
  const isVessel = sql`(num_nonnulls(VARIADIC ${words}::text[]) = 0 OR s.id IN (SELECT n.id FROM (${vessels}) n WHERE n.named))`;
  const found = await db.query<FoundVoyage & { rank: number }>(sql`
    SELECT v.id, v.number, v.cancelled OR v.actual_time_of_departure IS NOT NULL AS over, min(c.rank) AS rank
    FROM (
      SELECT CASE WHEN c.partner_id IS NULL THEN 2 ELSE 1 END AS rank, c.voyage_id AS id
      FROM edi_codes c
      WHERE c.organization_id = ${organization_id} AND c.list = 'voyage' AND lower(c.theirs) = ANY(${lower}::text[])
        AND (c.partner_id = ${partner_id} OR c.partner_id IS NULL)
      UNION ALL
      SELECT 3, v.id FROM voyages v
      WHERE v.organization_id = ${organization_id} AND lower(v.number) = lower(${named.conveyance}::text)
      UNION ALL
      SELECT 4, v.id FROM voyages v
      WHERE v.organization_id = ${organization_id} AND lower(v.number) = lower(${named.von}::text)
      UNION ALL
      SELECT 5, m.voyage_id FROM manifests m
      WHERE m.organization_id = ${organization_id} AND m.shipping_line_id = ${line_id}::bigint
        AND lower(m.shipping_line_voyage_number) = ANY(${lower}::text[])
    ) c
    JOIN voyages v ON v.organization_id = ${organization_id} AND v.id = c.id
    JOIN vessels s ON s.organization_id = v.organization_id AND s.id = v.vessel_id
    WHERE ${isVessel}
    GROUP BY v.id, v.number, over
    ORDER BY over, rank, v.id LIMIT 50`);
  const [first] = found;
  if (first?.over) return { over: first.number };
  if (first) {
    const alike = found.filter(({ over, rank }) => !over && rank === first.rank);
    return alike.length > 1 ? { several: alike.map(({ number }) => number) } : { voyage: first };
  }
  const open = await db.query<{ number: string }>(sql`
    SELECT v.number FROM vessels s
    JOIN voyages v ON v.organization_id = s.organization_id AND v.vessel_id = s.id
    WHERE s.organization_id = ${organization_id} AND ${isVessel}
      AND num_nonnulls(VARIADIC ${words}::text[]) > 0
      AND NOT v.cancelled AND v.actual_time_of_departure IS NULL
    ORDER BY v.id LIMIT 5`);
  return { unknown: true, open: open.map(({ number }) => number) };
}
