/** What a client is told when the database refuses a row by a constraint, and which field it may correct. */
export interface Refusal {
  sentence: string;
  field?: string;
}

const refusals = new Map<string, Refusal>();

/**
 * Class decorator of an entity: the sentence for one of its constraints, where the one made from the
 * constraint's name (`uq_trucks_license_plate` → "License plate is already taken.") would not do.
 */
export function Refuses(constraint: string, sentence: string, field?: string): ClassDecorator {
  return () => void refusals.set(constraint, { sentence, field });
}

/** The sentence for a constraint of a table; `table` is the one the database names beside it. */
export function refusalOf(constraint: string, table: string): Refusal {
  const known = refusals.get(constraint);
  if (known) return known;
  const kind = constraint.slice(0, 2);
  const field = constraint.slice(3 + table.length + 1);
  if (kind === 'uq') return { sentence: `${humanize(field)} is already taken.`, field };
  if (kind === 'fk') return { sentence: `${humanize(field.replace(/_id$/, ''))} is unknown.`, field };
  return { sentence: `${humanize(field)} is not acceptable.`, field };
}

/** `license_plate`, and `truck.license_plate`, → `License plate` */
export function humanize(name: string): string {
  const words = name.slice(name.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
