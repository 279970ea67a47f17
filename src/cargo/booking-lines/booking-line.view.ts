import { ApiProperty } from '@nestjs/swagger';
import { jsonArray, jsonObject } from '../../common/view/json-sql';
import { PARTIES } from '../../common/view/compiler';
import { levelOf, type Told } from '../../common/party-wall/open-to';
import type { Of } from '../../common/view/view';
import { BIG_INTEGER, INTEGER } from '../../common/schema/integers';
import { ImdgGoods } from '../imdg-goods';
import { Over } from '../over-dimensions';
import { isBookingOfOwners } from '../setup/bookings-of-parties';
import { LINE_STATUSES } from './booking-line.entity';

/** The type of the containers of a line. */
class TypeOfLine {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: '45HC' }) code: string;
}

/** What its containers carry. */
class CommodityOfLine {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'Fruit' }) name: string;
}

const number = { type: 'number', nullable: true } as const;
const text = { type: 'string', nullable: true } as const;
const count = (description: string) => ApiProperty({ ...INTEGER, description, example: 1 });

/** A line of a booking, with what was done of it. */
export class BookingLineShow {
  @ApiProperty({ ...INTEGER, description: 'Its number in the booking', example: 1 }) number: number;
  @ApiProperty({ type: () => TypeOfLine, nullable: true, description: 'null: any type' })
  container_type: TypeOfLine | null;
  @ApiProperty({ ...INTEGER, nullable: true, description: 'null: as many as come', example: 2 })
  quantity: number | null;
  @ApiProperty({ ...text, enum: [...LINE_STATUSES, null], description: 'That they are brought full' })
  container_status: string | null;
  @ApiProperty({ ...number, description: 'In degrees Celsius', example: -18 }) set_point: number | null;
  @ApiProperty({ ...number, description: 'In cubic metres an hour' }) ventilation: number | null;
  @ApiProperty({ ...number, description: 'In percent' }) humidity: number | null;
  @ApiProperty({ type: 'boolean' }) operating_reefer: boolean;
  @ApiProperty({ type: () => ImdgGoods, isArray: true }) dangerous_goods: ImdgGoods[];
  @ApiProperty({ type: () => Over, nullable: true, description: 'How far the cargo stands out' })
  over: Over | null;
  @ApiProperty(text) goods: string | null;
  @ApiProperty({ ...number, description: "Of one container, in the organization's weight unit" })
  weight: number | null;
  @ApiProperty({ type: () => CommodityOfLine, nullable: true }) commodity_type: CommodityOfLine | null;
  @ApiProperty(text) remarks: string | null;
  @count('Full containers that came for it') received: number;
  @count('Empty containers that were handed out for it') released: number;
  @count('Full containers on trucks inside, which bring them') inside: number;
  @count('Empty containers that trucks inside fetch') inside_released: number;
}

/** SQL: a named record that the line `l` refers to as `{id, <key>}`. */
const referred = (table: string, column: string, key: string) =>
  `(SELECT ${jsonObject({ id: 'r.id', [key]: `r.${key}` })} FROM ${table} r
    WHERE r.organization_id = l.organization_id AND r.id = l.${column})`;

const linesBy = (of: Of, goods: string) => `(
  SELECT ${jsonArray(
    `${jsonObject({
      number: 'l.number',
      container_type: referred('container_types', 'container_type_id', 'code'),
      quantity: 'l.quantity',
      container_status: 'l.container_status',
      set_point: 'trim_scale(l.set_point)',
      ventilation: 'trim_scale(l.ventilation)',
      humidity: 'trim_scale(l.humidity)',
      operating_reefer: 'l.operating_reefer',
      dangerous_goods: 'compact_json(l.dangerous_goods)',
      over: 'compact_json(l.over)',
      goods,
      weight: 'trim_scale(l.weight)',
      commodity_type: referred('commodity_types', 'commodity_type_id', 'name'),
      remarks: 'l.remarks',
      received: 'n.received',
      released: 'n.released',
      inside: 'n.inside',
      inside_released: 'n.inside_released',
    })} ORDER BY l.number`,
  )}
  FROM booking_lines l
  JOIN booking_line_counts(${of('organization_id')}, ${of('id')}) n ON n.line_id = l.id
  WHERE l.organization_id = ${of('organization_id')} AND l.booking_id = ${of('id')})`;

/** SQL: the lines of a booking as `BookingLineShow`s, in order of their numbers. */
export const linesOf = (of: Of) => linesBy(of, 'l.goods');

/** SQL: the same for a token that is limited to parties. Hauliers do not see the goods. */
export const linesForParties = (of: Of) =>
  linesBy(
    of,
    `CASE WHEN ${isBookingOfOwners(of('shipping_line_id'), of('id'), {
      organization: of('organization_id'),
      parties: PARTIES,
    })} THEN l.goods END`,
  );

/** The lines of a booking in events: hauliers are not told the goods. */
export const linesTold: Told = ({ lines }, reader) =>
  levelOf(reader) === 'owner'
    ? lines
    : (lines as BookingLineShow[] | undefined)?.map((line) => ({ ...line, goods: null }));
