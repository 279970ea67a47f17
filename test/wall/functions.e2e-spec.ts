import { parsePlPgSQLSync } from 'libpg-query';
import { useService } from '../setup/service';
import { asTest, tenancyOf } from './guard';
import { judge } from './wall';

interface DatabaseFunction {
  name: string;
  language: string;
  body: string;
  definition: string;
}

/** Names that hold the organization in a function: its argument, and that of the row that a trigger is for. */
const ORGANIZATION = ['organization', 'new.organization_id', 'old.organization_id'];
const isOrganization = (path: string[]) => ORGANIZATION.includes(path.join('.'));

/** What counts the rows of a table, and tells nobody of them; and the traces of the organizations, whose id it is. */
const OF_ANY_ROW = {
  analyze_tables: ['trucks'],
  // the stays that the statement added say their organization
  bind_container_releases: ['container_releases r', 'containers c'],
  // the containers of the damages that the statement added, which say their organization
  count_found_damages: ['containers c'],
  // the days of the organization that changed
  forget_move_days: ['move_days d'],
  // those of the lines that the statement changed, which say their organization
  sum_booking_lines: ['bookings b', 'booking_lines l'],
  trace_changed_organizations: ['audit_entries'],
};

/** What traces the rows that a statement adds, each for its own organization. */
const isOfAdded = (name: string) => name.startsWith('trace_created_');

describe('the functions of the database', () => {
  const service = useService({});

  /** What each function reaches without the organization. */
  async function breaches(): Promise<Record<string, string[]>> {
    const tenancy = await asTest(() => tenancyOf(service.current.dataSource));
    const functions = await service.current.query<DatabaseFunction>(
      `SELECT p.proname AS name, l.lanname AS language, p.prosrc AS body, pg_get_functiondef(p.oid) AS definition
       FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
       WHERE p.pronamespace = 'public'::regnamespace AND l.lanname <> 'c'
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    );
    const found = functions.map((each) => [
      each.name,
      statementsOf(each).flatMap((text) => judge(text, tenancy, isOrganization).breaches),
    ]);
    return Object.fromEntries(found) as Record<string, string[]>;
  }

  it('reach no row without the organization', async () => {
    const reached = Object.entries(await breaches());
    expect(reached.length).toBeGreaterThan(5);
    const beyond = reached.filter(([name, what]) => what.length && !isOfAdded(name));
    expect(Object.fromEntries(beyond)).toEqual(OF_ANY_ROW);
  });

  it.each([
    ['sql', 'SELECT make FROM trucks WHERE id = place'],
    ['plpgsql', 'BEGIN RETURN (SELECT make FROM trucks WHERE id = place); END'],
    ['plpgsql', 'DECLARE n text; BEGIN n := (SELECT max(make) FROM trucks); RETURN n; END'],
    ['plpgsql', `BEGIN EXECUTE format('DELETE FROM %I WHERE id = $1', 'trucks') USING place; RETURN ''; END`],
    [
      'plpgsql',
      `BEGIN EXECUTE format('DELETE FROM %I WHERE organization_id = $1', 'trucks') USING place; RETURN ''; END`,
    ],
  ])('would be seen to: %s, %s', async (language, body) => {
    await service.current.query(
      `CREATE OR REPLACE FUNCTION leaking(organization bigint, place bigint) RETURNS text LANGUAGE ${language}
       AS $_$ ${body} $_$`,
    );
    expect((await breaches()).leaking).toEqual([expect.stringContaining('trucks')]);
  });
});

/** The statements in a function. A table that is put in when it runs is taken for a tenant table. */
function statementsOf({ language, body, definition }: DatabaseFunction): string[] {
  if (language === 'sql') return [body];
  return expressionsIn(parsePlPgSQLSync(definition));
}

interface Expression {
  query: string;
  /** 0 for a statement, 2 for an expression, and above for an assignment. */
  parseMode: number;
}

function expressionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(expressionsIn);
  if ('PLpgSQL_stmt_dynexecute' in node) {
    const { query, params = [] } = node.PLpgSQL_stmt_dynexecute as { query: Wrapped; params?: Wrapped[] };
    return [
      ...inside,
      dynamic(
        query.PLpgSQL_expr.query,
        params.map((each) => each.PLpgSQL_expr.query),
      ),
    ];
  }
  if (!('PLpgSQL_expr' in node)) return inside;
  const { query, parseMode } = node.PLpgSQL_expr as Expression;
  return [parseMode ? `SELECT ${query.replace(/^[\w.[\]]+ *:=/, '')}` : query];
}

type Wrapped = { PLpgSQL_expr: Expression };

/** The statement that EXECUTE format('…%I…') runs, with its parameters in their places. */
function dynamic(query: string, params: string[]): string {
  const text = /^format\('([^']*)'/.exec(query)![1]!.replaceAll('%I', 'trucks');
  return text.replace(/\$(\d+)/g, (_, number: string) => params[Number(number) - 1]!);
}
