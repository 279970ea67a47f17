import { parseSync } from 'libpg-query';
import type {
  DeleteStmt,
  FuncCall,
  InsertStmt,
  JoinExpr,
  Node,
  RangeVar,
  SelectStmt,
  SubLink,
  UpdateStmt,
  WithClause,
} from 'libpg-query';
import { Bond, Edge, equal, given, inBoth, unbound } from './bond';
import { isEquals, itemsOf, nameOf, pathOf } from './nodes';
import { both, columnsOf, named, Output, Scope, Source } from './scope';

/** What must not be reached without the organization. */
export interface Tenancy {
  /** The tables, each with the column that holds the organization. */
  tables: Map<string, string>;
  /** The functions that read such tables, each with the place of the argument that is the organization. */
  functions: Map<string, number>;
}

export interface Judgement {
  /** What is reached without its organization: `trucks t`. */
  breaches: string[];
  /** The numbers of the parameters that have to be the organization. */
  parameters: number[];
}

/**
 * Whether a statement reaches rows of one organization only: each tenant table has to be compared by its organization
 * with a parameter, or with another relation for which that holds. Joins, sub-selects at any depth, WITH and UNION are
 * followed; what cannot be followed is a breach.
 *
 * @param isOrganization names that hold the organization without being columns: arguments of a database function
 */
export function judge(
  text: string,
  tenancy: Tenancy,
  isOrganization: (path: string[]) => boolean = () => false,
): Judgement {
  const statement = new Statement(tenancy, isOrganization);
  for (const { stmt } of parseSync(text).stmts ?? []) statement.walk(stmt, new Scope());
  return statement.judgement();
}

class Statement {
  /** The organizations that have to be bound. */
  private readonly reached: Bond[] = [];
  private readonly parameters = new Set<number>();
  private readonly selected = new Map<SelectStmt, Output[]>();

  constructor(
    private readonly tenancy: Tenancy,
    private readonly isOrganization: (path: string[]) => boolean,
  ) {}

  judgement(): Judgement {
    const breaches = unbound(this.reached).map(({ what }) => what!);
    return { breaches: [...new Set(breaches)], parameters: [...this.parameters] };
  }

