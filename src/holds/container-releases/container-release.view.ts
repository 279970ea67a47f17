import { ApiProperty } from '@nestjs/swagger';
import { ON_HOLD } from '../../cargo/held/hold-type.kind';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import { UserNamed } from '../../common/auth/user.view';
import { BIG_INTEGER } from '../../common/schema/integers';
import { jsonObject } from '../../common/view/json-sql';
import { OpenTo } from '../../common/party-wall/open-to';
import { type Of, recordById, RecordById, view } from '../../common/view/view';
import { WITH_NAME } from '../../parties/setup/trucking-company-reference';
import { CONTAINER_RELEASE_STATUSES, ContainerRelease } from './container-release.entity';

const Out = view(ContainerRelease);

/** The container of a release. */
export class ReleasedContainer {
  @ApiProperty({ ...BIG_INTEGER, nullable: true, description: 'null while it is not known', example: 1 })
  id: number | null;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
}

const container = (of: Of) =>
  `CASE WHEN ${of('container_number')} IS NOT NULL THEN ${jsonObject({
    id: `(SELECT c.id FROM containers c
    WHERE c.organization_id = ${of('organization_id')} AND c.number = ${of('container_number')})`,
    number: of('container_number'),
  })} END`;

/** SQL: how far a release has come; it is over with its time or its stay. */
const status = (of: Of) => `CASE
  WHEN ${of('status')} = 'cancelled' THEN 'cancelled'
  WHEN ${of('valid_until')} <= now() OR ${of('stay_id')} IS NOT NULL AND ${of('stay.status')} NOT ${IS_OPEN} THEN 'over'
  ELSE ${of('status')} END`;

/** A line's release of a container, or of all on a bill of lading, from the holds of a type. */
@OpenTo.parties({
  fields: [
    'id',
    'container',
    'bill_of_lading_number',
    'shipping_line',
    'document_number',
    'reference',
    'valid_from',
    'valid_until',
    'freight_forwarder',
    'trucking_company',
    'status',
    'applied_at',
    'cancelled_at',
    'cancel_reason',
    'created_at',
    'updated_at',
  ],
  instead: {
    hold_type: (of) =>
      `CASE WHEN ${of('hold_type.open_to_parties')} THEN ${of('hold_type.name')} ELSE '${ON_HOLD}' END`,
  },
  told: { hold_type: () => ON_HOLD },
})
export class ContainerReleaseShow {
  @Out.id() id: number;
  @Out.sql((of) => of('hold_type.name'), 'text', {
    nullable: false,
    description: 'The name of the type of the holds that it lifts',
    example: 'Line release',
  })
  hold_type: string;
  @Out.shaped(container, () => ReleasedContainer, {
    nullable: true,
    description: 'The container; null where all on the bill of lading is released',
  })
  container: ReleasedContainer | null;
  @Out.text({ description: 'The number of the bill of lading that is named', example: 'WHA26110041' })
  bill_of_lading_number: string | null;
  @Out.reference('shipping_line', 'code', { example: 'WHA' }) shipping_line: object;
  @Out.text({ description: 'The number of the document that releases', example: 'REL-2026-118' })
  document_number: string;
  @Out.text({ description: 'What the line calls it', example: 'WHAREL118' }) reference: string | null;
  @Out.time({ description: 'From when on; at once where it is null' }) valid_from: string | null;
  @Out.time({ description: 'When the holds return; null: for good' }) valid_until: string | null;
  @Out.reference('freight_forwarder', 'name', {
    description: 'Who may collect; null where the message names nobody who is known',
  })
  freight_forwarder: object | null;
  @Out.reference('trucking_company', 'code', {
    ...WITH_NAME,
    description:
      'Likewise, of hauliers: the one that the forwarder passes the right on to, where there is one',
  })
  trucking_company: object | null;
  @Out.text({ description: 'Who may collect, in words, where that is nobody who is known' }) party_name:
    string | null;
  @Out.sql(status, 'text', {
    nullable: false,
    values: CONTAINER_RELEASE_STATUSES,
    description:
      '`kept` until there is a hold of its type, `applied` once it has lifted that, `over` when its time or the stay is over',
    example: 'kept',
  })
  status: string;
  @Out.time({ description: 'When it lifted a hold; null until then' }) applied_at: string | null;
  @Out.time({ description: 'null while it is not cancelled' }) cancelled_at: string | null;
  @Out.text({ description: 'The document that cancelled it', example: 'Document REL-2026-118.' })
  cancel_reason: string | null;
  @Out.one('cancelled_by', () => UserNamed, {
    description: 'Who had the message applied that cancelled it; null where nobody did by hand',
  })
  cancelled_by: UserNamed | null;
  @Out.shaped((of) => recordById(of('nomination_id')), () => RecordById, {
    nullable: true,
    description: 'The nomination that it made; null for none',
  })
  nomination: RecordById | null;
  @Out.shaped((of) => recordById(of('edi_message_id')), () => RecordById, {
    nullable: true,
    description: 'The message that made it',
  })
  edi_message: RecordById | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
