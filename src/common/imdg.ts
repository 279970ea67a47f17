/** The classes of the IMDG code (2.0.1.1), each by its divisions where it has any. */
export const DIVISIONS = [
  '1.1',
  '1.2',
  '1.3',
  '1.4',
  '1.5',
  '1.6',
  '2.1',
  '2.2',
  '2.3',
  '3',
  '4.1',
  '4.2',
  '4.3',
  '5.1',
  '5.2',
  '6.1',
  '6.2',
  '7',
  '8',
  '9',
] as const;
export type Division = (typeof DIVISIONS)[number];

/** Goods of division 1.4 and compatibility group S, which hardly endanger what is beside them. */
export const SAFE_EXPLOSIVES = '1.4S';

/** The classes of which segregation rules speak. */
export const SEGREGATED_CLASSES = [...DIVISIONS, SAFE_EXPLOSIVES] as const;

/** The words that stand for classes in settings: a division, `1.4S`, or `1` for all of class 1. */
export const IMDG_WORDS = ['1', ...SEGREGATED_CLASSES] as const;

/** A class of the IMDG code with its division, and in class 1 the compatibility group. */
export const IMDG_CLASS = /^(1\.[1-6][A-HJ-LNS]?|2\.[1-3]|3|4\.[1-3]|5\.[12]|6\.[12]|7|8|9)$/;

/** The division of a class: `1.1` of `1.1D`. */
export const divisionOf = (imdg_class: string): Division => imdg_class.replace(/[A-Z]$/, '') as Division;

/** Whether a class is of class 1, explosives. */
export const isExplosive = (imdg_class: string): boolean => imdg_class.startsWith('1.');

/** Every class as goods state it: those of class 1 with and without a compatibility group. */
export const STATED_CLASSES: readonly string[] = DIVISIONS.flatMap((division) =>
  isExplosive(division) ? [division, ...[...'ABCDEFGHJKLNS'].map((group) => division + group)] : [division],
);

/** Whether a word of a setting stands for a class. */
export const standsFor = (word: string, imdg_class: string): boolean =>
  word === imdg_class || word === divisionOf(imdg_class) || (word === '1' && isExplosive(imdg_class));
