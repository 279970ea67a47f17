import type { Language } from '../languages/language';
import type { PartyOfActor } from '../party-wall/party-types';

/** The roles of tokens: `read` for GETs, `write` for the records of daily work, `admin` also for set-up. */
export const ROLES = ['read', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role includes another one. */
export function covers(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

export const WEIGHT_UNITS = ['kg', 'lb'] as const;
export const DIMENSION_UNITS = ['m', 'ft'] as const;
/** What the gate does with a truck outside its slot: refuse it, or mark its visit. */
export const OFF_SLOT = ['refuse', 'mark'] as const;
/** What the gate does with cargo, an appointment or an out gate of another terminal than the gate. */
export const OTHER_TERMINAL = ['refuse', 'mark', 'ignore'] as const;

/** What a token of an identity provider says. */
interface SignedIn {
  /** Who it is, by `user_identities`. */
  identity_id: number;
  /** The application that the token was given to; null where it does not say. */
  client_id: string | null;
  /** When the token was made, and until when it is good, in milliseconds. */
  issued_at: number;
  expires_at: number;
  /** When its issuer was changed last, as the database writes it: a later change ends what was opened before. */
  issuer_changed_at: string;
}

/** Who sees the personal data of drivers: every token that sees them, or those that need it. */
export const PERSONAL_DATA = ['everyone', 'needed'] as const;

/** What a haulier names a container by that it collects: a nomination, or one of its bills or its booking. */
export const PARTY_PICK_UP = ['nominated', 'reference'] as const;

/** Whether a full container needs a verified gross mass to be loaded (SOLAS VI/2): no, with a warning, or else not loaded. */
export const VGM_REQUIRED = ['never', 'warn', 'load'] as const;
/** At which interchanges containers have to be inspected. */
export const INSPECTION_REQUIRED = ['never', 'in', 'out', 'both'] as const;

/** What is done with dangerous goods that may not stand where they are put: nothing, with a warning, or they are refused. */
export const DANGEROUS_GOODS_CHECK = ['off', 'warn', 'refuse'] as const;

/** Who acts for which organization, with those settings of it that affect how input is read. */
export interface Actor {
  organization_id: number;
  /** null for a command. */
  user_id: number | null;
  /** This, the id of the request and the operation are in traces, beside the user; null for a command, which traces name by `application_name`. */
  token_id: number | null;
  /** Of a token of an identity provider, which has no id; undefined for the tokens of the service. */
  signed_in?: SignedIn | undefined;
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
  release_needs_nomination: boolean;
  holds_full_imports: boolean;
  party_pick_up: (typeof PARTY_PICK_UP)[number];
  vgm_required: (typeof VGM_REQUIRED)[number];
  /** In percent; null for no comparison. */
  vgm_tolerance: number | null;
  damage_hold_type_id: number | null;
  inspection_required: (typeof INSPECTION_REQUIRED)[number];
  dangerous_goods_check: (typeof DANGEROUS_GOODS_CHECK)[number];
  /** The classes of dangerous goods that are not placed in the yard, by the words of settings. */
  direct_delivery_classes: string[];
  /** The language that the request asks for; undefined for English. */
  language?: Language | undefined;
}

/** Tells the holders of tokens apart: the token, or the identity for tokens of an identity provider. */
export function callerOf({ token_id, signed_in }: Actor): string {
  return signed_in ? `identity ${signed_in.identity_id}` : `token ${token_id}`;
}

/** Whether two actors have the same token, or one identity by tokens of its identity provider. */
export function isSameHolder(one: Actor, other: Actor): boolean {
  return callerOf(one) === callerOf(other);
}
