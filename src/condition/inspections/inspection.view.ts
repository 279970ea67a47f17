import { ApiProperty } from '@nestjs/swagger';
import { UserShort } from '../../common/auth/user.view';
import { CONDITIONS } from '../../cargo/containers/container-words';
import { FileItem } from '../../common/files/file.view';
import { OpenTo } from '../../common/party-wall/open-to';
import { BIG_INTEGER } from '../../common/schema/integers';
import { jsonArray, jsonObject } from '../../common/view/json-sql';
import { type Of, view } from '../../common/view/view';
import { DAMAGE_STATUSES, SEVERITIES } from '../damages/damage-words';
import { ContainerDamageShow } from '../damages/container-damage.view';
import { INSPECTED } from './inspection-words';
import { Inspection } from './inspection.entity';

const Out = view(Inspection);

/** What an inspection is of. */
export class InspectedMove {
  @ApiProperty({
    type: 'string',
    enum: [...INSPECTED],
    example: 'interchange',
    description: 'A handover at the gate, a move of a crane, or neither',
  })
  type: string;
  @ApiProperty({ ...BIG_INTEGER, nullable: true, description: 'null for none', example: 1 })
  id: number | null;
}

/** A damage that was open before an inspection. */
export class KnownDamage {
  @ApiProperty({ ...BIG_INTEGER, description: 'The id of the damage', example: 1 }) id: number;
  @ApiProperty({ type: 'string', description: 'The code of the damage type', example: 'DT' })
  damage_type: string;
  @ApiProperty({ type: 'string', description: 'The code of the component', example: 'PAA' })
  component: string;
  @ApiProperty({
    type: 'string',
    description: 'Where, by up to four characters of ISO 9897',
    example: 'LB3N',
  })
  location: string;
  @ApiProperty({ type: 'string', enum: [...SEVERITIES] }) severity: string;
  @ApiProperty({ type: 'string', enum: [...DAMAGE_STATUSES], description: 'How far it has come since' })
  status: string;
}

const inspected = (of: Of) => `CASE
  WHEN ${of('interchange_id')} IS NOT NULL THEN ${jsonObject({ type: `'interchange'`, id: of('interchange_id') })}
  WHEN ${of('tally_move_id')} IS NOT NULL THEN ${jsonObject({ type: `'tally_move'`, id: of('tally_move_id') })}
  ELSE ${jsonObject({ type: `'none'`, id: 'NULL::bigint' })} END`;

const known = (of: Of) => `(
  SELECT ${jsonArray(
    `${jsonObject({
      id: 'd.id',
      damage_type: 'y.code',
      component: 'p.code',
      location: 'd.location',
      severity: 'd.severity',
      status: 'd.status',
    })} ORDER BY d.sequence`,
  )}
  FROM container_damages d
  JOIN damage_types y ON y.organization_id = d.organization_id AND y.id = d.damage_type_id
  JOIN damage_components p ON p.organization_id = d.organization_id AND p.id = d.component_id
  WHERE d.organization_id = ${of('organization_id')} AND d.container_id = ${of('container_id')}
    AND ${of('known')} @> to_jsonb(d.sequence))`;

/** An inspection of a container, in lists, alone and in events. */
@OpenTo.parties({
  fields: [
    'id',
    'container',
    'of',
    'stay_id',
    'condition',
    'is_clean',
    'seals_as_announced',
    'notes',
    'at',
    'damages',
    'files',
    'created_at',
    'updated_at',
  ],
})
export class InspectionShow {
  @Out.id() id: number;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.shaped(inspected, () => InspectedMove, {
    description: 'The handover or the move of a crane that it is of',
  })
  of: InspectedMove;
  @Out.int({ description: 'The stay that it was made in; null where the container had none' }) stay_id:
    number | null;
  @Out.oneOf(CONDITIONS, { description: 'What it found' }) condition: string;
  @Out.bool({ description: 'Whether it was clean inside; null where nobody said so' }) is_clean:
    boolean | null;
  @Out.bool({
    description: 'Whether its seals were those that were announced; null where nobody said so',
  })
  seals_as_announced: boolean | null;
  @Out.text() notes: string | null;
  @Out.time({ description: 'When it was made' }) at: string;
  @Out.one('by', () => UserShort, { description: 'Who made it; null where a file or a command did' })
  by: UserShort | null;
  @Out.many('damages', () => ContainerDamageShow, {
    description: 'The damages that it found, with what became of them',
  })
  damages: ContainerDamageShow[];
  @Out.shaped(known, () => KnownDamage, {
    isArray: true,
    description: 'The damages of the container that were open before it',
  })
  known: KnownDamage[];
  @Out.many('files', () => FileItem, {
    through: 'file',
    orderBy: 'position',
    description: 'Pictures of the container, in their order',
  })
  files: FileItem[];
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
