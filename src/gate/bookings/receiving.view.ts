import { ApiProperty } from '@nestjs/swagger';
import type { Params } from '../../common/languages/sentence';
import { PARAMS } from '../../cargo/release/release-reason.view';
import { BOOKING_CODES, type BookingReason } from './booking-reason';
import { INTEGER } from '../../common/schema/integers';

/** Why the gate does not receive full containers for a booking. */
export class ReceivingReason {
  @ApiProperty({ type: 'string', enum: BOOKING_CODES, example: 'past_cut_off' })
  code: BookingReason['code'];
  @ApiProperty({ type: 'string', example: "Voyage 'WP2611' is past its receiving cut-off." })
  sentence: string;
  @ApiProperty({ ...PARAMS, example: { voyage: 'WP2611', cut_off: '2026-11-30T11:00:00.000Z' } })
  params: Params;
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
