import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { Client } from 'pg';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { TokensService } from '../common/auth/tokens.service';
import { User } from '../common/auth/user.kind';
import { Db } from '../common/database/db';
import { COMMON } from '../common/errors/codes';
import { isForbidden, isRetryable } from '../common/errors/database-errors';
import { Refused } from '../common/errors/errors';
import { send } from '../common/database/sql/statements';
import { turn } from '../common/database/pool/turn';
import type { Organization } from '../common/tenancy/organization.entity';
import { OrganizationsService } from '../common/tenancy/organizations.service';
import { runIn, Scope } from '../common/tenancy/scope';
import type { ImportWatcher } from '../transfer/importer';
import type { Files } from './history/records';
import type { PartyToken } from './parties';

export const DEMO = {
  name: 'Harbour Demo',
  time_zone: 'Europe/Amsterdam',
  party_pick_up: 'reference',
} as const;
const DATA = join(__dirname, 'data');
/** The moment that the data are written for. They are loaded as if now were that moment. */
export const DEMO_MOMENT: DateTime = DateTime.fromISO('2026-11-23T06:00:00Z', { zone: DEMO.time_zone });
/** What happened in the last hours before the moment keeps its distance to it, and all else its time of day. */
const JUST_NOW_HOURS = 24;
/** Public holidays are on their own days. */
const OF_THEIR_DAY = ['calendars.ndjson'];
/** The user in the data who gets the printed tokens. */
export const USER = 'femke.dijk@harbour.example';

/** The key of an advisory lock, the same in every process. Its holder checks for the demonstration and loads it. */
const LOCK = 7_263_116;
/** How often the demonstration is removed when that loses a deadlock against a running service. */
const MOST_TRIES = 10;

/**
 * Loads the demonstration organization if it is missing.
 * @param moment the moment that its times are relative to; now unless given
 * @returns a new token with the role admin
 */
export function loadDemo(dataSource: DataSource, moment: DateTime = DateTime.now()): Promise<string> {
  return inTurn(dataSource, async (manager) => {
    const known = (await new OrganizationsService(manager).list()).find(({ name }) => name === DEMO.name);
    return known ? newToken(dataSource, manager, known) : load(dataSource, manager, moment);
  });
}

/** Makes tokens for parties of the demonstration organization, which is loaded. */
export function tokensOfDemoParties(dataSource: DataSource): Promise<PartyToken[]> {
  return inTurn(dataSource, async (manager) => {
    const { tokensOfParties } = await import('./parties');
    const demo = await new OrganizationsService(manager).find(DEMO.name);
    return inOrganization(manager, demo, null, () => tokensOfParties(new Db(dataSource)));
  });
}

/**
 * Removes the demonstration organization with all that was done in it, if it is there.
 * @param migrationUrl the address of the database with a role that may leave out triggers, since traces are kept from
 *   being removed by them
 * @throws Refused when the role may not
 */
export async function removeDemo(migrationUrl: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await tryToRemoveDemo(migrationUrl);
    } catch (error) {
      // a request or a worker of a running service may hold a row and wait for the organization
      if (!isRetryable(error) || tries === MOST_TRIES) throw error;
    }
}

async function tryToRemoveDemo(migrationUrl: string): Promise<void> {
  const owner = new Client({ connectionString: migrationUrl, application_name: 'wharfinger demo' });
  await owner.connect();
  try {
    await owner.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
    const { rows } = await owner.query<{ id: string }>(
      'SELECT id FROM organizations WHERE name = $1 FOR UPDATE',
      [DEMO.name],
    );
    if (rows[0]) {
      await owner.query('SET LOCAL session_replication_role = replica');
      const tables = await owner.query<{ name: string }>(`
        SELECT a.attrelid::regclass::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE a.attname = 'organization_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND c.relnamespace = current_schema()::regnamespace`);
      for (const { name } of tables.rows)
        await owner.query(`DELETE FROM ${name} WHERE organization_id = $1`, [rows[0].id]);
      await owner.query('DELETE FROM organizations WHERE id = $1', [rows[0].id]);
    }
    await owner.query('COMMIT');
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Refused({
      code: COMMON.role_too_small,
      sentence:
        'Only a role that may set session_replication_role removes the demonstration: set DATABASE_MIGRATION_URL to its address.',
    });
  } finally {
    await owner.end();
  }
}

/**
 * Loads the demonstration organization into a database without organizations. When several processes start
 * concurrently, one of them loads it.
 * @returns a token with the role admin; undefined when the database has organizations
 */
export async function loadDemoOnce(dataSource: DataSource): Promise<string | undefined> {
  if (!(await new OrganizationsService(dataSource.manager).isEmpty())) return undefined;
  return inTurn(dataSource, async (manager) =>
    (await new OrganizationsService(manager).isEmpty())
      ? load(dataSource, manager, DateTime.now())
      : undefined,
  );
}

/**
 * Runs work in a transaction under the advisory lock. The transaction has no limits of time, because on a slow machine loading
 * takes longer than requests may. Who waits polls, because the driver would give up a statement that waits for long.
 */
async function inTurn<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const lock = dataSource.createQueryRunner();
  try {
    await turn(lock, LOCK, 'another process to load or remove the demonstration');
    await lock.query(`SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0`);
    await lock.query(`SELECT set_config('wharfinger.operation', $1, true)`, ['wharfinger demo']);
    const result = await work(lock.manager);
    await lock.commitTransaction();
    return result;
  } catch (error) {
    if (lock.isTransactionActive) await lock.rollbackTransaction();
    throw error;
  } finally {
    await lock.release();
  }
}

