import { PartialType } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { PageQuery, searchParameter } from '../../common/pagination/page-query';
import { In, MOST_ITEMS, wrapper } from '../../common/input/in';
import { BadValue, toInteger } from '../../common/input/values';
import { FIRST_TIERS } from './vessel.entity';
import { INTEGER } from '../../common/schema/integers';

/** Bay numbers have at most three digits. */
const LAST_BAY = 999;

/** The number of the first tier on deck, one of those in use on stowage plans. */
function firstTier(): PropertyDecorator {
  const schema = { ...INTEGER, enum: [...FIRST_TIERS] } as ApiPropertyOptions;
  return In.custom(schema, (raw) => {
    if (raw === '') return null;
    const tier = toInteger(raw);
    if (!FIRST_TIERS.some((each) => each === tier))
      throw new BadValue(`must be one of ${FIRST_TIERS.join(', ')}`);
    return tier;
  });
}

/** A list of lists of bay numbers. */
function bayGroups(): PropertyDecorator {
  const bay = { ...INTEGER, minimum: 0, maximum: LAST_BAY };
  const group = { type: 'array', items: bay, maxItems: MOST_ITEMS };
  const schema = { type: 'array', items: group, maxItems: MOST_ITEMS } as ApiPropertyOptions;
  const read = (raw: unknown) => {
    if (raw === '') return null;
    if (!Array.isArray(raw) || !raw.every(Array.isArray)) throw new BadValue('must be a list of lists');
    try {
      return raw.map((bays: unknown[]) => bays.map((bay) => toInteger(bay, { min: 0, max: LAST_BAY })));
    } catch (error) {
      throw error instanceof BadValue ? new BadValue(`has a bay that ${error.reason}`) : error;
    }
  };
  return In.custom(schema, read, {
    description: 'The bays that are worked together',
    example: [
      [1, 2, 3],
      [5, 6, 7],
    ],
  });
}

export class CreateVessel {
  @In.name({ required: true, example: 'Westhaven Petrel' }) name: string;
  @In.text({ identifier: 'visible', min: 1, example: 'QWHP4' })
  call_sign?: string | null;
  @In.textOrNumber({
    pattern: /^\d{7}$/,
    must: 'must be 7 digits',
    description: 'The IMO number, unique in the organization; its check digit may be wrong',
    example: '2001474',
  })
  imo?: string | null;
  @In.text({ description: 'Such as container, general_cargo, dry_bulk, tanker', example: 'container' })
  vessel_type?: string | null;
  @In.number({ min: 0, example: 172.4 }) loa?: number | null;
  @In.number({ min: 0, example: 27.6 }) woa?: number | null;
  @In.number({ min: 0, example: 18320 }) gross_tonnage?: number | null;
  @In.number({ min: 0, example: 9150 }) net_tonnage?: number | null;
  @In.int({ min: 0, example: 1440 }) teu_capacity?: number | null;
  @In.text({ identifier: 'visible', example: 'PT' }) country_code?: string | null;
  @In.text({ identifier: 'visible', description: 'Standard carrier alpha code', example: 'WHAX' }) scac?:
    string | null;
  @In.text({ example: 'Scheldemond Ship Agency' }) agent_name?: string | null;
  @In.number({ min: 0, example: 9.5 }) max_draught?: number | null;
  @In.bool() has_cranes?: boolean;
  @In.int({ min: 0, example: 18 }) number_of_bays?: number | null;
  @In.int({ min: 0, example: 11 }) number_of_rows?: number | null;
  @In.int({ min: 0, description: 'Greater than above_deck_first_tier', example: 90 })
  number_of_tiers_above?: number | null;
  @In.int({ min: 0, example: 10 }) number_of_tiers_below?: number | null;
  @firstTier() above_deck_first_tier?: number | null;
  @bayGroups() bay_groups?: number[][] | null;
}

export class UpdateVessel extends PartialType(CreateVessel) {}

export class CreateVesselBody extends wrapper('vessel', CreateVessel) {}
export class UpdateVesselBody extends wrapper('vessel', UpdateVessel) {}

/** The texts that people know a vessel by. */
export const VESSEL_TEXTS = ['name', 'imo_number', 'call_sign'];

export class VesselQuery extends PageQuery {
  @searchParameter(VESSEL_TEXTS) q?: string;
  @In.text({ description: 'Part of the name, in any case' }) name?: string;
  @In.text({ description: 'The whole IMO number', example: '2001474' }) imo?: string;
  @In.text({ description: 'The whole call sign', example: 'QWHP4' }) call_sign?: string;
}
