import type { DataSource, EntityMetadata } from 'typeorm';
import type { Type } from '@nestjs/common';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata';
import { isForNeed, isUntold, RowClass } from '../schema/columns';
import { concernOf, isOneOf } from '../party-wall/concerns';
import { jsonArray } from './json-sql';
import { opennessOf, opennessOfField } from '../party-wall/open-to';
import { fieldsOf, ViewField } from './view-metadata';

/** The placeholder of the base address in compiled SQL. A parameter replaces it. */
export const BASE = '\u0001base\u0001';

/** The placeholder of the ids of the actor's parties in compiled SQL. A parameter replaces it. */
export const PARTIES = '\u0001parties\u0001';

/**
 * For whom a view is compiled: for everyone; for an event, without `actions` and personal columns; or for actors that
 * are limited to parties, with what is open to them.
 */
export type Audience = 'everyone' | 'event' | 'parties';

/**
 * Compiles one view to SQL for one table alias. `forNeed` hides the personal columns that are only for those who need
 * them. Of these, parties see those of their own people, always: a truck may have come with a driver of others. Names are checked against the metadata of the entity, so a misspelt
 * column or relation throws when the view is first compiled.
 */
export class Compiler {
  constructor(
    private readonly dataSource: DataSource,
    readonly entity: EntityMetadata,
    readonly alias: string,
    private readonly audience: Audience = 'everyone',
    private readonly forNeed = false,
  ) {}

  /** State of `columns`: how often each relation is used, and which relations are joined. */
  private readonly uses = new Map<string, number>();
  private joined = new Set<string>();

  /** SQL of a column of this record, or of a record that it refers to: `vessel.name`. */
  readonly of = (path: string): string => {
    const [first = '', ...rest] = path.split('.');
    if (!rest.length) return this.column(first);
    this.uses.set(first, (this.uses.get(first) ?? 0) + 1);
    const { target, condition } = this.relation(first);
    if (this.joined.has(first)) return target.of(rest.join('.'));
    return `(SELECT ${target.of(rest.join('.'))} FROM ${target.entity.tableName} ${target.alias} WHERE ${condition})`;
  };

  /** SQL of one related record as a JSON object; NULL when there is none. */
  one(relation: string, view: Type): string {
    const { target, condition } = this.relation(relation);
    return `(SELECT ${target.object(view)} FROM ${target.entity.tableName} ${target.alias} WHERE ${condition})`;
  }

  /**
   * SQL of the records of a one-to-many relation as a JSON array, ordered by `orderBy`. The relation may be that of a
   * record that this one refers to: `stay.bill_of_ladings`. NULL when there are more than `most`.
   * @param through the relation of these records to those that are shown, where they are rows of a join table
   */
  many(path: string, view: Type, orderBy: string, most?: number, through?: string): string {
    const { target, condition } = this.concerning(this.manyOf(path));
    const shown = through ? target.one(through, view) : target.object(view);
    const rows = jsonArray(`${shown} ORDER BY ${target.of(orderBy)}`);
    const all = `FROM ${target.entity.tableName} ${target.alias} WHERE ${condition}`;
    const array = `(SELECT ${rows} ${all})`;
    if (most === undefined) return array;
    return `CASE WHEN NOT EXISTS (SELECT ${all} OFFSET ${most}) THEN ${array} END`;
  }

  /**
   * SQL of this record as a JSON object with the fields of a view. (`json_build_object` is limited to 100 arguments.)
   */
  object(view: Type): string {
    const fields = this.fieldsOf(view);
    if (!fields.some(({ omittedWhenNull }) => omittedWhenNull)) return this.row(fields);
    // Concatenating the members as text is faster than removing keys from a finished object.
    const members = runsOf(fields).map(([field, ...others]) =>
      field!.omittedWhenNull
        ? `'"${field!.name}":' || nullif(to_json(${field!.sql(this)})::text, 'null')`
        : withoutBraces(this.row([field!, ...others])),
    );
    return `('{' || concat_ws(',', ${members.join(', ')}) || '}')::json`;
  }

  private fieldsOf(view: Type): ViewField[] {
    const fields = fieldsOf(view).filter((field) => !this.leavesOut(field));
    if (this.audience !== 'parties') return fields;
    const { instead = {}, own = {} } = opennessOf(view);
    return fields.map((field) => {
      const other = instead[field.name];
      if (other) return { ...field, sql: () => other(this.of) };
      const openness = opennessOfField(view, field.name);
      if (openness === 'open') return field;
      const hidden = field.isList ? `'[]'::json` : field.omittedWhenNull ? 'NULL::json' : 'NULL';
      if (openness === 'hidden') return { ...field, sql: () => hidden };
      const sees = () => {
        const conditions = [
          openness === 'owners' ? this.isOwner() : [],
          own[field.name]?.(this.of) ?? [],
        ].flat();
        return conditions.join(' OR ');
      };
      return {
        ...field,
        sql: () => `CASE WHEN ${sees()} THEN to_json(${field.sql(this)}) ELSE ${hidden} END`,
      };
    });
  }

  /** SQL: whether this record, or its stay, is the actor's at the level `owner`. */
  private isOwner(): string {
    const concern = concernOf(this.entity.target as RowClass);
    const { stay, owners } = typeof concern === 'object' ? concern : {};
    if (owners)
      return `(${owners({ alias: this.alias, organization: this.of('organization_id'), parties: PARTIES })})`;
    if (stay === undefined) throw new Error(`${this.entity.name} has no stay with owners`);
    return `EXISTS (SELECT FROM stay_parties p WHERE p.organization_id = ${this.of('organization_id')}
      AND p.stay_id = ${this.of(stay === 'self' ? 'id' : 'stay_id')} AND p.party_id = ANY(${PARTIES}) AND p.level = 'owner')`;
  }

