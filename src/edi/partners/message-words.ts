/** The messages that are read, and those that are written. CONTRL has no flow: the partner says what is acknowledged. */
export const MESSAGES_IN = ['COPARN', 'COPRAR', 'BAPLIE'] as const;
export const MESSAGES_OUT = ['CODECO', 'COARRI'] as const;
export const MESSAGES = [...MESSAGES_IN, ...MESSAGES_OUT, 'CONTRL'] as const;
export const FLOW_MESSAGES = [...MESSAGES_IN, ...MESSAGES_OUT] as const;

export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];
