import { billReference } from '../../cargo/bills-of-lading/bill-lookup';
import { kindModel } from '../../common/setup/kind-model';
import { links } from '../../common/write/links';
import { lookupOf } from '../../common/write/lookups';
import type { RowOf } from '../../common/write/write-row';
import { ConsigneeLine } from '../../parties/consignees/consignee-reference';
import { CustomerOfLine } from '../customers/billing-account.write';
import { customerReference } from '../customers/customer-reference';
import { madeNumber } from '../made-number';
import { MOST_MEMBERS, plainColumns } from '../money-fields';
import { ChargeCode } from '../tariffs/charge-code.kind';
import { CustomerOrNone } from './customer-or-none';
import { FreeTimeAgreement } from './free-time-agreement.kind';
import { PayerNomination } from './payer-nomination.kind';
import { stayOfContainer, StayLine } from './stay-reference';

export const freeTimeAgreementModel = kindModel(FreeTimeAgreement, {
  input: [ConsigneeLine, CustomerOrNone, StayLine],
  compares: true,
  maps: {
    ...plainColumns('usages', 'sizes'),
    number: madeNumber('FT', 8),
    customer: customerReference(),
    bill_of_lading: billReference(),
    ...stayOfContainer,
  },
  checks: [requireReason],
});

function requireReason(rows: RowOf<FreeTimeAgreement>[]): void {
  for (const row of rows) if (!row.after('reason')?.trim()) row.invalid('reason', 'is required');
}

export const payerNominationModel = kindModel(PayerNomination, {
  input: [CustomerOfLine, StayLine],
  compares: true,
  maps: {
    number: madeNumber('PN', 8),
    customer: customerReference(),
    charge_codes: links('charge_codes', lookupOf(ChargeCode, 'code'), {
      table: 'nomination_codes',
      from: 'nomination_id',
      to: 'charge_code_id',
      what: 'Charge code',
      items: true,
    }),
    bill_of_lading: billReference(),
    ...stayOfContainer,
  },
  checks: [refuseTooMany],
});

function refuseTooMany(rows: RowOf<PayerNomination>[]): void {
  for (const row of rows)
    if (((row.parts.charge_codes ?? []) as unknown[]).length > MOST_MEMBERS)
      row.invalid('charge_codes', `must have at most ${MOST_MEMBERS} items`);
}
