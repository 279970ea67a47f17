import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { Of, view } from '../../common/view/view';
import { LoadListItem } from './load-list-item.entity';
import { cellOutput } from '../cell';
import { CONTAINER_STATUSES } from '../containers/container-words';
import { type DangerousGoods, dangerousOutput } from '../dangerous-goods';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(LoadListItem);

/** The shipping line of an item's cargo. */
export class LoadListItemLine {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', nullable: true, example: 'Tidekeel Container Line' }) name: string | null;
  @ApiProperty({ type: 'string', example: 'TDK' }) code: string;
}

/** The container, breakbulk or vehicle that an item loads. */
export class LoadListItemCargo {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', enum: ['container', 'breakbulk', 'vehicle'], example: 'container' })
  cargo_type: string;
  @ApiProperty({ type: 'string', nullable: true, example: '40HC' }) container_type: string | null;
  @ApiProperty({ type: 'string', example: 'TDKU7334996' }) number: string;
  @ApiProperty({ type: 'string', example: 'TDKU7334996' }) display_name: string;
}

/**
 * SQL: the shipping line of the cargo, or else the one that the item names. For a container, the stay of the item
 * decides, if there is one.
 */
const LINE = (of: Of) => `(
  SELECT ${jsonObject({ id: 's.id', name: 's.name', code: 's.code' })} FROM shipping_lines s
  WHERE s.organization_id = ${of('organization_id')} AND s.id = coalesce(
    CASE WHEN ${of('stay_id')} IS NULL THEN ${of('container.shipping_line_id')} ELSE ${of('stay.shipping_line_id')} END,
    ${of('vehicle.shipping_line_id')}, ${of('shipping_line_id')}))`;

const CARGO = (of: Of) => `CASE
  WHEN ${of('container_id')} IS NOT NULL
    THEN ${cargo(of, 'container', 'container.number', of('container.container_type.code'))}
  WHEN ${of('breakbulk_id')} IS NOT NULL THEN ${cargo(of, 'breakbulk', 'breakbulk.reference_number')}
  WHEN ${of('vehicle_id')} IS NOT NULL THEN ${cargo(of, 'vehicle', 'vehicle.vin_number')} END`;

function cargo(of: Of, type: string, number: string, container_type = 'NULL::text'): string {
  return jsonObject({
    id: of(`${type}_id`),
    cargo_type: `'${type}'`,
    container_type,
    number: of(number),
    display_name: of(number),
  });
}

@OpenTo.parties({
  fields: [
    'id',
    'shipping_line',
    'container_type',
    'container_status',
    'container',
    'port_of_loading',
    'port_of_discharge',
    'cell',
    'dangerous',
    'loaded',
    'loaded_at',
    'overshipped',
    'created_at',
  ],
})
export class LoadListItemShow {
  @Out.id() id: number;
  @Out.shaped(LINE, () => LoadListItemLine, { nullable: true }) shipping_line: LoadListItemLine | null;
  @Out.sql((of) => `coalesce(${of('container.container_type.code')}, ${of('container_type.code')})`, 'text', {
    description: 'The code of the container type',
    example: '40HC',
  })
  container_type: string | null;
  @Out.sql(
    (of) => `CASE ${of('load_list_item_type')} WHEN 'full' THEN 'full' WHEN 'empty' THEN 'empty'
      WHEN 'empties' THEN 'empty' END`,
    'text',
    {
      values: CONTAINER_STATUSES,
      description: '`full` or `empty`; null for what is no container',
      example: 'full',
    },
  )
  container_status: string | null;
  @Out.shaped(CARGO, () => LoadListItemCargo, {
    nullable: true,
    description: 'The cargo; null for one of several empties',
  })
  container: LoadListItemCargo | null;
  @Out.reference('port_of_loading', 'locode', { example: 'NLRTM' }) port_of_loading: object | null;
  @Out.reference('port_of_discharge', 'locode', { example: 'BEANR' }) port_of_discharge: object | null;
  @cellOutput(Out) cell: string | null;
  @dangerousOutput(Out) dangerous: DangerousGoods[];
  @Out.sql((of) => `${of('loaded_at')} IS NOT NULL`, 'boolean', { nullable: false }) loaded: boolean;
  @Out.time() loaded_at: string | null;
  @Out.bool({ description: 'Loaded beyond what was booked' }) overshipped: boolean;
  @Out.text() notes: string | null;
  @Out.time() created_at: string;
}
