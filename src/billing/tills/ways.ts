/** How money is paid. */
export const WAYS = ['cash', 'card', 'transfer', 'cheque', 'other'] as const;
export type Way = (typeof WAYS)[number];
