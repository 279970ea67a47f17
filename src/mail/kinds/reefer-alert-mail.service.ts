import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { momentIn } from '../../common/documents/local-moment';
import { numberIn } from '../../common/documents/written';
import type { ReeferAlertFacts } from '../../condition/reefers/reefer-alerts.service';
import type { Letter } from '../letter';
import { REEFER_WORDS } from '../reefer-words';
import type { Composer, ToCompose } from './composer';

/** What is wrong with a reefer, as it was when that was noticed. */
@Injectable()
export class ReeferAlertMail implements Composer {
  readonly kind = 'reefer_alert';

  constructor(private readonly db: Db) {}

  letterOf({ subject, language, facts }: ToCompose): Promise<Omit<Letter, 'sender' | 'language'>> {
    const words = REEFER_WORDS[language];
    const { cause, number, terminal, place, since, read_at, alarm, ...values } = facts as ReeferAlertFacts;
    const moment = (at: string) => momentIn(language, at, this.db.actor.time_zone);
    const degrees = (value: number | null) => (value === null ? '–' : numberIn(language, String(value)));
    return Promise.resolve({
      heading: subject,
      parts: [
        { text: words.causes[cause] },
        {
          values: [
            [words.container, number],
            [words.where, [terminal, place].filter(Boolean).join(', ')],
            [words.since, moment(since)],
            [words.set_point, degrees(values.set_point)],
            [words.temperature, degrees(values.temperature)],
            [words.read_at, read_at ? moment(read_at) : '–'],
            [words.alarm, alarm ?? '–'],
          ],
        },
      ],
      files: [],
    });
  }
}
