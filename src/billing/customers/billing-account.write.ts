import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { madeNumber } from '../made-number';
import { amountColumn, plainColumns } from '../money-fields';
import { BillingAccount } from './billing-account.kind';
import { CustomerLine } from './customer-key';
import { customerReference } from './customer-reference';

/** A customer of a file, which may be deleted. */
export class CustomerOfLine {
  @In.object(() => CustomerLine, { required: true }) customer: CustomerLine;
}

export const billingAccountModel = kindModel(BillingAccount, {
  input: [CustomerOfLine],
  maps: {
    ...plainColumns('terms', 'payment_days', 'treatment', 'group_by'),
    credit_limit: amountColumn('credit_limit'),
    number: madeNumber('ACC', 6),
    customer: customerReference(),
  },
});
