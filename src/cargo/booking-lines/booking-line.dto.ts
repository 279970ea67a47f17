import { In } from '../../common/input/in';
import { imdgGoodsInput, type ImdgGoodsFields } from '../imdg-goods';
import { type OverFields, overInput } from '../over-dimensions';
import { LINE_STATUSES } from './booking-line.entity';

/** The largest number of a line that may be named. */
const MOST_NUMBER = 1_000_000;

/** A line of a booking, as requests and files say it. */
export class BookingLineFields {
  @In.int({
    min: 1,
    max: MOST_NUMBER,
    description: 'The number of a line that stands, which changes; the next number when it is left out',
    example: 1,
  })
  number?: number | null;
  @In.text({ description: 'The code of the type; any type when it is left out', example: '45HC' })
  container_type?: string | null;
  @In.id({ description: 'The id, instead of container_type' }) container_type_id?: number | null;
  @In.int({ min: 0, description: 'How many; as many as come when it is left out', example: 2 })
  quantity?: number | null;
  @In.oneOf(LINE_STATUSES, { description: 'That the containers are brought full' })
  container_status?: string | null;
  @In.number({ description: 'In degrees Celsius', example: -18 }) set_point?: number | null;
  @In.number({ min: 0, description: 'In cubic metres an hour' }) ventilation?: number | null;
  @In.number({ min: 0, max: 100, description: 'In percent' }) humidity?: number | null;
  @In.bool({ description: 'Whether the containers run as reefers' }) operating_reefer?: boolean | null;
  @imdgGoodsInput() dangerous_goods?: ImdgGoodsFields[] | null;
  @overInput() over?: OverFields | null;
  @In.text() goods?: string | null;
  @In.number({ min: 0, description: "Of one container, in the organization's weight unit" })
  weight?: number | null;
  @In.text({ description: 'The name of the commodity type' }) commodity_type?: string | null;
  @In.id({ description: 'The id, instead of commodity_type' }) commodity_type_id?: number | null;
  @In.note() remarks?: string | null;
}
