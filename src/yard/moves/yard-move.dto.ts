import { In } from '../../common/input/in';
import { NamedPlace } from '../../places/locations/named-place';
import { MOST_TIERS } from '../../places/setup/yard-slot.kind';

/** A move of cargo at the terminal. */
export class YardMove {
  @In.object(() => NamedPlace, { required: true, description: 'Where it goes' }) to: NamedPlace;
  @In.time({ description: 'When; now, or its last movement if that is later, unless given' })
  moved_at?: string | null;
  @In.text({ description: 'Why', example: 'Customs inspection' }) reason?: string | null;
}

export class BreakbulkYardMove extends YardMove {
  @In.int({ min: 1, description: 'How many pieces; all that are at the terminal unless given', example: 40 })
  quantity?: number | null;
}

export class ContainerYardMove extends YardMove {
  @In.int({
    min: 1,
    max: MOST_TIERS,
    description: 'Its tier in a slot with tiers: the lowest free one, which it is unless given',
    example: 2,
  })
  tier?: number | null;
  @In.bool({
    description: 'Whether the containers above it may be taken down; else it is refused under others',
  })
  dig?: boolean | null;
}
