/** The role that the service connects as, or one that it is a member of. It owns nothing (database/grants.ts). */
export const SERVICE_ROLE = 'wharfinger_service';
