export const TALLY_TYPES = ['discharge', 'loading'] as const;
export type TallyType = (typeof TALLY_TYPES)[number];
/** The kinds of crane move: cargo between vessel and quay, cargo on the vessel, or gear. */
export const MOVE_KINDS = ['tally', 'shift', 'special_lift'] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];
export const LIFT_TYPES = ['hatch cover', 'gear box', 'multiple', 'other'] as const;
/** The kinds of cargo that a tally counts; `empties`: one of several, of which only type and line are known. */
export const CARGO_TYPES = ['container', 'vehicle', 'breakbulk', 'empties'] as const;
export type CargoType = (typeof CARGO_TYPES)[number];
/** The states of what a tally counts. */
export const ITEM_STATUSES = ['open', 'done', 'over', 'short'] as const;
