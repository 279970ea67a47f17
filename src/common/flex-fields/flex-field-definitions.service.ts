import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { toId } from '../database/conditions';
import { Db } from '../database/db';
import type { Reader } from '../database/reader';
import { Conflict, NotFound, Refused } from '../errors/errors';
import type { Row } from '../schema/columns';
import { kindOf } from '../setup/kind';
import { KindInput, SetupService } from '../setup/setup.service';
import { FlexFieldDefinition } from './flex-field-definition.kind';

/** What makes a definition another field than the one that records have values of. */
const NATURE = ['record_type', 'canonical_name', 'value_type'] as const;

/** How many fields organizations may add to a type of record. */
const MOST_FIELDS = 100;

/** Flex field definitions as set up by hand: one that a record has a value of stays the field that it is. */
@Injectable()
export class FlexFieldDefinitionsService extends SetupService {
  constructor(db: Db) {
    super(db, kindOf(FlexFieldDefinition));
  }

  /** @throws NotFound, and Conflict while a record has a value of it */
  override async remove(name: string): Promise<string> {
    await this.keepUsed(await this.find(name));
    return super.remove(name);
  }

  /** One name may stand for a field of several types of record. Throws NotFound, and Conflict when it does. */
  protected override async find(idOrName: string): Promise<number> {
    const id = toId(idOrName);
    if (id && (await this.db.find(FlexFieldDefinition, { id }))) return id;
    const named = await this.db.findAll(FlexFieldDefinition, { canonical_name: idOrName.trim() });
    if (!named.length) throw new NotFound(`Flex field definition '${idOrName}'`);
    if (named.length > 1)
      throw new Conflict(`Several types of record have a field '${idOrName}': say which one by its id.`);
    return named[0]!.id;
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return super
      .filter(reader, query)
      .filter(query.record_type as string, (type) => sql`t.record_type = ${type}`);
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    const columns: Partial<FlexFieldDefinition> = await super.columns(input, id);
    if (id) await this.keepUsed(id, columns);
    if (columns.record_type) await this.requireRoom(columns.record_type, id);
    return columns;
  }

  /** A record answers all of its fields, so they are bounded (decision 123). Throws Refused. */
  private async requireRoom(record_type: string, id: number | undefined): Promise<void> {
    const [others] = await this.db.query<{ count: number }>(sql`
      SELECT count(*) FROM flex_field_definitions
      WHERE organization_id = ${this.db.actor.organization_id} AND record_type = ${record_type}
        AND id IS DISTINCT FROM ${id ?? null}::bigint`);
    if (others!.count >= MOST_FIELDS)
      throw new Refused(`A type of record has at most ${MOST_FIELDS} flex fields.`, { field: 'record_type' });
  }

  /** Looks at the records only when the definition would be gone, or another one. Throws Conflict. */
  private async keepUsed(id: number, columns?: Partial<FlexFieldDefinition>): Promise<void> {
    const definition = await this.db.find(FlexFieldDefinition, { id }, { lock: true });
    if (!definition) throw new NotFound(`Flex field definition ${id}`);
    const isSent = (field: (typeof NATURE)[number]) =>
      columns?.[field] !== undefined && columns[field] !== definition[field];
    if (columns && !NATURE.some(isSent)) return;
    const { record_type, canonical_name } = definition;
    const [used] = await this.db.query(sql`
      SELECT id FROM ${raw(`${record_type}s`)}
      WHERE organization_id = ${this.db.actor.organization_id} AND flex_fields ? ${canonical_name} LIMIT 1`);
    if (used)
      throw new Conflict(
        `A ${record_type.replaceAll('_', ' ')} has a value of this field: its type and name stay, and it cannot be deleted.`,
      );
  }
}
