import type { DataSource } from 'typeorm';

/**
 * Everything that the schema of a database consists of, each with what PostgreSQL says it is: columns,
 * constraints, indexes, functions and triggers. In what order columns stand is left aside, and so are partitions, whose names
 * tell months.
 */
export async function schemaOf(dataSource: DataSource): Promise<Record<string, string>> {
  const rows = await dataSource.query<{ name: string; is: string }[]>(`
    WITH tables AS (
      SELECT oid, relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> 'migrations'
    )
    SELECT 'column ' || relname || '.' || attname AS name,
      concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
        'DEFAULT ' || pg_get_expr(adbin, adrelid), 'IDENTITY ' || nullif(attidentity::text, '')) AS "is"
    FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL
    SELECT 'constraint ' || relname || '.' || conname, pg_get_constraintdef(c.oid)
    FROM tables JOIN pg_constraint c ON conrelid = tables.oid
    UNION ALL
    SELECT 'index ' || indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    FROM tables JOIN pg_index ON indrelid = tables.oid
    UNION ALL
    SELECT 'trigger ' || relname || '.' || tgname, pg_get_triggerdef(t.oid)
    FROM tables JOIN pg_trigger t ON tgrelid = tables.oid AND NOT tgisinternal
    UNION ALL
    SELECT 'function ' || p.oid::regprocedure::text, pg_get_functiondef(p.oid)
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    ORDER BY 1`);
  return Object.fromEntries(rows.map(({ name, is }) => [name, is]));
}
