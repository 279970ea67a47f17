import type { DataSource, QueryRunner } from 'typeorm';
import { type Config, ConfigError, loadConfig } from '../common/config/config';
import { count } from '../common/count';
import { databaseServer } from '../common/database/pool/connect';
import { Db } from '../common/database/db';
import type { Pace } from '../common/database/write/in-batches';
import { pendingMigrations } from '../common/database/migrate/migrate';
import {
  analyze,
  dropPartition,
  makeMonths,
  month,
  type NewMonth,
  type Partition,
  partitionsOf,
} from '../common/database/migrate/months';
import { FileBytes } from '../common/files/file-bytes';
import { removeLostBytes } from '../common/files/upkeep';
import { asOwner } from '../common/database/pool/owner';
import { MAINTAINING, MIGRATING, takesTurn, turn } from '../common/database/pool/turn';
import { isDatabaseOut, isForbidden } from '../common/errors/database-errors';
import { Organization } from '../common/tenancy/organization.entity';
import { OrganizationsService } from '../common/tenancy/organizations.service';
import { sumDays } from '../reports/moves/sum-days';
import { sayDatabase } from './in-database';
import type { Io } from './io';
import { GROWING, type Growing, type Holder } from './growing';
import { printable } from './printable';
import type { Shell } from './shell';

/** Others have the database to themselves for a third of the time. */
const PACE: Pace = { rest: 0.5 };

/**
 * Makes the partitions of the coming months, drops those that no organization keeps, deletes what single organizations do
 * not keep (decisions 650 to 655), and sums the moves of past days (846). Says what it did, and answers whether that was all.
 * @throws ConfigError when another one is at work, the database is behind, or the role does not own the tables
 */
