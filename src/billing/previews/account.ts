import type { CustomerType } from '../customers/customers';
import type { LimitRule } from '../profile/billing-profile.entity';
import type { CustomerId } from '../facts/subject-facts';

/** An account beyond its credit limit, and what the gate does about it (decision 873). */
export interface LimitReached {
  account_id: number;
  rule: LimitRule;
}

/** Who pays, as previews show it. */
export interface Account {
  /** `Consignee:5` */
  key: string;
  customer: { customer_type: CustomerType; id: number; name: string | null };
  terms: string;
  treatment: string;
  blocked: boolean;
  /** Whether it is on account up to a limit that counts at the gate. */
  has_limit: boolean;
  /** The account whose limit is reached, and what that means; null where it is not, or release needs no charges. */
  limit_reached: LimitReached | null;
}

/** What tells what one customer pays in one currency. */
export const accountKey = (payer: CustomerId | null, currency: string) => `${payer ?? ''} ${currency}`;
