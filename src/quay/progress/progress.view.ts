import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER, INTEGER } from '../../common/schema/integers';

const time = (description: string) =>
  ({ type: 'string', format: 'date-time', nullable: true, description }) as const;
const decimal = (description: string, example: number) =>
  ({ type: 'number', nullable: true, description, example }) as const;
const pieces = (description: string, example: number) => ({ ...INTEGER, description, example });

const FIRST_LIFT = time('When the first lift was: when it was lifted, else when it was entered');
const LAST_LIFT = time('When the last lift was');
const HOURS = decimal('From the first lift to the last; null with less than two lifts', 6.5);
const PER_HOUR = decimal('Moves in an hour: `moves` divided by the hours (TIC 4.0)', 24.31);

/** What one crane did in a tally. */
export class ProgressOfCrane {
  @ApiProperty({ type: 'string', example: 'Mobile crane 1' }) crane: string;
  @ApiProperty(pieces('Its lifts of the kind `tally`', 80)) moves: number;
  @ApiProperty(FIRST_LIFT) first_lift_at: string | null;
  @ApiProperty(LAST_LIFT) last_lift_at: string | null;
  @ApiProperty(HOURS) hours: number | null;
  @ApiProperty(PER_HOUR) moves_per_hour: number | null;
}

/** How far a tally is. Undone moves count nowhere. */
export class ProgressOfTally {
  @ApiProperty(pieces('Pieces that are expected: a container or vehicle is one', 200)) expected: number;
  @ApiProperty(pieces('Pieces that are expected and were counted', 150)) done: number;
  @ApiProperty(pieces('Pieces that are expected and not counted yet', 50)) open: number;
  @ApiProperty(pieces('Pieces beyond what is expected', 1)) over: number;
  @ApiProperty(
    pieces(
      'Full containers that are still to be loaded, and lack a verified gross mass; 0 of a discharge',
      3,
    ),
  )
  vgm_missing: number;
  @ApiProperty(pieces('Pieces that were missing when the tally was closed', 0)) short: number;
  @ApiProperty(pieces('Lifts of the kind `tally`, over ones too; a lift of many pieces is one', 151))
  moves: number;
  @ApiProperty(pieces('Shifts of cargo that was stowed again; no moves', 2)) restows: number;
  @ApiProperty(pieces('Lifts of gear; no moves', 4)) special_lifts: number;
  @ApiProperty(FIRST_LIFT) first_lift_at: string | null;
  @ApiProperty(LAST_LIFT) last_lift_at: string | null;
  @ApiProperty(HOURS) hours: number | null;
  @ApiProperty(PER_HOUR) moves_per_hour: number | null;
  @ApiProperty({
    type: () => ProgressOfCrane,
    isArray: true,
    description: 'What each crane did, in the order in which they began',
  })
  cranes: ProgressOfCrane[];
  @ApiProperty(pieces('Pieces counted in the last 60 minutes', 22)) last_hour: number;
  @ApiProperty(
    time('When all is done at the rate of the last 60 minutes; null where nothing is open or nothing moves'),
  )
  estimated_completion_at: string | null;
}

/** The voyage by its number. */
export class VoyageOfProgress {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WP2611' }) number: string;
}

/** How far the cranes are with a voyage. */
export class VoyageProgress {
  @ApiProperty({ type: () => VoyageOfProgress }) voyage: VoyageOfProgress;
  @ApiProperty({ type: () => ProgressOfTally, nullable: true, description: 'Null without a discharge tally' })
  discharge: ProgressOfTally | null;
  @ApiProperty({ type: () => ProgressOfTally, nullable: true, description: 'Null without a loading tally' })
  loading: ProgressOfTally | null;
}
