export const TALLY_TYPES = ['discharge', 'loading'] as const;
export type TallyType = (typeof TALLY_TYPES)[number];
/** The kinds of crane move: a container between vessel and quay, a container on the vessel, or gear. */
export const MOVE_KINDS = ['tally', 'shift', 'special_lift'] as const;
export const LIFT_TYPES = ['hatch cover', 'gear box', 'multiple', 'other'] as const;
