import { parseSync } from 'libpg-query';
import type {
  FuncCall,
  JoinExpr,
  Node,
  RangeFunction,
  RangeVar,
  SelectStmt,
  SubLink,
  WithClause,
} from 'libpg-query';
import { Bond, unbound } from './bond';
import { isEquals, itemsOf, nameOf, pathOf } from './nodes';

/** A column of a UNION, which is of both sides. */
interface Part extends Bond {
  sides?: Part[];
}

/** What concerns parties. */
export interface Concerned {
  /** The tables, with those of interests. */
  tables: Set<string>;
  /** The functions that read such tables. One of their arguments has to be bound. */
  functions: Set<string>;
}

/** What a column is of: a table of which only some rows are the actor's; any column of it represents its row. */
type Columns = Map<string, Bond>;
/** Stands for each column that is not named. */
const ANY = '*';

interface Source {
  name: string;
  columns: Columns;
}

/** For each relation what a condition asks of it: any of these ways, each of which is all of some bonds. */
type Asked = Map<Bond, Bond[][]>;

const OWN: Bond = { ways: [[]] };
/** What is never true asks all of each relation. */
const NEVER: Asked = new Map();

class Scope {
  readonly sources: Source[] = [];
  readonly tables = new Map<string, Columns>();

  constructor(readonly outer?: Scope) {}

  defined(name: string): Columns | undefined {
    return this.tables.get(name) ?? this.outer?.defined(name);
  }

  resolve(path: string[]): Bond | undefined {
    const [column, source] = [path.at(-1)!, path.at(-2)];
    if (column === 'organization_id') return undefined;
    const own = this.sources.filter(({ name, columns }) => (source ? name === source : columns.size));
    if (own.length) return own[0]!.columns.get(column) ?? own[0]!.columns.get(ANY);
    return this.outer?.resolve(path);
  }
}

/**
 * What a statement reads of tables whose rows concern parties without being bound to those of the actor: through a column
 * that is compared with ids of the actor's own, or by a relation to a row that is bound, such as one of `stay_parties`.
 * Writing needs no bond: what is written was read before.
 *
 * @param own the numbers of the parameters that hold ids of the actor's own
 */
export function judgeForParties(text: string, { tables, functions }: Concerned, own: Set<number>): string[] {
  const statement = new Statement(tables, functions, own);
  for (const { stmt } of parseSync(text).stmts ?? []) statement.walk(stmt, new Scope());
  return [...new Set(unbound(statement.reached).map(({ what }) => what!))];
}

class Statement {
  readonly reached: Bond[] = [];
  private readonly selected = new Map<SelectStmt, Columns>();

  constructor(
    private readonly concerned: Set<string>,
    private readonly functions: Set<string>,
    private readonly own: Set<number>,
  ) {}

