import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../database/db';
import { Conflict } from '../errors/errors';
import type { Row } from '../schema/columns';
import { kindOf } from '../setup/kind';
import { KindInput, SetupService } from '../setup/setup.service';
import { FlexFieldDefinition } from './flex-field-definition.kind';

/** What makes a definition another field than the one that records have values of. */
const NATURE = ['record_type', 'canonical_name', 'value_type'] as const;

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

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    const columns: Partial<FlexFieldDefinition> = await super.columns(input, id);
    if (id) await this.keepUsed(id, columns);
    return columns;
  }

  /** Looks at the records only when the definition would be gone, or another one. Throws Conflict. */
  private async keepUsed(id: number, columns?: Partial<FlexFieldDefinition>): Promise<void> {
    const definition = (await this.db.find(FlexFieldDefinition, { id }, { lock: true }))!;
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
