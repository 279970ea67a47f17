// The rival's connections: node-postgres, statements prepared by name, values as JSON wants them.
import { createHash } from 'node:crypto';
import pg from 'pg';

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.DATE, (text) => text);

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const names = new Map();

/** The rows of a statement, which each connection prepares once. */
export async function rowsOf(client, text, values) {
  let name = names.get(text);
  if (!name) names.set(text, (name = createHash('md5').update(text).digest('hex')));
  return (await client.query({ name, text, values })).rows;
}

/** Runs work in one transaction that tells the triggers who writes. */
export async function inTransaction({ actor, operation, requestId }, work) {
  const client = await pool.connect();
  try {
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = 15000; SET LOCAL lock_timeout = 1000;
       SET LOCAL wharfinger.user_id = '${actor.user_id}'; SET LOCAL wharfinger.token_id = '${actor.token_id}';
       SET LOCAL wharfinger.request_id = ${client.escapeLiteral(requestId)};
       SET LOCAL wharfinger.operation = '${operation}'`,
    );
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

const KEPT_MS = 5_000;
const actors = new Map();

/** Who a token belongs to, asked for at most every five seconds; undefined when it is no good. */
export async function actorOf(header = '') {
  const [, token] = /^Token token=([\w-]+)$/.exec(header) ?? [];
  const known = actors.get(token);
  if (known && known.until > Date.now()) return known.actor;
  if (!token) return undefined;
  const [actor] = await rowsOf(
    pool,
    `SELECT k.organization_id, k.user_id, k.id AS token_id, k.role, o.time_zone
     FROM tokens k
     JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
     JOIN organizations o ON o.id = k.organization_id
     WHERE k.hash = $1 AND k.revoked_at IS NULL AND u.active AND o.suspended_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > now())`,
    [createHash('sha256').update(token).digest()],
  );
  actors.set(token, { actor, until: Date.now() + KEPT_MS });
  return actor;
}
