import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { RowClass } from '../schema/columns';
import { concernOf, type Ways } from './concerns';
import type { Actor } from '../tenancy/actor';
import type { PartyType } from './party-types';
import { among } from '../database/sql/conditions';
import { referenceAlong } from '../database/sql/references';

/**
 * SQL: the condition that a row concerns one of the actor's parties; undefined where the actor is not limited, or the
 * entity is for everyone.
 * @param alias of the table of the entity in the statement
 * @throws when the entity does not declare whom its rows concern, so that nothing is read
 */
export function ofParties(
  dataSource: DataSource,
  entity: RowClass,
  alias: string,
  actor: Actor,
): Sql | undefined {
  if (!actor.limited) return undefined;
  const concern = concernOf(entity);
  if (!concern) throw new Error(`Nothing says which parties ${entity.name} concerns`);
  if (concern === 'everyone') return undefined;
  return new PartyWall(dataSource, actor).condition(dataSource.getMetadata(entity), alias, concern);
}

/** The same as a condition that is among others: true where the actor is not limited, or the entity is for everyone. */
export function isTheirs(dataSource: DataSource, entity: RowClass, alias: string, actor: Actor): Sql {
  return ofParties(dataSource, entity, alias, actor) ?? sql`true`;
}

/** Some of the rows of the actor's parties: what the table is joined with, and the condition of it. */
export interface Share {
  joined: Sql;
  condition: Sql;
  /** SQL that selects the ids of the same rows without their table; undefined where that is not possible. */
  alone?: Sql;
  /** Whether they are found through other records, of which one party has a few and another very many. */
  isSkewed?: true;
}

/**
 * The rows that concern the actor's parties, by each way by itself: together those of `ofParties`. For each party the first
 * rows are found along an index, however many there are; those that are found through other records are those of all parties.
 * undefined where there is no such way.
 */
export function sharesOfParties(
  dataSource: DataSource,
  entity: RowClass,
  alias: string,
  actor: Actor,
): Share[] | undefined {
  const concern = actor.limited ? concernOf(entity) : undefined;
  if (!concern || concern === 'everyone' || concern.parent) return undefined;
  if (![undefined, 'self', 'shown'].includes(concern.stay) || ![undefined, 'self'].includes(concern.bill))
    return undefined;
  const metadata = dataSource.getMetadata(entity);
  const shares = [
    ...actor.parties.flatMap((party) =>
      new PartyWall(dataSource, { ...actor, parties: [party] }).shares(metadata, alias, concern),
    ),
    ...new PartyWall(dataSource, actor).sharesThroughOthers(metadata, alias, concern),
  ];
  return shares.length ? shares : undefined;
}

class PartyWall {
  private readonly ids: number[];

  constructor(
    private readonly dataSource: DataSource,
    private readonly actor: Actor,
  ) {
    this.ids = actor.parties.map(({ id }) => id);
  }

  condition(metadata: EntityMetadata, alias: string, ways: Ways): Sql {
    const { party = {}, stay, bill, parent, rows, when } = ways;
    const conditions = [
      ...Object.entries(party).flatMap(
        ([type, paths]) => this.company(metadata, alias, type as PartyType, [paths].flat()) ?? [],
      ),
      ...(stay === undefined
        ? []
        : [this.member('stay_parties', STAY[stay] ?? [`${stay}_id`, 'stay_id'], alias)]),
      ...(bill === undefined
        ? []
        : [this.member('bill_parties', [bill === 'self' ? 'id' : `${bill}_id`, 'bill_of_lading_id'], alias)]),
      ...(parent === undefined ? [] : [this.part(metadata, alias, parent)]),
      ...(rows === undefined ? [] : this.of(rows, alias)),
    ];
    if (!conditions.length) return sql`false`;
    const theirs = sql`(${join(conditions, ' OR ')})`;
    return when ? sql`(${theirs} AND ${raw(when(alias))})` : theirs;
  }

  /** The rows of the actor's only party, by each way that says whose a row is without asking others. */
  shares(metadata: EntityMetadata, alias: string, { party = {}, stay, bill, when }: Ways): Share[] {
    const also = when ? sql` AND ${raw(when(alias))}` : empty;
    const ofCompanies = Object.entries(party).flatMap(([type, paths]) =>
      this.companies(metadata, alias, type as PartyType, [paths].flat(), false),
    );
    return [
      ...ofCompanies.map((condition) => ({ joined: empty, condition: sql`${condition}${also}` })),
      ...(stay === undefined ? [] : [this.interests('stay_parties', STAY[stay]!, alias, also)]),
      ...(bill === undefined
        ? []
        : [this.interests('bill_parties', ['id', 'bill_of_lading_id'], alias, also)]),
    ];
  }

  /** The rows of all parties, by each way that asks others whose a row is. */
  sharesThroughOthers(metadata: EntityMetadata, alias: string, { party = {}, rows, when }: Ways): Share[] {
    const also = when ? sql` AND ${raw(when(alias))}` : empty;
    const ofCompanies = Object.entries(party).flatMap(([type, paths]) =>
      this.companies(metadata, alias, type as PartyType, [paths].flat(), true),
    );
    const conditions = [...ofCompanies, ...(rows === undefined ? [] : this.of(rows, alias))];
    return conditions.map((condition) => ({
      joined: empty,
      condition: sql`${condition}${also}`,
      isSkewed: true,
    }));
  }

  /** SQL: the company that the first of these paths leads to is one of the actor's; undefined if it has none of the kind. */
  private company(
    metadata: EntityMetadata,
    alias: string,
    type: PartyType,
    paths: readonly string[],
  ): Sql | undefined {
    const each = this.companies(metadata, alias, type, paths);
    if (each.length < 2) return each[0];
    return sql`(${join(each, ' OR ')})`;
  }

