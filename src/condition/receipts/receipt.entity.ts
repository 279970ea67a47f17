import { Check, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { StoredFile } from '../../common/files/file.entity';
import { type ConcernedRow, Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';
import {
  BelongsTo,
  BigInteger,
  Integer,
  JsonColumn,
  LooseRow,
  OneOf,
  Personal,
  Text,
  Time,
} from '../../common/schema/columns';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { INTERCHANGE_TYPES } from '../../gate/visits/interchange.entity';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Truck } from '../../parties/trucks/truck.entity';
import type { ReceiptDocument } from './receipt-document';

/** Why an issue was made: the handover, a correction of what it states, or its reversal. */
export const RECEIPT_STATUSES = ['issued', 'corrected', 'cancelled'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** The rule that a receipt concerns the owners of its stay. */
const ofOwners = ({ alias, organization, parties }: ConcernedRow) => `${alias}.stay_id IN (
  SELECT p.stay_id FROM stay_parties p
  WHERE p.organization_id = ${organization} AND p.party_id = ANY(${parties}) AND p.level = 'owner')`;

/**
 * One issue of the receipt of a handover (EIR): a document that is kept as it was (decision 920). Its references serve lists; what
 * it states is its document.
 */
@Subject({
  type: 'receipt',
  key: (of) => of('number'),
  path: (of) =>
    `'/api/v1/truck_visits/' || ${of('truck_visit_id')} || '/interchanges/' || ${of('interchange_id')} || '/receipt'`,
})
@Concerns({ party: { trucking_company: 'trucking_company' }, rows: ofOwners })
@Entity('receipts')
@Unique(['organization_id', 'number'])
@Unique(['organization_id', 'interchange_id', 'issue'])
@Index(['organization_id', 'issued_at', 'id'])
@Index(['organization_id', 'updated_at', 'id'])
@Index('ix_receipts_signature', ['organization_id', 'signature_file_id'], {
  where: 'signature_file_id IS NOT NULL',
})
@Check('ck_receipts_issue', 'issue >= 1')
@Check('ck_receipts_first', `issue > 1 OR status = 'issued'`)
export class Receipt extends LooseRow {
  /** `EIR-2026-000123`, and `EIR-2026-000123/2` of the second issue. */
  @Text({ required: true }) number: string;
  /** Of one interchange, from 1 without gaps. */
  @Integer({ required: true }) issue: number;
  @OneOf(RECEIPT_STATUSES, { required: true }) status: ReceiptStatus;
  @Time({ required: true }) issued_at: Date;
  @BelongsTo(() => User) issued_by: Relation<User> | null;
  issued_by_id: number | null;

  @BelongsTo(() => TruckVisit, { required: true }) truck_visit: Relation<TruckVisit>;
  truck_visit_id: number;
  /** Its interchange. There is no foreign key, because one that was taken back may be removed, and its receipts stay. */
  @BigInteger() interchange_id: number | null;
  @OneOf(INTERCHANGE_TYPES, { required: true }) type: (typeof INTERCHANGE_TYPES)[number];
  @BelongsTo(() => Container, { listed: true }) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @BelongsTo(() => ShippingLine, { listed: true }) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => Truck, { required: true, listed: true }) truck: Relation<Truck>;
  truck_id: number;
  @BelongsTo(() => TruckingCompany, { listed: true, sparse: true })
  trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  @BelongsTo(() => TruckDriver, { sparse: true }) truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
  /** The signature of the driver. The trigger `erase_receipts` clears it as the name. */
  @BelongsTo(() => StoredFile, { unindexed: 'ix_receipts_signature' })
  signature_file: Relation<StoredFile> | null;
  signature_file_id: number | null;

  /** The driver as the issue names him. The trigger `erase_receipts` clears both when he is erased. */
  @Personal() @Text() driver_name: string | null;
  @Personal() @Text() driver_license: string | null;
  @JsonColumn({ required: true }) document: ReceiptDocument;
}
