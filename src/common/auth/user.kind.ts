import { Row } from '../schema/columns';
import { Field, Kind } from '../setup/kind';

/** A person (or a system) who works for an organization; tokens belong to users. */
@Kind({ singular: 'user', plural: 'users', key: 'email' })
export class User extends Row {
  @Field.key({ identifier: 'email', example: 'gate@harbour.example' }) email: string;
  @Field.text() firstname: string | null;
  @Field.text() lastname: string | null;
  @Field.flag({ initially: true, description: 'The tokens of an inactive user are refused' }) active: boolean;
}
