import { OmitType, PartialType } from '@nestjs/swagger';
import { FileIds } from '../../common/files/files-of';
import { In } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { OrderedBy } from '../../common/pagination/order';
import { PageQuery, searchParameter } from '../../common/pagination/page-query';
import { DAMAGE_STATUSES, FOUND_DURING, SEVERITIES } from './damage-words';

const SIZE = { min: 0, description: 'In centimetres', example: 30 };

/** What a damage is, wherever it is found. */
class DamageFields {
  @In.text({ required: true, notNull: true, description: 'The code of the damage type', example: 'DT' })
  damage_type: string;
  @In.text({ required: true, notNull: true, description: 'The code of the component', example: 'PAA' })
  component: string;
  @In.text({
    required: true,
    notNull: true,
    max: 4,
    pattern: /^[A-Z0-9]{1,4}$/,
    must: 'must be 1 to 4 capitals or digits, such as LB3N',
    description:
      'Where, by ISO 9897: L left, R right, F front, D door, T top, B bottom, U understructure, I inside or E outside for the first',
    example: 'LB3N',
  })
  location: string;
  @In.oneOf(SEVERITIES, {
    required: true,
    notNull: true,
    description: '`major` applies the `damage_hold_type` of the organization',
  })
  severity: string;
  @In.int({ notNull: true, min: 1, max: 1000, description: 'How many there are; 1 unless given' })
  quantity?: number;
  @In.number(SIZE) length_cm?: number | null;
  @In.number(SIZE) width_cm?: number | null;
  @In.number(SIZE) depth_cm?: number | null;
  @In.note() notes?: string | null;
  @FileIds('Pictures of it, by their ids (POST /files)') file_ids?: number[] | null;
}

/** A damage that an inspection finds. */
export class FoundDamage extends DamageFields {
  @In.bool({
    description:
      'Whether it is one more, though the container has an open damage of this type, component and location',
  })
  again?: boolean | null;
}

export class CreateContainerDamage extends FoundDamage {
  @In.time({ description: 'When it was found; now unless given. Not before the container came' }) found_at?:
    string | null;
}

export class UpdateContainerDamage extends PartialType(OmitType(CreateContainerDamage, ['again'])) {}

export class RepairDamage {
  @In.time({ description: 'When; now unless given' }) at?: string | null;
  @In.note({ description: 'What was done', example: 'Panel straightened' }) notes?: string | null;
}

export class WithdrawDamage {
  @In.note({ required: true, description: 'Why it was entered in error', example: 'Another container' })
  reason: string;
}

@OrderedBy('found_at')
export class ContainerDamageQuery extends PageQuery {
  @In.anyWord(DAMAGE_STATUSES, { description: 'How far it has come' }) status?: string[] | null;
  @In.anyWord(SEVERITIES, { description: 'How bad it is' }) severity?: string[] | null;
  @In.anyText({ description: 'The whole code of the damage type, or its id' }) damage_type?: string[] | null;
  @In.anyText({
    description: 'The whole code of the line of the container when the damage was found, or its id',
  })
  shipping_line?: string[] | null;
  @In.text({ description: 'The whole number of the container', example: 'WHAU4142033' })
  container_number?: string | null;
  @In.time({ description: 'Found at this time or later' }) found_from?: string | null;
  @In.endTime({ from: 'found_from', description: 'Found at this time or earlier, or on this day' })
  found_until?: string | null;
  @In.anyWord(FOUND_DURING, { description: 'What was done with the container when it was found' })
  found_during?: string[] | null;
  @In.bool({ description: 'Whether the container is at the terminal now' }) at_terminal?: boolean | null;
  @searchParameter(['number of the container']) q?: string | null;
}

/** What damages are counted by. */
export const DAMAGE_GROUPS = {
  status: 'How far it has come',
  severity: 'How bad it is',
  damage_type: 'The code of the damage type',
  shipping_line: 'The code of the line of the container when it was found',
};

export class ContainerDamageCountQuery extends counting(ContainerDamageQuery, DAMAGE_GROUPS) {}
