import { Index } from 'typeorm';
import { BigInteger, OneOf, Row } from '../../common/schema/columns';
import { LOCATION_TYPES } from './locations';

/** A record with a location: in a yard slot, on a voyage, at a consignee and so on. */
@Index(['organization_id', 'current_location_type', 'current_location_id'])
export abstract class Located extends Row {
  @OneOf(LOCATION_TYPES) current_location_type: string | null;
  /** The id of the record of that type. Triggers check that it exists. */
  @BigInteger() current_location_id: number | null;
}
