import { In } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { OrderedBy } from '../../common/pagination/order';
import { PageQuery, searchParameter } from '../../common/pagination/page-query';

/** No reefer holds less or more, in degrees Celsius. */
const DEGREES = { min: -100, max: 100 };

/** What the unit of a reefer shows. */
export class CreateReeferReading {
  @In.time({ description: 'When it was read; now unless given. Not before the container came' })
  at?: string | null;
  @In.number({ ...DEGREES, description: 'What the unit is set to, in degrees Celsius', example: -18 })
  set_point?: number | null;
  @In.number({
    ...DEGREES,
    description: 'The air that the unit blows in, in degrees Celsius',
    example: -18.4,
  })
  supply?: number | null;
  @In.number({
    ...DEGREES,
    description: 'The air that comes back from the cargo, in degrees Celsius',
    example: -17.6,
  })
  return?: number | null;
  @In.number({ ...DEGREES, description: 'The air outside, in degrees Celsius', example: 21.5 })
  ambient?: number | null;
  @In.number({ min: 0, max: 100, description: 'The relative humidity inside, in percent', example: 65 })
  humidity?: number | null;
  @In.text({ description: 'The alarms that the unit shows, as it shows them', example: 'AL26' })
  alarm?: string | null;
  @In.bool({ description: 'Whether the unit has power' }) is_plugged?: boolean | null;
  @In.text({
    description: 'Who or what read it; the name of the user unless given',
    example: 'Reefer monitoring 3',
  })
  by?: string | null;
}

/** A reading among those of several containers. */
export class ReeferReadingOfContainer extends CreateReeferReading {
  @In.text({ required: true, description: 'Which container was read, by its number', example: 'WHAU4142033' })
  container_number: string;
}

export class CreateReeferReadings {
  @In.objects(() => ReeferReadingOfContainer, {
    required: true,
    description: 'From 1 to 1,000 readings, in any order',
  })
  readings: ReeferReadingOfContainer[];
}

@OrderedBy('at')
export class ReeferReadingQuery extends PageQuery {
  @In.time({ description: 'Read at this time or later' }) at_from?: string | null;
  @In.endTime({ from: 'at_from', description: 'Read at this time or earlier, or on this day' })
  at_until?: string | null;
}

export class ReeferPlotQuery {
  @In.endTime({ description: 'The end of the 14 days that are drawn: a time or a day; now unless given' })
  until?: string | null;
}

export class ReeferQuery extends PageQuery {
  @In.int({
    min: 0,
    max: 10_000,
    description: 'Only those whose last reading is that many hours old, or that have none since they came',
    example: 4,
  })
  due_hours?: number | null;
  @In.bool({ description: 'Whether its temperature deviates from the set point' }) deviating?: boolean | null;
  @In.bool({ description: 'Whether nobody has read it for `reefer_unread_hours`' }) unread?: boolean | null;
  @In.bool({ description: 'Whether it is off power for `reefer_unplugged_minutes`' })
  unplugged?: boolean | null;
  @In.anyText({ description: 'The whole code of the line, or its id' }) shipping_line?: string[] | null;
  @searchParameter(['number of the container']) q?: string | null;
}

/** What reefers are counted by. */
export const REEFER_GROUPS = {
  state: '`deviating`, else `unplugged`, else `unread`, else `fine`',
  shipping_line: 'The code of the line',
};

export class ReeferCountQuery extends counting(ReeferQuery, REEFER_GROUPS) {}
