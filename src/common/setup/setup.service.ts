import sql, { raw } from 'sql-template-tag';
import type { Type } from '@nestjs/common';
import { contains } from '../database/conditions';
import type { Db } from '../database/db';
import type { Reader } from '../database/reader';
import { humanize } from '../errors/constraints';
import { Invalid, NotFound } from '../errors/errors';
import type { Json } from '../json';
import type { Page } from '../pagination/page';
import type { PageQuery } from '../pagination/page-query';
import type { Row } from '../schema/columns';
import type { KindDefinition } from './kind';
import { kindClasses } from './kind-classes';

/** A request of a kind, by field name. */
export type KindInput = Record<string, unknown>;

/**
 * Lists, shows, creates, updates and deletes the records of a set-up kind. A kind with rules of its own
 * extends it and overrides `columns`, `written` or `filter`.
 */
export class SetupService {
  protected readonly view: Type;

  constructor(
    protected readonly db: Db,
    readonly kind: KindDefinition,
  ) {
    this.view = kindClasses(kind).Show;
  }

  list(query: PageQuery & KindInput): Promise<Page> {
    return this.filter(this.db.read(this.view), query).page(query.request());
  }

  async show(idOrKey: string): Promise<Json> {
    return this.read(await this.find(idOrKey));
  }

  /** @throws Invalid, and Refused when the key is taken or a reference unknown */
  async create(input: KindInput): Promise<Json> {
    const columns = await this.columns(input);
    this.requireReferences(columns, true);
    const id = await this.db.insert(this.kind.entity, columns);
    await this.written(id, input);
    return this.read(id);
  }

  /** @throws NotFound, and Refused when the key is taken or a reference unknown */
  async update(idOrKey: string, input: KindInput): Promise<Json> {
    const id = await this.find(idOrKey);
    const columns = await this.columns(input, id);
    this.requireReferences(columns, false);
    await this.db.update(this.kind.entity, id, columns);
    await this.written(id, input);
    return this.read(id);
  }

  /** @throws NotFound, and Conflict while another record refers to it */
  async remove(idOrKey: string): Promise<string> {
    const label = humanize(this.kind.singular);
    await this.db.remove(this.kind.entity, await this.find(idOrKey), label);
    return `${label} was successfully deleted.`;
  }

  /** The id of the record that a path names; all digits are tried as the id first. Throws NotFound. */
  protected async find(idOrKey: string): Promise<number> {
    const { entity, key, singular } = this.kind;
    const found = await this.db.findByIdOrKey(entity, key, this.normalizeKey(idOrKey));
    if (!found) throw new NotFound(`${humanize(singular)} '${idOrKey}'`);
    return found.id;
  }

  /** How a key is stored; a kind that stores it otherwise than it is typed overrides this. */
  protected normalizeKey(key: string): string {
    return key.trim();
  }

  /** The columns that a request writes: its fields, references turned into ids. */
  protected async columns(input: KindInput, _id?: number): Promise<Partial<Row>> {
    const columns: KindInput = {};
    for (const { name, reference, custom } of this.kind.fields) {
      if (custom) continue;
      if (!reference) {
        if (input[name] !== undefined) columns[name] = input[name];
        continue;
      }
      const { target, key } = reference;
      columns[`${name}_id`] = await this.db.reference(target(), key, name, input);
    }
    return columns;
  }

  /** Called after a record was written, in the same transaction, for what is kept in other tables. */
  protected async written(_id: number, _input: KindInput): Promise<void> {}

  /** Narrows a list by the query: the key matches whole, a name is contained. */
  protected filter(reader: Reader, query: KindInput): Reader {
    const { key } = this.kind;
    reader.filter(query.name as string, (name) => contains('t.name', name));
    if (key !== 'name')
      reader.filter(query[key] as string, (value) => sql`${raw(`t.${key}`)} = ${this.normalizeKey(value)}`);
    return reader;
  }

  protected read(id: number): Promise<Json> {
    return this.db
      .read(this.view)
      .where(sql`t.id = ${id}`)
      .orNotFound(humanize(this.kind.singular));
  }

  /** Throws Invalid for a reference that every record has, when it is left out of a new one or cleared. */
  private requireReferences(columns: object, isNew: boolean): void {
    for (const { name, reference } of this.kind.fields) {
      const id = (columns as KindInput)[`${name}_id`];
      if (reference?.required && (id === null || (isNew && id === undefined)))
        throw new Invalid({ [name]: ['is required'] });
    }
  }
}
