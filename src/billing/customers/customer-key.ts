import { In } from '../../common/input/in';
import { namedConsignee } from '../../parties/consignees/consignee-reference';
import { CUSTOMER_TYPES } from './customers';
import type { CustomerType } from './customers';

/** How a request names a customer. */
export class CustomerKey {
  @In.oneOf(CUSTOMER_TYPES, { required: true, example: 'ShippingLine' }) customer_type: CustomerType;
  @In.text({
    description: 'The name; of a shipping line or a trucking company the code will do instead',
  })
  name?: string | null;
  @In.text({ description: 'The code of a shipping line or a trucking company', example: 'WHA' })
  code?: string | null;
}

/** A customer in a file, where a deleted consignee is named with the time of its deletion. */
export class CustomerLine extends CustomerKey {
  @namedConsignee() declare name?: string | null;
}