  /** @param throughOthers whether only paths count that lead through records of which a company has many, or only the others */
  private companies(
    metadata: EntityMetadata,
    alias: string,
    type: PartyType,
    paths: readonly string[],
    throughOthers?: boolean,
  ): Sql[] {
    const { organization_id, parties } = this.actor;
    const ids = parties.filter((party) => party.type === type).map(({ record_id }) => record_id);
    if (!ids.length) return [];
    if (paths[0] === 'self') return throughOthers ? [] : [among(`${alias}.id`, ids)];
    return paths.flatMap((path, nth) => {
      if (throughOthers !== undefined && throughOthers !== this.isThroughMany(metadata, path)) return [];
      const before = paths
        .slice(0, nth)
        .map((other) => referenceAlong(metadata, alias, other, organization_id));
      const is = this.leadsTo(metadata, alias, path, ids);
      return sql`${join([...before.map((reference) => sql`${reference} IS NULL`), is], ' AND ')}`;
    });
  }

  /** SQL: a relation, or a relation of the record that one leads to, leads to one of these companies. */
  private leadsTo(metadata: EntityMetadata, alias: string, path: string, ids: number[]): Sql {
    const [first = '', second] = path.split('.');
    if (second === undefined) return among(`${alias}.${first}_id`, ids);
    const { tableName } = metadata.findRelationWithPropertyPath(first)!.inverseEntityMetadata;
    if (!this.isThroughMany(metadata, path))
      return this.leadsToOne(`${alias}.${first}_id`, tableName, `${second}_id`, ids);
    return sql`${raw(`${alias}.${first}_id`)} IN (SELECT r.id FROM ${raw(tableName)} r
      WHERE r.organization_id = ${this.actor.organization_id} AND ${among(`r.${second}_id`, ids)})`;
  }

  /** Whether a path leads through records of which a company may have many. */
  private isThroughMany(metadata: EntityMetadata, path: string): boolean {
    const [first = '', second] = path.split('.');
    if (second === undefined) return false;
    const { uniques } = metadata.findRelationWithPropertyPath(first)!.inverseEntityMetadata;
    return !uniques.some(({ columns: [, column, more] }) => column?.propertyName === `${second}_id` && !more);
  }

  /**
   * SQL: a column refers to the row of one of these companies, which have a row each. Comparing with one row at a time lets
   * PostgreSQL walk the index of the column in the order of the list.
   */
  private leadsToOne(column: string, table: string, company: string, ids: number[]): Sql {
    const each = ids.map(
      (id) => sql`${raw(column)} = (SELECT r.id FROM ${raw(table)} r
        WHERE r.organization_id = ${this.actor.organization_id} AND ${raw(`r.${company}`)} = ${id})`,
    );
    return sql`(${join(each, ' OR ')})`;
  }

  /** SQL of the conditions of a rule of its own, with the organization and the parties as parameters. */
  private of(rows: NonNullable<Ways['rows']>, alias: string): Sql[] {
    const { organization, parties } = MARKS;
    const values: Record<string, Sql> = {
      [organization]: sql`${this.actor.organization_id}::bigint`,
      [parties]: sql`${this.ids}::bigint[]`,
    };
    return [rows({ alias, organization, parties })].flat().map((condition) => {
      const parts = condition.split(MARKED).map((part) => values[part] ?? raw(part));
      return sql`(${join(parts, '')})`;
    });
  }

  private member(table: string, [own, theirs, further = '']: string[], alias: string): Sql {
    return sql`${raw(`${alias}.${own}`)} IN (
      SELECT ${raw(`p.${theirs}`)} FROM ${raw(table)} p
      WHERE p.organization_id = ${this.actor.organization_id} AND p.party_id = ANY(${this.ids}::bigint[])${raw(further)})`;
  }

  /** The same rows by the interests of the actor's only party, which are in the order of their ids. */
  private interests(table: string, [own, theirs, further = '']: string[], alias: string, also: Sql): Share {
    const of = sql`p.organization_id = ${this.actor.organization_id} AND p.party_id = ${this.ids[0]}${raw(further)}`;
    return {
      joined: sql`JOIN ${raw(table)} p ON ${of} AND ${raw(`p.${theirs} = ${alias}.${own}`)}`,
      condition: sql`true${also}`,
      ...(also === empty && {
        alone: sql`SELECT ${raw(`p.${theirs}`)} AS id FROM ${raw(table)} p WHERE ${of}`,
      }),
    };
  }

  private part(metadata: EntityMetadata, alias: string, parent: string): Sql {
    const { inverseEntityMetadata: whole } = metadata.findRelationWithPropertyPath(parent)!;
    const record = `${alias}_${parent}`.slice(-60);
    const condition = isTheirs(this.dataSource, whole.target as RowClass, record, this.actor);
    return sql`${raw(`${alias}.${parent}_id`)} IN (
      SELECT ${raw(`${record}.id`)} FROM ${raw(`${whole.tableName} ${record}`)}
      WHERE ${raw(`${record}.organization_id`)} = ${this.actor.organization_id} AND ${condition})`;
  }
}

/** What represents a parameter in the SQL of a rule. */
const MARKS = { organization: '«organization»', parties: '«parties»' };
const MARKED = /(«organization»|«parties»)/u;

/** The column that is in `stay_parties`, its column there, and what has to hold of it. */
const STAY: Record<string, string[]> = {
  self: ['id', 'stay_id'],
  shown: ['id', 'container_id', ' AND p.shown'],
};
