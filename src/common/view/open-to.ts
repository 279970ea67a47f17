import type { Type } from '@nestjs/common';
import type { Of } from './view';
import { lineage } from './view-metadata';

/** What of a view tokens see that are limited to parties. */
export interface Openness {
  /** The fields that are open to each party that the record concerns. Others are null, or empty lists. */
  fields: readonly string[];
  /** The fields that only owners of the stay see (level `owner`). */
  owners?: readonly string[];
  /** Fields that are shown in another way, each by its SQL. */
  instead?: Readonly<Record<string, (of: Of) => string>>;
}

const openness = new Map<Type, Openness>();

/** Class decorators that open a view. Without one, all of its fields are hidden. */
export const OpenTo = {
  parties:
    (open: Openness) =>
    (view: Type): void => {
      openness.set(view, open);
    },
};

/** What of a view is open to parties: what it declares, or what it inherits. */
export function opennessOf(view: Type): Openness {
  const declared = lineage(view).find((each) => openness.has(each));
  return declared ? openness.get(declared)! : { fields: [] };
}

/** Whether parties see a field of a view, or only owners of the stay do. */
export function opennessOfField(view: Type, name: string): 'open' | 'owners' | 'hidden' {
  const { fields, owners = [], instead = {} } = opennessOf(view);
  if (fields.includes(name) || name in instead) return 'open';
  return owners.includes(name) ? 'owners' : 'hidden';
}
