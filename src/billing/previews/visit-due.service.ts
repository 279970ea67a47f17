import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { ReleaseRules } from '../../cargo/release/release-rules.service';
import type { DueSum, StayHere } from '../../cargo/release/due-of-stays';
import { takenBy } from '../../gate/interchanges/visit-interchange';
import { customerJson } from '../customers/customers';
import { isCalculated } from '../invoices/invoice-sql';
import { unpaid } from '../invoices/unpaid.rule';
import { PreviewsService } from './previews.service';
import { type BlockingInvoice, dueOf } from './visit-due.rules';
import type { VisitDue } from './visit-due.view';

/** A container that a truck fetches, with the stay that its charges are of. */
interface Fetched {
  id: number;
  number: string;
  stay_id: number | null;
  /** The stay that ended when the truck took it; null while it has not. */
  taken_stay_id: number | null;
}

/** Tells what has to be paid before a truck leaves, by payer and container (decision 881). Nothing is written. */
@Injectable()
export class VisitDueService {
  constructor(
    private readonly db: Db,
    private readonly previews: PreviewsService,
    private readonly release: ReleaseRules,
  ) {}

  /** @throws NotFound */
  async of(id: number): Promise<VisitDue> {
    const fetched = await this.fetched(id);
    const asked = fetched.map(({ id, number, stay_id }) => ({ container: { id, number }, stay_id }));
    const previews = asked.length ? await this.previews.ofStays(asked) : [];
    const problems = previews.flatMap(({ container, problems }) =>
      problems.map((problem) => ({ container: container as Fetched, ...problem })),
    );
    return {
      truck_visit: { id },
      ...dueOf(previews, await this.blocking(fetched)),
      problems,
      as_of: await this.db.now(),
    };
  }

  /** What is due of stays that are here, by their ids; one of which nothing is may be left out. */
  async ofStays(stays: StayHere[]): Promise<ReadonlyMap<number, DueSum[]>> {
    const { organization_id } = this.db.actor;
    const [priced] = stays.length
      ? await this.db.query(sql`SELECT FROM tariff_codes WHERE organization_id = ${organization_id} LIMIT 1`)
      : [];
    if (!priced) return new Map();
    const previews = await this.previews.ofStays(stays);
    return new Map(previews.map((preview, at) => [stays[at]!.stay_id, dueOf([preview], []).totals]));
  }

  /** The containers that the truck fetches or has taken; none of a visit that is over. Throws NotFound. */
  private async fetched(id: number): Promise<Fetched[]> {
    const { organization_id } = this.db.actor;
    const [visit] = await this.db.query<{ is_over: boolean }>(sql`
      SELECT gated_out_at IS NOT NULL AS is_over FROM truck_visits
      WHERE organization_id = ${organization_id} AND id = ${id}`);
    if (!visit) throw new NotFound('Truck visit', id);
    if (visit.is_over) return [];
    return this.db.query<Fetched>(sql`
      SELECT c.id, c.number, CASE WHEN i.completed THEN i.stay_id ELSE c.stay_id END AS stay_id,
        CASE WHEN i.completed THEN i.stay_id END AS taken_stay_id
      FROM interchanges i
      JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
      WHERE i.organization_id = ${organization_id} AND i.truck_visit_id = ${id} AND i.type = 'interchange_out'
      ORDER BY i.id`);
  }

  /** The unpaid invoices that keep these containers and have no charges, whose previews would say them. */
  private async blocking(fetched: Fetched[]): Promise<BlockingInvoice[]> {
    if (!fetched.length) return [];
    const taken = takenBy(
      fetched.flatMap(({ id, taken_stay_id }) =>
        taken_stay_id ? { container_id: id, stay_id: taken_stay_id } : [],
      ),
    );
    const reasons = await this.db.run(
      this.release.reasons(
        fetched.map(({ id }) => id),
        taken,
      ),
    );
    const ids = [...reasons.values()]
      .flat()
      .flatMap(({ code, source }) => (source && unpaid.codes.includes(code) ? source.id : []));
    if (!ids.length) return [];
    const { organization_id } = this.db.actor;
    const found = await this.db.query<BlockingInvoice>(sql`
      SELECT i.id, i.number, i.amount_open::text AS due, i.currency,
        ${raw(customerJson((column) => `i.${column}`))} AS customer
      FROM invoices i
      WHERE i.organization_id = ${organization_id} AND ${among('i.id', ids)}
        AND NOT ${raw(isCalculated((column) => `i.${column}`))}
      ORDER BY i.id`);
    return found.map(({ customer: { customer_type, id, name }, ...invoice }) => ({
      ...invoice,
      customer: { customer_type, id, name },
    }));
  }
}
