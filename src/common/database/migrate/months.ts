import type { DataSource, QueryRunner } from 'typeorm';
import { patiently, waiting } from '../pool/patience';

/**
 * Tables that grow with what happens are partitioned by the month of a time of their rows (decision 650). The first partition
 * has all older rows. Rows of a month that nobody made are in the default partition.
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

/** A partition that was made, and the rows that came there from the default partition. */
export interface NewMonth {
  name: string;
  moved: number;
  /** Where the default partition itself became it: until when it has rows. */
  spansUntil?: Date;
}

/** The most rows that are moved out of a default partition: readers and writers of the table wait meanwhile. */
const MOST_MOVED = 1_000;

/** Whether a table lacks a month that should have been made. */
export async function lacksMonths(database: Pick<DataSource, 'query'>): Promise<boolean> {
  return dueIn(await partitionsOf(database)).length > 0;
}

/**
 * Makes the partitions of the months that are due. As the owner of the tables, by one process at a time.
 * @param options.moves whether rows that the default partition has of them go there: few are moved, and with many the
 *   default partition itself becomes one of all these months; without it, such a table gets none
 * @param options.tries the most tries of each lock
 * @throws LockHeld
 */
export async function makeMonths(
  database: DataSource,
  { moves, tries }: { moves: boolean; tries?: number },
): Promise<NewMonth[]> {
  const made: NewMonth[] = [];
  const runner = database.createQueryRunner();
  try {
    for (const due of dueIn(await partitionsOf(database))) {
      await takeAllAgain(runner, due[0]!.table, tries);
      const rows = await rowsOf(runner, due);
      if (rows && !moves) continue;
      if (rows > MOST_MOVED) made.push(await become(runner, due));
      else
        for (const each of due)
          made.push(
            await locking(runner, `Partition ${each.name}`, (wait) => make(runner, each, wait), tries),
          );
    }
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

/** The months that are missing behind the last one of each table, up to those ahead; of tables that lack some. */
function dueIn(partitions: Partition[]): Due[][] {
  return partitions
    .filter(({ from, until }) => !from && !until)
    .map(({ table, time }) => {
      const ends = partitions.flatMap((each) => (each.table === table && each.until) || []);
      const due: Due[] = [];
      for (let from = ends.at(-1) ?? month(); from < month(AHEAD + 1); from = month(1, from))
        due.push({ table, name: nameOf(table, from), time, from, until: month(1, from) });
      return due;
    })
    .filter((due) => due.length > 0);
}

/** Such as events_2026_03. */
const nameOf = (table: string, from: Date) => `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;

/** How many rows of these months the default partition has; no more than one above those that are moved. */
async function rowsOf(runner: QueryRunner, due: Due[]): Promise<number> {
  const { table, time, from } = due[0]!;
  const [found] = (await runner.query(
    `SELECT count(*)::integer AS many FROM (
       SELECT FROM "${table}_default" WHERE "${time}" >= $1 AND "${time}" < $2 LIMIT ${MOST_MOVED + 1}) r`,
    [from.toISOString(), due.at(-1)!.until.toISOString()],
  )) as [{ many: number }];
  return found.many;
}

/**
 * Makes the default partition one of all these months, and a new default partition. Its rows are read beside those who
 * write, because a constraint that is known to hold spares ATTACH a look at each row. Where this is interrupted, the
 * constraint would refuse rows from behind these months: who makes months next drops it.
 */
async function become(runner: QueryRunner, due: Due[]): Promise<NewMonth> {
  const { table, time, name, from } = due[0]!;
  const { until } = due.at(-1)!;
  const [others, constraint] = [`"${table}_default"`, `"ck_${table}_default"`];
  const [since, end] = [from.toISOString(), until.toISOString()];
  await locking(runner, `Partition ${name}`, async (wait) => {
    await quiet(runner, `${table}_default`, wait);
    await runner.query(`ALTER TABLE ${others}
        ADD CONSTRAINT ${constraint} CHECK ("${time}" >= '${since}' AND "${time}" < '${end}') NOT VALID`);
  });
  await runner.query(`ALTER TABLE ${others} VALIDATE CONSTRAINT ${constraint}`);
  await locking(runner, `Partition ${name}`, async (wait) => {
    await quiet(runner, `${table}_default`, wait);
    await runner.query(`LOCK TABLE ONLY "${table}" IN ACCESS EXCLUSIVE MODE`);
    await runner.query(`ALTER TABLE "${table}" DETACH PARTITION ${others}`);
    await runner.query(`ALTER TABLE ${others} RENAME TO "${name}"`);
    await runner.query(
      `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${since}') TO ('${end}')`,
    );
    await runner.query(`ALTER TABLE "${name}" DROP CONSTRAINT ${constraint}`);
    await runner.query(`CREATE TABLE ${others} PARTITION OF "${table}" DEFAULT`);
  });
  return { name, moved: 0, spansUntil: until };
}

