import type { DataSource } from 'typeorm';

/**
 * Tables whose writes are not traced: those of traces, idempotency, events and their delivery, of TypeORM, what billing
 * derives from other records, charges, runs, imports and documents as they were issued, which are records of themselves, the items of tallies, which follow from
 * lists and moves, who has an interest in what, which follows from other records, what belongs to EDI interchanges,
 * messages and channels, what an erasure has left to do, and the bytes of imports and files.
 */
const UNTRACED = [
  'audit_entries',
  'idempotency_keys',
  'migrations',
  'events_written',
  'events',
  'event_feeds',
  'event_parties',
  'webhook_deliveries',
  'mails',
  'stream_tickets',
  'billing_customers',
  'tariff_codes',
  'charge_subjects',
  'charge_marks',
  'release_marks',
  'stay_releases',
  'charges',
  'billing_runs',
  'billing_problems',
  'number_counters',
  'invoice_documents',
  'invoice_taxes',
  'receipts',
  'reefer_readings',
  'reefer_watches',
  'tally_items',
  'edi_payloads',
  'edi_upload_minutes',
  'edi_message_keys',
  'edi_message_records',
  'edi_channel_states',
  'edi_items',
  'parties',
  'stay_parties',
  'party_guesses',
  'bill_parties',
  'nomination_parties',
  'bayplan_cells',
  'erasing_rows',
  'imports',
  'import_parts',
  'move_days',
  'file_chunks',
  'file_upload_hours',
];

/** Columns that traces leave out: those that the trace has anyway, those that change with every write, and secrets. */
const LEFT_OUT = [
  'organization_id',
  'id',
  'created_at',
  'updated_at',
  'last_used_at',
  'hash',
  'stay_id',
  'grants_interest',
  'rests_on_nomination',
  'right_lost',
  'company_id',
  'secret',
  'previous_secret',
  'older_secrets',
  'password',
  'private_key',
  'previous_private_key',
  'failing_since',
  'is_reached',
  'is_slow',
  'imdg_overdue_since',
  'claimed_until',
  'tries',
  'uses',
  'unused_since',
  'try_at',
  'last_event_id',
  'last_document',
  'last_reference',
  // of identity providers: what tokens say, and what was fetched
  'sub',
  'last_seen_at',
  'last_fetched_at',
  'last_error',
  'keys',
];

/** The columns that identify a record for people. A trace takes the first that the table has and that is not null. */
const KEYS = [
  'license_plate',
  'advice_number',
  'vin_number',
  'locode',
  'canonical_name',
  'number',
  'code',
  'name',
  'reference_number',
  'reference',
  'client_identifier',
  'license_number',
  'email',
  'url',
];

interface Column {
  name: string;
  type: string;
  required: boolean;
}

/** A table and its trace triggers in the database. */
interface Table {
  name: string;
  columns: Column[];
  /** The bodies of its trigger functions; null when missing. */
  created: string | null;
  changed: string | null;
  /** Whether its triggers call them. */
  guarded: boolean;
  /** Whether traces have columns for identities. */
  identities: boolean;
}

const TABLES = `
  SELECT c.relname AS name,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype, 'required', a.attnotnull)
        ORDER BY a.attname)
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    created.prosrc AS created, changed.prosrc AS changed,
    (SELECT count(*) = 2 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgfoid IN (created.oid, changed.oid)) AS guarded,
    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = to_regclass('audit_entries') AND a.attname = 'identity_id'
      AND NOT a.attisdropped) AS identities
  FROM pg_class c
  LEFT JOIN pg_proc created
    ON created.pronamespace = c.relnamespace AND created.proname = 'trace_created_' || c.relname
  LEFT JOIN pg_proc changed
    ON changed.pronamespace = c.relnamespace AND changed.proname = 'trace_changed_' || c.relname
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT c.relispartition AND c.relname <> ALL ('{${UNTRACED.join(',')}}')
  ORDER BY c.relname`;

/** SQL of who writes, by the columns of a trace: the settings of `Transaction`, or else `application_name` (a command, psql). */
function writerOf({ identities }: Table): Record<string, string> {
  const setting = (name: string) => `nullif(current_setting('wharfinger.${name}', true), '')`;
  return {
    user_id: `${setting('user_id')}::bigint`,
    token_id: `${setting('token_id')}::bigint`,
    ...(identities && {
      identity_id: `${setting('identity_id')}::bigint`,
      client_id: setting('client_id'),
    }),
    request_id: setting('request_id'),
    operation: `coalesce(${setting('operation')}, current_setting('application_name'))`,
  };
}

/** SQL fragments of a trace. */
interface Telling {
  /** The text that identifies the row. */
  key: (row: string) => string;
  /** The columns of the row that are not null, as JSON. */
  set: (row: string) => string;
  /** Statements that add the columns that differ between OLD and NEW to `old_values` and `new_values`. */
  differing: string;
}

/** Names each column, which takes a third of the time of JSON of the whole row. For PostgreSQL 16 and later. */
function byColumns({ columns }: Table): Telling {
  const shown = columns.filter(({ name }) => !LEFT_OUT.includes(name));
  const valueOf = (row: string, { name, type }: Column) =>
    type === 'jsonb' ? `jsonb_strip_nulls(${row}."${name}")` : `${row}."${name}"`;
  return {
    key: (row) => firstOf(keysOf(columns).map((key) => `${row}."${key}"::text`)),
    set: (row) => {
      const values = shown.map((column) => `'${column.name}': ${valueOf(row, column)}`).join(', ');
      return `json_object(${values} ABSENT ON NULL RETURNING jsonb)`;
    },
    differing: inGroups(shown.map(({ name }) => name))
      .map(
        (names) => `
    IF ${namesOf('OLD', names)} IS DISTINCT FROM ${namesOf('NEW', names)} THEN${names.map(addDifferent).join('')}
    END IF;`,
      )
      .join(''),
  };
}

