import { codes } from '../errors/codes';

/** The refusals of mails. */
export const MAIL = codes('mail', {
  mail_address: 'This is no address that mail is sent to, or nobody has one.',
  mail_queued: 'The mail waits to be sent.',
});
