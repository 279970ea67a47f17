/** What a token may do: `read` only GETs, `write` changes the records of daily work, `admin` also sets up. */
export const ROLES = ['read', 'write', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const WEIGHT_UNITS = ['kg', 'lb'] as const;
export const DIMENSION_UNITS = ['m', 'ft'] as const;

/** Who acts, for which organization, and the settings of it that decide how input is read. */
export interface Actor {
  organization_id: number;
  /** null for a command: nobody in particular. */
  user_id: number | null;
  role: Role;
  time_zone: string;
  weight_unit: string;
  dimension_unit: string;
  pre_advice_truck_required: boolean;
  validates_bills: boolean;
}
