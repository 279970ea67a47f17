import { In } from '../../common/input/in';

/** The span of a report. */
export class ReportQuery {
  @In.day({ description: 'The first day that counts; with `until` 30 days unless given' })
  from?: string | null;
  @In.day({ description: 'The last day that counts, today unless given; 400 days at most' })
  until?: string | null;
}
