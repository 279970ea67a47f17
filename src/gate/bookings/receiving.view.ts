import { ApiProperty } from '@nestjs/swagger';

/** Why nothing is received for a booking. */
export const RECEIVING_CODES = [
  'voyage_cancelled',
  'voyage_departed',
  'past_cut_off',
  'quantity_reached',
] as const;

/** Why nothing is received for a booking. */
export class ReceivingReason {
  @ApiProperty({ type: 'string', enum: RECEIVING_CODES, example: 'past_cut_off' })
  code: (typeof RECEIVING_CODES)[number];
  @ApiProperty({ type: 'string', example: "Voyage 'WP2611' is past its receiving cut-off." })
  sentence: string;
}

/** Whether full containers are received for a booking. */
export class Receiving {
  @ApiProperty({ type: 'boolean' }) receives: boolean;
  @ApiProperty({ type: () => ReceivingReason, isArray: true }) reasons: ReceivingReason[];
  @ApiProperty({ type: 'integer', description: 'Full containers that came for it', example: 2 })
  received: number;
  @ApiProperty({
    type: 'integer',
    description: 'Full containers on trucks inside, which bring them',
    example: 1,
  })
  inside: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'null: as many as come' }) quantity:
    number | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) cut_off: Date | null;
}
