import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query, row } from '../../common/database/sql/query';
import type { Reader } from '../../common/database/read/reader';
import { naming, Refused } from '../../common/errors/errors';
import { today } from '../../common/input/times';
import type { Json } from '../../common/json';
import { kindEvent, record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { BILLING } from '../billing.codes';
import { type Overlap, overlapping, requireDraft, requirePublishable } from './publishing.rules';
import { PLAIN_COLUMNS } from './tariff-rate.rules';
import { roomForRates, tooManyRates } from './rates-room';
import { storedRates } from './stored-rates';
import { tariffCodes } from './tariff-codes';
import { TariffRate } from './tariff-rate.kind';
import type { CopyTariff, PublishTariff } from './tariff.dto';
import { Tariff } from './tariff.kind';
import { AMOUNT_FORMAT } from '../money-fields';
import { tariffModel } from './tariff.write';

/** SQL: an amount raised by a percentage, rounded to the places that it has, two at least. */
const raised = (amount: string, percent: string): Sql =>
  sql`round(${raw(amount)} * (100 + ${percent}::numeric) / 100, greatest(2, scale(trim_scale(${raw(amount)}))))`;

/** Tariffs: a set-up kind that is published as a whole. */
@Injectable()
export class TariffsService extends SetupService<Tariff> {
  constructor(db: Db) {
    super(db, kindOf(Tariff), tariffModel);
  }

  /**
   * Lets a draft hold.
   * @throws NotFound; Conflict when it is published; Refused as `requirePublishable` says
   */
  async publish(name: string, { retroactive }: PublishTariff): Promise<Json> {
    const tariff = await this.find(name, { lock: true });
    requireDraft(tariff);
    await this.db.alone('tariffs');
    const { id } = tariff;
    const [rates, overlap] = await this.db.pipeline(storedRates(this.db, sql`${id}`), this.overlap(id));
    const day = today(this.db.actor.time_zone);
    requirePublishable(tariff, rates, overlap, { today: day, retroactive: retroactive ?? false });
    const published_at = await this.db.now();
    const { user_id } = this.db.actor;
    await this.db.pipeline(
      this.db.queries.update(Tariff, id, { published_at, published_by_id: user_id }),
      tariffCodes(this.db, [id]),
    );
    await record(this.db, 'tariff.published', this.view, id);
    return this.read(id);
  }

  /**
   * Makes a draft with all rates of a tariff.
   * @throws NotFound; Refused when the name is taken, or there are more rates than a tariff may have
   */
  async copy(name: string, { percent, ...input }: CopyTariff): Promise<Json> {
    const from = await this.find(name);
    const id = await tariffModel.create(this.db, { ...input, currency: from.currency });
    const room = await roomForRates(this.db, [from.id]);
    if (room.get(from.id)!.left < 0) throw new Refused({ ...tooManyRates(input.name), field: 'name' });
    const { customer_id, shipping_line_id, description } = from;
    await this.db.pipeline(
      this.db.queries.update(Tariff, id, { customer_id, shipping_line_id, description }),
      ...this.copyRates(from.id, id, percent ?? '0'),
    );
    await record(this.db, kindEvent(this.kind.singular, 'created'), this.view, id);
    const copied = await this.db.findAll(TariffRate, { tariff_id: id }, { only: ['id'] });
    await record(
      this.db,
      kindEvent('tariff_rate', 'created'),
      kindClasses(kindOf(TariffRate)).Show,
      copied.map((rate) => rate.id),
    );
    return this.read(id);
  }

  /** @throws NotFound; Conflict for another change of a published tariff; Refused for a last day that is over */
  override async update(idOrKey: string, input: KindInput): Promise<Json> {
    const { id, name, published_at } = await this.find(idOrKey, { lock: true });
    const last = input.valid_until as string | null | undefined;
    if (published_at && last && last < today(this.db.actor.time_zone))
      throw new Refused({
        code: BILLING.tariff_past,
        sentence: `Tariff '${name}' can end on a day only that is not over, not on ${last}.`,
        field: 'valid_until',
        records: naming('tariff', name),
      });
    if (published_at && last !== undefined) {
      await this.db.alone('tariffs');
      const overlap = await this.db.run(this.overlap(id, sql`${last}::date`));
      if (overlap) throw overlapping(overlap);
    }
    return super.update(idOrKey, input);
  }

  /** @throws NotFound; Conflict when it is published, or another record refers to it */
  override async remove(idOrKey: string): Promise<string> {
    const tariff = await this.find(idOrKey, { lock: true });
    requireDraft(tariff);
    const rates = await this.db.findAll(TariffRate, { tariff_id: tariff.id }, { only: ['id'] });
    const ids = rates.map(({ id }) => id);
    await record(this.db, kindEvent('tariff_rate', 'deleted'), kindClasses(kindOf(TariffRate)).Show, ids);
    await this.db.removeAll(TariffRate, { tariff_id: tariff.id });
    return super.remove(idOrKey);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    const published = query.published as boolean | undefined;
    return super
      .filter(reader, query)
      .filter(published, (is) => raw(`t.published_at IS ${is ? 'NOT ' : ''}NULL`));
  }

  /** A charge code of the tariff that another published one of its customer and line prices on one of its days. */
  private overlap(id: number, until: Sql = sql`t.valid_until`): Query<Overlap | undefined> {
    return row<Overlap>(sql`
      SELECT c.code, o.name, o.valid_until::text FROM tariffs t
      JOIN tariff_rates r ON r.organization_id = t.organization_id AND r.tariff_id = t.id
      JOIN tariff_codes p ON p.organization_id = t.organization_id AND p.charge_code_id = r.charge_code_id
        AND p.tariff_id <> t.id
        AND coalesce(p.customer_id, 0) = coalesce(t.customer_id, 0)
        AND coalesce(p.shipping_line_id, 0) = coalesce(t.shipping_line_id, 0)
        AND daterange(p.valid_from, p.valid_until, '[]') && daterange(t.valid_from, ${until}, '[]')
      JOIN tariffs o ON o.organization_id = p.organization_id AND o.id = p.tariff_id
      JOIN charge_codes c ON c.organization_id = p.organization_id AND c.id = p.charge_code_id
      WHERE t.organization_id = ${this.db.actor.organization_id} AND t.id = ${id}
      ORDER BY r.position, o.id LIMIT 1`);
  }

  private copyRates(from: number, to: number, percent: string): Query<void>[] {
    const { organization_id } = this.db.actor;
    const kept = raw(KEPT.map((name) => `"${name}"`).join(', '));
    const links = LINKS.map(([table, column]) =>
      effect(sql`
        INSERT INTO ${raw(table)} (organization_id, rate_id, ${raw(column)})
        SELECT n.organization_id, n.id, l.${raw(column)}
        FROM tariff_rates r
        JOIN tariff_rates n ON n.organization_id = r.organization_id AND n.tariff_id = ${to} AND n.position = r.position
        JOIN ${raw(table)} l ON l.organization_id = r.organization_id AND l.rate_id = r.id
        WHERE r.organization_id = ${organization_id} AND r.tariff_id = ${from} ORDER BY l.id`),
    );
    return [
      effect(sql`
        INSERT INTO tariff_rates (organization_id, tariff_id, ${kept}, amount, minimum, maximum, tiers)
        SELECT organization_id, ${to}::bigint, ${kept}, ${raised('amount', percent)}, ${raised('minimum', percent)},
          ${raised('maximum', percent)}, CASE WHEN tiers IS NOT NULL THEN (
            SELECT jsonb_agg(jsonb_build_object('from', x.tier -> 'from', 'amount',
              to_char(${raised("(x.tier ->> 'amount')::numeric", percent)}, ${raw(AMOUNT_FORMAT)})) ORDER BY x.at)
            FROM jsonb_array_elements(tiers) WITH ORDINALITY AS x(tier, at)) END
        FROM tariff_rates WHERE organization_id = ${organization_id} AND tariff_id = ${from} ORDER BY position`),
      ...links,
    ];
  }
}

/** The columns of a rate that a copy has unchanged. */
const KEPT = [...PLAIN_COLUMNS, 'charge_code_id', 'calendar_id', 'note'];
const LINKS = [
  ['rate_container_types', 'container_type_id'],
  ['rate_shipping_lines', 'shipping_line_id'],
  ['rate_consignees', 'consignee_id'],
  ['rate_commodity_types', 'commodity_type_id'],
] as const;
