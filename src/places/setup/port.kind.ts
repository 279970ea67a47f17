import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A port, known by its UN/LOCODE: two letters for the country and three characters for the place. */
@Kind({
  singular: 'port',
  plural: 'ports',
  key: 'locode',
  parties: { concern: 'everyone', fields: ['locode', 'name'], filters: ['locode', 'name'] },
})
export class Port extends Row {
  @Field.key({
    pattern: /^[A-Z]{2}[A-Z0-9]{3}$/,
    must: 'must be 5 characters, such as NLRTM',
    example: 'NLRTM',
  })
  locode: string;
  @Field.text({ example: 'Rotterdam' }) name: string | null;
}
