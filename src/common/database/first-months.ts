import type { DataSource } from 'typeorm';
import { month } from './months';
import { patiently, waiting } from './patience';

/** A table that `migrate --after` has not made the first partition yet, and that takes rows until this time alone. */
interface Ending {
  table: string;
  /** The column of the time. */
  time: string;
  until: Date;
}

const ENDING = `
  SELECT c.relname AS table, a.attname AS time,
    (regexp_match(pg_get_constraintdef(k.oid), '''([^'']+)'''))[1]::timestamptz AS until
  FROM pg_constraint k
  JOIN pg_class c ON c.oid = k.conrelid AND c.relnamespace = current_schema()::regnamespace
    AND c.relkind = 'r' AND NOT c.relispartition
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
  WHERE k.contype = 'c' AND k.conname = 'ck_' || c.relname || '_first'
  ORDER BY c.relname`;

/** The tables that wait to become a first partition: `migrate --after` stopped between two of its migrations. */
export function endingTables(database: Pick<DataSource, 'query'>): Promise<Ending[]> {
  return database.query<Ending[]>(ENDING);
}

/** A sentence for the operator; undefined where no table waits. */
export async function endingSaid(database: Pick<DataSource, 'query'>): Promise<string | undefined> {
  const ending = await endingTables(database);
  if (!ending.length) return undefined;
  const first = new Date(Math.min(...ending.map(({ until }) => until.getTime())));
  const names = ending.map(({ table }) => table).join(', ');
  return `No row is taken from ${first.toISOString()} on by ${names}: run wharfinger migrate --after again before then.`;
}

/** Whether one of these tables takes rows for little more than a month. */
export async function endsSoon(database: Pick<DataSource, 'query'>): Promise<boolean> {
  return (await endingTables(database)).some(isSoon);
}

const isSoon = ({ until }: Ending) => until < month(2);

/** Lets these tables take rows until a month ahead at least. As their owner, by one process at a time. */
export async function postponeEnds(database: DataSource, tries?: number): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    for (const { table, time } of (await endingTables(database)).filter(isSoon))
      await patiently(
        runner,
        `Table ${table}`,
        (wait) =>
          waiting(runner, wait, () =>
            runner.query(`ALTER TABLE "${table}" DROP CONSTRAINT "ck_${table}_first",
            ADD CONSTRAINT "ck_${table}_first" CHECK ("${time}" < '${month(2).toISOString()}') NOT VALID`),
          ),
        { tries },
      );
  } finally {
    await runner.release();
  }
}

/** Reads all rows of tables whose end was postponed, beside those who write, which spares their takeover that. */
export async function validateEnds(database: DataSource): Promise<void> {
  for (const { table } of await endingTables(database))
    await database.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "ck_${table}_first"`);
}
