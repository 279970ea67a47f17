import { ApiProperty } from '@nestjs/swagger';
import { LocationShow, locationOf, PlaceShow, terminalOf, yardAreaOf } from '../../places/locations/place-of';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { jsonObject } from '../../common/view/json-sql';
import { asTime, type Of, view } from '../../common/view/view';
import { ReeferWatch } from './reefer-watch.entity';
import { deviationOf } from './reefers.sql';

const Out = view(ContainerStay);
const NUMBER = { type: 'number', nullable: true } as const;

/** The last reading of a reefer. */
export class LastReading {
  @ApiProperty({ type: 'string', format: 'date-time' }) at: string;
  @ApiProperty({ ...NUMBER, example: -18, description: 'What the unit was set to, in degrees Celsius' })
  set_point: number | null;
  @ApiProperty({ ...NUMBER, example: -18.4, description: 'The air that it blew in, in degrees Celsius' })
  supply: number | null;
  @ApiProperty({ ...NUMBER, example: -17.6, description: 'The air that came back, in degrees Celsius' })
  return: number | null;
  @ApiProperty({ ...NUMBER, example: 21.5, description: 'The air outside, in degrees Celsius' })
  ambient: number | null;
  @ApiProperty({ ...NUMBER, example: 65, description: 'The relative humidity inside, in percent' })
  humidity: number | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'AL26',
    description: 'The alarms that the unit showed',
  })
  alarm: string | null;
  @ApiProperty({ type: 'boolean', nullable: true, description: 'Whether the unit had power' })
  is_plugged: boolean | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'Mara Lindqvist', description: 'Who read it' })
  by: string | null;
}

/** SQL: the reading `r` as it is shown. */
const READING = jsonObject({
  at: asTime('r.at'),
  set_point: 'r.set_point',
  supply: 'r.supply',
  return: 'r.return',
  ambient: 'r.ambient',
  humidity: 'r.humidity',
  alarm: 'r.alarm',
  is_plugged: 'r.is_plugged',
  by: 'r.by',
});

/** SQL: a value of the last reading `r` of the stay, which its watch `w` names by its time. */
const ofLast = (value: (stay: string) => string) => (of: Of) => `(SELECT ${value('s')}
  FROM reefer_watches w
  JOIN reefer_readings r ON r.organization_id = w.organization_id AND r.container_id = ${of('container_id')} AND r.at = w.read_at
  CROSS JOIN (SELECT ${of('reefer_set_point_temperature')} AS reefer_set_point_temperature) s
  WHERE w.organization_id = ${of('organization_id')} AND w.stay_id = ${of('id')})`;

/** SQL: a column of the watch of the stay. */
const watched = (column: string) => (of: Of) => `(SELECT w.${column} FROM reefer_watches w
  WHERE w.organization_id = ${of('organization_id')} AND w.stay_id = ${of('id')})`;

const inContainer = (value: (of: Of) => string) => (of: Of) => value((column) => of(`container.${column}`));

/** SQL: since when the container is on power in this stay; null while it is not. */
const PLUGGED_SINCE = (of: Of) => `(SELECT CASE WHEN p.plug_action = 'plug_in' THEN p.plug_action_at END
  FROM reefer_plug_movements p
  WHERE p.organization_id = ${of('organization_id')} AND p.container_id = ${of('container_id')} AND p.stay_id = ${of('id')}
  ORDER BY p.plug_action_at DESC, p.id DESC LIMIT 1)`;

/** A reefer that is here and operating: its stay, with its last reading and what is wrong with it. */
export class ReeferShow {
  @Out.id() id: number;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.reference('shipping_line', 'code', { example: 'WHA' }) shipping_line: object | null;
  @Out.shaped(inContainer(locationOf()), () => LocationShow, { nullable: true })
  location: LocationShow | null;
  @Out.shaped(inContainer(yardAreaOf), () => PlaceShow, { nullable: true }) yard_area: PlaceShow | null;
  @Out.shaped(inContainer(terminalOf), () => PlaceShow, { nullable: true }) terminal: PlaceShow | null;
  @Out.time() in_at: string | null;
  @Out.sql(PLUGGED_SINCE, 'time', { description: 'Since when it is on power; null while it is not' })
  plugged_since: string | null;
  @Out.number() reefer_set_point_temperature: number | null;
  @Out.shaped(ofLast(() => READING), () => LastReading, {
    nullable: true,
    description: 'Its last reading in this stay; null without one',
  })
  last_reading: LastReading | null;
  @Out.sql(ofLast(() => 'floor(extract(epoch FROM now() - r.at) / 60)::integer'), 'integer', {
    description: 'How many minutes ago that was',
    example: 35,
  })
  minutes_since_reading: number | null;
  @Out.sql(ofLast((stay) => deviationOf('r', stay)), 'number', {
    description:
      'By how many degrees Celsius the last reading differs from the set point: the air that came back with a set point below -10, else the air that the unit blew in',
    example: 0.4,
  })
  deviation: number | null;
  @Out.sql(watched('deviating_since'), 'time', {
    description: 'Since when it differs by more than is tolerated; null while it does not',
  })
  deviating_since: string | null;
  @Out.sql(watched('unread_since'), 'time', {
    description: 'Since when it was not read, where that is too long; null otherwise',
  })
  unread_since: string | null;
  @Out.sql(watched('unplugged_since'), 'time', {
    description: 'Since when it is off power, where that is too long; null otherwise',
  })
  unplugged_since: string | null;
}

const OutWatch = view(ReeferWatch);

/** What is watched of a reefer, in events. */
export class ReeferWatchShow {
  @OutWatch.id() id: number;
  @OutWatch.sql((of) => of('stay.container.number'), 'text', {
    nullable: false,
    description: 'The number of the container',
    example: 'WHAU4142033',
  })
  number: string;
  @OutWatch.int({ description: 'The stay of the container', example: 1 }) stay_id: number;
  @OutWatch.shaped(
    (of) => `(SELECT ${READING} FROM reefer_readings r
      WHERE r.organization_id = ${of('organization_id')} AND r.container_id = ${of('stay.container_id')}
        AND r.at = ${of('read_at')})`,
    () => LastReading,
    { nullable: true, description: 'Its last reading in this stay; null without one' },
  )
  last_reading: LastReading | null;
  @OutWatch.time({ description: 'Since when it deviates; null while it does not' }) deviating_since:
    string | null;
  @OutWatch.time({ description: 'Since when it was not read, where that is too long' }) unread_since:
    string | null;
  @OutWatch.time({ description: 'Since when it is off power, where that is too long' }) unplugged_since:
    string | null;
}
