import { Check, Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { HoldType } from '../../cargo/held/hold-type.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, BigInteger, Flag, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Concerns } from '../../common/party-wall/concerns';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';

/** The statuses that are stored. One whose time or stay is over is answered as `over`. */
export const STORED_STATUSES = ['kept', 'applied', 'cancelled'] as const;
export const CONTAINER_RELEASE_STATUSES = [...STORED_STATUSES, 'over'] as const;

/**
 * A line's release of a container, or of all on a bill of lading, from the holds of a type (decision 840). It is kept until
 * there is such a hold, which it lifts once. A trigger puts one that waits for its container to the stay that begins next.
 */
@Subject({
  type: 'container_release',
  key: (of) => `coalesce(${of('container_number')}, ${of('bill_of_lading_number')})`,
  path: (of) => `'/api/v1/container_releases/' || ${of('id')}`,
  concerns: {
    container: (of) => `SELECT c.id FROM containers c
      WHERE c.organization_id = ${of('organization_id')} AND c.number = ${of('container_number')}`,
  },
})
@Concerns({
  party: {
    shipping_line: 'shipping_line',
    freight_forwarder: 'freight_forwarder',
    trucking_company: 'trucking_company',
  },
})
@Entity('container_releases')
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'container_number', 'id'])
@Index(['organization_id', 'bill_of_lading_number', 'id'])
@Index(['organization_id', 'document_number', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index('ix_container_releases_due', ['organization_id', 'due_at'], { where: 'due_at IS NOT NULL' })
@Index('ix_container_releases_nominating', ['organization_id', 'bill_of_lading_number'], {
  where: 'nominates AND container_number IS NULL',
})
@Index('ix_container_releases_waiting', ['organization_id', 'container_number'], {
  where: `status = 'kept' AND stay_id IS NULL`,
})
@Check('ck_container_releases_subject', 'num_nonnulls(container_number, bill_of_lading_number) > 0')
@Refuses(
  'ck_container_releases_subject',
  'A release names a container or a bill of lading.',
  'container_number',
)
@Check('ck_container_releases_span', 'valid_until >= valid_from')
@Refuses('ck_container_releases_span', 'A release cannot end before it begins.', 'valid_until')
@Check('ck_container_releases_applied', `status <> 'applied' OR applied_at IS NOT NULL`)
@Refuses('ck_container_releases_applied', 'A release that is applied has the time of that.', 'applied_at')
@Check('ck_container_releases_cancelled', `(status = 'cancelled') = (cancelled_at IS NOT NULL)`)
@Refuses(
  'ck_container_releases_cancelled',
  'A release that is cancelled has the time of that.',
  'cancelled_at',
)
export class ContainerRelease extends Row {
  @BelongsTo(() => HoldType, { required: true }) hold_type: Relation<HoldType>;
  hold_type_id: number;
  /** Whose release it is: it lifts no hold of a container of another line. */
  @BelongsTo(() => ShippingLine, { required: true }) shipping_line: Relation<ShippingLine>;
  shipping_line_id: number;
  /** A number, because the container may not be known yet; null for all that is on the bill. */
  @Text() container_number: string | null;
  @Text() bill_of_lading_number: string | null;
  /** The stay that it is for; null while it waits for the container. */
  @BelongsTo(() => ContainerStay, { onDelete: 'CASCADE' }) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  /** The number of the document that releases; another document of the line changes nothing of it. */
  @Text({ required: true }) document_number: string;
  @Text() reference: string | null;
  @Time() valid_from: Date | null;
  @Time() valid_until: Date | null;
  @BelongsTo(() => FreightForwarder) freight_forwarder: Relation<FreightForwarder> | null;
  freight_forwarder_id: number | null;
  @BelongsTo(() => TruckingCompany) trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  /** Who collects, in words, where that is nobody who is known. */
  @Text() party_name: string | null;
  @OneOf(STORED_STATUSES, { required: true, default: 'kept' }) status: (typeof STORED_STATUSES)[number];
  @Time() applied_at: Date | null;
  @Time() cancelled_at: Date | null;
  @Text() cancel_reason: string | null;
  @BelongsTo(() => User) cancelled_by: Relation<User> | null;
  cancelled_by_id: number | null;
  /** When the service looks at it; null when nothing is to be done by itself. */
  @Time() due_at: Date | null;
  /** Whether its forwarder or haulier is still to be nominated. */
  @Flag() nominates: boolean;
  /** The nomination of it, which a higher domain keeps. */
  @BigInteger() nomination_id: number | null;
  /** The message that made it, which a higher domain keeps. */
  @BigInteger() edi_message_id: number | null;
}
