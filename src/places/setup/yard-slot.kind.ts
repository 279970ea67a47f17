import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { YardArea } from './yard-area.kind';

/** A single slot of a yard area. */
@Kind({ singular: 'yard_slot', plural: 'yard_slots', key: 'name' })
export class YardSlot extends Row {
  @Field.key({ example: 'A1-01' }) name: string;
  @Field.ref(() => YardArea, 'name') yard_area: Relation<YardArea> | null;
  yard_area_id: number | null;
}
