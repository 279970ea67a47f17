import { UserNamed } from '../../common/auth/user.view';
import { OpenTo } from '../../common/party-wall/open-to';
import { PARTIES } from '../../common/view/compiler';
import { compactJson } from '../../common/view/json-sql';
import { type Of, RecordById, recordById, view } from '../../common/view/view';
import { INTERCHANGE_TYPES } from '../../gate/visits/interchange.entity';
import { Receipt, RECEIPT_STATUSES } from './receipt.entity';
import { ReceiptDocument } from './receipt-document';

const Out = view(Receipt);

/** Owners of the stay read the receipt without the driver, who is of the haulier. */
const ofHaulier = (of: Of) => `EXISTS (SELECT FROM parties p
  WHERE p.organization_id = ${of('organization_id')} AND p.id = ANY(${PARTIES})
    AND p.trucking_company_id = ${of('trucking_company_id')})`;

/** One issue of the receipt of a handover. */
@OpenTo.parties({
  fields: [
    'id',
    'number',
    'issue',
    'status',
    'issued_at',
    'truck_visit',
    'interchange_id',
    'type',
    'document',
    'created_at',
    'updated_at',
  ],
  own: { driver_name: ofHaulier, driver_license: ofHaulier, signature_file_id: ofHaulier },
})
export class ReceiptShow {
  @Out.id() id: number;
  @Out.text({
    nullable: false,
    description: 'Of a series without gaps; a further issue of the same handover ends with its number',
    example: 'EIR-2026-000123/2',
  })
  number: string;
  @Out.int({ nullable: false, description: 'Counts the issues of one handover', example: 2 }) issue: number;
  @Out.oneOf(RECEIPT_STATUSES, {
    description: 'Why it was issued: the handover, a correction, or its reversal',
  })
  status: string;
  @Out.time({ description: 'When this issue was made' }) issued_at: string;
  @Out.one('issued_by', () => UserNamed) issued_by: UserNamed | null;
  @Out.shaped((of) => recordById(of('truck_visit_id')), () => RecordById) truck_visit: RecordById;
  @Out.int({ description: 'Which handover of the visit it states', example: 1 }) interchange_id: number;
  @Out.oneOf(INTERCHANGE_TYPES, { description: 'Whether the truck brought it or took it' }) type: string;
  @Out.text({ description: 'The driver, as the issue names him', example: 'Anneke Vroom' })
  driver_name: string | null;
  @Out.text({ description: "The driver's license number then", example: 'DL-5520147' })
  driver_license: string | null;
  @Out.int({ description: 'The signature of the driver, by the id of its file', example: 1 })
  signature_file_id: number | null;
  @Out.shaped((of) => compactJson(of('document')), () => ReceiptDocument, {
    nullable: false,
    description: 'What it states, as it was when it was issued',
  })
  document: ReceiptDocument;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
