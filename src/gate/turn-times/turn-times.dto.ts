import { In } from '../../common/input/in';

const TURN_TIMES_BY = ['gate', 'trucking_company', 'hour', 'day'] as const;
export type TurnTimesBy = (typeof TURN_TIMES_BY)[number];

export class TurnTimesQuery {
  @In.time({ description: 'Visits that ended at this time or later; a month before `until` unless given' })
  from?: string | null;
  @In.endTime({
    from: 'from',
    description: 'Visits that ended at this time or earlier, or on this day; now unless given',
  })
  until?: string | null;
  @In.oneOf(TURN_TIMES_BY, {
    required: true,
    description:
      'What the visits are counted by: the gate that they came in by, the company of the truck, or the local hour or day at which they ended',
  })
  by: TurnTimesBy;
}
