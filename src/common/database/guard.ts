import type { DataSource } from 'typeorm';
import { SERVICE_ROLE } from '../embedded-postgres/service-role';

/** Tables whose writes leave no trace: the traces themselves, what repeats answers, what tells of writes, and TypeORM's own. */
const UNTRACED = [
  'audit_entries',
  'idempotency_keys',
  'migrations',
  'events_written',
  'events',
  'event_feeds',
  'webhook_deliveries',
  'stream_tickets',
];

/** Columns that a trace leaves out: what it says anyway, what changes by itself or with every write, and secrets. */
const LEFT_OUT = [
  'organization_id',
  'id',
  'created_at',
  'updated_at',
  'last_used_at',
  'hash',
  'stay_id',
  'secret',
  'previous_secret',
  'failing_since',
];

/** What people know a record by: the first of these columns that its table has. */
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
];

const quoted = (list: string[]) => `'{${list.join(',')}}'::text[]`;

/** Who writes: what `Db.transaction` said, or else the name of the program (a command, psql). */
const WRITER = `
  SELECT nullif(current_setting('wharfinger.user_id', true), '')::bigint AS user_id,
    nullif(current_setting('wharfinger.token_id', true), '')::bigint AS token_id,
    nullif(current_setting('wharfinger.request_id', true), '') AS request_id,
    coalesce(nullif(current_setting('wharfinger.operation', true), ''), current_setting('application_name')) AS operation`;

const COLUMNS = `organization_id, created_at, user_id, token_id, request_id, operation, action, record_type,
  record_id, record_key, before, after`;

/**
 * The trigger functions that write `audit_entries`. New rows are traced a statement at a time, which an import needs;
 * changes and deletions row by row, each knowing its old and its new form.
 */
const FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION trace_created() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE writer record;
  BEGIN
    ${WRITER} INTO writer;
    INSERT INTO audit_entries (${COLUMNS})
    SELECT coalesce(whole ->> 'organization_id', whole ->> 'id')::bigint, clock_timestamp(), writer.user_id,
      writer.token_id, writer.request_id, writer.operation, 'create', TG_TABLE_NAME, n.id, whole ->> TG_ARGV[0],
      NULL, jsonb_strip_nulls(whole - ${quoted(LEFT_OUT)})
    FROM added n CROSS JOIN LATERAL (SELECT to_jsonb(n) AS whole OFFSET 0) w;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE FUNCTION trace_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    writer record;
    was jsonb := to_jsonb(OLD);
    old_values jsonb := was - ${quoted(LEFT_OUT)};
    new_values jsonb;
    changed text[];
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      new_values := to_jsonb(NEW) - ${quoted(LEFT_OUT)};
      IF old_values = new_values THEN RETURN NULL; END IF;
      SELECT array_agg(key) FROM jsonb_each(new_values) WHERE value IS DISTINCT FROM old_values -> key INTO changed;
      SELECT jsonb_object_agg(key, old_values -> key), jsonb_object_agg(key, new_values -> key)
        FROM unnest(changed) AS key INTO old_values, new_values;
    ELSE
      old_values := jsonb_strip_nulls(old_values);
    END IF;
    ${WRITER} INTO writer;
    INSERT INTO audit_entries (${COLUMNS})
    VALUES (coalesce(was ->> 'organization_id', was ->> 'id')::bigint, clock_timestamp(), writer.user_id,
      writer.token_id, writer.request_id, writer.operation, lower(TG_OP), TG_TABLE_NAME, OLD.id, was ->> TG_ARGV[0],
      old_values, new_values);
    RETURN NULL;
  END $$`,
];

/** Gives each table its triggers; one that a migration has just made, too. */
const TRIGGERS = `
  DO $$
  DECLARE
    each regclass;
    key text; -- empty for a table that has none
  BEGIN
    FOR each IN
      SELECT c.oid FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL (${quoted(UNTRACED)})
        AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'trace_changed')
    LOOP
      SELECT k FROM unnest(${quoted(KEYS)}) WITH ORDINALITY AS keys(k, at)
        JOIN pg_attribute a ON a.attrelid = each AND a.attname = k ORDER BY at LIMIT 1 INTO key;
      EXECUTE format('CREATE TRIGGER trace_created AFTER INSERT ON %s REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION trace_created(%L)', each, coalesce(key, ''));
      EXECUTE format('CREATE TRIGGER trace_changed AFTER UPDATE OR DELETE ON %s
        FOR EACH ROW EXECUTE FUNCTION trace_changed(%L)', each, coalesce(key, ''));
    END LOOP;
  END $$`;

/**
 * Makes the role, where the one who migrates may and nobody has, and grants it what serving needs: to read and write
 * rows. Traces it only adds and reads, and the list of migrations it only reads.
 */
const GRANTS = `
  DO $$
  BEGIN
    IF to_regrole('${SERVICE_ROLE}') IS NULL THEN
      IF NOT (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) THEN RETURN; END IF;
      BEGIN
        CREATE ROLE ${SERVICE_ROLE} NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database's migration was quicker
      END;
    END IF;
    GRANT USAGE ON SCHEMA public TO ${SERVICE_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${SERVICE_ROLE};
    REVOKE UPDATE, DELETE ON audit_entries FROM ${SERVICE_ROLE};
    REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${SERVICE_ROLE};
  END $$`;

/** After migrating: every table leaves traces, and the service's role may do what serving needs, no more. */
export async function guard(database: Pick<DataSource, 'query'>): Promise<void> {
  for (const statement of [...FUNCTIONS, TRIGGERS, GRANTS]) await database.query(statement);
}