/** Most columns stay as they are, and a comparison costs PL/pgSQL as much for some of them as for one. */
const COMPARED = 8;

function inGroups(names: string[]): string[][] {
  const groups = Math.ceil(names.length / COMPARED);
  return Array.from({ length: groups }, (_, nth) => names.slice(nth * COMPARED, (nth + 1) * COMPARED));
}

const namesOf = (row: string, names: string[]) => `(${names.map((name) => `${row}."${name}"`).join(', ')})`;

/** Statements that add a column to `old_values` and `new_values` if it differs. */
const addDifferent = (name: string) => `
      IF OLD."${name}" IS DISTINCT FROM NEW."${name}" THEN
        old_values := old_values || jsonb_build_object('${name}', OLD."${name}");
        new_values := new_values || jsonb_build_object('${name}', NEW."${name}");
      END IF;`;

/** Names no column: while migrations change the columns, and for PostgreSQL 15. */
function byJson({ columns }: Table): Telling {
  const json = (row: string) => `(to_jsonb(${row}) - '{${LEFT_OUT.join(',')}}'::text[])`;
  return {
    key: (row) => firstOf(keysOf(columns).map((key) => `to_jsonb(${row}) ->> '${key}'`)),
    set: (row) => `jsonb_strip_nulls(${json(row)})`,
    differing: `
    SELECT coalesce(jsonb_object_agg(o.key, o.value), '{}'), coalesce(jsonb_object_agg(o.key, n.value), '{}')
      FROM jsonb_each(${json('OLD')}) o JOIN jsonb_each(${json('NEW')}) n USING (key)
      WHERE o.value <> n.value INTO old_values, new_values;`,
  };
}

/** The columns that identify a record, up to the first NOT NULL one. */
function keysOf(columns: Column[]): string[] {
  const keys = KEYS.flatMap((key) => columns.find(({ name }) => name === key) ?? []);
  const always = keys.findIndex(({ required }) => required);
  return keys.slice(0, always < 0 ? keys.length : always + 1).map(({ name }) => name);
}

/** SQL: the first value that is not null. */
function firstOf(values: string[]): string {
  return values.length > 1 ? `coalesce(${values.join(', ')})` : (values[0] ?? 'NULL');
}

/**
 * The bodies of a table's trigger functions. Inserts are traced once for each statement, because an import needs the
 * speed.
 */
function bodies(table: Table, { key, set, differing }: Telling): { created: string; changed: string } {
  const organization = table.name === 'organizations' ? 'id' : 'organization_id';
  const writer = writerOf(table);
  const insert = `INSERT INTO audit_entries (organization_id, created_at, ${Object.keys(writer).join(', ')},
    action, record_type, record_id, record_key, before, after)`;
  const written = `clock_timestamp(), ${Object.values(writer).join(', ')}`;
  return {
    created: `
BEGIN
  ${insert}
  SELECT n.${organization}, ${written}, 'create', '${table.name}', n.id, ${key('n')}, NULL, ${set('n')} FROM added n;
  RETURN NULL;
END`,
    changed: `
DECLARE
  old_values jsonb := '{}';
  new_values jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN${differing}
    IF old_values = '{}' THEN RETURN NULL; END IF;
  ELSE
    old_values := ${set('OLD')};
    new_values := NULL;
  END IF;
  ${insert}
  VALUES (OLD.${organization}, ${written}, lower(TG_OP), '${table.name}', OLD.id, ${key('OLD')}, old_values, new_values);
  RETURN NULL;
END`,
  };
}

/**
 * Switches the triggers to functions that name no column, so that migrations, and processes of the older version, can
 * write while columns change.
 */
export async function traceAnyColumns(database: Pick<DataSource, 'query'>): Promise<void> {
  const guarded = (await tablesOf(database)).filter((table) => table.guarded);
  await define(database, guarded, byJson);
}

/**
 * Creates the triggers that write `audit_entries` on each table, and updates their functions to its columns. A table is
 * locked only when its triggers are created, one table at a time.
 */
export async function trace(database: Pick<DataSource, 'query'>): Promise<void> {
  const [{ is15 }] = await database.query<[{ is15: boolean }]>(
    `SELECT current_setting('server_version_num')::integer < 160000 AS is15`,
  );
  await define(database, await tablesOf(database), is15 ? byJson : byColumns);
  await database.query('DROP FUNCTION IF EXISTS trace_created(), trace_changed()');
}

async function tablesOf(database: Pick<DataSource, 'query'>): Promise<Table[]> {
  return database.query<Table[]>(TABLES);
}

async function define(
  database: Pick<DataSource, 'query'>,
  tables: Table[],
  telling: (table: Table) => Telling,
): Promise<void> {
  for (const table of tables) {
    const wanted = bodies(table, telling(table));
    const name = (what: keyof typeof wanted) => `"trace_${what}_${table.name}"`;
    for (const what of ['created', 'changed'] as const)
      if (table[what] !== wanted[what])
        await database.query(
          `CREATE OR REPLACE FUNCTION ${name(what)}() RETURNS trigger LANGUAGE plpgsql AS $trace$${wanted[what]}$trace$`,
        );
    if (!table.guarded)
      await database.query(`
        CREATE OR REPLACE TRIGGER trace_created AFTER INSERT ON "${table.name}" REFERENCING NEW TABLE AS added
          FOR EACH STATEMENT EXECUTE FUNCTION ${name('created')}();
        CREATE OR REPLACE TRIGGER trace_changed AFTER UPDATE OR DELETE ON "${table.name}"
          FOR EACH ROW EXECUTE FUNCTION ${name('changed')}()`);
  }
}
