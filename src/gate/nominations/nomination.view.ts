import { ApiProperty } from '@nestjs/swagger';
import { BillReference } from '../../cargo/bills-of-lading/bill-reference';
import { PartyShow, partyJson } from '../../common/party-wall/party-reference';
import { Reason } from '../../cargo/release/release-reason.view';
import { UserNamed } from '../../common/auth/user.view';
import { BIG_INTEGER } from '../../common/schema/integers';
import { PARTIES } from '../../common/view/compiler';
import { jsonObject } from '../../common/view/json-sql';
import { OpenTo } from '../../common/party-wall/open-to';
import { type Of, view } from '../../common/view/view';
import { Nomination, NOMINATION_STATUSES } from './nomination.entity';

const Out = view(Nomination);

class ContainerOfNomination {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
}

class BookingOfNomination {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHA331057' }) number: string;
}

/** SQL: a record that is named, whoever asks, because it was named to him; null for none. */
const named = (id: string, fields: Record<string, string>) =>
  `CASE WHEN ${id} IS NOT NULL THEN ${jsonObject({ id, ...fields })} END`;

/** The right to collect, as it was given. */
@OpenTo.parties({
  fields: [
    'id',
    'number',
    'container',
    'booking',
    'from',
    'to',
    'valid_until',
    'reference',
    'status',
    'created_at',
    'updated_at',
    'revoked_at',
    'revoke_reason',
    'ended_at',
  ],
  instead: {
    bill_of_lading: (of) => bill(of),
  },
  told: { bill_of_lading: (record) => record.bill_of_lading },
  own: {
    parent: (of) => `EXISTS (SELECT FROM nomination_parties n
      WHERE n.organization_id = ${of('organization_id')} AND n.nomination_id = ${of('parent_id')}
        AND n.party_id = ANY(${PARTIES}))`,
  },
})
export class NominationShow {
  @Out.id() id: number;
  @Out.text({ example: 'NM00000012' }) number: string;
  @Out.shaped(
    (of) => named(of('stay.container_id'), { number: of('stay.container.number') }),
    () => ContainerOfNomination,
    {
      nullable: true,
      description: 'The container, in the stay that was open; null where it is for a bill or a booking',
    },
  )
  container: ContainerOfNomination | null;
  @Out.shaped((of) => bill(of), () => BillReference, {
    nullable: true,
    description: 'The bill of lading for whose containers it holds; null for none',
  })
  bill_of_lading: BillReference | null;
  @Out.shaped((of) => named(of('booking_id'), { number: of('booking.number') }), () => BookingOfNomination, {
    nullable: true,
    description: 'The booking for whose containers it holds; null for none',
  })
  booking: BookingOfNomination | null;
  @Out.shaped((of) => partyJson(of('organization_id'), of('from_party_id')), () => PartyShow, {
    description: 'Who gave the right',
  })
  from: PartyShow;
  @Out.shaped((of) => partyJson(of('organization_id'), of('to_party_id')), () => PartyShow, {
    description: 'Who was given the right',
  })
  to: PartyShow;
  @Out.reference('parent', 'number', {
    description: 'The nomination that is passed on by it; null for the first of a chain',
    example: 'NM00000011',
  })
  parent: { id: number; number: string } | null;
  @Out.time({ description: 'When it ends by itself; null for none' }) valid_until: string | null;
  @Out.text({ description: 'What the giver calls it' }) reference: string | null;
  @Out.oneOf(NOMINATION_STATUSES, { example: 'active' }) status: string;
  @Out.time() created_at: string;
  @Out.one('created_by', () => UserNamed, { description: 'Who made it; null where nobody noted it' })
  created_by: UserNamed | null;
  @Out.time() updated_at: string;
  @Out.time({ description: 'null while it is not revoked' }) revoked_at: string | null;
  @Out.text({ description: 'Why it was revoked' }) revoke_reason: string | null;
  @Out.time({ description: 'When it ceased to hold; null while it holds or is passed on' }) ended_at:
    string | null;
}

/** What the terminal is told when a right is given. */
export class NominationWarning extends Reason {
  @ApiProperty({ type: 'string', enum: ['other_nomination'], example: 'other_nomination' })
  override code: 'other_nomination';
}

/** A right that was given. */
export class NominationGiven {
  @ApiProperty({ type: () => NominationShow }) nomination: NominationShow;
  @ApiProperty({
    type: () => NominationWarning,
    isArray: true,
    description:
      'The nominations of other chains that counted for its containers until now; empty for tokens that are limited to parties',
  })
  warnings: NominationWarning[];
}

function bill(of: Of): string {
  return named(of('bill_of_lading_id'), {
    manifest: of('bill_of_lading.manifest.client_identifier'),
    number: of('bill_of_lading.number'),
  });
}
