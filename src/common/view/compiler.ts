import type { DataSource, EntityMetadata } from 'typeorm';
import type { Type } from '@nestjs/common';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata';
import { isPersonal, RowClass } from '../schema/columns';
import { fieldsOf, ViewField } from './view-metadata';

/** Stands in compiled SQL for the address the client reaches the service at; a parameter takes its place. */
export const BASE = '\u0001base\u0001';

/**
 * Builds the SQL of one view for one table alias. Every name is looked up in the entity's metadata, so a
 * misspelt column or relation is an error where the view is first read.
 */
export class Compiler {
  constructor(
    private readonly dataSource: DataSource,
    readonly entity: EntityMetadata,
    readonly alias: string,
    /** For an event: without what can be done with the record, and without what is personal. */
    private readonly ofEvent = false,
  ) {}

  /** While columns are written: how often each relation is named, and which of them are joined. */
  private readonly uses = new Map<string, number>();
  private joined = new Set<string>();

  /** The SQL of a column of this record, or of a record it refers to: `vessel.name`. */
  readonly of = (path: string): string => {
    const [first = '', ...rest] = path.split('.');
    if (!rest.length) return this.column(first);
    this.uses.set(first, (this.uses.get(first) ?? 0) + 1);
    const { target, condition } = this.relation(first);
    if (this.joined.has(first)) return target.of(rest.join('.'));
    return `(SELECT ${target.of(rest.join('.'))} FROM ${target.entity.tableName} ${target.alias} WHERE ${condition})`;
  };

  /** One related record as a JSON object; SQL null when there is none. */
  one(relation: string, view: Type): string {
    const { target, condition } = this.relation(relation);
    return `(SELECT ${target.object(view)} FROM ${target.entity.tableName} ${target.alias} WHERE ${condition})`;
  }

  /**
   * The related records of a one-to-many relation as a JSON array, in order of `orderBy`; also of a record that this
   * one refers to: `stay.bill_of_ladings`. With `most` it is SQL null when there are more of them.
   */
  many(path: string, view: Type, orderBy: string, most?: number): string {
    const { target, condition } = this.manyOf(path);
    const rows = `json_agg(${target.object(view)} ORDER BY ${target.of(orderBy)})`;
    const all = `FROM ${target.entity.tableName} ${target.alias} WHERE ${condition}`;
    const array = `(SELECT coalesce(${rows}, '[]'::json) ${all})`;
    if (most === undefined) return array;
    return `CASE WHEN NOT EXISTS (SELECT ${all} OFFSET ${most}) THEN ${array} END`;
  }

  /** This record as a JSON object with the fields of a view. (`json_build_object` stops at 100 arguments.) */
  object(view: Type): string {
    const fields = fieldsOf(view).filter((field) => !this.leavesOut(field));
    if (!fields.some(({ omittedWhenNull }) => omittedWhenNull)) return this.row(fields);
    // to take keys out of an object that is made takes PostgreSQL longer than to put its text together
    const members = runsOf(fields).map(([field, ...others]) =>
      field!.omittedWhenNull
        ? `'"${field!.name}":' || nullif(to_json(${field!.sql(this)})::text, 'null')`
        : withoutBraces(this.row([field!, ...others])),
    );
    return `('{' || concat_ws(',', ${members.join(', ')}) || '}')::json`;
  }

  private row(fields: ViewField[]): string {
    return `(SELECT row_to_json(f) FROM (SELECT ${this.columns(fields)}) f)`;
  }

  /** The fields as columns. A record that several of them name is looked up once for all of them. */
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

  /** Whether a column of this record, or of one it refers to, is not to be seen. */
  hides(path: string): boolean {
    const [first = '', ...rest] = path.split('.');
    if (!rest.length) return this.ofEvent && isPersonal(this.entity.target as RowClass, first);
    return this.relation(first).target.hides(rest.join('.'));
  }

  private leavesOut({ name, column }: ViewField): boolean {
    return this.ofEvent && (name === 'actions' || (column !== undefined && this.hides(column)));
  }

  private column(name: string): string {
    if (!this.entity.findColumnWithPropertyName(name))
      throw new Error(`${this.entity.name} has no column ${name}`);
    return this.hides(name) ? 'NULL::text' : `${this.alias}."${name}"`;
  }

  private manyOf(path: string): { target: Compiler; condition: string } {
    const [first = '', second] = path.split('.');
    if (second === undefined) return this.relation(first);
    // both sides name the record between them, which is not read
    const between = this.find(first);
    const { target } = this.relation(first).target.relation(second);
    const { inverseRelation } = between.inverseEntityMetadata.findRelationWithPropertyPath(second)!;
    const columns = inverseRelation!.joinColumns.map(({ databaseName, referencedColumn }) => {
      const own = between.joinColumns.find((column) => column.referencedColumn === referencedColumn)!;
      return `${target.alias}."${databaseName}" = ${this.alias}."${own.databaseName}"`;
    });
    return { target, condition: columns.join(' AND ') };
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
      this.ofEvent,
    );
    const owner = relation.isOwning ? relation : relation.inverseRelation!;
    const [from, to] = relation.isOwning ? [this.alias, target.alias] : [target.alias, this.alias];
    const columns = owner.joinColumns.map(
      (column) => `${from}."${column.databaseName}" = ${to}."${column.referencedColumn!.databaseName}"`,
    );
    return { target, condition: columns.join(' AND ') };
  }
}

/** The fields in their order: those that may be left out each alone, those between them together. */
function runsOf(fields: ViewField[]): ViewField[][] {
  const runs: ViewField[][] = [];
  for (const field of fields) {
    const before = runs.at(-1);
    if (before && !field.omittedWhenNull && !before[0]!.omittedWhenNull) before.push(field);
    else runs.push([field]);
  }
  return runs;
}

/** SQL: the members of a JSON object as text. Cut as bytes, since PostgreSQL would count the characters of a text. */
function withoutBraces(object: string): string {
  return `(SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
    FROM (SELECT convert_to(${object}::text, 'UTF8') AS b OFFSET 0) o)`;
}
