import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { EdiSettings } from './edi-settings.entity';
import type { EdiPartnerInput, EdiSettingsInput } from './shipping-line.dto';

/** Keeps the EDI settings of shipping lines. Its caller holds the row of the line. */
@Injectable()
export class EdiSettingsService {
  constructor(private readonly db: Db) {}

  /** Creates the settings of a line or updates them in place; null removes them, undefined leaves them alone. */
  async write(shipping_line_id: number, input: EdiSettingsInput | null | undefined): Promise<void> {
    if (input === undefined) return;
    const known = await this.db.find(EdiSettings, { shipping_line_id });
    if (input === null) {
      if (known) await this.db.remove(EdiSettings, known.id, 'EDI settings');
      return;
    }
    const { edi_partner, ...fields } = input;
    const edi_partner_id = edi_partner && (await this.partnerId(edi_partner));
    if (known) await this.db.update(EdiSettings, known.id, { ...fields, edi_partner_id });
    else await this.db.insert(EdiSettings, { ...fields, edi_partner_id, shipping_line_id });
  }

  /** The partner of this name and EDI id, made when new; of two requests at once both get the same one. */
  private async partnerId({ name, edi_id }: EdiPartnerInput): Promise<number> {
    const [partner] = await this.db.query<{ id: number }>(sql`
      INSERT INTO edi_partners (organization_id, name, edi_id)
      VALUES (${this.db.actor.organization_id}, ${name}, ${edi_id ?? ''})
      ON CONFLICT (organization_id, name, edi_id) DO UPDATE SET edi_id = excluded.edi_id
      RETURNING id`);
    return partner!.id;
  }
}
