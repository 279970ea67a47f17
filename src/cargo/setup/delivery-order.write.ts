import { kindModel } from '../../common/setup/kind-model';
import { billReference } from '../bills-of-lading/bill-lookup';
import { keepHeldBills, keepHeldBillsOf } from '../held/keep-held';
import { DeliveryOrder } from './delivery-order.kind';

export const deliveryOrderModel = kindModel(DeliveryOrder, {
  compares: true,
  maps: { bill_of_lading: billReference() },
  checks: [keepHeldBills('delivery_order')],
  removal: keepHeldBillsOf('delivery_order'),
});
