import { OpenTo } from '../../common/party-wall/open-to';
import { view } from '../../common/view/view';
import { EdiPartner } from '../edi-partners/edi-partner.kind';
import { EdiSettings } from './edi-settings.entity';
import { CARRIER_TYPES, ShippingLine } from './shipping-line.entity';

const EdiPartnerOut = view(EdiPartner);

export class EdiPartnerOfLine {
  @EdiPartnerOut.id() id: number;
  @EdiPartnerOut.text({ example: 'Westhaven Message Hub' }) name: string;
  @EdiPartnerOut.sql((of) => `nullif(${of('edi_id')}, '')`, 'text', { example: 'WHAHUB' }) edi_id:
    string | null;
}

const EdiSettingsOut = view(EdiSettings);

export class EdiSettingsShow {
  @EdiSettingsOut.id() id: number;
  @EdiSettingsOut.one('edi_partner', () => EdiPartnerOfLine) edi_partner: EdiPartnerOfLine | null;
  @EdiSettingsOut.text({ example: 'Gate and vessel messages' }) name: string | null;
  @EdiSettingsOut.text({ example: 'WHA' }) entity_edi_id: string | null;
  @EdiSettingsOut.text({ example: 'sftp' }) communication_mode: string | null;
  @EdiSettingsOut.text({ example: 'Europe/Amsterdam' }) time_zone: string | null;
  @EdiSettingsOut.text({ example: 'NORTHQUAY' }) default_sender_id: string | null;
  @EdiSettingsOut.text({ example: 'NORTHQUAY' }) sender_edi_id: string | null;
  @EdiSettingsOut.text({ example: 'WHA' }) edi_carrier_id: string | null;
  @EdiSettingsOut.text({ example: 'EDIFACT' }) edi_standard: string | null;
}

const Out = view(ShippingLine);

@OpenTo.parties({ fields: ['id', 'code', 'name', 'synonyms', 'carrier_type'] })
export class ParentLine {
  @Out.id() id: number;
  @Out.text({ example: 'WHA' }) code: string;
  @Out.text({ example: 'Westhaven Atlantic Line' }) name: string | null;
  @Out.texts() synonyms: string[];
  @Out.oneOf(CARRIER_TYPES) carrier_type: string | null;
}

/** A shipping line in the answer to its creation. */
@OpenTo.parties({
  fields: [
    'id',
    'code',
    'name',
    'synonyms',
    'carrier_type',
    'address',
    'email',
    'contact_person',
    'phone',
    'receive_email_alerts_on_container_damages',
    'vat_number',
    'dock_receipt_email',
    'parent',
  ],
})
export class ShippingLineCreated {
  @Out.id() id: number;
  @Out.text({ example: 'WHA' }) code: string;
  @Out.text({ example: 'Westhaven Atlantic Line' }) name: string | null;
  @Out.texts({ description: 'Other names that the line is known by', example: ['Westhaven'] })
  synonyms: string[];
  @Out.oneOf(CARRIER_TYPES, { example: 'ocean' }) carrier_type: string | null;
  @Out.text({ example: '12 Dock Street, Liverpool, United Kingdom' }) address: string | null;
  @Out.int({ description: 'How many TEU of its empties the yard stores', example: 120 })
  empty_container_storage_teu_quota: number | null;
  @Out.text({ example: 'operations@westhaven.example' }) email: string | null;
  @Out.text({ example: 'Oliver Marsh' }) contact_person: string | null;
  @Out.text({ example: '+44 1632 960121' }) phone: string | null;
  @Out.bool() receive_email_alerts_on_container_damages: boolean;
  @Out.text({ example: 'GB000000121' }) vat_number: string | null;
  @Out.text({ description: 'The number of this customer in the general ledger', example: 'GL-12001' })
  general_ledger_id: string | null;
  @Out.text({ example: 'docs@westhaven.example' }) dock_receipt_email: string | null;
  @Out.one('parent', () => ParentLine, {
    omitted: true,
    description: 'The line that this one is part of; left out for a line of its own',
  })
  parent?: ParentLine;
}

/** A shipping line with its EDI settings, in lists, alone and in the answer to an update. */
export class ShippingLineShow extends ShippingLineCreated {
  @Out.one('edi_settings', () => EdiSettingsShow, {
    description: 'How messages are exchanged with the line; null when that is not set up',
  })
  edi_settings: EdiSettingsShow | null;
}
