import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { isOwned } from '../../cargo/interests/owned-stays';
import { toId } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { NotFound, Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { mapOneATurn } from '../../common/turns';
import { chargedAlready } from '../charges/cover';
import { withPartPayments } from '../charges/part-payments';
import { ordersOfRelease, type ReleaseOrder } from '../facts/read-orders';
import { readStays, type ReadStay } from '../facts/read-stays';
import { leaving, stayFacts } from '../facts/stay-facts';
import { localDays } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { freeTime } from '../pricing/propose';
import { storedPrices } from '../pricing/stored-prices';
import { Tariff } from '../tariffs/tariff.kind';
import type { RuleOfTax } from '../taxes/tax.rules';
import { customersOf, taxRules } from './customers-of';
import type { CreateChargePreviews } from './preview.dto';
import type { Account } from './account';
import { nextCost, payersOf, type PreviewProblem, type Reckoned } from './preview.rules';
import type { ChargePreview } from './preview.view';
import { payersTold, previewForParties, requireOpen } from './for-parties';
import { namedAlone } from './named-alone';
import { freeTimeShown, problemsShown } from './preview-parts';
import { reckon } from './reckon';
import { requireAt } from './preview-day.rules';
import { payersIn } from './payers-in';
import { releaseOf } from './release.rules';
import { chargesOfRelease, factsOfOrder, releasedSubjects, releaseSince } from './release-subjects';
import { type Asked, RequestedContainers } from './requested-containers';
import { Quotations } from './quotations';
import { VoyagePreviews } from './voyage-previews';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** What containers cost if they leave at a time. Nothing is written. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly db: Db,
    private readonly quotations: Quotations,
    private readonly containers: RequestedContainers,
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
      SELECT c.id, c.number, c.stay_id FROM containers c WHERE c.organization_id = ${organization_id}
        AND (c.number = ${named} OR c.id = ${toId(idOrNumber) ?? null}::bigint) AND ${this.isThere(number)}
      ORDER BY c.number = ${named} LIMIT 1`);
    if (!container) throw new NotFound('Container', idOrNumber);
    let { stay_id } = container;
    if (number !== undefined) {
      const [stay] = await this.db.query<{ id: number }>(sql`
        SELECT s.id FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.container_id = ${container.id} AND s.number = ${number}
          AND ${isOwned('s.id', this.db.actor)}`);
      if (!stay) throw new NotFound('Container stay', number);
      stay_id = stay.id;
    }
    const { id, number: known } = container;
    const [preview] = await this.ofStays([{ container: { id, number: known }, stay_id }], at);
    return preview!;
  }

  /**
   * SQL: whether a container `c` is there for the actor. For who is limited to parties an owner of the stay that it shows is
   * among these, or of any stay where one is queried by its number.
   */
  private isThere(number: number | undefined): Sql {
    const { actor } = this.db;
    if (!actor.limited || number === undefined) return isOwned('c.stay_id', actor);
    return sql`EXISTS (SELECT FROM container_stays o
      WHERE o.organization_id = ${actor.organization_id} AND o.container_id = c.id AND ${isOwned('o.id', actor)})`;
  }

  /** @throws Invalid unless exactly one thing is queried; Unknown and Refused as the parts do */
  async ofSeveral(input: CreateChargePreviews): Promise<ChargePreview[]> {
    requireOpen(input, this.db.actor);
    namedAlone(input, ASKED);
    const tariff = input.tariff ?? undefined;
    if (tariff !== undefined && !(await this.db.find(Tariff, { name: tariff })))
      throw new Unknown('Tariff', tariff, 'tariff');
    const at = input.at ?? undefined;
    if (input.container) return [await this.quotations.of(input.container, at, tariff)];
    const ofContainers = await this.ofStays(await this.containers.of(input), at, tariff);
    if (!input.voyage) return ofContainers;
    const { id, number } = (await this.db.find(Voyage, { number: input.voyage }))!;
    const ofCall = await this.voyages.of({ id, number }, at, tariff);
    const costs = ofCall.payers.length > 0 || ofCall.problems.length > 0;
    return costs ? [...ofContainers, ofCall] : ofContainers;
  }

  /** What the stays of these containers cost, in the order in which they are queried. */
  async ofStays(requested: Asked[], at?: string, draft?: string): Promise<ChargePreview[]> {
    const now = await this.db.now();
    const ids = requested.flatMap(({ stay_id }) => stay_id ?? []);
    const { organization_id } = this.db.actor;
    const [stays, orders, stated, list, rules] = await this.db.pipeline(
      readStays(this.db, ids),
      ordersOfRelease(this.db, ids),
      chargesOfRelease(this.db, ids),
      storedPrices(this.db, releaseSince(organization_id, ids), draft),
      taxRules(this.db),
    );
    const instant = at ? Date.parse(at) : now.getTime();
    const already = chargedAlready(await withPartPayments(this.db, stated));
    const found = await mapOneATurn(requested, ({ container, stay_id }) => {
      const read = stays.find(({ stay }) => stay.id === stay_id);
      if (!read) return { container, read, orders: [], reckoned: [], problems: [] };
      if (at) requireAt(at, read.stay, now, this.db.actor.time_zone);
      const own = orders.filter((order) => order.stays.includes(read.stay.id));
      return {
        container,
        read,
        orders: own,
        ...this.reckon(read, own, list, already, { at: instant, now: now.getTime() }),
      };
    });
    const keys = found.flatMap(({ reckoned }) => reckoned.flatMap(({ facts }) => payersIn(facts)));
    const accounts = await this.db.run(customersOf(this.db, keys));
    return mapOneATurn(found, (each) =>
      this.preview(each, { list, rules, accounts, already, instant, now: now.getTime() }),
    );
  }

  /** What a stay and the orders for it cost if it ends then. */
  private reckon(
    { stay, parts }: ReadStay,
    orders: ReleaseOrder[],
    list: PriceList,
    already: Already,
    { at, now }: { at: number; now: number },
  ): { reckoned: Reckoned[]; problems: PreviewProblem[] } {
    const facts = stayFacts(leaving(stay, at), parts, this.db.actor.weight_unit);
    const subjects = [facts, ...orders.map((order) => factsOfOrder(order, stay, facts))];
    const problems: PreviewProblem[] = [];
    const reckoned = subjects.map((subject) => {
      const proposal = reckon(subject, list, at, now);
      problems.push(...problemsShown(proposal.problems, list));
      return { facts: subject, container: stay.container, items: proposal.items, ...already(subject) };
    });
    return { reckoned, problems };
  }

  private preview(
    { container, read, orders, reckoned, problems }: Preview,
    { list, rules, accounts, already, instant, now }: Prices,
  ): ChargePreview {
    const { weight_unit, limited } = this.db.actor;
    const isTold = payersTold(this.db.actor);
    const shown = reckoned.map((each) => ({
      ...each,
      items: each.items.filter(({ payer }) => isTold(payer)),
    }));
    const { payers, problems: untaxed } = payersOf(shown, accounts, rules, list.refunds);
    const at = read?.stay.out_at == null ? instant : Math.min(instant, read.stay.out_at);
    const free = read && freeTime(stayFacts(read.stay, read.parts, weight_unit), list);
    const isHere = read?.stay.out_at === null;
    const leavingAt = (time: number) => stayFacts(leaving(read!.stay, time), read!.parts, weight_unit);
    const release = isHere
      ? releaseOf(
          releasedSubjects(read, orders, already, weight_unit),
          list,
          new Map(accounts.map((account) => [account.key, account])),
          { came: read.stay.in_at!, now, days: localDays(list.zone) },
        )
      : null;
    const preview = {
      container,
      stay: read ? { id: read.stay.id, number: read.stay.number } : null,
      voyage: null,
      at: new Date(at).toISOString(),
      ...freeTimeShown(free),
      paid_through: release?.paid_through ?? null,
      settled_until: release?.settled_until == null ? null : new Date(release.settled_until).toISOString(),
      next: isHere ? nextCost(leavingAt, list, at, now, isTold) : null,
      payers,
      problems: [...problems, ...untaxed],
    };
    return limited ? previewForParties(preview) : preview;
  }
}

const ASKED = ['container_numbers', 'bill_of_lading', 'booking', 'voyage', 'container'] as const;

interface Preview {
  container: Asked['container'];
  read: ReadStay | undefined;
  orders: ReleaseOrder[];
  reckoned: Reckoned[];
  problems: PreviewProblem[];
}

interface Prices {
  list: PriceList;
  rules: RuleOfTax[];
  accounts: Account[];
  already: Already;
  instant: number;
  now: number;
}

type Already = ReturnType<typeof chargedAlready>;