  /** Finds the queries inside of anything. */
  walk(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) return node.forEach((each) => this.walk(each, scope));
    if (typeof node !== 'object' || node === null) return;
    if ('SelectStmt' in node) return void this.select(node.SelectStmt as SelectStmt, scope);
    if ('FuncCall' in node) this.call(node.FuncCall as FuncCall, scope);
    // a table where no query looked for it, such as that of a COPY or a MERGE
    if ('relname' in node) return void this.table(node as RangeVar, scope);
    if ('UpdateStmt' in node || 'DeleteStmt' in node || 'InsertStmt' in node) return this.write(node, scope);
    Object.values(node).forEach((each) => this.walk(each, scope));
  }

  private call({ funcname = [], args = [] }: FuncCall, scope: Scope): void {
    const name = funcname.at(-1);
    if (!name || !('String' in name) || !this.functions.has(name.String.sval!)) return;
    const terms = args.flatMap((arg) => this.term(arg, scope) ?? []);
    this.reached.push({ what: `${name.String.sval}()`, ways: terms.map((term) => [term]) });
  }

  private write(node: object, outer: Scope): void {
    const [statement] = Object.values(node) as [Record<string, any>];
    const scope = new Scope(outer);
    const { withClause, relation, fromClause, usingClause, whereClause, ...rest } = statement;
    this.with(withClause as WithClause | undefined, scope);
    const target = this.table(relation as RangeVar, scope);
    for (const item of (fromClause ?? usingClause ?? []) as Node[]) this.from(item, scope);
    this.restrict(whereClause as Node | undefined, scope.sources, scope);
    this.walk(rest, scope);
    // an insert reads nothing of its own table
    if ('InsertStmt' in node) for (const bond of target.columns.values()) bond.ways.push([]);
  }

  /** @param joined relations that the query is joined with, and whose rows go where it has none */
  private select(query: SelectStmt, outer: Scope, joined: Source[] = []): Columns {
    const known = this.selected.get(query);
    if (known) return known;
    const scope = new Scope(outer);
    const { withClause, larg, rarg, fromClause, whereClause, lockingClause: _, ...rest } = query;
    this.with(withClause, scope);
    fromClause?.forEach((item) => this.from(item, scope));
    this.restrict(whereClause, [...scope.sources, ...joined], scope);
    this.walk(rest, scope);
    const columns =
      larg && rarg
        ? both(this.select(larg, scope), this.select(rarg, scope))
        : this.outputs(query.targetList, scope);
    this.selected.set(query, columns);
    return columns;
  }

  private with(clause: WithClause | undefined, scope: Scope): void {
    for (const cte of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in cte)) continue;
      const { ctename, ctequery, aliascolnames } = cte.CommonTableExpr;
      const query = ctequery && 'SelectStmt' in ctequery ? ctequery.SelectStmt : undefined;
      // what a recursive query finds in itself begins with its first part
      if (clause!.recursive && query?.larg)
        scope.tables.set(ctename!, named(this.select(query.larg, scope), aliascolnames));
      if (query) scope.tables.set(ctename!, named(this.select(query, scope), aliascolnames));
      else {
        // what a write returns is its own
        this.walk(ctequery, scope);
        scope.tables.set(ctename!, new Map([[ANY, OWN]]));
      }
    }
  }

  private from(item: Node, scope: Scope, isInner = true): Source[] {
    if ('RangeVar' in item) return [this.table(item.RangeVar, scope)];
    if ('JoinExpr' in item) return this.join(item.JoinExpr, scope);
    const source: Source = { name: '', columns: new Map() };
    if ('RangeSubselect' in item) {
      const { subquery, alias } = item.RangeSubselect;
      source.name = alias?.aliasname ?? '';
      if (subquery && 'SelectStmt' in subquery) {
        const { SelectStmt: query } = subquery;
        const joined = isInner && isOfRows(query) ? scope.sources : [];
        source.columns = named(this.select(query, scope, joined), alias?.colnames);
      }
    } else {
      this.walk(item, scope);
      if ('RangeFunction' in item) {
        source.name = item.RangeFunction.alias?.aliasname ?? '';
        const unnested = unnestedIn(item.RangeFunction);
        const bond = this.term(unnested, scope);
        if (bond) source.columns = new Map([[ANY, bond]]);
      }
    }
    scope.sources.push(source);
    return [source];
  }

  private table(relation: RangeVar, scope: Scope): Source {
    const { relname, alias } = relation;
    const defined = scope.defined(relname!);
    const source = { name: alias?.aliasname ?? relname!, columns: defined ?? new Map<string, Bond>() };
    if (!defined) {
      const bond: Bond = { what: nameOf(relation), ways: [] };
      if (this.concerned.has(relname!)) this.reached.push(bond);
      source.columns = new Map([[ANY, bond]]);
    }
    scope.sources.push(source);
    return source;
  }

  /** A condition of an outer join does not restrict the side whose rows all stay. */
  private join({ larg, rarg, jointype, quals, usingClause }: JoinExpr, scope: Scope): Source[] {
    const [left, right] = [
      this.from(larg!, scope, jointype === 'JOIN_INNER'),
      this.from(rarg!, scope, jointype === 'JOIN_INNER'),
    ];
    const restricted = [
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
    ];
    this.restrict(quals, restricted, scope);
    for (const each of usingClause ?? []) {
      const name = 'String' in each ? each.String.sval! : '';
      const of = ({ columns }: Source) =>
        name === 'organization_id' ? undefined : (columns.get(name) ?? columns.get(ANY));
      for (const one of left) for (const other of right) this.apply(equal(of(one), of(other)), restricted);
    }
    return [...left, ...right];
  }

  private restrict(condition: Node | undefined, sources: Source[], scope: Scope): void {
    if (!condition) return;
    this.apply(this.asked(condition, scope), sources);
    this.walk(condition, scope);
  }

  private apply(requested: Asked, sources: Source[]): void {
    if (requested === NEVER)
      requested = new Map(
        sources.flatMap(({ columns }) => [...columns.values()].map((bond) => [bond, [[]]])),
      );
    const own = new Set(sources.flatMap(({ columns }) => [...columns.values()]));
    for (const [bond, ways] of requested) if (own.has(bond)) relying(bond, ways);
  }

  /** What a condition asks of each relation where it holds. */
  private asked(condition: Node, scope: Scope): Asked {
    if ('BoolExpr' in condition) {
      const { boolop, args = [] } = condition.BoolExpr;
      const parts = args.map((arg) => this.asked(arg, scope));
      if (boolop === 'AND_EXPR') return parts.includes(NEVER) ? NEVER : merged(parts);
      return boolop === 'OR_EXPR' ? parts.reduce(either) : new Map();
    }
    if ('SubLink' in condition) return this.membership(condition.SubLink, scope);
    if ('A_Const' in condition && condition.A_Const.boolval && !condition.A_Const.boolval.boolval)
      return NEVER;
    if (!('A_Expr' in condition)) return new Map();
    const { kind, name, lexpr, rexpr } = condition.A_Expr;
    if (!isEquals(name) || !lexpr || !rexpr) return new Map();
    if (kind === 'AEXPR_IN' && 'List' in rexpr) {
      const items = rexpr.List.items ?? [];
      return items.every((item) => this.term(item, scope) === OWN)
        ? equal(this.term(lexpr, scope), OWN)
        : new Map();
    }
    if (kind !== 'AEXPR_OP' && kind !== 'AEXPR_OP_ANY') return new Map();
    const [left, right] = [itemsOf(lexpr), itemsOf(rexpr)];
    return merged(
      left.map((item, at) => {
        const [one, other] = [this.term(item, scope), this.term(right[at], scope)];
        if ('SubLink' in item) rely(one, other);
        if (right[at] && 'SubLink' in right[at]) rely(other, one);
        return equal(one, other);
      }),
    );
  }

  private membership({ subLinkType, testexpr, subselect }: SubLink, scope: Scope): Asked {
    if (!subselect || !('SelectStmt' in subselect)) return new Map();
    const columns = this.select(subselect.SelectStmt, scope);
    if (subLinkType === 'ANY_SUBLINK')
      return merged(
        itemsOf(testexpr!).map((item, at) => {
          const [one, other] = [this.term(item, scope), columns.get(String(at))];
          rely(other, one);
          return equal(one, other);
        }),
      );
    if (subLinkType !== 'EXISTS_SUBLINK') return new Map();
    // a row of which another one exists that is bound
    const inner = new Scope(scope);
    const { fromClause = [], whereClause } = subselect.SelectStmt;
    const before = this.reached.length;
    for (const item of fromClause) this.from(item, inner);
    const requested = whereClause ? this.asked(whereClause, inner) : new Map<Bond, Bond[][]>();
    this.apply(requested, inner.sources);
    this.reached.splice(before);
    return requested;
  }

  /** What a value is of. */
  private term(node: Node | undefined, scope: Scope): Bond | undefined {
    if (!node) return undefined;
    // null equals nothing, so it tells nothing
    if (isNull(node)) return OWN;
    if ('TypeCast' in node) return this.term(node.TypeCast.arg, scope);
    if ('ParamRef' in node) return this.own.has(node.ParamRef.number!) ? OWN : undefined;
    if ('ColumnRef' in node) return scope.resolve(pathOf(node.ColumnRef));
    if ('CoalesceExpr' in node) return this.eachOf(node.CoalesceExpr.args ?? [], scope);
    if ('CaseExpr' in node) {
      const { args = [], defresult } = node.CaseExpr;
      const results = args.map((arg) => ('CaseWhen' in arg ? arg.CaseWhen.result! : arg));
      return this.eachOf([...results, ...(defresult ? [defresult] : [])], scope);
    }
    if ('A_ArrayExpr' in node) return this.eachOf(node.A_ArrayExpr.elements ?? [], scope);
    if (!('SubLink' in node) || !node.SubLink.subselect || !('SelectStmt' in node.SubLink.subselect))
      return undefined;
    return this.select(node.SubLink.subselect.SelectStmt, scope).get('0');
  }

  /** A value that is one of several: all of them are of something. */
  private eachOf(nodes: Node[], scope: Scope): Bond | undefined {
    const terms = nodes.map((node) => this.term(node, scope));
    return terms.length && terms.every((term) => term) ? { ways: [terms as Bond[]] } : undefined;
  }

  /** The columns of a query by name and place. */
  private outputs(targets: Node[] = [], scope: Scope): Columns {
    const columns: Columns = new Map();
    targets.forEach((target, at) => {
      const { name, val } = 'ResTarget' in target ? target.ResTarget : {};
      const path = val && 'ColumnRef' in val ? pathOf(val.ColumnRef) : [];
      if (path.at(-1) === ANY) {
        const [all] = scope.sources.filter((each) => path.length < 2 || each.name === path.at(-2));
        for (const [column, bond] of all?.columns ?? []) columns.set(column, bond);
        return;
      }
      const bond = this.term(val, scope);
      if (!bond) return;
      columns.set(String(at), bond);
      const called = name ?? path.at(-1);
      if (called) columns.set(called, bond);
    });
    return columns;
  }
}

