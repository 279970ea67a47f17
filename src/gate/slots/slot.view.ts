import { ApiProperty } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';
import { SLOT_PURPOSES } from '../announcements/slot-purpose';

/** Marks what hauliers do not see. */
const HIDDEN = { 'x-parties': 'hidden' } as object;

class PlaceOfSlot {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'In 1' }) name: string;
}

class ClosedSlot {
  @ApiProperty({ type: 'string', nullable: true, example: 'Storm' }) reason: string | null;
}

/** A slot with its capacity and bookings. */
export class AppointmentSlot {
  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-30T07:00:00.000Z' }) starts_at: Date;
  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-30T08:00:00.000Z' }) ends_at: Date;
  @ApiProperty({ ...HIDDEN, ...INTEGER, example: 10 }) capacity: number | null;
  @ApiProperty({
    ...HIDDEN,
    ...INTEGER,
    example: 3,
    description: 'More than the capacity where that was lowered',
  })
  booked: number | null;
  @ApiProperty({
    ...INTEGER,
    example: 7,
    description:
      'How many more trucks may book the slot, never below 0; hauliers are told 10 where it is more',
  })
  available: number;
  @ApiProperty({ type: 'string', enum: SLOT_PURPOSES }) purpose: string;
  @ApiProperty({ type: () => PlaceOfSlot, nullable: true }) terminal: PlaceOfSlot | null;
  @ApiProperty({ type: () => PlaceOfSlot, nullable: true }) gate: PlaceOfSlot | null;
  @ApiProperty({ type: () => ClosedSlot, nullable: true })
  closed: ClosedSlot | null;
}

/** The slots that begin in a span, by start. */
export class AppointmentSlots {
  @ApiProperty({ type: 'object', additionalProperties: false, description: 'Empty: there are no pages' })
  actions: object;
  @ApiProperty({ type: () => AppointmentSlot, isArray: true }) appointment_slots: AppointmentSlot[];
}
