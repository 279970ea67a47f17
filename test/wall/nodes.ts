import type { ColumnRef, Node, RangeVar } from 'libpg-query';

/** The parts of a column's name; a `*` is the last one. */
export function pathOf({ fields = [] }: ColumnRef): string[] {
  return fields.map((field) => ('String' in field ? field.String.sval! : '*'));
}

/** The items of a row, or the one value. */
export function itemsOf(node: Node): Node[] {
  return 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node];
}

/** Whether an operator is `=`. */
export function isEquals(name: Node[] = []): boolean {
  const last = name.at(-1);
  return last !== undefined && 'String' in last && last.String.sval === '=';
}

/** A table as a complaint names it: `trucks t`. */
export function nameOf({ relname, alias }: RangeVar): string {
  return alias?.aliasname ? `${relname} ${alias.aliasname}` : relname!;
}