/** Rows of a sub-select that count only where they equal a value: bound where that is, since they say nothing but of its row. */
function rely(rows: Bond | undefined, on: Bond | undefined): void {
  if (rows && on && rows !== on) relying(rows, [[on]]);
}

/** The rows of a UNION are those of both sides. */
function relying(rows: Part, ways: Bond[][]): void {
  if (rows !== OWN) rows.ways.push(...ways);
  rows.sides?.forEach((side) => relying(side, ways));
}

function equal(one: Bond | undefined, other: Bond | undefined): Asked {
  if (!one || !other || one === other) return new Map();
  return new Map([
    [one, [[other]]],
    [other, [[one]]],
  ]);
}

function merged(parts: Asked[]): Asked {
  const all: Asked = new Map();
  for (const part of parts)
    for (const [bond, ways] of part) all.set(bond, [...(all.get(bond) ?? []), ...ways]);
  return all;
}

/** What holds whichever side of an OR does: a way of each. */
function either(some: Asked, others: Asked): Asked {
  if (some === NEVER || others === NEVER) return some === NEVER ? others : some;
  const all: Asked = new Map();
  for (const [bond, ways] of some) {
    const further = others.get(bond);
    if (further)
      all.set(
        bond,
        ways.flatMap((way) => further.map((other) => [...way, ...other])),
      );
  }
  return all;
}

