import { ApiProperty } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';
import { NamedRecord } from '../stacks/stacks.view';

const count = { ...INTEGER, example: 12 } as const;
const counts = (example: object, description: string) =>
  ({ type: 'object', additionalProperties: { type: 'integer' }, example, description }) as const;

class Reefers {
  @ApiProperty({ ...count, description: 'How many reefers there are' }) total: number;
  @ApiProperty({ ...count, description: 'How many of them are to be on power' }) operating: number;
  @ApiProperty({ ...count, description: 'How many of them are plugged in' }) plugged: number;
  @ApiProperty({ ...count, description: 'How many tiers have a plug' }) plugs: number;
}

/** What is in a yard area, in numbers. */
export class Inventory {
  @ApiProperty({ type: () => NamedRecord }) yard_area: NamedRecord;
  @ApiProperty({ type: () => NamedRecord, nullable: true }) terminal: NamedRecord | null;
  @ApiProperty({ ...count, description: 'How many containers stand in its slots and in the area itself' })
  containers: number;
  @ApiProperty({ ...count, description: 'The same in TEU: 1 up to 20 feet and where nobody knows, else 2' })
  teu: number;
  @ApiProperty({
    ...count,
    nullable: true,
    example: 192,
    description: 'What its slots hold in TEU; null without slots, or with one that holds any number',
  })
  capacity_teu: number | null;
  @ApiProperty({ type: 'number', nullable: true, example: 0.063, description: '`teu` by `capacity_teu`' })
  utilization: number | null;
  @ApiProperty(counts({ full: 10, empty: 2 }, 'Containers by `container_status`')) by_status: Record<
    string,
    number
  >;
  @ApiProperty(counts({ import: 12 }, 'Containers by what they are here for')) by_usage: Record<
    string,
    number
  >;
  @ApiProperty(counts({ 20: 8, 40: 3, unknown: 1 }, 'Containers by length in feet')) by_size: Record<
    string,
    number
  >;
  @ApiProperty(counts({ WHA: 12 }, 'Containers by the code of their line')) by_shipping_line: Record<
    string,
    number
  >;
  @ApiProperty({ ...count, description: 'How many of them holds keep here' }) held: number;
  @ApiProperty({ type: () => Reefers, description: 'Those with a cooling unit, and the plugs for them' })
  reefers: Reefers;
  @ApiProperty({
    type: 'number',
    nullable: true,
    example: 3.25,
    description: 'How many days they are here on average; null where nothing stands',
  })
  average_dwell_days: number | null;
}

class Elsewhere {
  @ApiProperty({ ...count, description: 'How many containers are at the terminal, but in none of its areas' })
  containers: number;
  @ApiProperty({ ...count, description: 'The same in TEU' }) teu: number;
  @ApiProperty(counts({ Gate: 2, BerthArea: 5 }, 'Containers by the kind of place'))
  by_location_type: Record<string, number>;
}

/** What is at a terminal, in numbers. */
export class TerminalInventory {
  @ApiProperty({ type: () => NamedRecord }) terminal: NamedRecord;
  @ApiProperty({ ...count, description: 'How many containers are here' }) containers: number;
  @ApiProperty({ ...count, description: 'The same in TEU' }) teu: number;
  @ApiProperty({ type: () => Inventory, isArray: true, description: 'Each of its areas, by name' })
  areas: Inventory[];
  @ApiProperty({
    type: () => Elsewhere,
    description: 'At its gates and berths, and at no place of it that is known',
  })
  elsewhere: Elsewhere;
}
