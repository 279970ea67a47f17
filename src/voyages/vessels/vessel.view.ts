import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { Link } from '../../common/pagination/links';
import { asTime, Of, view } from '../../common/view/view';
import { FIRST_TIERS, Vessel } from './vessel.entity';
import { INTEGER } from '../../common/schema/integers';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(Vessel);

/** SQL: the length overall as text. */
export const loaAsText = (of: Of) => `trim_scale(${of('loa')})::text`;

const showPath = (of: Of) => `'/api/v1/vessels/' || url_encode(${of('name')}) || '.json'`;
const updatePath = (of: Of) => `'/api/v1/vessels/' || ${of('id')} || '.json'`;

const time = { type: 'string', format: 'date-time', nullable: true } as const;

/** The last voyage that the vessel completed. */
export class LastVoyage {
  @ApiProperty({ type: 'string', example: 'WP2611' }) number: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The pilot of the arrival' })
  pilot_name: string | null;
  @ApiProperty({ ...INTEGER }) number_of_tug_boats: number;
  @ApiProperty(time) estimated_time_of_anchorage: string | null;
  @ApiProperty(time) actual_time_of_anchorage: string | null;
  @ApiProperty(time) actual_time_of_pilot_boarded: string | null;
  @ApiProperty(time) actual_time_of_berth: string | null;
  @ApiProperty(time) actual_time_of_customs_clearance: string | null;
  @ApiProperty(time) actual_time_of_departure: string | null;
  @ApiProperty({ type: 'string', nullable: true }) closing_comments: string | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Crane moves per hour alongside; null when nothing was tallied',
    example: 14.25,
  })
  productivity: number | null;
}

/**
 * SQL: the voyage with the latest departure of the past 30 days; null when there is none. The hours alongside count
 * from berthing until the vessel left the berth or, when that time is unknown, the port (decision 31).
 */
const lastVoyage = (of: Of) => `(
  SELECT ${jsonObject({
    number: 'v.number',
    pilot_name:
      '(SELECT p.name FROM pilots p WHERE p.organization_id = v.organization_id AND p.id = v.arrival_pilot_id)',
    number_of_tug_boats:
      'coalesce(v.arrival_number_of_tug_boats, 0) + coalesce(v.departure_number_of_tug_boats, 0)',
    estimated_time_of_anchorage: asTime('v.estimated_time_of_anchorage'),
    actual_time_of_anchorage: asTime('v.actual_time_of_anchorage'),
    actual_time_of_pilot_boarded: asTime('v.actual_time_of_pilot_boarded'),
    actual_time_of_berth: asTime('v.actual_time_of_berth'),
    actual_time_of_customs_clearance: asTime('v.actual_time_of_customs_clearance'),
    actual_time_of_departure: asTime('v.actual_time_of_departure'),
    closing_comments: 'v.closing_comments',
    productivity: `trim_scale(round(3600 * nullif(crane_moves(v.organization_id, v.id), 0)
      / nullif(greatest(extract(epoch FROM
        coalesce(v.at_berth_departure, v.actual_time_of_departure) - v.actual_time_of_berth), 0), 0), 2))`,
  })}
  FROM voyages v
  WHERE v.organization_id = ${of('organization_id')} AND v.vessel_id = ${of('id')}
    AND v.actual_time_of_departure BETWEEN now() - interval '30 days' AND now()
  ORDER BY v.actual_time_of_departure DESC, v.id DESC LIMIT 1)`;

/** A vessel in the answer to its creation or update. */
export class VesselWritten {
  @Out.id() id: number;
  @Out.text({ example: 'Westhaven Petrel' }) name: string;
  @Out.text() call_sign: string | null;
  @Out.text({ example: '2001474' }) imo_number: string | null;
  @Out.text() vessel_type: string | null;
  @Out.sql(loaAsText, 'text', { example: '172.4' }) loa: string | null;
  @Out.number({ example: 27.6 }) woa: number | null;
  @Out.number() gross_tonnage: number | null;
  @Out.number() net_tonnage: number | null;
  @Out.int() teu_capacity: number | null;
  @Out.text() country_code: string | null;
  @Out.text() scac: string | null;
  @Out.text() agent_name: string | null;
  @Out.number() max_draught: number | null;
  @Out.bool() has_cranes: boolean;
  @Out.int() number_of_bays: number | null;
  @Out.int() number_of_rows: number | null;
  @Out.int() number_of_tiers_below: number | null;
  @Out.int({ values: FIRST_TIERS }) above_deck_first_tier: number | null;
  @Out.int() number_of_tiers_above: number | null;
  @Out.integerLists({ description: 'The bays that are worked together', example: [[1, 2, 3]] })
  bay_groups: number[][] | null;
  @Out.actions({ show: ['GET', showPath], update: ['PUT', updatePath] })
  actions: Record<'show' | 'update', Link>;
}

/** A vessel in lists and in the answer to a look-up. Parties see its calls in the list of voyages. */
@OpenTo.parties({
  fields: [
    'id',
    'name',
    'call_sign',
    'imo_number',
    'vessel_type',
    'loa',
    'woa',
    'gross_tonnage',
    'net_tonnage',
    'teu_capacity',
    'country_code',
    'scac',
    'agent_name',
    'max_draught',
    'has_cranes',
    'number_of_bays',
    'number_of_rows',
    'number_of_tiers_below',
    'above_deck_first_tier',
    'number_of_tiers_above',
    'bay_groups',
    'length_overall',
  ],
})
export class VesselShow extends VesselWritten {
  @Out.sql(loaAsText, 'text', { description: 'The same as loa', example: '172.4' })
  length_overall: string | null;
  @Out.shaped(lastVoyage, () => LastVoyage, {
    omitted: true,
    description: 'Present when the vessel departed on a voyage in the past 30 days',
  })
  last_voyage?: LastVoyage;
}
