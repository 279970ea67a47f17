import { kindModel } from '../../common/setup/kind-model';
import { billReference } from '../bills-of-lading/bill-lookup';
import { DeliveryOrder } from './delivery-order.kind';

export const deliveryOrderModel = kindModel(DeliveryOrder, { maps: { bill_of_lading: billReference() } });
