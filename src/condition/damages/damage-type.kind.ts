import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** What a word of damage looks like: the codes of ISO 9897 (CEDEX) do. */
export const DAMAGE_WORD = {
  pattern: /^[A-Z0-9]{1,3}$/,
  must: 'must be 1 to 3 capitals or digits, such as DT',
} as const;

/** What happened to a part of a container, by a word of ISO 9897 such as DT for dented. */
@Kind({
  singular: 'damage_type',
  plural: 'damage_types',
  key: 'code',
  parties: { concern: 'everyone', fields: ['code', 'name', 'active'], filters: ['code', 'name'] },
})
export class DamageType extends Row {
  @Field.key({ ...DAMAGE_WORD, example: 'DT' }) code: string;
  @Field.text({ example: 'Dented' }) name: string | null;
  @Field.flag({ initially: true, description: 'Whether new damages may name it' }) active: boolean;
}
