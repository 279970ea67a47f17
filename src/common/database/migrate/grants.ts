import type { DataSource } from 'typeorm';
import { SERVICE_ROLE } from '../../../embedded-postgres/service-role';
import { trace } from './traces';

/**
 * Creates the service's role where it is missing and the owner may create it, and grants it to read and write rows. It
 * may only read and add traces, and only read the list of migrations. It reaches partitions through their tables. It analyzes tables, and erases personal data from
 * traces too, through functions that nobody else may call.
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
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${SERVICE_ROLE};
    REVOKE UPDATE, DELETE ON audit_entries FROM ${SERVICE_ROLE};
    EXECUTE (SELECT coalesce(string_agg(format('REVOKE ALL ON %s FROM ${SERVICE_ROLE};', i.inhrelid::regclass), ' '), 'SELECT')
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid AND c.relkind = 'r' AND c.relispartition);
    REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${SERVICE_ROLE};
    GRANT EXECUTE ON FUNCTION analyze_tables() TO ${SERVICE_ROLE};
    GRANT EXECUTE ON FUNCTION erase_personal_data(bigint, text, bigint, text, integer) TO ${SERVICE_ROLE};
  END $$`;

/**
 * Runs after migrations: creates the triggers that trace writes, and grants the service's role what it needs and no
 * more.
 */
export async function guard(database: Pick<DataSource, 'query'>): Promise<void> {
  await trace(database);
  await database.query(GRANTS);
}
