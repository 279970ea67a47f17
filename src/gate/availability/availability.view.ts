import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ReleaseReasonShow } from '../../cargo/release/release-reason.view';
import { RecordById } from '../../common/view/view';
import { LocationShow } from '../../places/locations/place-of';
import { STAY_STATUSES } from '../../cargo/stays/stay-words';
import { INTEGER } from '../../common/schema/integers';
import { HIDDEN_FROM_PARTIES } from '../../common/party-wall/open-to';
import { type Need, NEEDS } from '../purposes/right-to-name';

const id = { type: 'integer', example: 1 } as const;
const time = { type: 'string', format: 'date-time', nullable: true } as const;
const text = { type: 'string', nullable: true } as const;

class ContainerAsked {
  @ApiProperty({ ...id, nullable: true, description: 'null for a number that is not known' }) id:
    number | null;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
}

class BillOfHold {
  @ApiProperty(id) id: number;
  @ApiProperty({
    type: 'string',
    description: 'The client identifier of the manifest',
    example: 'WHA-WP2611',
  })
  manifest: string;
  @ApiProperty({ type: 'string', example: 'WHA7720031' }) number: string;
}

/** A hold that is in force on a container or comes back into force. */
export class AvailabilityHold {
  @ApiProperty(id) id: number;
  @ApiProperty({ type: 'string', example: 'Customs' }) hold_type: string;
  @ApiProperty(text) reference_number: string | null;
  @ApiProperty(time) lifted_until: Date | null;
  @ApiProperty({
    type: () => BillOfHold,
    nullable: true,
    description: 'The bill that is held; null for a hold of the container',
  })
  bill_of_lading: BillOfHold | null;
}

class AvailabilityStay {
  @ApiProperty(id) id: number;
  @ApiProperty({ ...INTEGER, example: 1 }) number: number;
  @ApiProperty({ type: 'string', enum: STAY_STATUSES, example: 'here' }) status: string;
  @ApiProperty(time) in_at: string | null;
  @ApiProperty(time) out_at: string | null;
}

class Numbered {
  @ApiProperty(id) id: number;
  @ApiProperty({ type: 'string', description: 'The number of the voyage or appointment', example: 'WP2611' })
  number: string;
}

class PreAdviceAnnounced {
  @ApiProperty(id) id: number;
  @ApiProperty({ type: 'string', example: 'PA-1002' }) advice_number: string;
  @ApiProperty({ type: 'string', deprecated: true, description: 'The same as advice_number' }) number: string;
}

class Expected {
  @ApiProperty({ type: () => Numbered, nullable: true }) voyage: Numbered | null;
  @ApiProperty(time) estimated_time: string | null;
}

class Announced {
  @ApiProperty({ type: () => PreAdviceAnnounced, nullable: true }) pre_advice: PreAdviceAnnounced | null;
  @ApiProperty({ type: () => Numbered, nullable: true }) appointment: Numbered | null;
  @ApiProperty({ type: () => RecordById, nullable: true, description: 'A truck that is inside for it' })
  truck_visit: RecordById | null;
  @ApiPropertyOptional({
    type: 'boolean',
    description: 'Told to tokens that are limited to owners of the stay: whether others have said so as well',
  })
  announced_by_others?: boolean;
}

/** The release of the line by which a container may leave. */
class ReleasedBy {
  @ApiProperty({ ...text, description: 'What the line calls it', example: 'WHAREL118' }) reference:
    string | null;
  @ApiProperty({
    type: () => RecordById,
    nullable: true,
    description: 'The message that released it; null where that is not kept',
  })
  edi_message: RecordById | null;
}

/** Whether a container can be picked up now, with the reasons against it. */
export class Availability {
  @ApiProperty({ type: () => ContainerAsked }) container: ContainerAsked;
  @ApiProperty({ type: 'boolean' }) available: boolean;
  @ApiProperty({ type: () => ReleaseReasonShow, isArray: true }) reasons: ReleaseReasonShow[];
  @ApiProperty({
    type: () => ReleaseReasonShow,
    isArray: true,
    description: 'What is only told and keeps nothing, such as a credit limit; none for limited tokens',
  })
  warnings: ReleaseReasonShow[];
  @ApiProperty({ type: () => AvailabilityHold, isArray: true, description: 'Those in force' })
  holds: AvailabilityHold[];
  @ApiProperty({ type: () => AvailabilityHold, isArray: true }) holds_lifted_for_a_time: AvailabilityHold[];
  @ApiProperty({
    type: () => ReleasedBy,
    nullable: true,
    description:
      'The release of its line, also while there is no hold that it lifts yet; null without one, and for hauliers',
  })
  released_by: ReleasedBy | null;
  @ApiProperty({ ...time, description: 'Until when it is released; null for good, or where it is not' })
  released_until: Date | null;
  @ApiProperty({ type: () => LocationShow, nullable: true }) location: LocationShow | null;
  @ApiProperty({ type: () => AvailabilityStay, nullable: true }) stay: AvailabilityStay | null;
  @ApiProperty({
    type: () => Expected,
    nullable: true,
    description: 'With what it is to come, while it has not; null where it is not to come',
  })
  expected: Expected | null;
  @ApiProperty({
    type: () => Announced,
    nullable: true,
    description: 'Who has said to come for it, or with it; null where nobody has',
  })
  announced: Announced | null;
  @ApiProperty({
    type: 'boolean',
    description: 'Whether the gate takes trucks with an appointment only, and this container has none',
  })
  appointment_needed: boolean;
  @ApiProperty({
    ...INTEGER,
    example: 0,
    description: 'How many containers stand above it in its slot, which have to be taken down first',
    ...HIDDEN_FROM_PARTIES,
  })
  buried_by: number | null;
  @ApiProperty({
    ...text,
    format: 'date',
    description:
      'The last day at whose end leaving costs no storage; null where no published tariff gives one',
  })
  last_free_day: string | null;
  @ApiProperty({
    ...text,
    format: 'date',
    description:
      'The last day at whose end it could leave with its charges paid, waived or on account; null where nothing limits',
  })
  paid_through: string | null;
  @ApiProperty({ type: 'boolean', description: 'Whether something has to be paid before it leaves now' })
  charges_due: boolean;
  @ApiPropertyOptional({
    type: 'boolean',
    description:
      'Told to tokens that are limited to parties: whether somebody is nominated to collect it, to a haulier whether it is. It is no reason',
  })
  nominated?: boolean;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...NEEDS] },
    description:
      'What a pick-up has to name beside the container, one of which is enough; nomination: its trucking company has to be nominated. Empty where the number is enough, as for tokens that are not limited to parties',
    example: ['bill_of_lading'],
  })
  needs: Need[];
  @ApiProperty({ type: 'string', format: 'date-time' }) as_of: Date;
}

export class Availabilities {
  @ApiProperty({ type: 'object', additionalProperties: false, description: 'Empty: there are no pages' })
  actions: object;
  @ApiProperty({ type: () => Availability, isArray: true }) availabilities: Availability[];
}
