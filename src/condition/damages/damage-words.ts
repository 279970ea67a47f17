export const SEVERITIES = ['minor', 'major'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const DAMAGE_STATUSES = ['open', 'repaired', 'withdrawn'] as const;

/** What was done with the container when a damage was found; `yard` where it was entered singly. */
export const FOUND_DURING = ['gate_in', 'gate_out', 'discharge', 'load', 'yard'] as const;
export type FoundDuring = (typeof FOUND_DURING)[number];
