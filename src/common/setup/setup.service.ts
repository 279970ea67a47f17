import sql, { raw } from 'sql-template-tag';
import type { Type } from '@nestjs/common';
import { contains, toId } from '../database/sql/conditions';
import type { Db } from '../database/db';
import { idOrAmong } from '../database/sql/references';
import type { Reader } from '../database/read/reader';
import { humanize } from '../errors/humanize';
import { NotFound } from '../errors/errors';
import type { Json } from '../json';
import type { Page } from '../pagination/page';
import type { PageQuery } from '../pagination/page-query';
import type { Columns, Row, ColumnName } from '../schema/columns';
import type { WriteModel } from '../write/write-model';
import type { KindDefinition } from './kind';
import { kindClasses } from './kind-classes';
import { kindEvent, record, recordUpdate } from '../recording/record';

/** The row that a path names. */
type Found<E extends Row> = Columns<E> & Pick<Row, 'id'>;

/** The body of a request, by field name. */
export type KindInput = Record<string, unknown>;

/**
 * Lists, shows, creates, updates and deletes the records of a set-up kind, by the rules of its write model. A kind with
 * its own lists or look-ups overrides `filter`, or `show` and `find`.
 */
export class SetupService<E extends Row = Row> {
  constructor(
    protected readonly db: Db,
    readonly kind: KindDefinition,
    protected readonly model: WriteModel<E>,
  ) {}

  /** The view of the records. A kind with a hand-written view overrides it. */
  protected get view(): Type {
    return kindClasses(this.kind).Show;
  }

  list(query: PageQuery & KindInput): Promise<Page> {
    return this.filter(this.db.read(this.view), query).page(query.request());
  }

  /** The record that a path names, see `find`. Throws NotFound. */
  async show(idOrKey: string): Promise<Json> {
    const { byId, key, singular } = this.kind;
    if (byId) return this.read(this.idOf(idOrKey));
    const shown = await this.db.readByIdOrKey(this.view, key, this.normalizeKey(idOrKey));
    if (!shown) throw new NotFound(humanize(singular), idOrKey);
    return shown;
  }

  /** @throws Invalid, and Refused when the key is taken, a reference unknown, or a rule broken */
  async create(input: KindInput): Promise<Json> {
    const id = await this.model.create(this.db, input);
    await record(this.db, kindEvent(this.kind.singular, 'created'), this.view, id);
    return this.read(id);
  }

  /** @throws NotFound, Conflict, and Refused as `create` does */
  async update(idOrKey: string, input: KindInput): Promise<Json> {
    const before = await this.find(idOrKey, { lock: true });
    await recordUpdate(this.db, kindEvent(this.kind.singular, 'updated'), this.view, before.id, () =>
      this.model.update(this.db, before, input),
    );
    return this.read(before.id);
  }

  /** @throws NotFound, Refused by a rule, and Conflict while another record refers to it */
  async remove(idOrKey: string): Promise<string> {
    const label = humanize(this.kind.singular);
    const { id } = await this.find(idOrKey, { lock: true });
    await this.model.refuseRemoval(this.db, id);
    await record(this.db, kindEvent(this.kind.singular, 'deleted'), this.view, id);
    await this.db.remove(this.kind.entity, id, label);
    return `${label} was successfully deleted.`;
  }

  /** The row that a path names. A value of digits is tried as an id first. Throws NotFound. */
  protected async find(idOrKey: string, options?: { lock?: boolean }): Promise<Found<E>> {
    const { byId, entity, key, singular } = this.kind as KindDefinition<E>;
    const found = byId
      ? await this.db.find(entity, { id: this.idOf(idOrKey) } as object, options)
      : await this.db.findByIdOrKey(entity, key as ColumnName<E>, this.normalizeKey(idOrKey), options);
    if (!found) throw new NotFound(humanize(singular), idOrKey);
    return found as Found<E>;
  }

  /** The id in the path of a kind that is named by it alone. Throws NotFound. */
  private idOf(path: string): number {
    const id = toId(path.trim());
    if (id === undefined) throw new NotFound(humanize(this.kind.singular), path);
    return id;
  }

  /** Normalizes a key as it is stored. A kind with another form overrides this. */
  protected normalizeKey(key: string): string {
    return key.trim();
  }

  /** Applies the filters of the query: the key exactly, the name by a part of it. */
  protected filter(reader: Reader, query: KindInput): Reader {
    const { key } = this.kind;
    reader.filter(query.name as string, (name) => contains('t.name', name));
    if (key !== 'name')
      reader.filter(query[key] as string, (value) => sql`${raw(`t.${key}`)} = ${this.normalizeKey(value)}`);
    for (const [filter, columns] of Object.entries(this.kind.narrowedBy ?? {})) {
      const values = query[filter] as string[] | null;
      if (this.kind.fields.some(({ name, reference }) => name === filter && reference))
        reader.refersTo(filter, idOrAmong(...columns), values);
      else reader.among(`t.${filter}`, values);
    }
    return reader.search(this.kind.searched ?? [], query.q as string);
  }

  protected read(id: number): Promise<Json> {
    return this.db.show(this.view, id, humanize(this.kind.singular));
  }
}
