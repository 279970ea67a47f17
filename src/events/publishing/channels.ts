/** The channel of notifications that events were published, with the id of an organization. */
export const PUBLISHED = 'events_published';

/** The channel of notifications that webhook deliveries wait. */
export const DELIVERIES = 'webhook_deliveries';
