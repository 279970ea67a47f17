import { stayIsTheirs } from './bill-of-lading.view';
import { ApiProperty } from '@nestjs/swagger';
import { Link } from '../../common/pagination/links';
import { BASE } from '../../common/view/compiler';
import { asTime } from '../../common/view/view';
import { ReeferPlugMovementShow } from '../containers/reefer-plug-movement.view';
import { INTEGER } from '../../common/schema/integers';
import { jsonArray, jsonObject } from '../../common/view/json-sql';

/** The type of a container on a bill; of breakbulk, every member is null. */
export class BillCargoContainerType {
  @ApiProperty({ type: 'string', nullable: true, example: '22G1' }) iso_type_code: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: "20' dry van" }) description: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: '20DV' }) code: string | null;
}

/** Links to a piece of cargo and its movements. Breakbulk has no movements of its own. */
export class BillCargoActions {
  @ApiProperty({ type: () => Link }) show: Link;
  @ApiProperty({ type: () => Link }) movements: Link;
}

/** A container or a lot of breakbulk on a bill of lading. */
export class BillCargo {
  @ApiProperty({ type: 'integer', description: 'Unique among the cargo of its type' }) id: number;
  @ApiProperty({ type: 'string', enum: ['container', 'breakbulk'] }) cargo_type: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Of a container',
    example: 'WHAU4142033',
  })
  number: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Of breakbulk', example: null })
  reference_number: string | null;
  @ApiProperty({ ...INTEGER, nullable: true, description: '1 for a container', example: 1 })
  quantity: number | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'Green coffee in bags' })
  description: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'BG' }) package_type_code: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'Bag' }) package_type: string | null;
  @ApiProperty({ type: () => BillCargoContainerType }) container_type: BillCargoContainerType;
  @ApiProperty({ type: () => BillCargoActions }) actions: BillCargoActions;
}

/** The cargo of a bill that is shown alone. */
export class BillCargoDetails extends BillCargo {
  @ApiProperty({ ...INTEGER, nullable: true, description: 'Length of a container in feet', example: 20 })
  size: number | null;
  @ApiProperty({ type: 'boolean' }) is_reefer: boolean;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'How long a container has been on power up to now, to two decimals',
    example: 25.5,
  })
  reefer_plugged_in_time_in_hours: number | null;
  @ApiProperty({
    ...INTEGER,
    nullable: true,
    description: 'The same in whole minutes',
    example: 1530,
  })
  reefer_plugged_in_time_in_minutes: number | null;
  @ApiProperty({ type: () => ReeferPlugMovementShow, isArray: true })
  reefer_plug_movements: ReeferPlugMovementShow[];
  @ApiProperty({ type: 'string', nullable: true, enum: ['full', 'empty', null], example: 'full' })
  container_status: string | null;
  @ApiProperty({ type: 'number', nullable: true, description: "In the organization's weight unit" })
  weight: number | null;
}

const link = (path: string) => jsonObject({ method: `'GET'`, url: `${BASE} || ${path}` });
const links = (show: string, movements: string) =>
  jsonObject({ show: link(show), movements: link(movements) });

const CONTAINER_PATH = `'/api/v1/containers/' || url_encode(c.number)`;
const BREAKBULK_PATH = `'/api/v1/breakbulks/' || k.id || '.json'`;

const container = (movements: string) => `
  c.id, 'container' AS cargo_type, c.number, NULL::text AS reference_number, 1 AS quantity,
  s.goods AS description, NULL::text AS package_type_code, NULL::text AS package_type,
  ${jsonObject({ iso_type_code: 'y.iso_type_code', description: 'y.description', code: 'y.code' })} AS container_type,
  ${links(`${CONTAINER_PATH} || '.json'`, movements)} AS actions`;
const CONTAINER = container(`${CONTAINER_PATH} || '/movements.json'`);
const CONTAINER_FOR_PARTIES = container(`'/api/v1/movements.json?container_number=' || url_encode(c.number)`);
const BREAKBULK = `
  k.id, 'breakbulk', NULL, k.reference_number, k.quantity,
  k.description, y.code, y.description,
  '{"iso_type_code":null,"description":null,"code":null}'::json,
  ${links(BREAKBULK_PATH, BREAKBULK_PATH)}`;

const CONTAINER_DETAILS = `,
  y.size, coalesce(y.is_reefer, false) AS is_reefer,
  trim_scale(round(plugs.seconds / 3600, 2)) AS reefer_plugged_in_time_in_hours,
  floor(plugs.seconds / 60) AS reefer_plugged_in_time_in_minutes,
  plugs.movements AS reefer_plug_movements, s.container_status, trim_scale(s.weight) AS weight`;
const BREAKBULK_DETAILS = `, NULL, false, NULL, NULL, '[]'::json, NULL, trim_scale(k.weight)`;

/**
 * The plug movements of the stay `s`. Power lasts from each plug-in until the next movement or, without one, until now,
 * but never beyond the end of the stay.
 */
const PLUGS = `CROSS JOIN LATERAL (
  SELECT coalesce(sum(seconds) FILTER (WHERE plug_action = 'plug_in'), 0) AS seconds,
    ${jsonArray(`${jsonObject({ plug_action: 'plug_action', plug_action_at: asTime('plug_action_at') })}
      ORDER BY plug_action_at, id`)} AS movements
  FROM (
    SELECT p.*, extract(epoch FROM greatest(interval '0',
      least(coalesce(lead(plug_action_at) OVER (ORDER BY plug_action_at, id), now()), s.out_at) - plug_action_at))
      AS seconds
    FROM reefer_plug_movements p
    WHERE p.organization_id = s.organization_id AND p.stay_id = s.id
  ) p) plugs`;

/**
 * SQL: the cargo of a bill as a JSON array, containers first, each in order of its ids. Parties see containers of whose
 * stays they are owners, and the register of movements in place of the list that is closed to them.
 */
export const billCargo = (
  of: (column: string) => string,
  { details = false, forParties = false }: { details?: boolean; forParties?: boolean } = {},
) => `(
  SELECT ${jsonArray('row_to_json(cargo) ORDER BY cargo.cargo_type DESC, cargo.id')} FROM (
    SELECT ${forParties ? CONTAINER_FOR_PARTIES : CONTAINER}${details ? CONTAINER_DETAILS : ''}
    FROM container_bills l
    JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
    JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
    ${details ? PLUGS : ''}
    WHERE l.organization_id = ${of('organization_id')} AND l.bill_of_lading_id = ${of('id')}
      ${forParties ? `AND ${stayIsTheirs(`p.level = 'owner'`)}` : ''}
    UNION ALL
    SELECT ${BREAKBULK}${details ? BREAKBULK_DETAILS : ''}
    FROM breakbulks k
    LEFT JOIN package_types y ON y.organization_id = k.organization_id AND y.id = k.package_type_id
    WHERE k.organization_id = ${of('organization_id')} AND k.bill_of_lading_id = ${of('id')}
  ) cargo)`;
