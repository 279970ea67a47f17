import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { DAMAGE_WORD } from './damage-type.kind';

/** A part of a container that can be damaged, by a word of ISO 9897 such as PAA for a panel. */
@Kind({
  singular: 'damage_component',
  plural: 'damage_components',
  key: 'code',
  parties: { concern: 'everyone', fields: ['code', 'name', 'active'], filters: ['code', 'name'] },
})
export class DamageComponent extends Row {
  @Field.key({ ...DAMAGE_WORD, must: 'must be 1 to 3 capitals or digits, such as PAA', example: 'PAA' })
  code: string;
  @Field.text({ example: 'Panel' }) name: string | null;
  @Field.flag({ initially: true, description: 'Whether new damages may name it' }) active: boolean;
}
