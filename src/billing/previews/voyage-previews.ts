import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { orderFacts, ordersOfVoyages } from '../facts/read-orders';
import { readVoyages, voyageLeaving } from '../facts/read-voyages';
import { NOTHING_KNOWN } from '../facts/subject-facts';
import { storedPrices } from '../pricing/stored-prices';
import { chargedAlready } from '../charges/cover';
import { withPartPayments } from '../charges/part-payments';
import { statedCharges } from '../charges/stored-charge';
import { customersOf, taxRules } from './customers-of';
import { nextCost, payersOf } from './preview.rules';
import { freeTimeShown, problemsShown } from './preview-parts';
import { reckon } from './reckon';
import type { ChargePreview } from './preview.view';
import { requireAt } from './preview-day.rules';

/** What the calls of vessels cost. Nothing is written. */
@Injectable()
export class VoyagePreviews {
  constructor(private readonly db: Db) {}

  /**
   * What a voyage itself and the orders for it cost if it departs at a time, without its containers.
   * @throws Refused for a time out of range
   */
  async of(voyage: { id: number; number: string }, at?: string, draft?: string): Promise<ChargePreview> {
    const now = await this.db.now();
    const { organization_id } = this.db.actor;
    const since = sql`(SELECT coalesce(least(v.actual_time_of_berth, (
        SELECT min(coalesce(m.lifted_at, m.created_at)) FROM tally_moves m
        WHERE m.organization_id = v.organization_id AND m.voyage_id = v.id AND m.undone_at IS NULL), (
        SELECT min(o.done_at) FROM service_orders o
        WHERE o.organization_id = v.organization_id AND o.voyage_id = v.id)), now())::date
      FROM voyages v WHERE v.organization_id = ${organization_id} AND v.id = ${voyage.id})`;
    const [[read], orders, stated, list, rules] = await this.db.pipeline(
      readVoyages(this.db, [voyage.id]),
      ordersOfVoyages(this.db, [voyage.id]),
      statedCharges(
        this.db,
        'voyage_id',
        [voyage.id],
        sql`SELECT o.id FROM service_orders o WHERE o.organization_id = ${organization_id} AND o.voyage_id = ${voyage.id}`,
      ),
      storedPrices(this.db, since, draft),
      taxRules(this.db),
    );
    const facts = read?.facts ?? { ...NOTHING_KNOWN, type: 'voyage', id: voyage.id, label: voyage.number };
    if (at) requireAt(at, { in_at: facts.began_at }, now, this.db.actor.time_zone);
    const instant = at ? Date.parse(at) : now.getTime();
    const leavingAt = (time: number) => voyageLeaving(facts, time);
    const subjects = [leavingAt(instant), ...orders.map((order) => orderFacts(order))];
    const already = chargedAlready(await withPartPayments(this.db, stated));
    const proposals = subjects.map((subject) => ({
      facts: subject,
      container: null,
      ...already(subject),
      ...reckon(subject, list, instant, now.getTime()),
    }));
    const keys = proposals.flatMap(({ items }) => items.flatMap(({ payer }) => payer ?? []));
    const { payers, problems } = payersOf(proposals, await this.db.run(customersOf(this.db, keys)), rules);
    const departed = facts.ended_at !== null && facts.ended_at <= instant;
    return {
      container: { id: null, number: null },
      stay: null,
      voyage,
      at: new Date(departed ? facts.ended_at! : instant).toISOString(),
      ...freeTimeShown(null),
      paid_through: null,
      settled_until: null,
      next: departed ? null : nextCost(leavingAt, list, instant, now.getTime()),
      payers,
      problems: [...proposals.flatMap((proposal) => problemsShown(proposal.problems, list)), ...problems],
    };
  }
}
