/** The role that the service connects as or is a member of. It owns no object (database/grants.ts). */
export const SERVICE_ROLE = 'wharfinger_service';