async function load(dataSource: DataSource, manager: EntityManager, moment: DateTime): Promise<string> {
  // Loaded lazily, because a start that finds the data needs no import code.
  const [{ Importer }, { transferKinds }, { historyUntil }, { billDemo }, { exchangeDemo }] =
    await Promise.all([
      import('../transfer/importer'),
      import('../transfer/kinds'),
      import('./history/history'),
      import('./bill'),
      import('./edi'),
    ]);
  const organization = await new OrganizationsService(manager).create(DEMO);
  const db = new Db(dataSource);
  const folder = dataOf(moment, historyUntil(DEMO_MOMENT));
  try {
    await inOrganization(manager, organization, null, () =>
      new Importer(db, transferKinds()).load(folder, STRICT),
    );
    // Billing joins what was loaded last; the planner would go on with its sizes from before.
    await manager.query('SELECT analyze_tables()');
  } finally {
    rmSync(folder, { recursive: true });
  }
  const clerk = await inOrganization(manager, organization, null, () => userOf(db, organization));
  const yesterday = moment.setZone(DEMO.time_zone).minus({ days: 1 }).toISODate()!;
  await inOrganization(manager, organization, clerk.id, () => billDemo(db, yesterday));
  await inOrganization(manager, organization, clerk.id, () =>
    exchangeDemo(db, moment.setZone(DEMO.time_zone)),
  );
  return newToken(dataSource, manager, organization);
}

/** The data in a new folder, with their times relative to a moment: the files, and behind each of them its history. */
function dataOf(moment: DateTime, history: Files): string {
  const move = mover(moment);
  const folder = mkdtempSync(join(tmpdir(), 'wharfinger-demo-'));
  for (const file of readdirSync(DATA).filter((name) => name.endsWith('.ndjson'))) {
    const before = history.get(file.replace('.ndjson', '')) ?? [];
    const lines = before.map((record) => `${JSON.stringify(record)}\n`);
    const text = readFileSync(join(DATA, file), 'utf8') + lines.join('');
    const isMoved = !OF_THEIR_DAY.includes(file);
    writeFileSync(join(folder, file), isMoved ? text.replace(TIMES, move) : text);
  }
  cpSync(join(DATA, 'files'), join(folder, 'files'), { recursive: true });
  return folder;
}

/** A date, and its time of day where there is one. */
const TIMES = /\b(20\d\d-\d\d-\d\d)(T[\d:.]+(?:Z|[+-]\d\d:\d\d))?(?=[" ])/g;

/**
 * Moves a time by the whole days between the moment that the data are written for and another one, as the terminal
 * counts days. What happened just now is moved by the exact time between both, so that a crane that lifted ten minutes
 * ago did so at any hour, and nothing that happened lies ahead.
 */
function mover(moment: DateTime) {
  const dayOf = (time: DateTime) => time.setZone(DEMO.time_zone).startOf('day');
  const days = Math.round(dayOf(moment).diff(dayOf(DEMO_MOMENT), 'days').days);
  const exactly = moment.diff(DEMO_MOMENT);
  return (_all: string, date: string, time?: string): string => {
    const at = DateTime.fromISO(`${date}${time ?? ''}`, { zone: 'utc' });
    const { hours } = DEMO_MOMENT.diff(at, 'hours');
    if (time && hours > 0 && hours < JUST_NOW_HOURS) return at.plus(exactly).toISO()!;
    return `${DateTime.fromISO(date).plus({ days }).toISODate()}${time ?? ''}`;
  };
}

async function newToken(
  dataSource: DataSource,
  manager: EntityManager,
  organization: Organization,
): Promise<string> {
  const db = new Db(dataSource);
  return inOrganization(manager, organization, null, async () => {
    const { id } = await userOf(db, organization);
    return (await new TokensService(db).create(id, { role: 'admin' })).token;
  });
}

/** The user who gets tokens and does the billing. Throws when the user was removed. */
async function userOf(db: Db, { name }: Organization): Promise<{ id: number }> {
  const user = await db.find(User, { email: USER });
  if (!user) throw new Error(`${USER} is gone from '${name}': use wharfinger token create.`);
  return user;
}

/** Works for the organization, on the connection of a manager's transaction. */
function inOrganization<T>(
  manager: EntityManager,
  organization: Organization,
  user_id: number | null,
  work: () => Promise<T>,
): Promise<T> {
  const actor = new OrganizationsService(manager).actorFor(organization, user_id);
  return runIn({ actor, send: sendBy(manager), base: '', deadline: Infinity, writes: true }, work);
}

/** Ignores progress and throws on a bad line, because that is a defect of our own data. */
const STRICT: ImportWatcher = {
  begin: () => undefined,
  advance: () => undefined,
  end: () => undefined,
  note: () => undefined,
  bad: (file, line, field, reason) => {
    throw new Error(`${file}:${line}: ${field}: ${reason}`);
  },
};

/** Sends statements on the connection of a manager's transaction. */
function sendBy({ queryRunner }: EntityManager): Scope['send'] {
  return async (statement, named) => send((await queryRunner!.connect()) as PoolClient, statement, named);
}
