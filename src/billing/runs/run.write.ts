import { column, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { customerReference } from '../customers/customer-reference';
import { BillingRun } from './billing-run.entity';
import { CreateBillingRun } from './run.dto';

/** The write model of billing runs. The service gives them their number and their charge codes. */
export const billingRunModel = new WriteModel({
  entity: BillingRun,
  input: [CreateBillingRun],
  key: ['number'],
  maps: {
    number: column('number'),
    charge_code_ids: column('charge_code_ids'),
    user_id: column('user_id'),
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code')),
    voyage: reference('voyage', lookupOf(Voyage, 'number')),
    customer: customerReference(),
  },
});
