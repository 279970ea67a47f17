import type { Sql } from 'sql-template-tag';
import type { DataSource, QueryRunner } from 'typeorm';
import { ConfigError, loadConfig } from '../common/config/config';
import { count } from '../common/count';
import { databaseServer } from '../common/database/connect';
import { Db } from '../common/database/db';
import type { Pace } from '../common/database/in-batches';
import { pendingMigrations } from '../common/database/migrate';
import { dropPartition, makeMonths, month, type Partition, partitionsOf } from '../common/database/months';
import { asOwner } from '../common/database/owner';
import { MAINTAINING, MIGRATING, takesTurn, turn } from '../common/database/turn';
import { isForbidden } from '../common/errors/database-errors';
import type { Organization } from '../common/tenancy/organization.entity';
import { OrganizationsService } from '../common/tenancy/organizations.service';
import { sayDatabase } from './in-database';
import type { Io } from './io';
import { GROWING, type Growing, type Holder } from './growing';
import { printable } from './printable';
import type { Shell } from './shell';

/** Others have the database to themselves for a third of the time. */
const PACE: Pace = { rest: 0.5 };

/**
 * Makes the partitions of the coming months, drops those that no organization keeps, and deletes what single organizations do
 * not keep (decisions 650 to 655). Says what it did.
 * @throws ConfigError when another one is at work, the database is behind, or the role does not own the tables
 */
export async function maintain({ env, stderr }: Io, say: Shell['say']): Promise<void> {
  const config = loadConfig(env);
  sayDatabase(stderr, config);
  const server = await databaseServer(config, false);
  try {
    const owner = await asOwner(server.migrationUrl, 'wharfinger maintain');
    try {
      await inTurn(owner, say);
    } finally {
      await owner.destroy();
    }
  } catch (error) {
    throw isForbidden(error) ? new ConfigError(NOT_THE_OWNER) : error;
  } finally {
    await server.stop();
  }
}

const NOT_THE_OWNER =
  'Only the owner of the tables maintains them: set DATABASE_MIGRATION_URL to the address with the owner.';

async function inTurn(owner: DataSource, say: Shell['say']): Promise<void> {
  const [missing] = await pendingMigrations(owner, 'before');
  if (missing) throw new ConfigError(`The database lacks ${missing}: run wharfinger migrate first.`);
  const lock = owner.createQueryRunner();
  try {
    if (!(await takesTurn(lock, MAINTAINING)))
      throw new ConfigError('Another wharfinger maintain is at work in this database.');
    await addMonths(owner, say);
    await new Maintenance(owner, say).run();
  } finally {
    await lock.release();
  }
}

/** Makes months while nobody migrates, who makes them too. */
async function addMonths(owner: DataSource, say: Shell['say']): Promise<void> {
  const lock = owner.createQueryRunner();
  try {
    await turn(lock, MIGRATING);
    for (const { name, moved } of await makeMonths(owner))
      say(`${name} was made${moved ? `, and ${count(moved, 'row')} moved there` : ''}.`);
  } finally {
    await lock.release();
  }
}

class Maintenance {
  private readonly db: Db;
  private readonly organizations: OrganizationsService;

  constructor(
    private readonly owner: DataSource,
    private readonly say: Shell['say'],
  ) {
    this.db = new Db(owner);
    this.organizations = new OrganizationsService(owner.manager);
  }

  async run(): Promise<void> {
    const organizations = await this.organizations.list();
    const partitions = await partitionsOf(this.owner);
    const runner = this.owner.createQueryRunner();
    try {
      for (const [table, growing] of Object.entries(GROWING)) {
        const own = partitions.filter((each) => each.table === table);
        for (const partition of own) await this.dropOnceOver(runner, partition, growing, organizations);
        for (const organization of organizations) await this.prune(organization, table, growing);
        // the statistics of the whole are nobody else's business
        if (own.length) await this.owner.query(`ANALYZE "${table}"`);
      }
    } finally {
      await runner.release();
    }
  }

  /** Drops a partition that has rows only of organizations that keep none of its months. */
  private async dropOnceOver(
    runner: QueryRunner,
    partition: Partition,
    { kept, isNeeded, noting }: Growing,
    organizations: Organization[],
  ): Promise<void> {
    const { name, until } = partition;
    const ends = new Map(organizations.map((each) => [each.id, endOf(kept(each))]));
    const isOver = (id: number) => until !== null && (ends.get(id) ?? NEVER) >= until;
    if (!organizations.some(({ id }) => isOver(id))) return;
    const holders = await this.owner.query<Holder[]>(`
      SELECT h.* FROM (
        SELECT o.id AS organization_id, (SELECT max(r.id) FROM "${name}" r WHERE r.organization_id = o.id) AS last_id
        FROM organizations o) h
      WHERE h.last_id IS NOT NULL`);
    if (!holders.every(({ organization_id }) => isOver(organization_id))) return;
    if (await isNeeded?.(this.owner, partition, holders)) return;
    await dropPartition(runner, partition, async () => {
      for (const holder of holders) await send(runner, noting?.(holder, partition));
    });
    this.say(`${name} was dropped.`);
  }

  private async prune(organization: Organization, table: string, { kept, prune }: Growing): Promise<void> {
    const end = endOf(kept(organization));
    if (end === NEVER) return;
    const many = await prune(this.db, this.organizations.actorFor(organization), end, PACE);
    if (many) this.say(`${printable(organization.name)}: ${many} ${table} removed.`);
  }
}

/** Before all rows. */
const NEVER = new Date(0);

/** The first instant that is kept, for so many whole months; null for ever. */
function endOf(months: number | null): Date {
  return months === null ? NEVER : month(-months);
}

async function send(runner: QueryRunner, statement?: Sql): Promise<void> {
  if (statement) await runner.query(statement.text, statement.values);
}
