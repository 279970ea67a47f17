import type { CustomerId } from '../facts/subject-facts';
import type { ChargeKind } from './charge-words';

/** What a charge says, stored or to be written. Quantities and amounts are text; dates are `YYYY-MM-DD`. */
export interface ChargeValues {
  subject_id: number;
  number: number;
  kind: ChargeKind;
  charge_code_id: number;
  container_id: number | null;
  stay_id: number | null;
  bill_of_lading_id: number | null;
  event: string | null;
  first_unit: number | null;
  last_unit: number | null;
  occurred_on: string;
  period_from: string | null;
  period_until: string | null;
  quantity: string;
  billed_by: string;
  billed_per: string;
  amount: string;
  total: string;
  currency: string;
  payer: CustomerId | null;
  tariff_id: number | null;
  rate_position: number | null;
  ahead: boolean;
}
