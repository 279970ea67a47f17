import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import {
  BelongsTo,
  Decimal,
  Flag,
  Integer,
  JsonColumn,
  type Numeric,
  OneOf,
  Row,
  Text,
} from '../../common/schema/columns';
import { CommodityType } from '../setup/commodity-type.kind';
import { ContainerType } from '../setup/container-type.kind';

/** The most lines of a booking. */
export const MOST_LINES = 100;

/** What a line says of the containers that are brought; null says nothing. */
export const LINE_STATUSES = ['full'] as const;

/**
 * One kind of container of a booking: its type, how many, and what is stated of each. Triggers give each booking a first line,
 * and keep quantity and type of the booking as the sum of its lines (decision 810).
 */
@Entity('booking_lines')
@Unique(['organization_id', 'booking_id', 'number'])
@Refuses('uq_booking_lines_booking_id_number', 'The booking has a line with this number already.', 'number')
@Check('ck_booking_lines_number', 'number >= 1')
@Check('ck_booking_lines_quantity', 'quantity >= 0')
export class BookingLine extends Row {
  @BelongsTo('Booking', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_booking_lines_booking_id_number',
  })
  booking: Relation<Row>;
  booking_id: number;
  /** From 1; the number of a line that was removed is not given again. */
  @Integer({ required: true }) number: number;
  /** Null for any type. */
  @BelongsTo(() => ContainerType) container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  /** Null for as many as come. */
  @Integer() quantity: number | null;
  @OneOf(LINE_STATUSES) container_status: string | null;
  /** In degrees Celsius. */
  @Decimal() set_point: Numeric | null;
  /** In cubic metres an hour. */
  @Decimal() ventilation: Numeric | null;
  /** In percent. */
  @Decimal() humidity: Numeric | null;
  @Flag() operating_reefer: boolean;
  @JsonColumn({ required: true, default: [] }) dangerous_goods: object;
  /** How far the cargo stands out on each side, in centimetres. */
  @JsonColumn() over: object | null;
  @Text() goods: string | null;
  /** Of one container, in the organization's weight unit. */
  @Decimal() weight: Numeric | null;
  @BelongsTo(() => CommodityType) commodity_type: Relation<CommodityType> | null;
  commodity_type_id: number | null;
  @Text() remarks: string | null;
}
