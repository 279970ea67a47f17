/**
 * The organization of one relation of a statement, or of one value in it. It is bound to the organization that asks
 * when all bonds of one of its `ways` are.
 */
export interface Bond {
  /** What is behind it, for the complaint: a tenant table, or a function that reads such. */
  what?: string;
  /** The number of the parameter, for a value that the statement is given. */
  parameter?: number;
  /** The numbers of the parameters of a column of VALUES, which are the organization where the column is used as one. */
  parameters?: number[];
  ways: Bond[][];
}

/** The first organization is bound when the second is. */
export type Edge = [Bond, Bond];

/** A value that comes with the statement: bound by nothing else. */
export const given = (parameter?: number): Bond => ({ parameter, ways: [[]] });

/** What two equal organizations say of each other. */
export function equal(one: Bond | undefined, other: Bond | undefined): Edge[] {
  if (!one || !other) return [];
  return [
    [one, other],
    [other, one],
  ];
}

/** Those that both lists have: what holds whichever side of an OR does. */
export function inBoth(some: Edge[], others: Edge[]): Edge[] {
  const same = ([a, b]: Edge, [c, d]: Edge) => a === c && (b === d || (isGiven(b) && isGiven(d)));
  return some.filter((edge) => others.some((other) => same(edge, other)));
}

const isGiven = ({ ways }: Bond) => ways.some((all) => !all.length);

/** Those of the bonds that lead to no given value. */
export function unbound(bonds: Bond[]): Bond[] {
  const bound = new Set<Bond>();
  const isBound = (bond: Bond): boolean => {
    if (bound.has(bond) || isGiven(bond)) return true;
    const ways = bond.ways.filter((all) => all.every((each) => bound.has(each) || isGiven(each)));
    if (ways.length) bound.add(bond);
    return ways.length > 0;
  };
  const all = reachable(bonds);
  for (let before = -1; before < bound.size;) {
    before = bound.size;
    all.forEach(isBound);
  }
  return bonds.filter((bond) => !isBound(bond));
}

function reachable(bonds: Bond[]): Bond[] {
  const all = new Set(bonds);
  for (const bond of all) bond.ways.flat().forEach((each) => all.add(each));
  return [...all];
}