  private row(fields: ViewField[]): string {
    return `(SELECT row_to_json(f) FROM (SELECT ${this.columns(fields)}) f)`;
  }

  /** The fields as a select list. A relation that several fields use is joined once. */
  private columns(fields: ViewField[]): string {
    const list = () => fields.map((field) => `${field.sql(this)} AS "${field.name}"`).join(', ');
    this.uses.clear();
    const each = list();
    this.joined = new Set([...this.uses].flatMap(([relation, times]) => (times > 1 ? relation : [])));
    if (!this.joined.size) return each;
    const joins = [...this.joined].map((relation) => {
      const { target, condition } = this.relation(relation);
      return ` LEFT JOIN ${target.entity.tableName} ${target.alias} ON ${condition}`;
    });
    const columns = list();
    this.joined = new Set();
    return `${columns} FROM (SELECT) one${joins.join('')}`;
  }

  /** Whether a column of this record, or of one that it refers to, must not be shown. */
  hides(path: string): boolean {
    const [first = '', ...rest] = path.split('.');
    if (!rest.length) return this.audience === 'event' && isUntold(this.entity.target as RowClass, first);
    return this.relation(first).target.hides(rest.join('.'));
  }

  private leavesOut({ name, column }: ViewField): boolean {
    return this.audience === 'event' && (name === 'actions' || (column !== undefined && this.hides(column)));
  }

  private column(name: string): string {
    const column = this.entity.findColumnWithPropertyName(name);
    if (!column) throw new Error(`${this.entity.name} has no column ${name}`);
    if (this.hides(name)) return 'NULL::text';
    const value = `${this.alias}."${name}"`;
    const forParties = this.audience === 'parties';
    if (!(this.forNeed || forParties) || !isForNeed(this.entity.target as RowClass, name)) return value;
    const own = forParties ? this.isOwnPerson() : undefined;
    return own ? `CASE WHEN ${own} THEN ${value} END` : `NULL::${column.type as string}`;
  }

  /** SQL: whether this person works for one of the actor's parties; undefined for people who work for none. */
  private isOwnPerson(): string | undefined {
    const concern = concernOf(this.entity.target as RowClass);
    const ways = typeof concern === 'object' ? Object.entries(concern.party ?? {}) : [];
    if (!ways.length) return undefined;
    const each = ways.map(([type, relation]) => `p.${type}_id = ${this.alias}."${String(relation)}_id"`);
    return `EXISTS (SELECT FROM parties p WHERE p.organization_id = ${this.alias}."organization_id"
      AND p.id = ANY(${PARTIES}) AND (${each.join(' OR ')}))`;
  }

  private manyOf(path: string): { target: Compiler; condition: string } {
    const [first = '', second] = path.split('.');
    if (second === undefined) return this.relation(first);
    // Both sides have a foreign key to the record between them, so that record is not read.
    const between = this.find(first);
    const { target } = this.relation(first).target.relation(second);
    const { inverseRelation } = between.inverseEntityMetadata.findRelationWithPropertyPath(second)!;
    const columns = inverseRelation!.joinColumns.map(({ databaseName, referencedColumn }) => {
      const own = between.joinColumns.find((column) => column.referencedColumn === referencedColumn)!;
      return `${target.alias}."${databaseName}" = ${this.alias}."${own.databaseName}"`;
    });
    return { target, condition: columns.join(' AND ') };
  }

  /** Narrows the records of a list to those that concern the actor's parties, where their entity has a rule of its own. */
  private concerning({ target, condition }: { target: Compiler; condition: string }) {
    const concern = concernOf(target.entity.target as RowClass);
    if (this.audience !== 'parties' || typeof concern !== 'object' || !concern.rows)
      return { target, condition };
    const { alias } = target;
    const row = { alias, organization: `${alias}.organization_id`, parties: PARTIES };
    return { target, condition: `${condition} AND ${isOneOf(concern.rows(row))}` };
  }

  private find(name: string): RelationMetadata {
    const relation = this.entity.findRelationWithPropertyPath(name);
    if (!relation) throw new Error(`${this.entity.name} has no relation ${name}`);
    return relation;
  }

  private relation(name: string): { target: Compiler; condition: string } {
    const relation = this.find(name);
    const target = new Compiler(
      this.dataSource,
      relation.inverseEntityMetadata,
      `${this.alias}_${name}`.slice(-60),
      this.audience,
      this.forNeed,
    );
    const owner = relation.isOwning ? relation : relation.inverseRelation!;
    const [from, to] = relation.isOwning ? [this.alias, target.alias] : [target.alias, this.alias];
    const columns = owner.joinColumns.map(
      (column) => `${from}."${column.databaseName}" = ${to}."${column.referencedColumn!.databaseName}"`,
    );
    return { target, condition: columns.join(' AND ') };
  }
}

/** Splits the fields into runs: each field that may be omitted alone, the fields between those together. */
function runsOf(fields: ViewField[]): ViewField[][] {
  const runs: ViewField[][] = [];
  for (const field of fields) {
    const before = runs.at(-1);
    if (before && !field.omittedWhenNull && !before[0]!.omittedWhenNull) before.push(field);
    else runs.push([field]);
  }
  return runs;
}

/** SQL: the members of a JSON object as text. It cuts bytes, because for a text PostgreSQL would count characters. */
function withoutBraces(object: string): string {
  return `(SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
    FROM (SELECT convert_to(${object}::text, 'UTF8') AS b OFFSET 0) o)`;
}
