export const TALLY_TYPES = ['discharge', 'loading'] as const;
export type TallyType = (typeof TALLY_TYPES)[number];
/** What a crane did: it moved a container between vessel and quay, moved one on the vessel, or lifted gear. */
export const MOVE_KINDS = ['tally', 'shift', 'special_lift'] as const;
export const LIFT_TYPES = ['hatch cover', 'gear box', 'multiple', 'other'] as const;
