import { OmitType, PartialType } from '@nestjs/swagger';
import { CONDITIONS } from '../../cargo/containers/container-words';
import { FileIds } from '../../common/files/files-of';
import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { FoundDamage } from '../damages/container-damage.dto';

/** One look at a container. */
export class CreateInspection {
  @In.oneOf(CONDITIONS, {
    required: true,
    notNull: true,
    description: '`damaged` with a damage, new or open; not `sound` with a new one',
  })
  condition: string;
  @In.bool({
    description: 'Whether it was clean inside: then an empty container has no dangerous goods any more',
  })
  is_clean?: boolean | null;
  @In.bool({ description: 'Whether its seals were those that were announced' }) seals_as_announced?:
    boolean | null;
  @In.note() notes?: string | null;
  @In.time({ description: 'When; now unless given' }) at?: string | null;
  @In.objects(() => FoundDamage, { description: 'The new damages that it found, all of them or none' })
  damages?: FoundDamage[] | null;
  @FileIds('Pictures of the container, by their ids (POST /files)') file_ids?: number[] | null;
}

/** What a correction changes: not when it was, nor what it found. */
export class UpdateInspection extends PartialType(OmitType(CreateInspection, ['at', 'damages'])) {}

/** An inspection that a gate-in takes beside the interchange of its container. */
export class GateInInspection extends CreateInspection {
  @In.text({
    required: true,
    description: 'The number of the container, which one of the interchanges brings or takes',
    example: 'WHAU4142033',
  })
  container: string;
}

/** What a gate-in says of inspections: of its only container, or by the number of each. */
export interface InspectedAtGateIn {
  inspection?: CreateInspection | null;
  inspections?: GateInInspection[] | null;
}

export class InspectionQuery extends PageQuery {
  @In.oneOf(CONDITIONS, { description: 'What it found' }) condition?: string | null;
  @In.text({ description: 'The whole number of the container', example: 'WHAU4142033' })
  container_number?: string | null;
  @In.time({ description: 'At this time or later' }) at_from?: string | null;
  @In.endTime({ from: 'at_from', description: 'At this time or earlier, or on this day' }) at_until?:
    string | null;
}
