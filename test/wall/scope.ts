import type { Node } from 'libpg-query';
import type { Bond } from './bond';

/** One item of a FROM clause, with those of its columns that can hold the organization. */
export interface Source {
  name: string;
  columns: Map<string, Bond>;
}

/** One column that a sub-select gives. */
export interface Output {
  name?: string;
  /** Its place; undefined after a `*`, whose columns are not counted. */
  at?: number;
  /** The organization that it holds. */
  bond?: Bond;
  /** A parameter or constant: an organization only where it is used as one. */
  value?: Bond;
}

/** What the names in one query mean. */
export class Scope {
  readonly sources: Source[] = [];
  private readonly tables = new Map<string, Output[]>();

  constructor(private readonly outer?: Scope) {}

  /** Adds a table of a WITH clause. */
  define(name: string, outputs: Output[]): void {
    this.tables.set(name, outputs);
  }

  /** The table of a WITH clause that has this name. */
  defined(name: string): Output[] | undefined {
    return this.tables.get(name) ?? this.outer?.defined(name);
  }

  /** The organization that a column holds; undefined for any other column. */
  resolve(path: string[]): Bond | undefined {
    const [column, source] = [path.at(-1)!, path.at(-2)];
    const fits = ({ name, columns }: Source) =>
      source === undefined ? columns.has(column) : name === source;
    const found = this.sources.find(fits);
    return found ? found.columns.get(column) : this.outer?.resolve(path);
  }

  /** The columns of `*`, or of `source.*`. */
  all(source: string | undefined): Output[] {
    const chosen = this.sources.filter(({ name }) => source === undefined || name === source);
    return chosen.flatMap(({ columns }) => [...columns].map(([name, bond]) => ({ name, bond })));
  }
}

/** The columns that a sub-select has to the query around it. */
export function columnsOf(outputs: Output[]): Source['columns'] {
  const columns = new Map<string, Bond>();
  for (const { name, bond, value } of outputs) {
    const isOrganization = name === 'organization_id';
    const inner = bond ?? (isOrganization ? value : undefined);
    if (name && (inner || isOrganization)) columns.set(name, { ways: inner ? [[inner]] : [] });
  }
  return columns;
}

/** The columns by the names that an alias gives them: `AS r(a, b)`. */
export function named(outputs: Output[], names: Node[] = []): Output[] {
  return outputs.map((output) => {
    const name = output.at === undefined ? undefined : names[output.at];
    return name && 'String' in name ? { ...output, name: name.String.sval } : output;
  });
}

/** The columns of a UNION: an organization where both sides have one. */
export function both(left: Output[], right: Output[]): Output[] {
  return left.map((one) => {
    const other = right.find(({ at, name }) => (one.at === undefined ? name === one.name : at === one.at));
    const bonds = [one, other].map((each) => each?.bond ?? each?.value);
    const isOrganization = one.bond ?? other?.bond;
    const bond = isOrganization && { ways: bonds.every((each) => each) ? [bonds as Bond[]] : [] };
    return { name: one.name, at: one.at, bond, value: bond ? undefined : one.value };
  });
}
