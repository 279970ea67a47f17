import { ApiProperty } from '@nestjs/swagger';
import { ReleaseReasonShow } from '../../cargo/release/release-reason.view';
import { LOCATION_TYPES } from '../../places/locations/locations';
import { STAY_STATUSES } from '../../cargo/stays/stay-words';
import { INTEGER } from '../../common/schema/integers';

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

class AvailabilityLocation {
  @ApiProperty({ type: 'string', enum: LOCATION_TYPES, example: 'YardSlot' }) type: string;
  @ApiProperty({ ...id, nullable: true }) id: number | null;
  @ApiProperty({ ...text, example: 'A1-01' }) name: string | null;
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
  @ApiProperty({
    type: 'string',
    description: 'The number of the voyage, pre-advice or appointment',
    example: 'WP2611',
  })
  number: string;
}

class Expected {
  @ApiProperty({ type: () => Numbered, nullable: true }) voyage: Numbered | null;
  @ApiProperty(time) estimated_time: string | null;
}

class VisitAnnounced {
  @ApiProperty(id) id: number;
}

class Announced {
  @ApiProperty({ type: () => Numbered, nullable: true }) pre_advice: Numbered | null;
  @ApiProperty({ type: () => Numbered, nullable: true }) appointment: Numbered | null;
  @ApiProperty({ type: () => VisitAnnounced, nullable: true, description: 'A truck that is inside for it' })
  truck_visit: VisitAnnounced | null;
}

/** Whether a container can be picked up now, with the reasons against it. */
export class Availability {
  @ApiProperty({ type: () => ContainerAsked }) container: ContainerAsked;
  @ApiProperty({ type: 'boolean' }) available: boolean;
  @ApiProperty({ type: () => ReleaseReasonShow, isArray: true }) reasons: ReleaseReasonShow[];
  @ApiProperty({ type: () => AvailabilityHold, isArray: true, description: 'Those in force' })
  holds: AvailabilityHold[];
  @ApiProperty({ type: () => AvailabilityHold, isArray: true }) holds_lifted_for_a_time: AvailabilityHold[];
  @ApiProperty({ type: () => AvailabilityLocation, nullable: true }) location: AvailabilityLocation | null;
  @ApiProperty({ type: () => AvailabilityStay, nullable: true }) stay: AvailabilityStay | null;
  @ApiProperty({ type: () => Expected, description: 'With what it is to come, while it has not' })
  expected: Expected;
  @ApiProperty({ type: () => Announced, description: 'Who has said to come for it, or with it' })
  announced: Announced;
  @ApiProperty({
    type: 'boolean',
    description: 'Whether the gate takes trucks with an appointment only, and this container has none',
  })
  appointment_needed: boolean;
  @ApiProperty({
    ...INTEGER,
    example: 0,
    description: 'How many containers stand above it in its slot, which have to be taken down first',
  })
  buried_by: number;
  @ApiProperty({
    ...text,
    format: 'date',
    description:
      'The last day at whose end leaving costs no storage; null where no published tariff gives one',
  })
  last_free_day: string | null;
  @ApiProperty({ type: 'string', format: 'date-time' }) as_of: Date;
}

export class Availabilities {
  @ApiProperty({ type: 'object', additionalProperties: false, description: 'Empty: there are no pages' })
  actions: object;
  @ApiProperty({ type: () => Availability, isArray: true }) availabilities: Availability[];
}
