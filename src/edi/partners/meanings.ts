import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { kindEvent, record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import type { CodeList } from './code-lists';
import { EdiCode } from './edi-code.kind';
import { ediCodeModel } from './edi-code.write';

/** What a word of a partner means. */
export interface Meaning {
  list: CodeList;
  theirs: string;
  ours: string;
}

/**
 * Keeps what words of a partner mean as its codes, in place of what they meant.
 * @throws Refused for a record that is not known
 */
export async function keepMeanings(db: Db, partner_id: number, meanings: Meaning[]): Promise<void> {
  const { Show } = kindClasses(kindOf(EdiCode));
  for (const [at, { list, theirs, ours }] of meanings.entries()) {
    const path = (field: string) => `codes.${at}.${field}`;
    await db.query(sql`SELECT FROM edi_partners
      WHERE organization_id = ${db.actor.organization_id} AND id = ${partner_id} FOR NO KEY UPDATE`);
    const before = await db.find(EdiCode, { partner_id, list, theirs }, { lock: true });
    if (before) {
      await ediCodeModel.update(db, before, { list, ours }, { path });
      continue;
    }
    const id = await ediCodeModel.create(db, { partner_id, list, theirs, ours }, { path });
    await record(db, kindEvent('edi_code', 'created'), Show, id);
  }
}
