import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { HoldType } from '../../cargo/held/hold-type.kind';

/** Hold types as set up by hand: one that was applied stays for the kind of record that it was applied to. */
@Injectable()
export class HoldTypesService extends SetupService {
  constructor(db: Db) {
    super(db, kindOf(HoldType));
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    const { applies_to } = input as Partial<HoldType>;
    if (id && applies_to) await this.keepAppliesTo(id, applies_to);
    return super.columns(input, id);
  }

  /** Its holds could not be lifted otherwise. Throws Refused. */
  private async keepAppliesTo(id: number, applies_to: HoldType['applies_to']): Promise<void> {
    const type = await this.db.find(HoldType, { id }, { lock: true });
    if (!type || type.applies_to === applies_to) return;
    const [applied] = await this.db.query(sql`
      SELECT id FROM ${raw(`${type.applies_to}_holds`)}
      WHERE organization_id = ${this.db.actor.organization_id} AND hold_type_id = ${id} LIMIT 1`);
    if (applied)
      throw new Refused(
        `The hold type was applied to a ${type.applies_to.replaceAll('_', ' ')} already, so it cannot apply to anything else.`,
        { field: 'applies_to' },
      );
  }
}
