import type { MailKind } from '../../common/mail/mail-kinds';
import type { Mail } from '../../common/mail/mail.entity';
import type { Columns } from '../../common/schema/columns';
import type { Letter } from '../letter';

/** A mail of which the letter is made. */
export type ToCompose = Pick<
  Columns<Mail>,
  'kind' | 'subject' | 'language' | 'record_type' | 'record_id' | 'facts'
>;

/** A mail whose record has still to come to its end, such as an inspection whose truck is at the gate. */
export class NotYet extends Error {}

/** Makes the letters of a kind of mail, in the organization of the mail. */
export interface Composer {
  readonly kind: MailKind;
  /** @throws NotFound where what it tells of is gone; NotYet */
  letterOf(mail: ToCompose): Promise<Omit<Letter, 'sender' | 'language'>>;
}
