import { ApiProperty } from '@nestjs/swagger';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../../cargo/containers/container-words';
import { INTEGER } from '../../common/schema/integers';

const id = { type: 'integer', example: 1 } as const;
const text = { type: 'string', nullable: true } as const;
const count = { ...INTEGER, nullable: true } as const;

/** A record of the yard in short. */
export class NamedRecord {
  @ApiProperty(id) id: number;
  @ApiProperty({ type: 'string', example: 'Block A', description: 'What it is called' }) name: string;
}

export class SlotOfStack {
  @ApiProperty(id) id: number;
  @ApiProperty({ type: 'string', example: 'A1-01', description: 'What the slot is called' }) name: string;
  @ApiProperty({
    ...count,
    example: 4,
    description: 'How many containers stand on each other; null: any number',
  })
  tiers: number | null;
  @ApiProperty({
    ...count,
    example: 1,
    description: '1: for 20 feet; 2: for 40 or 45 feet; null: for any length',
  })
  teu: number | null;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description: 'Whether each tier has a plug; null: not known',
  })
  reefer_plug: boolean | null;
}

export class StackedContainer {
  @ApiProperty({
    ...count,
    example: 1,
    description: 'The tier from the ground up; null in a place without tiers',
  })
  tier: number | null;
  @ApiProperty(id) id: number;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
  @ApiProperty({ ...count, example: 20, description: 'The length in feet' }) size: number | null;
  @ApiProperty({ ...text, enum: CONTAINER_STATUSES, example: 'full' }) container_status: string | null;
  @ApiProperty({ ...text, enum: CONTAINER_USAGES, example: 'import' }) usage: string | null;
  @ApiProperty({ ...text, example: 'WHA', description: 'The code of the line' }) shipping_line: string | null;
  @ApiProperty({ type: 'boolean', description: 'Whether holds keep it here' }) held: boolean;
  @ApiProperty({ ...text, format: 'date-time', description: 'Since when it is at the terminal' })
  here_since: string | null;
  @ApiProperty({ type: 'number', nullable: true, description: "In the organization's weight unit" })
  weight: number | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'The classes of its dangerous goods; empty without any',
    example: ['3'],
  })
  imdg_classes: string[];
}

export class RowOfBay {
  @ApiProperty({ ...text, example: '1' }) row: string | null;
  @ApiProperty({ type: () => SlotOfStack, description: 'The slot at this bay and row' }) slot: SlotOfStack;
  @ApiProperty({
    type: () => StackedContainer,
    isArray: true,
    description: 'What stands there, from the lowest tier up; empty where nothing does',
  })
  containers: StackedContainer[];
}

export class Bay {
  @ApiProperty({ ...text, example: '01', description: 'null, at the end, for slots of no bay' }) bay:
    string | null;
  @ApiProperty({ type: () => RowOfBay, isArray: true, description: 'Its slots in order of their rows' })
  rows: RowOfBay[];
}

/** What is in a yard area, slot by slot. */
export class Stacks {
  @ApiProperty({ type: () => NamedRecord }) yard_area: NamedRecord;
  @ApiProperty({ type: () => Bay, isArray: true, description: 'The bays in order, with empty slots as well' })
  bays: Bay[];
  @ApiProperty({
    type: () => StackedContainer,
    isArray: true,
    description: 'What stands in the area without a slot, by number',
  })
  unplaced: StackedContainer[];
}
