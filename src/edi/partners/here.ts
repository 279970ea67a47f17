import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';

/** The terminal that messages speak of as here. */
export interface Here {
  terminal_id: number;
  name: string;
  port_id: number | null;
  locode: string | null;
  smdg_code: string | null;
  bic_code: string | null;
}

/**
 * The terminal that is here for a message: the discharge terminal of its voyage, else the only terminal of the
 * organization that has a port; undefined when neither is there.
 */
export async function hereOf(db: Db, voyage_id: number | null): Promise<Here | undefined> {
  const { organization_id } = db.actor;
  const found = await db.query<Here & { is_of_voyage: boolean }>(sql`
    SELECT t.id AS terminal_id, t.name, t.port_id, p.locode, t.smdg_code, t.bic_code,
      t.id = v.destination_terminal_id IS TRUE AS is_of_voyage
    FROM terminals t
    LEFT JOIN voyages v ON v.organization_id = t.organization_id AND v.id = ${voyage_id}::bigint
    LEFT JOIN ports p ON p.organization_id = t.organization_id AND p.id = t.port_id
    WHERE t.organization_id = ${organization_id} AND (t.port_id IS NOT NULL OR t.id = v.destination_terminal_id)
    ORDER BY is_of_voyage DESC, t.id LIMIT 2`);
  const [first] = found;
  return first?.is_of_voyage || found.length === 1 ? first : undefined;
}

/** The sentence for an organization of whose terminals none has a port; undefined where one has. */
export async function lackOfPort(db: Db): Promise<string | undefined> {
  const [first] = await db.query<{ name: string; port_id: number | null }>(sql`
    SELECT name, port_id FROM terminals WHERE organization_id = ${db.actor.organization_id}
    ORDER BY (port_id IS NULL), id LIMIT 1`);
  if (!first) return 'There is no terminal, whose port messages have to name.';
  return first.port_id ? undefined : withoutPort(first);
}

/**
 * The sentence for messages that have no port.
 * @param here the terminal that they are of, if it is known
 */
export async function portMissing(db: Db, here: Here | undefined): Promise<string> {
  if (here) return withoutPort(here);
  return (
    (await lackOfPort(db)) ?? 'More than one terminal has a port, and nothing says which of them is meant.'
  );
}

const withoutPort = ({ name }: { name: string }) =>
  `Terminal '${name}' has no port, which messages have to name.`;

/** The terminal of a gate if it has a port, else as `hereOf` without a voyage. */
export async function hereAt(db: Db, terminal_id: number | null): Promise<Here | undefined> {
  const [here] = await db.query<Here>(sql`
    SELECT t.id AS terminal_id, t.name, t.port_id, p.locode, t.smdg_code, t.bic_code
    FROM terminals t JOIN ports p ON p.organization_id = t.organization_id AND p.id = t.port_id
    WHERE t.organization_id = ${db.actor.organization_id} AND t.id = ${terminal_id}::bigint`);
  return here ?? hereOf(db, null);
}
