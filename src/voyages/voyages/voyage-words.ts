export const VOYAGE_STATUSES = ['unknown', 'departed'] as const;

/** What kind of record a voyage's discharge destination is. */
export const DESTINATION_TYPES = ['Terminal', 'Berth Area', 'Port'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];
