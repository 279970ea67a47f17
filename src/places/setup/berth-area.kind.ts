import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Terminal } from './terminal.kind';

/** A stretch of quay where vessels berth. */
@Kind({ singular: 'berth_area', plural: 'berth_areas', key: 'name', narrowedBy: { terminal: ['name'] } })
export class BerthArea extends Row {
  @Field.key() name: string;
  @Field.ref(() => Terminal, 'name') terminal: Relation<Terminal> | null;
  terminal_id: number | null;
}
