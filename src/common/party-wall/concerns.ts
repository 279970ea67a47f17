import type { PartyType } from './party-types';
import type { RowClass } from '../schema/columns';

/**
 * Which rows of an entity concern a party; several ways: any of them.
 * - `party`: for each kind of party, the relation to the company, or `self`. Of several paths the first that leads to a
 *   company counts, such as that of an announcement, else that of its truck.
 * - `stay`: the row is a stay (`self`), belongs to one (the relation), or is a container, which shows one (`shown`).
 * - `bill`: the row is a bill of lading (`self`), or belongs to one (the relation).
 * - `when`: SQL that the row also has to fulfil, with its alias.
 * - `parent`: the relation to the row that it is a part of, and whose parties are its own.
 * - `rows`: SQL, for rules that none of these says; several conditions: any of them. Lists of such rows inside other records
 *   are narrowed by it as well.
 * - `owners`: SQL that holds for those who see the row as its owners do, where `rows` holds for others too.
 * - `whose`: SQL that selects `party_id` and `level` of those whom `rows` is true for, where asking it for each party would
 *   take long.
 */
export interface Ways {
  party?: { [type in PartyType]?: string | readonly string[] };
  stay?: string;
  bill?: string;
  parent?: string;
  when?: (alias: string) => string;
  rows?: (row: ConcernedRow) => string | readonly string[];
  owners?: (row: ConcernedRow) => string;
  whose?: (row: Pick<ConcernedRow, 'alias' | 'organization'>) => string;
}

/** SQL of what a rule of concern refers to. */
export interface ConcernedRow {
  /** The alias of the row's table. */
  alias: string;
  /** The id of the organization. */
  organization: string;
  /** The array of the ids of the actor's parties. */
  parties: string;
}

export type Concern = 'everyone' | Ways;

/** SQL: whether one of the conditions of a rule holds for a row. */
export const isOneOf = (conditions: string | readonly string[]) => `(${[conditions].flat().join(' OR ')})`;

/** SQL: the level at which a party `u` learns of what is not a stay or bill. */
export const LEVEL_BY_KIND = `CASE WHEN u.trucking_company_id IS NULL THEN 'owner' ELSE 'carrier' END`;

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
