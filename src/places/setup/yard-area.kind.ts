import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Terminal } from './terminal.kind';

/** A part of the yard, e.g. a block of container stacks. */
@Kind({ singular: 'yard_area', plural: 'yard_areas', key: 'name', narrowedBy: { terminal: ['name'] } })
export class YardArea extends Row {
  @Field.key() name: string;
  @Field.ref(() => Terminal, 'name') terminal: Relation<Terminal> | null;
  terminal_id: number | null;
}
