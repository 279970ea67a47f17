import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among, toId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { Invalid, NotFound, Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { orderFacts, readOrders, type OrderRow } from '../facts/read-orders';
import { readStays, type ReadStay } from '../facts/read-stays';
import { leaving, stayFacts } from '../facts/stay-facts';
import type { PriceList } from '../pricing/price-list';
import { freeTime } from '../pricing/propose';
import { storedPrices } from '../pricing/stored-prices';
import { Tariff } from '../tariffs/tariff.kind';
import type { RuleOfTax } from '../taxes/tax.rules';
import { customersOf, taxRules } from './customers-of';
import type { CreateChargePreviews } from './preview.dto';
import {
  type Account,
  nextCost,
  payersOf,
  type PreviewProblem,
  reckon,
  type Reckoned,
} from './preview.rules';
import type { ChargePreview } from './preview.view';
import { requireAt } from './preview-day.rules';
import { type Asked, AskedContainers } from './asked-containers';
import { Quotations } from './quotations';
import { VoyagePreviews } from './voyage-previews';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** What containers cost if they leave at a time. Nothing is written. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly db: Db,
    private readonly quotations: Quotations,
    private readonly asked: AskedContainers,
    private readonly voyages: VoyagePreviews,
  ) {}

  /**
   * What the container that a path names costs.
   * @throws NotFound for an unknown container or stay; Refused for a time out of range
   */
  async ofContainer(idOrNumber: string, at?: string, number?: number): Promise<ChargePreview> {
    const { organization_id } = this.db.actor;
    const named = normalizeContainerNumber(idOrNumber);
    const [container] = await this.db.query<{ id: number; number: string; stay_id: number | null }>(sql`
      SELECT id, number, stay_id FROM containers WHERE organization_id = ${organization_id}
        AND (number = ${named} OR id = ${toId(idOrNumber) ?? null}::bigint)
      ORDER BY number = ${named} LIMIT 1`);
    if (!container) throw new NotFound('Container', idOrNumber);
    let { stay_id } = container;
    if (number !== undefined) {
      const [stay] = await this.db.query<{ id: number }>(sql`
        SELECT id FROM container_stays
        WHERE organization_id = ${organization_id} AND container_id = ${container.id} AND number = ${number}`);
      if (!stay) throw new NotFound('Container stay', number);
      stay_id = stay.id;
    }
    const { id, number: known } = container;
    const [preview] = await this.of([{ container: { id, number: known }, stay_id }], at);
    return preview!;
  }

  /** @throws Invalid unless exactly one thing is asked about; Unknown and Refused as the parts do */
  async ofSeveral(input: CreateChargePreviews): Promise<ChargePreview[]> {
    const asked = ASKED.filter((field) => input[field] !== undefined && input[field] !== null);
    if (asked.length !== 1)
      throw new Invalid({
        [asked[1] ?? 'container_numbers']: [`is not named alone: name one of ${ASKED.join(', ')}`],
      });
    const tariff = input.tariff ?? undefined;
    if (tariff !== undefined && !(await this.db.find(Tariff, { name: tariff })))
      throw new Unknown('Tariff', tariff, 'tariff');
    const at = input.at ?? undefined;
    if (input.container) return [await this.quotations.of(input.container, at, tariff)];
    const ofContainers = await this.of(await this.asked.of(input), at, tariff);
    if (!input.voyage) return ofContainers;
    const { id, number } = (await this.db.find(Voyage, { number: input.voyage }))!;
    const ofCall = await this.voyages.of({ id, number }, at, tariff);
    const costs = ofCall.payers.length > 0 || ofCall.problems.length > 0;
    return costs ? [...ofContainers, ofCall] : ofContainers;
  }

  /** What these containers cost, in the order in which they are asked about. */
  private async of(asked: Asked[], at?: string, draft?: string): Promise<ChargePreview[]> {
    const now = await this.db.now();
    const ids = asked.flatMap(({ stay_id }) => stay_id ?? []);
    const { organization_id } = this.db.actor;
    const since = sql`(SELECT min(in_at)::date FROM container_stays
      WHERE organization_id = ${organization_id} AND ${among('id', ids)})`;
    const [stays, orders, list, rules] = await this.db.pipeline(
      readStays(this.db, ids),
      readOrders(this.db, ids),
      storedPrices(this.db, since, draft),
      taxRules(this.db),
    );
    const instant = at ? Date.parse(at) : now.getTime();
    const found = asked.map(({ container, stay_id }) => {
      const read = stays.find(({ stay }) => stay.id === stay_id);
      if (!read) return { container, read, reckoned: [], problems: [] };
      if (at) requireAt(at, read.stay, now, this.db.actor.time_zone);
      const own = orders.filter((order) => order.stay_id === stay_id);
      return { container, read, ...this.reckon(read, own, list, instant) };
    });
    const keys = found.flatMap(({ reckoned }) =>
      reckoned.flatMap(({ items }) => items.flatMap(({ payer }) => payer ?? [])),
    );
    const accounts = await this.db.run(customersOf(this.db, keys));
    return found.map((each) => this.preview(each, { list, rules, accounts, instant }));
  }

  /** What a stay and the orders for it cost if it ends then. */
  private reckon(
    { stay, parts }: ReadStay,
    orders: OrderRow[],
    list: PriceList,
    at: number,
  ): { reckoned: Reckoned[]; problems: PreviewProblem[] } {
    const facts = stayFacts(leaving(stay, at), parts, this.db.actor.weight_unit);
    const subjects = [facts, ...orders.map((order) => orderFacts(order, facts))];
    const problems: PreviewProblem[] = [];
    const reckoned = subjects.map((subject) => {
      const proposal = reckon(subject, list, Math.max(at, subject.ended_at ?? at));
      for (const { charge_code_id, code, sentence } of proposal.problems)
        problems.push({ charge_code: codeOf(list, charge_code_id), code, sentence });
      return { facts: subject, container: stay.container, items: proposal.items };
    });
    return { reckoned, problems };
  }

  private preview(
    { container, read, reckoned, problems }: Preview,
    { list, rules, accounts, instant }: Prices,
  ): ChargePreview {
    const { weight_unit } = this.db.actor;
    const { payers, problems: untaxed } = payersOf(reckoned, accounts, rules);
    const at = read?.stay.out_at == null ? instant : Math.min(instant, read.stay.out_at);
    const free = read && freeTime(stayFacts(read.stay, read.parts, weight_unit), list);
    const isHere = read?.stay.out_at === null;
    const leavingAt = (time: number) => stayFacts(leaving(read!.stay, time), read!.parts, weight_unit);
    return {
      container,
      stay: read ? { id: read.stay.id, number: read.stay.number } : null,
      voyage: null,
      at: new Date(at).toISOString(),
      last_free_day: free?.last_free_day ?? null,
      free_until: free?.free_until == null ? null : new Date(free.free_until).toISOString(),
      free_units: free?.free_units ?? null,
      next: isHere ? nextCost(leavingAt, list, at) : null,
      payers,
      problems: [...problems, ...untaxed],
    };
  }
}

const ASKED = ['container_numbers', 'bill_of_lading', 'booking', 'voyage', 'container'] as const;

interface Preview {
  container: Asked['container'];
  read: ReadStay | undefined;
  reckoned: Reckoned[];
  problems: PreviewProblem[];
}

interface Prices {
  list: PriceList;
  rules: RuleOfTax[];
  accounts: Account[];
  instant: number;
}

const codeOf = (list: PriceList, id: number | null): string | null =>
  list.codes.find((code) => code.id === id)?.code ?? null;
