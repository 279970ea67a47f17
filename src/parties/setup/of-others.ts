import sql, { raw } from 'sql-template-tag';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { among } from '../../common/database/sql/conditions';
import { ofParties } from '../../common/party-wall/party-wall';
import { COMMON } from '../../common/errors/codes';
import type { RowClass } from '../../common/schema/columns';
import { tableOf } from '../../common/write/lookups';
import type { WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';

/**
 * Refuses to a limited token a plate or licence that another company has: whoever knows it may not learn more than that.
 * @param what the noun of the sentence
 * @param part a column that also has to be the same, where both have a value
 */
export const refuseOfOthers =
  (entity: RowClass, column: string, field: string, what: string, part?: string) =>
  async (rows: Pick<WriteRow, 'columns' | 'refuse'>[], { db }: WriteRun): Promise<void> => {
    const { actor, dataSource } = db;
    const keys = rows.flatMap(({ columns }) => (columns[column] as string | undefined) ?? []);
    if (!actor.limited || !keys.length) return;
    const taken = sql`
      SELECT ${raw(`t.${column}`)} AS key, ${raw(part ? `t.${part}` : 'NULL')} AS part FROM ${raw(tableOf(entity))} t
      WHERE t.organization_id = ${actor.organization_id} AND ${among(`t.${column}`, keys, 'text')}
        AND NOT coalesce(${ofParties(dataSource, entity, 't', actor)!}, false)`;
    const found = await db.query<{ key: string; part: unknown }>(
      asTerminal('a plate or licence is taken whoever has it', taken),
    );
    const isTaken = ({ columns }: Pick<WriteRow, 'columns'>) =>
      found.some(
        ({ key, part: theirs }) =>
          key === columns[column] &&
          (!part || [theirs, columns[part]].includes(null) || theirs === columns[part]),
      );
    for (const row of rows)
      if (isTaken(row))
        row.refuse(field, {
          code: COMMON.taken,
          sentence: `This ${what} cannot be added: ask the terminal.`,
          status: 422,
        });
  };
