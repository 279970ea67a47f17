/** Words of mails. */
export const MAILS = {
  mail: 'An e-mail in the outbox, and how far it has come',
  mails: 'The e-mails in the outbox, in the order in which they were made',
} as const;
