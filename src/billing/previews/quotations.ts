import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { Db } from '../../common/database/db';
import { rows } from '../../common/database/sql/query';
import { allOf } from '../../common/errors/errors';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { CUSTOMER_TEXT } from '../customers/customer-reference';
import { leaving, stayFacts, type StayRow } from '../facts/stay-facts';
import type { AgreementFact } from '../facts/subject-facts';
import { freeTime } from '../pricing/propose';
import { storedPrices } from '../pricing/stored-prices';
import { chargedAlready } from '../charges/cover';
import { customersOf, taxRules } from './customers-of';
import type { ContainerQuoted } from './preview.dto';
import { nextCost, payersOf } from './preview.rules';
import { freeTimeShown, problemsShown } from './preview-parts';
import { reckon } from './reckon';
import type { ChargePreview } from './preview.view';
import { requireAt } from './preview-day.rules';

/** What a container costs that does not exist: a quotation. */
@Injectable()
export class Quotations {
  constructor(private readonly db: Db) {}

  /** @throws Unknown for what it names; Refused for a time out of range */
  async of(requested: ContainerQuoted, at?: string, draft?: string): Promise<ChargePreview> {
    const { queries } = this.db;
    const [now, type, line, consignee] = await this.db.pipeline(
      queries.now(),
      queries.reference(ContainerType, 'code', 'container_type', requested),
      queries.reference(ShippingLine, 'code', 'shipping_line', requested),
      queries.reference(Consignee, 'name', 'consignee', requested),
    );
    const [container_type_id, shipping_line_id, consignee_id] = allOf(type, line, consignee);
    const kind = container_type_id ? await this.db.find(ContainerType, { id: container_type_id }) : null;
    const leaves = requested.out_at ?? at ?? now.toISOString();
    const in_at = Date.parse(requested.in_at);
    requireAt(leaves, { in_at }, now, this.db.actor.time_zone);
    const stay: StayRow = {
      ...NOWHERE,
      in_at,
      container_type_id: container_type_id ?? null,
      shipping_line_id: shipping_line_id ?? null,
      consignee_id: consignee_id ?? null,
      size: kind?.size ?? null,
      is_reefer: kind?.is_reefer ?? null,
      arrived_by: requested.arrived_by ?? (requested.usage === 'export' ? 'truck' : 'voyage'),
      departed_by: requested.departed_by ?? null,
      arrival_status: requested.container_status,
      container_status: requested.container_status,
      usage: requested.usage,
      operating_reefer: requested.operating_reefer ?? false,
      weight: requested.weight == null ? null : String(requested.weight),
    };
    const [agreements, list, rules] = await this.db.pipeline(
      this.agreements(stay, requested.in_at),
      storedPrices(this.db, sql`${requested.in_at}::timestamptz::date`, draft),
      taxRules(this.db),
    );
    const parts = { happened: [], nominations: [], agreements };
    const leavingAt = (time: number) => stayFacts(leaving(stay, time), parts, this.db.actor.weight_unit);
    const instant = Date.parse(leaves);
    const facts = leavingAt(instant);
    const { items, problems } = reckon(facts, list, instant, now.getTime());
    const keys = items.flatMap(({ payer }) => payer ?? []);
    const accounts = await this.db.run(customersOf(this.db, keys));
    const { payers, problems: untaxed } = payersOf(
      [{ facts, container: null, items, ...chargedAlready([])(facts) }],
      accounts,
      rules,
    );
    const free = freeTime(facts, list);
    return {
      container: { id: null, number: null },
      stay: null,
      voyage: null,
      at: new Date(instant).toISOString(),
      ...freeTimeShown(free),
      paid_through: null,
      settled_until: null,
      next: requested.out_at ? null : nextCost(leavingAt, list, instant, now.getTime()),
      payers,
      problems: [...problemsShown(problems, list), ...untaxed],
    };
  }

  /** The agreements for no case, by everything that they name but who pays. */
  private agreements(stay: StayRow, in_at: string) {
    const { organization_id, time_zone } = this.db.actor;
    const { usage, size, shipping_line_id, consignee_id } = stay;
    return rows<AgreementFact>(sql`
      SELECT a.number, a.charge_code_id, a.free_units, a.extra_units,
        CASE WHEN b.id IS NOT NULL THEN ${raw(CUSTOMER_TEXT)} END AS customer
      FROM free_time_agreements a
      LEFT JOIN billing_customers b ON b.organization_id = a.organization_id AND b.id = a.customer_id
      CROSS JOIN LATERAL (SELECT (${in_at}::timestamptz AT TIME ZONE ${time_zone})::date AS day) d
      WHERE a.organization_id = ${organization_id}
        AND a.bill_of_lading_id IS NULL AND a.booking_id IS NULL AND a.stay_id IS NULL
        AND (a.shipping_line_id IS NULL OR a.shipping_line_id = ${shipping_line_id}::bigint)
        AND (a.consignee_id IS NULL OR a.consignee_id = ${consignee_id}::bigint)
        AND (a.usages = '{}' OR ${usage} = ANY(a.usages)) AND (a.sizes = '{}' OR ${size}::integer = ANY(a.sizes))
        AND (a.valid_from IS NULL OR a.valid_from <= d.day) AND (a.valid_until IS NULL OR d.day <= a.valid_until)
      ORDER BY a.id`);
  }
}

/** A stay of which nothing is known. */
const NOWHERE: StayRow = {
  id: 0,
  number: 1,
  container_id: 0,
  container: 'as quoted',
  in_at: null,
  out_at: null,
  arrived_by: null,
  departed_by: null,
  arrival_status: null,
  departure_status: null,
  container_status: null,
  emptied_at: null,
  usage: null,
  departure_voyage_id: null,
  size: null,
  container_type_id: null,
  is_reefer: null,
  operating_reefer: false,
  shipping_line_id: null,
  consignee_id: null,
  bill_consignee_id: null,
  bill_of_lading_id: null,
  commodity_type_id: null,
  weight: null,
  arrival_commodity_type_id: null,
  arrival_weight: null,
  discharged_at: null,
  length: null,
  gross_tonnage: null,
  agent_id: null,
  departure_agent_id: null,
  trucking_company_id: null,
  departure_trucking_company_id: null,
};
