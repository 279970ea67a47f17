import type { Language } from '../languages/language';
import type { PartyOfActor } from './parties';

/** The roles of tokens: `read` for GETs, `write` for the records of daily work, `admin` also for set-up. */
export const ROLES = ['read', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const WEIGHT_UNITS = ['kg', 'lb'] as const;
export const DIMENSION_UNITS = ['m', 'ft'] as const;
/** What the gate does with a truck outside its slot: refuse it, or mark its visit. */
export const OFF_SLOT = ['refuse', 'mark'] as const;
/** What the gate does with cargo, an appointment or an out gate of another terminal than the gate. */
export const OTHER_TERMINAL = ['refuse', 'mark', 'ignore'] as const;

/** Who sees the personal data of drivers: every token that sees them, or those that need it. */
export const PERSONAL_DATA = ['everyone', 'needed'] as const;

/** Who acts for which organization, with those settings of it that affect how input is read. */
export interface Actor {
  organization_id: number;
  /** null for a command. */
  user_id: number | null;
  /** These three are in traces, beside the user; null for a command, which traces name by `application_name`. */
  token_id: number | null;
  request_id: string | null;
  /** Method and route: `PATCH /api/v1/trucks/:id`. */
  operation: string | null;
  role: Role;
  /** The domains to which the role is confined; in others the token may read. Null for all domains. */
  domains: string[] | null;
  /** The EDI partner to which the token is bound: it may call what is for partners, of that partner. Null for others. */
  edi_partner_id: number | null;
  /** Whether it sees only what is of its parties. Without any it sees nothing. */
  limited: boolean;
  /** Its parties; none for an actor that is not limited. */
  parties: PartyOfActor[];
  time_zone: string;
  weight_unit: string;
  dimension_unit: string;
  pre_advice_truck_required: boolean;
  validates_bills: boolean;
  other_terminal: (typeof OTHER_TERMINAL)[number];
  check_digit_required: boolean;
  release_needs_charges: boolean;
  personal_data: (typeof PERSONAL_DATA)[number];
  /** The language that the request asks for; undefined for English. */
  language?: Language | undefined;
}
