import { Check, Column, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { type Numeric, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { YardArea } from './yard-area.kind';

/** The most tiers of a slot. */
export const MOST_TIERS = 10;

/**
 * A single slot of a yard area: a ground position, and the tiers above it. Without tiers it holds any number of
 * containers in no order.
 */
@Kind({ singular: 'yard_slot', plural: 'yard_slots', key: 'name', alsoOf: ['yard'] })
@Unique(['organization_id', 'yard_area_id', 'bay', 'row'])
@Refuses('uq_yard_slots_yard_area_id_bay_row', 'Another slot of the area is at this bay and row.', 'row')
@Check('ck_yard_slots_name', `lower(name) <> 'free'`)
@Refuses('ck_yard_slots_name', 'A slot cannot be called free.', 'name')
@Check('ck_yard_slots_tiers', `tiers BETWEEN 1 AND ${MOST_TIERS}`)
export class YardSlot extends Row {
  @Field.key({ example: 'A1-01' }) name: string;
  @Field.ref(() => YardArea, 'name', { unindexed: 'uq_yard_slots_yard_area_id_bay_row' })
  yard_area: Relation<YardArea> | null;
  yard_area_id: number | null;
  @Field.text({ max: 8, example: '01' }) bay: string | null;
  @Field.text({ max: 8, example: '1' }) row: string | null;
  @Field.int({
    min: 1,
    max: MOST_TIERS,
    description: 'How many containers stand on each other; null holds any number, without tiers',
    example: 4,
  })
  tiers: number | null;
  @Field.oneOfIntegers([1, 2], {
    description: '1: for 20 feet; 2: for 40 or 45 feet; null: for any length',
    example: 1,
  })
  teu: number | null;
  @Field.customColumn(
    In.bool({ description: 'Whether each tier has a plug for reefers; null: not known' }),
    (out) => out.bool({ description: 'Whether each tier has a plug for reefers; null: not known' }),
  )
  @Column({ type: 'boolean', nullable: true })
  reefer_plug: boolean | null;
  @Field.number({
    min: 0,
    description: "What the stack may weigh, in the organization's weight unit",
    example: 90000,
  })
  maximum_weight: Numeric | null;
}
