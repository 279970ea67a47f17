import { In, wrapper } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { EdiPartnerInput } from '../edi-partners/edi-partner-reference';
import { CARRIER_TYPES } from './shipping-line.entity';

export class EdiSettingsInput {
  @In.object(() => EdiPartnerInput, {
    description: 'Who messages are exchanged through; made when there is none with this name and edi_id',
  })
  edi_partner?: EdiPartnerInput | null;

  @In.text({ example: 'Gate and vessel messages' }) name?: string | null;
  @In.text({ identifier: 'visible', description: 'The id that the line has in messages', example: 'WHA' })
  entity_edi_id?: string | null;
  @In.text({ example: 'sftp' }) communication_mode?: string | null;
  @In.text({ description: 'The zone of local times in messages', example: 'Europe/Amsterdam' })
  time_zone?: string | null;
  @In.text({ identifier: 'visible', example: 'NORTHQUAY' }) default_sender_id?: string | null;
  @In.text({ identifier: 'visible', example: 'NORTHQUAY' }) sender_edi_id?: string | null;
  @In.text({ identifier: 'visible', example: 'WHA' }) edi_carrier_id?: string | null;
  @In.text({ example: 'EDIFACT' }) edi_standard?: string | null;
}

/** The fields of a creation and of an update; both require the code (decision 22). */
export class ShippingLineFields {
  @In.text({
    identifier: 'visible',
    required: true,
    description: 'Unique among the shipping lines',
    example: 'WHA',
  })
  code: string;
  @In.name({ example: 'Westhaven Atlantic Line' }) name?: string | null;
  @In.texts({ description: 'Other names that the line is known by', example: ['Westhaven'] })
  synonyms?: string[] | null;
  @In.oneOf(CARRIER_TYPES, { example: 'ocean' }) carrier_type?: string | null;
  @In.note({ example: '12 Dock Street, Liverpool, United Kingdom' }) address?: string | null;
  @In.int({ min: 0, description: 'How many TEU of its empties the yard stores', example: 120 })
  empty_container_storage_teu_quota?: number | null;
  @In.text({ identifier: 'email', example: 'operations@westhaven.example' }) email?: string | null;
  @In.text({ example: 'Oliver Marsh' }) contact_person?: string | null;
  @In.text({ example: '+44 1632 960121' }) phone?: string | null;
  @In.bool() receive_email_alerts_on_container_damages?: boolean | null;
  @In.text({ identifier: 'visible', example: 'GB000000121' }) vat_number?: string | null;
  @In.text({
    identifier: 'visible',
    description: 'The number of this customer in the general ledger',
    example: 'GL-12001',
  })
  general_ledger_id?: string | null;
  @In.text({
    identifier: 'email',
    description: 'Where dock receipts are sent to',
    example: 'docs@westhaven.example',
  })
  dock_receipt_email?: string | null;
  @In.id({ description: 'The id of the line that this one is part of' }) parent_id?: number | null;
  @In.text({ description: 'The name of its agent', example: 'Scheldemond Ship Agency' })
  agent?: string | null;
  @In.id({ description: 'The id, instead of agent' }) agent_id?: number | null;
  @In.object(() => EdiSettingsInput, {
    description: 'How messages are exchanged with the line; null takes the settings away',
  })
  edi_settings?: EdiSettingsInput | null;
}

export class ShippingLineBody extends wrapper('shipping_line', ShippingLineFields) {}

export class ShippingLineQuery extends PageQuery {
  @In.text({ description: 'Part of the name, in any case' }) name?: string;
  @In.text({ description: 'The whole code' }) code?: string;
}
