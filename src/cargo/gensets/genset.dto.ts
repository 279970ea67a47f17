import { PartialType } from '@nestjs/swagger';
import { In, wrapper } from '../../common/input/in';
import { BadValue, toDecimal } from '../../common/input/values';
import { FUEL_LEVELS } from './genset.entity';

/** The types of place at which a genset can be. */
const LOCATION_TYPES = [
  'Consignee',
  'Other',
  'Port',
  'Ship',
  'Terminal',
  'Voyage',
  'YardArea',
  'YardSlot',
  'TrainVisit',
] as const;

function toFuelLevel(raw: unknown): number | null {
  if (raw === '') return null;
  const level = toDecimal(raw);
  if (!FUEL_LEVELS.includes(level)) throw new BadValue('must be one of 0.0, 0.25, 0.5, 0.75, 1.0');
  return level;
}

export class CreateGenset {
  @In.text({ identifier: 'visible', required: true, example: 'GS-201' }) number: string;
  @In.text({ identifier: 'visible', example: 'GS884010' }) seal?: string | null;
  @In.text({ example: 'good' }) equipment_condition?: string | null;
  @In.text({ description: 'The number of the container it powers', example: 'TDKU7363119' })
  container?: string | null;
  @In.text({ description: 'The number of the chassis it is on', example: 'WHAZ4007607' })
  chassis?: string | null;
  @In.id({ description: 'The id, instead of chassis' }) chassis_id?: number | null;
  @In.bool() has_battery?: boolean | null;
  @In.bool() active?: boolean | null;
  @In.custom({ type: 'number', enum: FUEL_LEVELS }, toFuelLevel, {
    description: 'The part of the tank that is full',
    example: 0.75,
  })
  fuel_level?: number | null;
  @In.number({ min: 0, example: 1284.5 }) hours?: number | null;
  @In.id() shipping_line_id?: number | null;
  @In.oneOf(LOCATION_TYPES, {
    description: 'What kind of place current_location_id is the id of',
    example: 'YardSlot',
  })
  current_location_type?: string | null;
  @In.id({ description: 'The id of the place; it must exist' }) current_location_id?: number | null;
  @In.id() yard_slot_id?: number | null;
  @In.flexFields() flex_fields?: Record<string, unknown> | null;
}

export class UpdateGenset extends PartialType(CreateGenset) {}

export class CreateGensetBody extends wrapper('genset', CreateGenset) {}
export class UpdateGensetBody extends wrapper('genset', UpdateGenset) {}
