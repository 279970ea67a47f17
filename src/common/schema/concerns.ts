import type { PartyType } from '../tenancy/parties';
import type { RowClass } from './columns';

/**
 * Which rows of an entity concern a party; several ways: any of them.
 * - `party`: for each kind of party, the relation to the company, or `self`. Of several paths the first that leads to a
 *   company counts, such as that of an announcement, else that of its truck.
 * - `stay`: the row is a stay (`self`), belongs to one (the relation), or is a container, which shows one (`shown`).
 * - `bill`: the row is a bill of lading (`self`), or belongs to one (the relation).
 * - `parent`: the relation to the row that it is a part of, and whose parties are its own.
 */
export interface Ways {
  party?: { [type in PartyType]?: string | readonly string[] };
  stay?: string;
  bill?: string;
  parent?: string;
}

export type Concern = 'everyone' | Ways;

const concerns = new Map<RowClass, Concern>();

/** Class decorator: whom the rows of an entity concern. Tokens that are limited to parties read no other entity. */
export const Concerns =
  (concern: Concern) =>
  (entity: RowClass): void => {
    concerns.set(entity, concern);
  };

/** Whom the rows of an entity concern; undefined where that is not declared. */
export function concernOf(entity: RowClass): Concern | undefined {
  return concerns.get(entity);
}
