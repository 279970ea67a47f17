import type { DataSource, QueryRunner } from 'typeorm';
import { patiently } from './patience';

/**
 * Tables that grow with what happens are partitioned by the month of a time of their rows (decision 650). The first partition
 * of a table that was there before has all older rows. Rows of a month that nobody made are in the default partition.
 */
export interface Partition {
  table: string;
  name: string;
  /** The column of the time. */
  time: string;
  /** The months, in UTC: from the first one, null without a beginning, until before this one; null of the default partition. */
  from: Date | null;
  until: Date | null;
}

/** How many months are made behind the running one. */
const AHEAD = 3;

/** A lock on a partitioned table keeps everybody waiting, so none is waited for longer, in milliseconds. */
const LOCK_WAIT_MS = 100;

const PARTITIONS = `
  SELECT p.relname AS table, c.relname AS name, a.attname AS time,
    (regexp_match(b.bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz AS from,
    (regexp_match(b.bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS until
  FROM pg_partitioned_table t
  JOIN pg_class p ON p.oid = t.partrelid AND p.relnamespace = current_schema()::regnamespace
  JOIN pg_attribute a ON a.attrelid = p.oid AND a.attnum = t.partattrs[0]
  JOIN pg_inherits i ON i.inhparent = p.oid
  JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) b
  ORDER BY p.relname, until NULLS LAST`;

/** All partitions, by table and time; the default partition of a table comes last. */
export function partitionsOf(database: Pick<DataSource, 'query'>): Promise<Partition[]> {
  return database.query<Partition[]>(PARTITIONS);
}

/** The first instant of a month, so many months after the running one. */
export function month(after = 0, from = new Date()): Date {
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + after));
}

/** A month that is to be a partition, and the rows of it that were in the default partition. */
interface NewMonth {
  name: string;
  moved: number;
}

/** Whether a table lacks a month that should have been made. */
export async function lacksMonths(database: Pick<DataSource, 'query'>): Promise<boolean> {
  return dueIn(await partitionsOf(database)).length > 0;
}

/**
 * Makes the partitions of the months that are due, and moves the rows there that the default partition has of them. As the
 * owner of the tables, by one process at a time.
 * @throws LockHeld
 */
export async function makeMonths(database: DataSource): Promise<NewMonth[]> {
  const due = dueIn(await partitionsOf(database));
  const made: NewMonth[] = [];
  const runner = database.createQueryRunner();
  try {
    for (const each of due)
      made.push(
        await patiently(runner, `Partition ${each.name}`, (wait) => make(runner, each, wait), {
          most: LOCK_WAIT_MS,
        }),
      );
  } finally {
    await runner.release();
  }
  return made;
}

interface Due {
  table: string;
  name: string;
  time: string;
  from: Date;
  until: Date;
}

/** The months that are missing behind the last one of each table, up to those ahead. */
function dueIn(partitions: Partition[]): Due[] {
  return partitions
    .filter(({ from, until }) => !from && !until)
    .flatMap(({ table, time }) => {
      const ends = partitions.flatMap((each) => (each.table === table && each.until) || []);
      const due: Due[] = [];
      for (let from = ends.at(-1) ?? month(); from < month(AHEAD + 1); from = month(1, from))
        due.push({ table, name: nameOf(table, from), time, from, until: month(1, from) });
      return due;
    });
}

/** Such as events_2026_03. */
const nameOf = (table: string, from: Date) => `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;

async function make(
  runner: QueryRunner,
  { table, name, time, from, until }: Due,
  wait: number,
): Promise<NewMonth> {
  const range = [from.toISOString(), until.toISOString()];
  const others = `"${table}_default"`;
  return within(runner, wait, async () => {
    await runner.query(
      `CREATE TABLE "${name}" (LIKE "${table}" INCLUDING ALL EXCLUDING INDEXES EXCLUDING IDENTITY)`,
    );
    // whoever reads the table waits from here on, so that nobody misses a row on its way
    await runner.query(`LOCK TABLE ${others} IN ACCESS EXCLUSIVE MODE`);
    await runner.query(`ALTER TABLE ${others} DISABLE TRIGGER USER`);
    const [{ moved }] = (await runner.query(
      `WITH moved AS (DELETE FROM ${others} WHERE "${time}" >= $1 AND "${time}" < $2 RETURNING *),
         kept AS (INSERT INTO "${name}" SELECT * FROM moved RETURNING 1)
       SELECT count(*) AS moved FROM kept`,
      range,
    )) as [{ moved: number }];
    await runner.query(`ALTER TABLE ${others} ENABLE TRIGGER USER`);
    await runner.query(
      `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${range[0]}') TO ('${range[1]}')`,
    );
    return { name, moved };
  });
}

/**
 * Drops a partition with its rows. Everybody waits for the table meanwhile, which is short: files are removed when the lock
 * is given back.
 * @param before what is to be written in the same transaction
 * @throws LockHeld
 */
export function dropPartition(
  runner: QueryRunner,
  { table, name }: Partition,
  before: () => Promise<unknown>,
): Promise<void> {
  const drop = (wait: number) =>
    within(runner, wait, async () => {
      await runner.query(`LOCK TABLE ONLY "${table}" IN ACCESS EXCLUSIVE MODE`);
      await before();
      await runner.query(`DROP TABLE "${name}"`);
    });
  return patiently(runner, `Partition ${name}`, drop, { most: LOCK_WAIT_MS });
}

async function within<T>(runner: QueryRunner, wait: number, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    await runner.query(`SET LOCAL lock_timeout = ${wait}`);
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
