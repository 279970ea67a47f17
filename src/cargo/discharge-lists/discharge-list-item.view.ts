import { ApiProperty } from '@nestjs/swagger';
import { jsonObject } from '../../common/view/json-sql';
import { type Of, view } from '../../common/view/view';
import { AnnouncedStay, STAY } from '../announcing/announced-stay.view';
import { cellOutput } from '../cell';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../containers/container-words';
import { type DangerousGoods, dangerousOutput } from '../dangerous-goods';
import { DischargeListItem } from './discharge-list-item.entity';

const Out = view(DischargeListItem);

/** The type or the line of a container. */
export class RecordByCode {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHA' }) code: string;
}

/** SQL: a fact of the stay of the item, or of its container while that has none. */
const fact = (name: string) => (of: Of) =>
  `CASE WHEN ${of('stay_id')} IS NULL THEN ${of(`container.${name}`)} ELSE ${of(`stay.${name}`)} END`;

const LINE = (of: Of) => `(
  SELECT ${jsonObject({ id: 's.id', code: 's.code' })} FROM shipping_lines s
  WHERE s.organization_id = ${of('organization_id')} AND s.id = ${fact('shipping_line_id')(of)})`;

const TYPE = (of: Of) =>
  `CASE WHEN ${of('container.container_type_id')} IS NOT NULL THEN ${jsonObject({
    id: of('container.container_type_id'),
    code: of('container.container_type.code'),
  })} END`;

export class DischargeListItemShow {
  @Out.id() id: number;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.shaped(TYPE, () => RecordByCode, { nullable: true }) container_type: RecordByCode | null;
  @Out.shaped(LINE, () => RecordByCode, { nullable: true })
  shipping_line: RecordByCode | null;
  @Out.oneOf(CONTAINER_STATUSES, { description: 'Whether the list wants it full or empty' })
  container_status: string | null;
  @Out.sql(fact('usage'), 'text', { values: CONTAINER_USAGES, description: 'What it comes for' })
  usage: string | null;
  @Out.sql(fact('goods'), 'text') goods: string | null;
  @Out.sql(fact('weight'), 'number', { description: "In the organization's weight unit" })
  weight: number | null;
  @Out.sql(fact('seals'), 'texts', { nullable: false }) seals: string[];
  @Out.sql(fact('operating_reefer'), 'boolean', { nullable: false }) operating_reefer: boolean;
  @Out.sql(fact('reefer_set_point_temperature'), 'number') reefer_set_point_temperature: number | null;
  @Out.text({ description: 'As the line states it; the bill itself comes with the manifest' })
  bill_of_lading_number: string | null;
  @Out.reference('port_of_loading', 'locode', { example: 'BEANR' }) port_of_loading: object | null;
  @Out.reference('port_of_discharge', 'locode', { example: 'NLRTM' }) port_of_discharge: object | null;
  @cellOutput(Out) cell: string | null;
  @dangerousOutput(Out) dangerous: DangerousGoods[];
  @Out.shaped(STAY, () => AnnouncedStay, {
    nullable: true,
    description: 'The stay that the item announces, or that its discharge began',
  })
  stay: AnnouncedStay | null;
  @Out.sql((of) => `${of('discharged_at')} IS NOT NULL`, 'boolean', { nullable: false }) discharged: boolean;
  @Out.time() discharged_at: string | null;
  @Out.bool({ description: 'Discharged beyond what the lists of the voyage said' }) over: boolean;
  @Out.bool({ description: 'Only the bayplan has said so far that it is to be discharged' })
  from_bayplan: boolean;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
