import { bare } from '../common/endpoint/returns';
import { listFileOf } from '../common/endpoint/list-file';
import { csvOf } from '../common/http/csv-answer';
import { Invalid, type FieldErrors } from '../common/errors/errors';
import { readRequest } from '../common/input/input-fields';
import type { Actor } from '../common/tenancy/actor';
import type { Db } from '../common/database/db';
import { type Query, ReportsService } from '../reports/frame/reports.service';
import type { ReportName } from '../reports/frame/report-names';
import { ALL_REPORTS } from '../reports/reports';

export type Form = 'json' | 'csv' | 'svg';

/**
 * A report as text, as the service answers it.
 * @param asked the parameters of its query
 * @throws Invalid, and Refused as `ReportsService.report` does
 */
export function reportAs(
  db: Db,
  actor: Actor,
  name: ReportName,
  form: Form,
  asked: Record<string, string>,
): Promise<string> {
  const { report, query, answer } = ALL_REPORTS[name];
  const reports = new ReportsService(db);
  return db.reading(actor, '', async () => {
    const errors: FieldErrors = {};
    const input = readRequest(query, asked, errors) as Query;
    if (Object.keys(errors).length) throw new Invalid(errors);
    if (form === 'svg') return `${(await reports.picture(report, input)).content as string}\n`;
    const { text } = await reports.report(report, input);
    if (form === 'json') return `${text}\n`;
    const { rows } = JSON.parse(text) as { rows: Record<string, unknown>[] };
    return csvOf(listFileOf(bare(answer), `/reports/${name}`)!, rows);
  });
}
