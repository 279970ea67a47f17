/** What an inspection is of: a handover at the gate, a move of a crane, or neither. */
export const INSPECTED = ['interchange', 'tally_move', 'none'] as const;
