import { ApiProperty } from '@nestjs/swagger';
import { OpenTo } from '../../common/party-wall/open-to';
import { INTEGER } from '../../common/schema/integers';
import { view } from '../../common/view/view';
import { ReeferReading } from './reefer-reading.entity';

const Out = view(ReeferReading);

/** What the unit of a reefer showed at a time. */
@OpenTo.parties({
  fields: [
    'id',
    'container',
    'stay_id',
    'at',
    'set_point',
    'supply',
    'return',
    'ambient',
    'humidity',
    'alarm',
    'is_plugged',
    'created_at',
    'updated_at',
  ],
})
export class ReeferReadingShow {
  @Out.id() id: number;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.int({ description: 'The stay that it was read in', example: 1 }) stay_id: number;
  @Out.time({ description: 'When it was read' }) at: string;
  @Out.number({ description: 'What the unit was set to, in degrees Celsius', example: -18 })
  set_point: number | null;
  @Out.number({ description: 'The air that the unit blew in, in degrees Celsius', example: -18.4 })
  supply: number | null;
  @Out.number({ description: 'The air that came back from the cargo, in degrees Celsius', example: -17.6 })
  return: number | null;
  @Out.number({ description: 'The air outside, in degrees Celsius', example: 21.5 }) ambient: number | null;
  @Out.number({ description: 'The relative humidity inside, in percent', example: 65 })
  humidity: number | null;
  @Out.text({ description: 'The alarms that the unit showed', example: 'AL26' }) alarm: string | null;
  @Out.bool({ description: 'Whether the unit had power; null where nobody looked' })
  is_plugged: boolean | null;
  @Out.text({ description: 'Who or what read it', example: 'Reefer monitoring 3' }) by: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}

/** How many readings a request wrote. */
export class ReeferReadingsWritten {
  @ApiProperty({ ...INTEGER, example: 1000, description: 'How many readings are new' }) written: number;
  @ApiProperty({
    ...INTEGER,
    example: 0,
    description: 'How many took the place of one of the same container and time',
  })
  replaced: number;
}
