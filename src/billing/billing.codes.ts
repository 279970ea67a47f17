import { codes } from '../common/errors/codes';

/** The refusals of this domain. */
export const BILLING = codes('billing', {
  currency_mixed: 'The lines of an invoice are in several currencies.',
  invoice_final: 'The invoice is approved or paid.',
  invoice_numbered: 'The invoice has its number for good.',
  invoice_not_final: 'The invoice is a draft.',
  invoice_credited: 'A credit note credits the invoice.',
  number_reserved: 'The service gives the numbers that begin like this one.',
  credit_of_credit: 'A credit note cannot be credited.',
  credit_exceeds: 'Less is left to credit.',
  nothing_to_invoice: 'Nothing is to be invoiced.',
  payer_missing: 'Nobody is known who pays.',
  tax_missing: 'There is no tax rule for the class of the charge code and the treatment of the customer.',
  tariff_published: 'The tariff is published, and stays as it is: copy it.',
  tariff_empty: 'The tariff has no rates.',
  tariff_overlaps: 'Another tariff prices one of its charge codes on one of its days.',
  rate_unreachable: 'A rate before this one holds for all that it holds for.',
  tariff_past: 'The tariff would hold for, or end on, days that are over.',
  tiers_broken: 'The tiers of a rate do not start from 1, or do not ascend.',
  price_missing: 'A rate has neither an amount nor tiers, or both.',
  per_wrong: 'The charge code has no such quantity.',
  counting_wrong: 'The charge code is not counted in days or periods.',
  currency_unsupported: 'The currency has three decimals.',
  agreement_empty: 'The agreement says for nobody that it holds.',
  charge_day: 'The day or time is out of the range that charges are reckoned for.',
  order_final: 'The service order is done or cancelled.',
});
