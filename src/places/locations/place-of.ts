import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER } from '../../common/schema/integers';
import type { Of } from '../../common/view/view';
import { LOCATION_TYPES, locationName } from './locations';
import { jsonObject } from '../../common/view/json-sql';

/** A terminal or a yard area, by id and name. */
export class PlaceShow {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'A1' }) name: string;
}

/** Where something is: the type of the place, and which one of its type. */
export class LocationShow {
  @ApiProperty({ type: 'string', enum: LOCATION_TYPES, example: 'YardSlot' }) type: string;
  @ApiProperty({
    ...BIG_INTEGER,
    nullable: true,
    example: 1,
  })
  id: number | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'A1-01',
  })
  name: string | null;
}

/**
 * SQL: a place as `{type, id, name}`; null where there is none.
 * @param column the columns are `<column>_type` and `<column>_id`
 */
export const locationOf =
  (column = 'current_location') =>
  (of: Of) => {
    const [type, id] = [of(`${column}_type`), of(`${column}_id`)];
    const name = locationName((each) => of(each.replace('current_location', column)));
    return `CASE WHEN ${type} IS NOT NULL THEN ${jsonObject({ type, id, name })} END`;
  };

/** SQL: the id of the yard area that a place is, or whose slot it is; null for other places. */
export const yardAreaId = (of: Of) => `CASE ${of('current_location_type')}
  WHEN 'YardArea' THEN ${of('current_location_id')}
  WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s
    WHERE s.organization_id = ${of('organization_id')} AND s.id = ${of('current_location_id')}) END`;

const ofTable = (of: Of, table: string, id: string) =>
  `(SELECT p.terminal_id FROM ${table} p WHERE p.organization_id = ${of('organization_id')} AND p.id = ${id})`;

/** SQL: the id of the terminal that a place is, or that it belongs to; null for places elsewhere. */
export const terminalId = (of: Of) => `CASE ${of('current_location_type')}
  WHEN 'Terminal' THEN ${of('current_location_id')}
  WHEN 'Gate' THEN ${ofTable(of, 'gates', of('current_location_id'))}
  WHEN 'BerthArea' THEN ${ofTable(of, 'berth_areas', of('current_location_id'))}
  WHEN 'YardArea' THEN ${ofTable(of, 'yard_areas', of('current_location_id'))}
  WHEN 'YardSlot' THEN ${ofTable(of, 'yard_areas', `(${yardAreaId(of)})`)} END`;

const named = (of: Of, table: string, id: string) => `(SELECT ${jsonObject({ id: 'n.id', name: 'n.name' })}
  FROM ${table} n WHERE n.organization_id = ${of('organization_id')} AND n.id = ${id})`;

/** SQL: the yard area of a record's place as `{id, name}`; null where it is in none. */
export const yardAreaOf = (of: Of) => named(of, 'yard_areas', yardAreaId(of));

/** SQL: the terminal of a record's place as `{id, name}`; null where it is at none. */
export const terminalOf = (of: Of) => named(of, 'terminals', terminalId(of));
