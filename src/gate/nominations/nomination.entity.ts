import { Check, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { STANDING, STANDS } from '../../cargo/interests/standing-nominations';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Party, PartyRow } from '../../common/party-wall/party.entity';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, Flag, Integer, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Concerns, LEVEL_BY_KIND } from '../../common/party-wall/concerns';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

export const NOMINATION_STATUSES = ['active', 'passed_on', 'used', 'revoked', 'expired', 'ended'] as const;
export type NominationStatus = (typeof NOMINATION_STATUSES)[number];

/** The most nominations of a chain, the first one included. */
export const MOST_LINKS = 5;

/** Whether a nomination with this status holds, or was passed on to others. */
export const isStanding = (status: string): status is (typeof STANDING)[number] =>
  (STANDING as readonly string[]).includes(status);

/**
 * The right to collect that one party gives to another: of a container in its stay, of those on a bill of lading, or of
 * those of a booking. Its holder may pass it on by another nomination, whose parent it is then. Triggers end it with its
 * stay (`end_nominations`), and revoke it when its first giver has the right no longer (`revoke_without_right`).
 */
@Subject({
  type: 'nomination',
  key: (of) => of('number'),
  path: (of) => `'/api/v1/nominations/' || ${of('number')}`,
  concerns: {
    container: (of) => `SELECT s.container_id FROM container_stays s
      WHERE s.organization_id = ${of('organization_id')} AND s.id = ${of('stay_id')}`,
  },
})
@Concerns({
  rows: ({ alias, organization, parties }) => `${alias}.id IN (
    SELECT n.nomination_id FROM nomination_parties n
    WHERE n.organization_id = ${organization} AND n.party_id = ANY(${parties}))`,
  whose: ({ alias, organization }) => `
    SELECT n.party_id, ${LEVEL_BY_KIND} AS level FROM nomination_parties n
    JOIN parties u ON u.organization_id = n.organization_id AND u.id = n.party_id
    WHERE n.organization_id = ${organization} AND n.nomination_id = ${alias}.id`,
})
@Entity('nominations')
@Unique(['organization_id', 'number'])
@Check('ck_nominations_subject', 'num_nonnulls(stay_id, bill_of_lading_id, booking_id) = 1')
@Check('ck_nominations_depth', `depth BETWEEN 1 AND ${MOST_LINKS}`)
@Check('ck_nominations_revoked', `(status = 'revoked') = (revoked_at IS NOT NULL)`)
@Check('ck_nominations_ended', `(${STANDS}) = (ended_at IS NULL)`)
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index('uq_nominations_standing_stay', ['organization_id', 'stay_id', 'from_party_id'], {
  unique: true,
  where: STANDS,
})
@Index('uq_nominations_standing_bill', ['organization_id', 'bill_of_lading_id', 'from_party_id'], {
  unique: true,
  where: STANDS,
})
@Index('uq_nominations_standing_booking', ['organization_id', 'booking_id', 'from_party_id'], {
  unique: true,
  where: STANDS,
})
@Refuses('uq_nominations_standing_stay', SAYS['nomination_stands.other'](), 'to', GATE.nomination_stands)
@Refuses('uq_nominations_standing_bill', SAYS['nomination_stands.other'](), 'to', GATE.nomination_stands)
@Refuses('uq_nominations_standing_booking', SAYS['nomination_stands.other'](), 'to', GATE.nomination_stands)
@Index('ix_nominations_valid_until', ['organization_id', 'valid_until'], {
  where: `${STANDS} AND valid_until IS NOT NULL`,
})
@Index('ix_nominations_for_bookings', ['organization_id', 'to_party_id', 'booking_id'], {
  where: `${STANDS} AND booking_id IS NOT NULL`,
})
@Index('ix_nominations_untold', ['organization_id', 'id'], {
  where: `status IN ('used', 'revoked') AND NOT is_told`,
})
export class Nomination extends Row {
  @Text({ required: true }) number: string;
  @BelongsTo(() => ContainerStay, { onDelete: 'CASCADE' }) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @BelongsTo(() => BillOfLading, { onDelete: 'CASCADE' }) bill_of_lading: Relation<BillOfLading> | null;
  bill_of_lading_id: number | null;
  @BelongsTo(() => Booking, { onDelete: 'CASCADE' }) booking: Relation<Booking> | null;
  booking_id: number | null;
  @BelongsTo(() => Party, { required: true }) from_party: Relation<Party>;
  from_party_id: number;
  /** A trucking company or a freight forwarder. */
  @BelongsTo(() => Party, { required: true, listed: true }) to_party: Relation<Party>;
  to_party_id: number;
  /**
   * The nomination that its giver passes on, for the same or for the bill or booking of its stay; null where the giver has
   * the right itself.
   */
  @BelongsTo('Nomination', { onDelete: 'CASCADE' }) parent: Relation<Row> | null;
  parent_id: number | null;
  /** Its place in the chain, from 1. */
  @Integer({ required: true, default: 1 }) depth: number;
  @Time() valid_until: Date | null;
  @Text() reference: string | null;
  @OneOf(NOMINATION_STATUSES, { required: true, default: 'active' }) status: NominationStatus;
  @BelongsTo(() => User) created_by: Relation<User> | null;
  created_by_id: number | null;
  @Time() revoked_at: Date | null;
  @Text() revoke_reason: string | null;
  /** When it ceased to hold, in whatever way. */
  @Time() ended_at: Date | null;
  /** Whether an event tells that it was used or revoked. */
  @Flag() is_told: boolean;
  /** How often it was tried to end it when its time was over. */
  @Integer({ required: true, default: 0 }) tries: number;
}

/** Who sees a nomination: giver, taker, and those above in its chain. A trigger makes the rows, and nobody is twice in a chain. */
@Entity('nomination_parties')
@Refuses('pk_nomination_parties', SAYS['nomination_circle.other'](), 'to', GATE.nomination_circle)
export class NominationParty extends PartyRow {
  @BelongsTo(() => Nomination, { required: true, primary: true, onDelete: 'CASCADE' })
  nomination: Relation<Nomination>;
  nomination_id: number;
}