export async function maintain({ env, stderr }: Io, say: Shell['say']): Promise<boolean> {
  const config = loadConfig(env);
  sayDatabase(stderr, config);
  const server = await databaseServer(config, false);
  try {
    const owner = await asOwner(server.migrationUrl, 'wharfinger maintain');
    try {
      return await inTurn(owner, config, say, (line) => stderr.write(`${line}\n`));
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

async function inTurn(
  owner: DataSource,
  config: Config,
  say: Shell['say'],
  complain: Shell['say'],
): Promise<boolean> {
  const [missing] = await pendingMigrations(owner, 'before');
  if (missing) throw new ConfigError(`The database lacks ${missing}: run wharfinger migrate first.`);
  const lock = owner.createQueryRunner();
  try {
    if (!(await takesTurn(lock, MAINTAINING)))
      throw new ConfigError('Another wharfinger maintain is at work in this database.');
    return await new Maintenance(owner, config, say, complain).run();
  } finally {
    await lock.release();
  }
}

/** Makes months while nobody migrates, who makes them too. */
async function addMonths(owner: DataSource, say: Shell['say']): Promise<void> {
  const lock = owner.createQueryRunner();
  try {
    await turn(lock, MIGRATING, 'another process to migrate');
    for (const made of await makeMonths(owner, { moves: true })) say(saidOf(made));
  } finally {
    await lock.release();
  }
}

function saidOf({ name, moved, spansUntil }: NewMonth): string {
  if (!spansUntil) return `${name} was made${moved ? `, and ${count(moved, 'row')} moved there` : ''}.`;
  return `${name} has all rows until ${spansUntil.toISOString()}, because nobody made months for a time: it was the default partition.`;
}

class Maintenance {
  private readonly db: Db;
  private readonly organizations: OrganizationsService;
  private failed = false;

  constructor(
    private readonly owner: DataSource,
    private readonly config: Config,
    private readonly say: Shell['say'],
    private readonly complain: Shell['say'],
  ) {
    this.db = new Db(owner);
    this.organizations = new OrganizationsService(owner.manager);
  }

  /** Answers whether all was done. What fails of one partition or organization leaves the others. */
  async run(): Promise<boolean> {
    const runner = this.owner.createQueryRunner();
    try {
      await this.tried('Months ahead', () => addMonths(this.owner, this.say));
      const organizations = await this.organizations.list();
      const partitions = await partitionsOf(this.owner);
      for (const [table, growing] of Object.entries(GROWING)) {
        const own = partitions.filter((each) => each.table === table);
        if (!own.length) this.complain(`${table} has no partitions yet: run wharfinger migrate --after.`);
        for (const partition of own)
          await this.tried(partition.name, () => this.dropOnceOver(runner, partition, growing));
        for (const { id, name } of organizations)
          await this.tried(`${printable(name)}, ${table}`, () => this.prune(id, table, growing));
        if (own.length) await this.tried(table, () => analyze(this.owner, table));
      }
      for (const organization of organizations)
        await this.tried(`${printable(organization.name)}, move_days`, () => this.sum(organization));
      if (this.config.files_url) await this.tried('Files', () => this.removeLost(organizations));
    } finally {
      await runner.release();
    }
    return !this.failed;
  }

  /** Removes bytes from the bucket of files that no file has. */
  private async removeLost(organizations: Organization[]): Promise<void> {
    const actorOf = (organization_id: number) => {
      const found = organizations.find(({ id }) => id === organization_id);
      return found && this.organizations.actorFor(found);
    };
    const removed = await removeLostBytes(this.db, new FileBytes(this.db, this.config), actorOf);
    if (removed) this.say(`${count(removed, 'object')} without a file removed from the bucket.`);
  }

  /** Does a part of the work. Throws only what the other parts would fail of as well. */
  private async tried(part: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isForbidden(error) || isDatabaseOut(error)) throw error;
      this.failed = true;
      this.complain(`${part}: ${(error as Error).message}`);
    }
  }

  /** Drops a partition that has rows only of organizations that keep none of its months. */
  private async dropOnceOver(runner: QueryRunner, partition: Partition, growing: Growing): Promise<void> {
    if (!(await this.overIn(runner, partition, growing, await this.organizations.list()))) return;
    let organizations: Organization[] = [];
    const isDropped = await dropPartition(runner, partition, {
      before: async () => {
        // a setting that changed since is heeded, and changes no more
        organizations = await runner.manager.find(Organization, { lock: { mode: 'pessimistic_read' } });
        if (growing.needs) await runner.query(`LOCK TABLE ONLY "${growing.needs}" IN SHARE MODE`);
      },
      isDropped: async () => {
        const holders = await this.overIn(runner, partition, growing, organizations);
        const noted = holders?.length ? growing.noting?.(holders, partition) : undefined;
        if (noted) await runner.query(noted.text, noted.values);
        return holders !== undefined;
      },
    });
    if (isDropped) this.say(`${partition.name} was dropped.`);
  }

  /** Who has rows in a partition that nobody keeps or needs; undefined where somebody does. */
  private async overIn(
    runner: QueryRunner,
    partition: Partition,
    { kept, isNeeded }: Growing,
    organizations: Organization[],
  ): Promise<Holder[] | undefined> {
    const { name, until } = partition;
    const ends = new Map(organizations.map((each) => [each.id, endOf(kept(each))]));
    const isOver = (id: number) => until !== null && (ends.get(id) ?? NEVER) >= until;
    if (!organizations.some(({ id }) => isOver(id))) return undefined;
    const holders = (await runner.query(`
      SELECT h.* FROM (
        SELECT o.id AS organization_id, (SELECT max(r.id) FROM "${name}" r WHERE r.organization_id = o.id) AS last_id
        FROM organizations o) h
      WHERE h.last_id IS NOT NULL`)) as Holder[];
    if (!holders.every(({ organization_id }) => isOver(organization_id))) return undefined;
    return (await isNeeded?.(runner, partition, holders)) ? undefined : holders;
  }

  /** Sums the moves of past days for reports. Nothing is reported, because no answer changes. */
  private async sum(organization: Organization): Promise<void> {
    await sumDays(this.db, this.organizations.actorFor(organization), PACE);
  }

  /** The setting is read anew, since a run may take hours. */
  private async prune(id: number, table: string, { kept, prune }: Growing): Promise<void> {
    const organization = await this.owner.manager.findOneBy(Organization, { id });
    const end = organization ? endOf(kept(organization)) : NEVER;
    if (!organization || end === NEVER) return;
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
