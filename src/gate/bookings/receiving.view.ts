import { ApiProperty } from '@nestjs/swagger';
import { Reason } from '../../cargo/release/release-reason.view';
import { BOOKING_CODES, type BookingReason } from './booking-reason';
import { INTEGER } from '../../common/schema/integers';

/** Why the gate does not receive full containers for a booking. */
export class ReceivingReason extends Reason {
  @ApiProperty({ type: 'string', enum: BOOKING_CODES, example: 'past_cut_off' })
  override code: BookingReason['code'];
}

/** Whether the gate receives full containers for a booking. */
export class Receiving {
  @ApiProperty({ type: 'boolean' }) receives: boolean;
  @ApiProperty({ type: () => ReceivingReason, isArray: true }) reasons: ReceivingReason[];
  @ApiProperty({ ...INTEGER, description: 'Full containers that came for it', example: 2 })
  received: number;
  @ApiProperty({ ...INTEGER, description: 'Empty containers that were handed out for it', example: 1 })
  released: number;
  @ApiProperty({
    ...INTEGER,
    description: 'Full containers on trucks inside, which bring them',
    example: 1,
  })
  inside: number;
  @ApiProperty({ ...INTEGER, nullable: true, description: 'null: as many as come' }) quantity: number | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) cut_off: Date | null;
}