/** Has a default partition take the rows of all times, where `become` was interrupted. */
async function takeAllAgain(runner: QueryRunner, table: string, tries?: number): Promise<void> {
  const [constraint] = (await runner.query(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = to_regclass($1) AND conname = $2`,
    [`"${table}_default"`, `ck_${table}_default`],
  )) as { name: string }[];
  if (constraint)
    await locking(
      runner,
      `Table ${table}_default`,
      async (wait) => {
        await quiet(runner, `${table}_default`, wait);
        await runner.query(`ALTER TABLE "${table}_default" DROP CONSTRAINT "${constraint.name}"`);
      },
      tries,
    );
}

async function make(
  runner: QueryRunner,
  { table, name, time, from, until }: Due,
  wait: number,
): Promise<NewMonth> {
  const range = [from.toISOString(), until.toISOString()];
  const others = `"${table}_default"`;
  await quiet(runner, `${table}_default`, wait);
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
}

/**
 * Drops a partition with its rows, and answers whether. Everybody waits for the table meanwhile, which is short: files are
 * removed when the lock is given back.
 * @param isDropped called in the transaction, on the same connection, once nobody else can write: whether it is dropped after
 *   all; what it writes is kept only then
 * @param before what is locked first, in the transaction
 * @throws LockHeld
 */
export function dropPartition(
  runner: QueryRunner,
  { table, name }: Partition,
  { before, isDropped }: { before: () => Promise<unknown>; isDropped: () => Promise<boolean> },
): Promise<boolean> {
  return locking(runner, `Partition ${name}`, async (wait) => {
    await quiet(runner, name, wait);
    await before();
    await runner.query(`LOCK TABLE ONLY "${table}" IN ACCESS EXCLUSIVE MODE`);
    if (!(await isDropped())) return false;
    await runner.query(`DROP TABLE "${name}"`);
    return true;
  });
}

/** How long is waited for autovacuum to leave a partition, which it does after deadlock_timeout: a second unless set otherwise. */
const AUTOVACUUM_WAIT_MS = 3_000;

/** Has autovacuum leave a partition before anything is locked that others wait for. Nobody reads or writes less meanwhile. */
async function quiet(runner: QueryRunner, name: string, wait: number): Promise<void> {
  await runner.query(`SET LOCAL lock_timeout = ${AUTOVACUUM_WAIT_MS}`);
  await runner.query(`LOCK TABLE "${name}" IN SHARE UPDATE EXCLUSIVE MODE`);
  await runner.query(`SET LOCAL lock_timeout = ${wait}`);
}

const locking = <T>(
  runner: QueryRunner,
  what: string,
  work: (wait: number) => Promise<T>,
  tries?: number,
): Promise<T> =>
  patiently(runner, what, (wait) => waiting(runner, wait, () => work(wait)), { most: LOCK_WAIT_MS, tries });

/**
 * Counts the rows of a partitioned table for the planner, which nobody else does for the whole. PostgreSQL before 18 counts
 * each partition as well.
 */
export async function analyze(database: DataSource, table: string): Promise<void> {
  const [server] = await database.query<[{ only: string }]>(
    `SELECT CASE WHEN current_setting('server_version_num')::integer >= 180000 THEN 'ONLY' ELSE '' END AS only`,
  );
  await database.query(`ANALYZE ${server.only} "${table}"`);
}
