import type { Type } from '@nestjs/common';
import type { Of } from '../view/view';
import { lineage } from '../view/view-metadata';

/** What of a view tokens see that are limited to parties. */
export interface Openness {
  /** The fields that are open to each party that the record concerns. Others are null, or empty lists. */
  fields: readonly string[];
  /** The fields that only owners of the stay see (level `owner`). */
  owners?: readonly string[];
  /** Fields that are shown to some, such as a visit to its own company, each by SQL of the condition; beside owners, if they are named there too. */
  own?: Readonly<Record<string, (of: Of) => string>>;
  /** Fields that are shown in another way, each by its SQL. */
  instead?: Readonly<Record<string, (of: Of) => string>>;
  /** How events show these fields, by functions of the stored record. One of `instead` without a function is hidden in events. */
  told?: Readonly<Record<string, Told>>;
}

/** The value of a field for a reader, of a record as an event has it. */
export type Told = (record: Readonly<Record<string, unknown>>, reader: Reader) => unknown;

/** How much of a stay a party sees. */
export type Level = 'owner' | 'carrier';

/**
 * As what a party is shown an event. Consignees and forwarders are owners who do not read all that lines and agents do. The
 * words are in order of how much they read, so that `max` and `<` find the one that counts.
 */
export type ReadsAs = 'carrier' | 'consignee' | 'forwarder' | 'owner';

/** Who is shown an event. */
export interface Reader {
  as: ReadsAs;
  /** The ids of the consignees that its parties are, and of the bills and drivers of the event that are theirs now. */
  own: Readonly<Record<'consignees' | 'bills' | 'drivers', readonly number[]>>;
}

/** The level of a reader. */
export const levelOf = ({ as }: Reader): Level => (as === 'carrier' ? as : 'owner');

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

/** Whether parties see a field of a view, or only owners of the stay do, or those for whom its own condition holds. */
export function opennessOfField(view: Type, name: string): 'open' | 'owners' | 'own' | 'hidden' {
  const { fields, owners = [], own = {}, instead = {} } = opennessOf(view);
  if (fields.includes(name) || name in instead) return 'open';
  if (owners.includes(name)) return 'owners';
  return name in own ? 'own' : 'hidden';
}

/** For the API document: a key that is null for tokens that are limited to parties, where no view says so. */
export const HIDDEN_FROM_PARTIES: object = { 'x-parties': 'hidden' };