/** Whether a query has no row where its tables have none: not so for a count. */
function isOfRows({ targetList = [] }: SelectStmt): boolean {
  return targetList.every(
    (target) => 'ResTarget' in target && target.ResTarget.val && 'ColumnRef' in target.ResTarget.val,
  );
}

function isNull(node: Node): boolean {
  if ('TypeCast' in node) return isNull(node.TypeCast.arg!);
  return 'A_Const' in node && node.A_Const.isnull === true;
}

/** The columns by the names that an alias gives them: `AS r(a, b)`. */
function named(columns: Columns, names: Node[] = []): Columns {
  const all = new Map(columns);
  names.forEach((name, at) => {
    const bond = columns.get(String(at));
    if ('String' in name && bond) all.set(name.String.sval!, bond);
  });
  return all;
}

/** What `unnest(…)` makes rows of. */
function unnestedIn({ functions = [] }: RangeFunction): Node | undefined {
  const [first] = functions.flatMap((each) => ('List' in each ? (each.List.items ?? []) : []));
  if (functions.length !== 1 || !first || !('FuncCall' in first)) return undefined;
  const { funcname = [], args = [] } = first.FuncCall;
  const name = funcname.at(-1);
  return name && 'String' in name && name.String.sval === 'unnest' && args.length === 1 ? args[0] : undefined;
}

/** The columns of a UNION, by place and by the names of its first part. */
function both(left: Columns, right: Columns): Columns {
  const columns: Columns = new Map();
  for (const [name, bond] of left) {
    const [place] = [...left].find(([at, each]) => each === bond && /^\d+$/.test(at)) ?? [name];
    const other = right.get(place);
    if (other)
      columns.set(name, columns.get(place) ?? ({ ways: [[bond, other]], sides: [bond, other] } as Part));
  }
  return columns;
}
