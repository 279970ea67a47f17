import sql, { raw, Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { all, type Query, rows } from '../../common/database/sql/query';
import { groupBy } from '../../common/group-by';
import { ofAllWhoPay } from '../customers/all-who-pay';
import { CUSTOMER_TEXT } from '../customers/customer-reference';
import { storedRates } from '../tariffs/stored-rates';
import { dayFrom } from './local-days';
import { OpenDays, type PricedCode, type PricedTariff, PriceList } from './price-list';

type TariffRow = Omit<PricedTariff, 'valid_from' | 'valid_until' | 'rates'> & {
  valid_from: string;
  valid_until: string | null;
  published: boolean;
};
interface CalendarRow {
  id: number;
  weekend: number[];
  days: [date: string, closed: boolean][];
}

/**
 * The price list of the organization: its active charge codes, and the tariffs that hold on a day or later.
 * @param since SQL of the first day that is priced
 * @param draft the name of a draft that is queried as if it were published
 */
export function storedPrices(db: Db, since: Sql, draft?: string): Query<PriceList> {
  const { organization_id, time_zone } = db.actor;
  const isAsked = draft === undefined ? sql`false` : sql`t.published_at IS NULL AND t.name = ${draft}`;
  const held = sql`t.published_at IS NOT NULL AND (t.valid_until IS NULL OR t.valid_until >= ${since} - 1)`;
  const requested = sql`t.organization_id = ${organization_id} AND (${held} OR ${isAsked})`;
  return all(
    rows<PricedCode>(sql`
      SELECT id, code, name, measure, cargo, lift_type, payers, payers_empty, priced_at, rate_required, tax_class, release FROM charge_codes
      WHERE organization_id = ${organization_id} AND active ORDER BY code`),
    rows<TariffRow>(
      ofAllWhoPay(sql`
      SELECT t.id, t.name, t.currency, t.valid_from::text, t.valid_until::text, t.shipping_line_id,
        t.published_at IS NOT NULL AS published, CASE WHEN b.id IS NOT NULL THEN ${raw(CUSTOMER_TEXT)} END AS customer
      FROM tariffs t
      LEFT JOIN billing_customers b ON b.organization_id = t.organization_id AND b.id = t.customer_id
      WHERE ${requested} ORDER BY t.id`),
    ),
    storedRates(db, sql`SELECT t.id FROM tariffs t WHERE ${requested}`),
    rows<CalendarRow>(sql`
      SELECT c.id, to_json(c.weekend) AS weekend, (
        SELECT coalesce(json_agg(json_build_array(d.date, d.closed)), '[]'::json) FROM calendar_days d
        WHERE d.organization_id = c.organization_id AND d.calendar_id = c.id) AS days
      FROM calendars c WHERE c.organization_id = ${organization_id}`),
    rows<{ calendar_id: number | null; refunds: boolean }>(
      sql`SELECT calendar_id, refunds_unused_units AS refunds FROM billing_profiles WHERE organization_id = ${organization_id}`,
    ),
  ).map(([codes, tariffs, rates, calendars, [profile]]) => {
    const ofTariff = groupBy(rates, ({ tariff_id }) => tariff_id);
    const priced = tariffs.map(({ published, valid_from, valid_until, ...tariff }) => ({
      published,
      ...tariff,
      valid_from: dayFrom(valid_from),
      valid_until: valid_until === null ? null : dayFrom(valid_until),
      rates: ofTariff.get(tariff.id) ?? [],
    }));
    return new PriceList({
      zone: time_zone,
      codes,
      tariffs: priced.filter(({ published }) => published),
      draft: priced.find(({ published }) => !published),
      calendars: new Map(
        calendars.map(({ id, weekend, days }) => [
          id,
          new OpenDays(weekend, new Map(days.map(([date, closed]) => [dayFrom(date), closed]))),
        ]),
      ),
      calendar_id: profile?.calendar_id ?? null,
      refunds: profile?.refunds ?? true,
    });
  });
}
