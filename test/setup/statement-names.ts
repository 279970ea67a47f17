import { parseSync } from 'libpg-query';
import type { Node, RangeVar, SelectStmt, WithClause } from 'libpg-query';
import { statementsOf } from './statements';

/**
 * The statements of a request in short, in their order: what each locks, reads, inserts, updates or deletes. What every
 * request sends (the transaction and its token) is left out.
 */
export async function namesOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts = await statementsOf(work);
  return texts.filter((text) => !/^(BEGIN|COMMIT)|FROM tokens|set_config/.test(text)).map(nameOf);
}

/** A statement in short: `lock containers`, or `insert containers + container_stays` where it writes both. */
function nameOf(text: string): string {
  const { stmt } = parseSync(text).stmts![0]!;
  return named(stmt!);
}

function named(statement: Node): string {
  if ('InsertStmt' in statement) {
    const { relation, withClause } = statement.InsertStmt;
    return writing('insert', relation, withClause);
  }
  if ('UpdateStmt' in statement) {
    const { relation, withClause } = statement.UpdateStmt;
    return writing('update', relation, withClause);
  }
  if ('DeleteStmt' in statement) {
    const { relation, withClause } = statement.DeleteStmt;
    return writing('delete', relation, withClause);
  }
  if ('SelectStmt' in statement) return reading(statement.SelectStmt);
  return Object.keys(statement)[0]!;
}

function writing(verb: string, table: RangeVar | undefined, ctes: WithClause | undefined): string {
  return [...new Set([...written(ctes), `${verb} ${table!.relname}`])].join(' + ');
}

/** What the named parts of a statement write. */
function written(ctes: WithClause | undefined): string[] {
  return (ctes?.ctes ?? []).flatMap((cte) => {
    const part = 'CommonTableExpr' in cte ? cte.CommonTableExpr.ctequery! : undefined;
    return part && !('SelectStmt' in part) ? [named(part)] : [];
  });
}

function reading({ fromClause, lockingClause, targetList, withClause, larg }: SelectStmt): string {
  const writes = written(withClause);
  if (writes.length) return [...new Set(writes)].join(' + ');
  const called = JSON.stringify(targetList ?? []);
  if (called.includes('pg_advisory_xact_lock')) return 'lock a name';
  if (JSON.stringify(fromClause ?? []).includes('"lock_containers"')) return 'lock containers';
  const table = larg ? tableOf(larg.fromClause) : tableOf(fromClause);
  if (!table) return called.includes('clock_timestamp') ? 'read the time' : 'read several tables';
  return `${lockingClause ? 'lock' : 'read'} ${table}`;
}

/** The first table of a FROM clause. */
function tableOf(from: Node[] = []): string | undefined {
  for (const node of from) {
    if ('RangeVar' in node) return node.RangeVar.relname;
    if ('JoinExpr' in node) return tableOf([node.JoinExpr.larg!, node.JoinExpr.rarg!]);
    if ('RangeSubselect' in node) {
      const { SelectStmt: select } = node.RangeSubselect.subquery as { SelectStmt: SelectStmt };
      const inner = tableOf(select.fromClause);
      if (inner) return inner;
    }
  }
  return undefined;
}
