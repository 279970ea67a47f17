import { among } from '../../common/database/sql/conditions';
import sql from 'sql-template-tag';
import { CommodityType } from '../../cargo/setup/commodity-type.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { kindModel } from '../../common/setup/kind-model';
import { column, type FieldMap } from '../../common/write/field-map';
import { links } from '../../common/write/links';
import { lookupOf, type Lookup } from '../../common/write/lookups';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Conflict } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import { price } from '../money';
import { amountColumn, MOST_MEMBERS, plainColumns } from '../money-fields';
import { ChargeCode } from './charge-code.kind';
import { measureOf, type Per } from './measures';
import { publishedRefusal } from './publishing.rules';
import { writeTariffCodes } from './tariff-codes';
import { requireRoomForRates } from './rates-room';
import { COUNTING_FIELDS, PLAIN_COLUMNS, tiersBroken } from './tariff-rate.rules';
import { TariffRate, type TierInput } from './tariff-rate.kind';

const listed = (field: string, lookup: Lookup, one: string): FieldMap =>
  links(field, lookup, { table: `rate_${field}`, from: 'rate_id', to: `${one}_id`, items: true });

/** Tiers are kept with their amounts as answers show them. */
const tiers: FieldMap = {
  ...column('tiers'),
  put: (row, value) => {
    if (value === undefined) return;
    const list = value as TierInput[] | null;
    row.set('tiers', list?.map(({ from, amount }) => ({ from, amount: price(amount) })) ?? null);
  },
};

export const tariffRateModel = kindModel(TariffRate, {
  compares: true,
  maps: {
    ...plainColumns(...PLAIN_COLUMNS),
    amount: amountColumn('amount'),
    minimum: amountColumn('minimum'),
    maximum: amountColumn('maximum'),
    tiers,
    container_types: listed('container_types', lookupOf(ContainerType, 'code'), 'container_type'),
    shipping_lines: listed('shipping_lines', lookupOf(ShippingLine, 'code'), 'shipping_line'),
    consignees: listed('consignees', lookupOf(Consignee, 'name'), 'consignee'),
    commodity_types: listed('commodity_types', lookupOf(CommodityType, 'name'), 'commodity_type'),
  },
  checks: [refusePublished, requirePrice, requireMeasure, requireRoomForRates],
  afterwards: [priceByCodes],
  removal: async (db, id) => {
    const [found] = await db.query<{ name: string }>(sql`
      SELECT t.name FROM tariff_rates r JOIN tariffs t ON t.organization_id = r.organization_id AND t.id = r.tariff_id
      WHERE r.organization_id = ${db.actor.organization_id} AND r.id = ${id} AND t.published_at IS NOT NULL`);
    if (found) throw new Conflict(publishedRefusal(found.name));
  },
});

/** A published tariff and its rates do not change. A file says what was published. */
async function refusePublished(rows: RowOf<TariffRate>[], { db, history }: WriteRun): Promise<void> {
  if (history) return;
  const ids = rows.flatMap((row) =>
    [row.after('tariff_id'), row.before?.tariff_id].filter((id) => id != null),
  );
  if (!ids.length) return;
  const found = await db.query<{ id: number; name: string; published: boolean }>(sql`
    SELECT id, name, published_at IS NOT NULL AS published FROM tariffs
    WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}
    ORDER BY id FOR NO KEY UPDATE`);
  for (const row of rows) {
    const named = [row.after('tariff_id'), row.before?.tariff_id];
    const tariff = found.find(({ id, published }) => published && named.includes(id));
    if (tariff) row.conflict('tariff', publishedRefusal(tariff.name));
  }
}

function requirePrice(rows: RowOf<TariffRate>[]): void {
  for (const row of rows) {
    const { band, tiers: all } = row.columns as {
      band?: { from?: unknown; until?: unknown } | null;
      tiers?: TierInput[] | null;
    };
    const [amount, now] = [row.after('amount'), row.after('tiers')];
    if ((amount == null) === (now == null))
      row.refuse('amount', { code: BILLING.price_missing, sentence: 'A rate has an amount or tiers.' });
    if (all && tiersBroken(all))
      row.refuse('tiers', { code: BILLING.tiers_broken, sentence: 'Tiers start from 1 and ascend.' });
    if (all && all.length > 20) row.invalid('tiers', 'must have at most 20 items');
    if (band && band.from == null && band.until == null) row.invalid('band', 'has from, until or both');
    if (band?.from != null && band.until != null && Number(band.from) >= Number(band.until))
      row.invalid('band.until', 'must be above from');
    for (const list of ['container_types', 'shipping_lines', 'consignees', 'commodity_types'])
      if (((row.parts[list] ?? []) as unknown[]).length > MOST_MEMBERS)
        row.invalid(list, `must have at most ${MOST_MEMBERS} items`);
  }
}

/** What the price is per, and how units are counted, fit the measure of the charge code. */
async function requireMeasure(rows: RowOf<TariffRate>[], { db }: WriteRun): Promise<void> {
  const ids = rows.map((row) => row.after('charge_code_id')!);
  if (!ids.length) return;
  const codes = await db.findAll(ChargeCode, { id: [...new Set(ids)] });
  for (const row of rows) {
    const code = codes.find(({ id }) => id === row.after('charge_code_id'));
    if (!code) continue;
    const { pers, counted } = measureOf(code);
    const per = (row.after('per') ?? 'once') as Per;
    if (!pers.includes(per))
      row.refuse('per', {
        code: BILLING.per_wrong,
        sentence: `Charge code ${code.code} cannot be priced by ${per}.`,
      });
    if (counted) {
      if (!row.after('counting')) row.invalid('counting', `is required: ${code.code} is counted`);
      continue;
    }
    const field = COUNTING_FIELDS.find((name) => {
      const value = row.after((name === 'calendar' ? 'calendar_id' : name) as 'counting') as unknown;
      return value !== null && value !== undefined && value !== false;
    });
    if (field && field !== 'calendar')
      row.refuse(field, {
        code: BILLING.counting_wrong,
        sentence: `Charge code ${code.code} is not counted in days: leave out ${field}.`,
      });
  }
}

/** The rates in a file come behind their tariffs, some of which are published. */
async function priceByCodes(rows: RowOf<TariffRate>[], run: WriteRun): Promise<void> {
  if (!run.history) return;
  const ids = new Set(rows.map((row) => row.after('tariff_id')!));
  await writeTariffCodes(
    [...ids].map((id) => ({ id })),
    run,
  );
}
