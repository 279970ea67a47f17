import { ApiProperty } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { NamedPlace } from '../../places/locations/named-place';
import { LIFT_TYPES, MOVE_KINDS } from '../tallies/tally-words';
import type { MoveKind } from '../tallies/tally-words';

/** The most moves of one batch. */
export const MOST_MOVES = 100;

/** One move of a crane in a batch. */
export class CountMove {
  @In.oneOf(MOVE_KINDS, {
    description:
      '`tally`, unless given, for cargo counted, `shift` for cargo moved on the vessel, `special_lift` for gear',
  })
  kind?: MoveKind | null;
  @In.text({ required: true, example: 'Mobile crane 1' }) crane: string;
  @In.text({
    description:
      'The number of the container; exactly one of the three names of cargo, none for a special lift',
    example: 'WHAU4142033',
  })
  container_number?: string | null;
  @In.text({ description: 'The VIN of the vehicle', example: 'WHFX220L8FB031906' }) vin?: string | null;
  @In.text({ description: 'The reference number of the breakbulk', example: 'BB-4401' })
  reference_number?: string | null;
  @In.int({
    min: 1,
    description:
      'How many pieces of breakbulk, and of nothing else; left out, what is open of a discharge, or what is here to load',
    example: 40,
  })
  quantity?: number | null;
  @In.time({ description: 'When the crane lifted it: now, unless given' }) lifted_at?: string | null;
  @In.object(() => NamedPlace, {
    description:
      'Of a discharge: where it goes; the assigned yard area of the voyage, else its terminal, else its berth area, unless given',
  })
  to?: NamedPlace | null;
  @In.bool({ description: 'Counts cargo that the tally does not expect, too' }) over?: boolean | null;
  @In.bool({ description: 'Of a shift: whether the cargo is stowed again' }) restow?: boolean | null;
  @In.oneOf(LIFT_TYPES, { description: 'Required for a special lift' }) lift_type?: string | null;
  @In.texts({ description: 'Of a lift of the type multiple: the numbers of its containers' })
  containers?: string[] | null;
  @In.text({ description: 'What it goes on by: yard, truck, rail …', example: 'yard' }) delivery_type?:
    string | null;
  @In.text({ description: 'What it came by: vessel, truck, rail …', example: 'vessel' }) arrival_type?:
    string | null;
  @In.text({ description: "The container's own unless given", example: 'full' }) status?: string | null;
}

export class CountMovesBody {
  @In.objects(() => CountMove, {
    required: true,
    description: 'Moves in the order in which they were made; all of them are taken, or none',
  })
  @ApiProperty({ minItems: 1, maxItems: MOST_MOVES })
  moves: CountMove[];
}

export class UndoMoveBody {
  @In.text({ required: true, min: 1, trim: true, description: 'Why', example: 'Wrong container read' })
  reason: string;
}
