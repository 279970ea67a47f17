import { codes } from '../common/errors/codes';

/** The refusals of this domain. */
export const BILLING = codes('billing', {
  currency_mixed: 'The lines of an invoice are in several currencies.',
  invoice_final: 'The invoice is approved or paid.',
});
