import { divisionOf, isExplosive, SAFE_EXPLOSIVES, standsFor } from '../../common/imdg';
import { GENERAL_TABLE, type Segregation, type SegregationRow } from './segregation-table';

/** What of dangerous goods counts where they stand. */
export interface StandingGoods {
  imdg_class: string | null;
  subsidiary_classes: string[];
  limited_quantity: boolean;
}

/** A table of segregation: how far apart two classes are kept. */
export type SegregationTable = (one: string, other: string) => Segregation;

const keyOf = (one: string, other: string) => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** The general table with the rules of an organization over it. A rule for 1.4S goes before one for 1.4. */
export function segregationTable(own: readonly SegregationRow[] = []): SegregationTable {
  const values = new Map(
    [...GENERAL_TABLE, ...own].map(({ class_a, class_b, value }) => [keyOf(class_a, class_b), value]),
  );
  return (one, other) => {
    for (const a of namesOf(one))
      for (const b of namesOf(other)) {
        const value = values.get(keyOf(a, b));
        if (value !== undefined) return value;
      }
    return 0;
  };
}

/** The names by which rules speak of a class, the particular one first. */
const namesOf = (imdg_class: string): string[] =>
  imdg_class === SAFE_EXPLOSIVES ? [imdg_class, divisionOf(imdg_class)] : [divisionOf(imdg_class)];

/** The classes of goods, the subsidiary ones too. */
export const classesOf = ({ imdg_class, subsidiary_classes }: StandingGoods): string[] =>
  imdg_class === null ? subsidiary_classes : [imdg_class, ...subsidiary_classes];

/** Two classes that are kept apart, and how far. */
export interface Apart {
  classes: [one: string, other: string];
  value: Segregation;
}

/**
 * How far apart the goods of two containers are kept: the highest value of all pairs of their classes, subsidiary ones too. Goods
 * in limited quantities are kept from class 1 alone (IMDG 3.4.4.2); packagings that are empty and uncleaned count as full ones (4.1.1.11).
 */
export function segregation(
  one: readonly StandingGoods[],
  other: readonly StandingGoods[],
  table: SegregationTable,
): Apart | undefined {
  let most: Apart | undefined;
  for (const a of one)
    for (const b of other)
      for (const class_a of classesOf(a))
        for (const class_b of classesOf(b)) {
          const value = isExempt(a, class_b) || isExempt(b, class_a) ? 0 : table(class_a, class_b);
          if (value > (most?.value ?? 0)) most = { classes: [class_a, class_b], value };
        }
  return most;
}

const isExempt = ({ limited_quantity }: StandingGoods, other: string) =>
  limited_quantity && !isExplosive(other);

/** The first class of goods that an area does not accept; null where it is not stated; undefined where all are accepted. */
export function notAccepted(
  goods: readonly StandingGoods[],
  accepts: readonly string[] | null,
): string | null | undefined {
  if (accepts === null) return undefined;
  if (goods.some(({ imdg_class }) => imdg_class === null)) return null;
  return goods.flatMap(classesOf).find((each) => !accepts.some((word) => standsFor(word, each)));
}

/** The first class of goods that is not placed in the yard; 1.4S only where it is named. */
export function deliveredDirectly(
  goods: readonly StandingGoods[],
  words: readonly string[],
): string | undefined {
  return goods
    .flatMap(classesOf)
    .find((each) => words.some((word) => (each === SAFE_EXPLOSIVES ? word === each : standsFor(word, each))));
}
