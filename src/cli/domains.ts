/**
 * What tokens can be confined to: the modules of the terminal's work, by name. What belongs to none of them (users, the
 * organization, flex fields, traces) takes a token that is not confined.
 */
export const DOMAINS = ['places', 'parties', 'voyages', 'cargo', 'holds', 'gate', 'quay', 'billing'] as const;
