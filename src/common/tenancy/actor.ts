/** What a token may do: `read` only GETs, `write` changes the records of daily work, `admin` also sets up. */
export const ROLES = ['read', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const WEIGHT_UNITS = ['kg', 'lb'] as const;
export const DIMENSION_UNITS = ['m', 'ft'] as const;
/** What the gate may do with a truck that is out of its slot: refuse it, or mark its visit. */
export const OFF_SLOT = ['refuse', 'mark'] as const;

/** Who acts, for which organization, and the settings of it that decide how input is read. */
export interface Actor {
  organization_id: number;
  /** null for a command: nobody in particular. */
  user_id: number | null;
  /** The three that a trace names beside the user; null for a command, whose name stands in `application_name`. */
  token_id: number | null;
  request_id: string | null;
  /** Method and route, as `PATCH /api/v1/trucks/:id`. */
  operation: string | null;
  role: Role;
  /** The domains that the role counts in, in others the token may read; null for all of them. */
  domains: string[] | null;
  time_zone: string;
  weight_unit: string;
  dimension_unit: string;
  pre_advice_truck_required: boolean;
  validates_bills: boolean;
}
