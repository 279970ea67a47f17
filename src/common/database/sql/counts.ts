import sql, { join, raw, Sql } from 'sql-template-tag';

/** What the records of a list are counted by. Conditions and keys refer to the list's own table as `t`. */
export interface Group {
  /** SQL: what records are grouped by. */
  key: Sql;
  /** SQL: a key as it is answered. */
  shown: (key: Sql, organization_id: number) => Sql;
  /** SQL: the condition of each value, where they are few. */
  values?: Record<string, Sql>;
}

/** By a column of words. */
export function byWords(column: string, words: readonly string[]): Group {
  const values = Object.fromEntries(words.map((word) => [word, sql`${raw(`t.${column}`)} = ${word}`]));
  return { key: raw(`t.${column}`), shown: (key) => key, values };
}

/** By conditions that exclude each other; each record fulfils one. */
export function byConditions(values: Record<string, Sql>): Group {
  const cases = Object.entries(values).map(([word, condition]) => sql`WHEN ${condition} THEN ${word}::text`);
  return { key: sql`CASE ${join(cases, ' ')} END`, shown: (key) => key, values };
}

/** By the record that a column refers to, which is answered by its key. */
export function byRecord(column: string, table: string, key: string): Group {
  return {
    key: raw(`t.${column}`),
    shown: (id, organization_id) => sql`(SELECT r.${raw(key)} FROM ${raw(table)} r
      WHERE r.organization_id = ${organization_id} AND r.id = ${id})`,
  };
}
