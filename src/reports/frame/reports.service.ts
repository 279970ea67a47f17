import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BILLING } from '../../billing/billing.codes';
import { Db } from '../../common/database/db';
import { planned } from '../../common/database/sql/query';
import { Refused } from '../../common/errors/errors';
import { toDay } from '../../common/input/times';
import { FileAnswer } from '../../common/file-answer';
import { Json } from '../../common/json';
import { chartOf } from '../drawing/chart';
import { drawChart } from '../drawing/drawing';
import { SAYS } from '../reports.sentences';
import { groupings } from './group-by';
import type { Asked, Report } from './report';
import type { ReportQuery } from './report-query.dto';
import { type Span, spanOf } from './span.rules';
import { type Found, MOST_ROWS, reportStatement } from './statement';

/** The query of a report with what it is grouped by and its filters. */
export type Query = ReportQuery & { group_by?: string | null };

/** Reads reports: each is one statement. */
@Injectable()
export class ReportsService {
  constructor(private readonly db: Db) {}

  /**
   * The answer of a report: `{report, from, until, time_zone, rows, totals, as_of}`.
   * @throws Invalid, and Refused (`range_too_long`) for more than 400 days or 10,000 rows, and
   *   (`currency_missing`) for sums in several currencies
   */
  async report(report: Report, query: Query): Promise<Json> {
    const asked = this.asked(report, query);
    const { as_of, rows, totals, currencies } = await this.read(report, asked);
    const { from, until } = this.spanOf(query);
    return Json.object({
      report: report.name,
      from,
      until,
      time_zone: this.db.actor.time_zone,
      ...(report.isMoney && { currency: asked.filters.currency ?? currencies[0] ?? null }),
      rows: new Json(rows),
      totals: new Json(totals),
      as_of,
    });
  }

  /**
   * The picture of a report, drawn of the same answer.
   * @throws Invalid and Refused as `report` does
   */
  async picture(report: Report, query: Query, width = 1000): Promise<FileAnswer> {
    const asked = this.asked(report, query);
    const { rows, currencies } = await this.read(report, asked);
    const { from, until } = this.spanOf(query);
    const currency = asked.filters.currency ?? currencies[0];
    const subtitle = [`${from} to ${until}`, report.isMoney && currency].filter(Boolean).join(', ');
    const chart = chartOf(
      report,
      { ...asked, from, until },
      JSON.parse(rows) as Parameters<typeof chartOf>[2],
    );
    return new FileAnswer('image/svg+xml; charset=utf-8', drawChart(chart, subtitle, width));
  }

  private spanOf(query: Query): Span {
    return spanOf(query, this.today());
  }

  private today(): string {
    return toDay('today', this.db.actor.time_zone);
  }

  private asked(report: Report, query: Query): Asked {
    const { from: _from, until: _until, group_by, ...filters } = query;
    const { time_zone } = this.db.actor;
    const span = this.spanOf(query);
    if (report.isPast && span.until > this.today()) span.until = this.today();
    const by = (group_by ?? (report.always ? '' : groupings(report)[0]!)).split(',').filter(Boolean);
    const begins = sql`(${span.from}::date::timestamp AT TIME ZONE ${time_zone})`;
    const ends = sql`((${span.until}::date + 1)::timestamp AT TIME ZONE ${time_zone})`;
    return { ...span, db: this.db, by, filters, begins, ends };
  }

  private async read(report: Report, asked: Asked): Promise<Found> {
    const [found] = await this.db.query<Found>(planned(reportStatement(report, asked)));
    if (found!.currencies.length > 1)
      throw new Refused({
        code: BILLING.currency_missing,
        sentence: SAYS.currency_missing({
          currencies: found!.currencies.map((each) => each ?? 'none').join(', '),
        }),
        field: 'currency',
      });
    if (found!.count > MOST_ROWS)
      throw new Refused({
        code: BILLING.range_too_long,
        sentence: SAYS['range_too_long.rows']({ most: MOST_ROWS }),
        field: 'from',
      });
    return found!;
  }
}
