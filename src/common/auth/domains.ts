/**
 * The domains that a token can be confined to: the modules of the terminal's work. Everything else (users, the
 * organization, flex fields, traces) needs a token without domains.
 */
export const DOMAINS = [
  'places',
  'parties',
  'voyages',
  'cargo',
  'holds',
  'gate',
  'quay',
  'yard',
  'condition',
  'billing',
  'edi',
] as const;
