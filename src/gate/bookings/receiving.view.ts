import { ApiProperty } from '@nestjs/swagger';
import { Reason } from '../../cargo/release/release-reason.view';
import { BOOKING_CODES, type BookingReason, BROUGHT_CODES } from './booking-reason';
import { BIG_INTEGER, INTEGER } from '../../common/schema/integers';

/** Why the gate does not receive full containers, or the named one, for a booking. */
export class ReceivingReason extends Reason {
  @ApiProperty({ type: 'string', enum: [...BOOKING_CODES, ...BROUGHT_CODES], example: 'past_cut_off' })
  override code: BookingReason['code'] | (typeof BROUGHT_CODES)[number];
}

/** The type of the containers of a line. */
class ReceivedType {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: '45HC' }) code: string;
}

/** Whether the gate receives full containers by a line of a booking. */
export class ReceivingLine {
  @ApiProperty({ ...INTEGER, description: 'Its number in the booking', example: 1 }) number: number;
  @ApiProperty({ type: () => ReceivedType, nullable: true, description: 'null: any type' })
  container_type: ReceivedType | null;
  @ApiProperty({ ...INTEGER, nullable: true, description: 'null: as many as come' }) quantity: number | null;
  @ApiProperty({ ...INTEGER, description: 'Full containers that came for it', example: 2 }) received: number;
  @ApiProperty({ ...INTEGER, description: 'Empty containers that were handed out for it', example: 1 })
  released: number;
  @ApiProperty({ ...INTEGER, description: 'Full containers on trucks inside, which bring them', example: 1 })
  inside: number;
  @ApiProperty({ ...INTEGER, description: 'Empty containers that trucks inside fetch', example: 0 })
  inside_released: number;
  @ApiProperty({ type: 'boolean' }) receives: boolean;
  @ApiProperty({ type: () => ReceivingReason, isArray: true }) reasons: ReceivingReason[];
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
  @ApiProperty({ ...INTEGER, description: 'Empty containers that trucks inside fetch', example: 0 })
  inside_released: number;
  @ApiProperty({ ...INTEGER, nullable: true, description: 'null: as many as come' }) quantity: number | null;
  @ApiProperty({
    type: () => ReceivingLine,
    isArray: true,
    description: 'Its lines, or those that take what is asked for; it receives while one of them does',
  })
  lines: ReceivingLine[];
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) cut_off: Date | null;
}
