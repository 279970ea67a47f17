import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** How goods are packed, by a code such as those of UN/ECE recommendation 21. */
@Kind({
  singular: 'package_type',
  plural: 'package_types',
  key: 'code',
  parties: { concern: 'everyone', fields: ['code', 'description'], filters: ['code'] },
})
export class PackageType extends Row {
  @Field.key({ example: 'CT' }) code: string;
  @Field.text({ example: 'Carton' }) description: string | null;
}
