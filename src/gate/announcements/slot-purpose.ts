export const SLOT_PURPOSES = ['pick up', 'drop off', 'any'] as const;
export type SlotPurpose = (typeof SLOT_PURPOSES)[number];
