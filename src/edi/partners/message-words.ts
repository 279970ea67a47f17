/** The messages that are read, and those that are written. CONTRL and APERAK have no flow: the partner says what is answered. */
export const MESSAGES_IN = ['COPARN', 'COPRAR', 'BAPLIE', 'COREOR', 'VERMAS'] as const;
export const MESSAGES_OUT = ['CODECO', 'COARRI'] as const;
export const MESSAGES = [...MESSAGES_IN, ...MESSAGES_OUT, 'CONTRL', 'APERAK'] as const;
export const FLOW_MESSAGES = [...MESSAGES_IN, ...MESSAGES_OUT] as const;

export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];