  /** Finds the queries inside of anything. */
  walk(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) return node.forEach((each) => this.walk(each, scope));
    if (typeof node !== 'object' || node === null || this.query(node as Node, scope)) return;
    if ('FuncCall' in node) this.call(node.FuncCall as FuncCall, scope);
    // a table where no query looked for it, such as that of a COPY or a MERGE
    if ('relname' in node) this.table(node as RangeVar, scope);
    Object.values(node).forEach((each) => this.walk(each, scope));
  }

  /** The columns that a query gives; undefined for anything else. */
  private query(node: Node, scope: Scope): Output[] | undefined {
    if ('SelectStmt' in node) return this.select(node.SelectStmt, scope);
    if ('InsertStmt' in node) return this.insert(node.InsertStmt, new Scope(scope));
    if ('UpdateStmt' in node)
      return this.change(node.UpdateStmt, node.UpdateStmt.fromClause, new Scope(scope));
    if ('DeleteStmt' in node)
      return this.change(node.DeleteStmt, node.DeleteStmt.usingClause, new Scope(scope));
    return undefined;
  }

  private select(query: SelectStmt, outer: Scope): Output[] {
    const known = this.selected.get(query);
    if (known) return known;
    const scope = new Scope(outer);
    const { withClause, larg, rarg, fromClause, whereClause, lockingClause: _, ...rest } = query;
    this.with(withClause, scope);
    fromClause?.forEach((item) => this.from(item, scope));
    this.restrict(whereClause, scope.sources, scope);
    this.walk(rest, scope);
    const outputs =
      larg && rarg
        ? both(this.select(larg, scope), this.select(rarg, scope))
        : query.valuesLists
          ? this.valuesOf(query.valuesLists, scope)
          : this.outputs(query.targetList, scope);
    this.selected.set(query, outputs);
    return outputs;
  }

  /** An INSERT has to write the organization, and to look for it when it updates instead. */
  private insert(statement: InsertStmt, scope: Scope): Output[] {
    const { relation, cols = [], selectStmt, onConflictClause: conflict, withClause } = statement;
    this.with(withClause, scope);
    const column = this.tenancy.tables.get(relation!.relname!);
    const bond: Bond = { what: nameOf(relation!), ways: [] };
    if (selectStmt && 'SelectStmt' in selectStmt) {
      const { SelectStmt: query } = selectStmt;
      const at = cols.findIndex((col) => 'ResTarget' in col && col.ResTarget.name === column);
      const given = this.select(query, scope).filter((output) => output.at === at);
      const written = query.valuesLists
        ? query.valuesLists.map((row) => 'List' in row && this.term(row.List.items?.[at], scope))
        : given.map((output) => output.bond ?? output.value);
      const ways = written.filter((each) => each) as Bond[];
      if (ways.length && ways.length === written.length) bond.ways.push(this.used(ways));
    }
    // a new organization is read by nobody
    if (column && relation!.relname !== 'organizations') this.reached.push(bond);
    for (const name of [relation!.alias?.aliasname ?? relation!.relname!, 'excluded'])
      scope.sources.push({ name, columns: new Map(column ? [[column, bond]] : []) });
    const keys = conflict?.infer?.indexElems?.map((key) => 'IndexElem' in key && key.IndexElem.name);
    if (column && conflict?.action === 'ONCONFLICT_UPDATE' && !keys?.includes(column))
      this.reached.push({ what: `${nameOf(relation!)} (ON CONFLICT)`, ways: [] });
    this.assignments(conflict?.targetList, relation!);
    this.walk(conflict, scope);
    return this.returned(statement, scope);
  }

  private change(statement: UpdateStmt | DeleteStmt, from: Node[] | undefined, scope: Scope): Output[] {
    const { relation, whereClause, withClause } = statement;
    this.with(withClause, scope);
    this.table(relation!, scope);
    from?.forEach((item) => this.from(item, scope));
    this.restrict(whereClause, scope.sources, scope);
    if ('targetList' in statement) {
      this.assignments(statement.targetList, relation!);
      this.walk(statement.targetList, scope);
    }
    return this.returned(statement, scope);
  }

  /** No row changes its organization. */
  private assignments(targets: Node[] = [], relation: RangeVar): void {
    const column = this.tenancy.tables.get(relation.relname!);
    const names = targets.map((target) => 'ResTarget' in target && target.ResTarget.name);
    if (names.includes(column)) this.reached.push({ what: `${nameOf(relation)} (SET ${column})`, ways: [] });
  }

  private returned({ returningClause }: InsertStmt | UpdateStmt | DeleteStmt, scope: Scope): Output[] {
    this.walk(returningClause, scope);
    return this.outputs(returningClause?.exprs, scope);
  }

  private with(clause: WithClause | undefined, scope: Scope): void {
    for (const cte of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in cte)) continue;
      const { ctename, ctequery, aliascolnames } = cte.CommonTableExpr;
      // what a recursive query finds in itself begins with its first part
      if (clause!.recursive && 'SelectStmt' in ctequery! && ctequery.SelectStmt.larg)
        scope.define(ctename!, named(this.select(ctequery.SelectStmt.larg, scope), aliascolnames));
      scope.define(ctename!, named(this.query(ctequery!, scope) ?? [], aliascolnames));
    }
  }

  /** The relations of one item of a FROM clause. */
  private from(item: Node, scope: Scope): Source[] {
    if ('RangeVar' in item) return [this.table(item.RangeVar, scope)];
    if ('JoinExpr' in item) return this.join(item.JoinExpr, scope);
    this.walk(item, scope);
    const source: Source = { name: '', columns: new Map() };
    if ('RangeSubselect' in item) {
      const { subquery, alias } = item.RangeSubselect;
      source.name = alias?.aliasname ?? '';
      source.columns = columnsOf(named(this.query(subquery!, scope)!, alias?.colnames));
    } else if ('RangeFunction' in item) {
      const { alias, coldeflist = [] } = item.RangeFunction;
      source.name = alias?.aliasname ?? '';
      const names = coldeflist.map((column) => ('ColumnDef' in column ? column.ColumnDef.colname! : ''));
      source.columns = columnsOf(names.map((name) => ({ name })));
    }
    scope.sources.push(source);
    return [source];
  }

  private table(relation: RangeVar, scope: Scope): Source {
    const { relname, schemaname, alias } = relation;
    const defined = schemaname ? undefined : scope.defined(relname!);
    const source = { name: alias?.aliasname ?? relname!, columns: columnsOf(defined ?? []) };
    const column = defined ? undefined : this.tenancy.tables.get(relname!);
    if (column) {
      const bond: Bond = { what: nameOf(relation), ways: [] };
      this.reached.push(bond);
      source.columns.set(column, bond);
    }
    scope.sources.push(source);
    return source;
  }

  /** A condition of an outer join does not restrict the side whose rows all stay. */
  private join({ larg, rarg, jointype, quals, usingClause, isNatural }: JoinExpr, scope: Scope): Source[] {
    const [left, right] = [this.from(larg!, scope), this.from(rarg!, scope)];
    const restricted = [
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
    ];
    this.restrict(quals, restricted, scope);
    const names = usingClause?.map((name) => ('String' in name ? name.String.sval! : ''));
    const shared = isNatural ? left.flatMap(({ columns }) => [...columns.keys()]) : names;
    for (const name of shared ?? [])
      for (const one of left)
        for (const other of right)
          this.apply(equal(one.columns.get(name), other.columns.get(name)), restricted);
    return [...left, ...right];
  }

  /** Binds relations by a condition that their rows have to meet. */
  private restrict(condition: Node | undefined, sources: Source[], scope: Scope): void {
    if (!condition) return;
    this.apply(this.edges(condition, scope), sources);
    this.walk(condition, scope);
  }

  private apply(edges: Edge[], sources: Source[]): void {
    const own = new Set(sources.flatMap(({ columns }) => [...columns.values()]));
    for (const [bond, to] of edges) if (own.has(bond)) bond.ways.push(this.used([to]));
  }

  private used(bonds: Bond[]): Bond[] {
    for (const { parameter, parameters = [] } of bonds)
      for (const number of parameter ? [parameter] : parameters) this.parameters.add(number);
    return bonds;
  }

  /** The organizations that are equal where a condition holds. */
  private edges(condition: Node, scope: Scope): Edge[] {
    if ('BoolExpr' in condition) {
      const { boolop, args = [] } = condition.BoolExpr;
      const parts = args.map((arg) => this.edges(arg, scope));
      if (boolop === 'AND_EXPR') return parts.flat();
      return boolop === 'OR_EXPR' ? parts.reduce(inBoth) : [];
    }
    if ('SubLink' in condition) return this.membership(condition.SubLink, scope);
    if (!('A_Expr' in condition)) return [];
    const { kind, name, lexpr, rexpr } = condition.A_Expr;
    if (kind !== 'AEXPR_OP' || !isEquals(name)) return [];
    const [left, right] = [itemsOf(lexpr!), itemsOf(rexpr!)];
    return left.flatMap((item, at) => equal(this.term(item, scope), this.term(right[at], scope)));
  }

  /** `(organization_id, id) IN (SELECT …)` */
  private membership({ subLinkType, testexpr, operName, subselect }: SubLink, scope: Scope): Edge[] {
    if (subLinkType !== 'ANY_SUBLINK' || !(operName === undefined || isEquals(operName))) return [];
    const outputs = this.query(subselect!, scope)!;
    return itemsOf(testexpr!).flatMap((item, at) =>
      equal(this.term(item, scope), outputs.find((output) => output.at === at)?.bond),
    );
  }

  /** The organization that an expression is, as far as it can be one. */
  private term(node: Node | undefined, scope: Scope): Bond | undefined {
    return node && (this.bond(node, scope) ?? this.value(node));
  }

  private bond(node: Node, scope: Scope): Bond | undefined {
    if ('TypeCast' in node) return this.bond(node.TypeCast.arg!, scope);
    if (!('ColumnRef' in node)) return undefined;
    const path = pathOf(node.ColumnRef);
    return this.isOrganization(path) ? given() : scope.resolve(path);
  }

  private value(node: Node): Bond | undefined {
    if ('TypeCast' in node) return this.value(node.TypeCast.arg!);
    if ('ParamRef' in node) return given(node.ParamRef.number);
    // (SELECT $1)
    const query = 'SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK' && node.SubLink.subselect;
    if (query && 'SelectStmt' in query && !query.SelectStmt.fromClause) {
      const [target] = query.SelectStmt.targetList ?? [];
      return target && 'ResTarget' in target ? this.value(target.ResTarget.val!) : undefined;
    }
    return 'A_Const' in node && !node.A_Const.isnull ? given() : undefined;
  }

  /** The columns of VALUES: each is an organization where all of its rows hold one. */
  private valuesOf(lists: Node[], scope: Scope): Output[] {
    const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []));
    return rows[0]!.map((_, at) => {
      const terms = rows.map((row) => this.term(row[at], scope));
      const parameters = terms.flatMap((term) => term?.parameter ?? []);
      return { at, bond: { parameters, ways: terms.every((term) => term) ? [terms as Bond[]] : [] } };
    });
  }

  private outputs(targets: Node[] = [], scope: Scope): Output[] {
    let counted = true;
    return targets.flatMap((target, at): Output[] => {
      const { name, val } = 'ResTarget' in target ? target.ResTarget : {};
      const path = val && 'ColumnRef' in val ? pathOf(val.ColumnRef) : [];
      if (path.at(-1) === '*') {
        counted = false;
        return scope.all(path.at(-2));
      }
      const place = counted ? { at } : {};
      return [
        {
          name: name ?? path.at(-1),
          ...place,
          bond: val && this.bond(val, scope),
          value: val && this.value(val),
        },
      ];
    });
  }

  /** A function that reads tenant tables has to be given the organization. */
  private call({ funcname, args = [] }: FuncCall, scope: Scope): void {
    const last = funcname?.at(-1);
    const name = last && 'String' in last ? last.String.sval! : '';
    const at = this.tenancy.functions.get(name);
    if (at === undefined) return;
    const term = this.term(args[at], scope);
    this.reached.push({ what: `${name}()`, ways: term ? [this.used([term])] : [] });
  }
}
