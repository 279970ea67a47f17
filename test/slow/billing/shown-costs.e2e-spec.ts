import { ReleaseService } from '../../../src/billing/previews/release.service';
import { KeptReleases } from '../../../src/billing/release/kept-releases.service';
import { reasonsOf } from '../../../src/billing/release/reasons-of';
import { ShownCosts } from '../../../src/billing/release/shown-costs.service';
import { aChargeCode, anAccount, anAgreement, anOrder, aRate, aTariff } from '../../factories/billing';
import { aBill, keyOf } from '../../factories/cargo';
import { aStay, HERE, inTransaction } from '../../factories/charges';
import { aConsignee, aShippingLine } from '../../factories/parties';
import type { Body } from '../../factories/record';
import { importFiles } from '../../factories/transfer';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { STATES } from '../../setup/states';

const BOXES = 40;
/** Each with so many containers, which are a state each. */
const WORLDS = Math.ceil(STATES / BOXES);
const STEPS = 40;
const DAY = 86_400_000;
const HOUR = DAY / 24;

/** A number below `count`, by a generator of its own, so that a walk that fails can be walked again. */
const randomOf = (seed: number) => (count: number) =>
  Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * count);

const date = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Containers that came in the last weeks, by tariffs that change about now, of customers who pay in several ways. */
class World {
  readonly ids: number[] = [];
  readonly numbers: string[] = [];
  /** How many stays were looked at, and of how many what is kept was shown. */
  readonly looked = { all: 0, kept: 0 };
  private readonly consignees: string[] = [];
  private readonly lines: string[] = [];
  private readonly accounts: string[] = [];
  private readonly orders: string[] = [];
  private bill: Body;
  private readonly now = Date.now();

  constructor(
    private readonly client: Client,
    private readonly next: (count: number) => number,
  ) {}

  async begin(): Promise<void> {
    const { client } = this;
    for (let n = 0; n < 3; n++) this.consignees.push((await aConsignee(client)).name);
    for (let n = 0; n < 2; n++) this.lines.push((await aShippingLine(client)).code);
    for (const name of this.consignees.slice(1)) {
      const customer = { customer_type: 'Consignee', name };
      this.accounts.push(
        (await anAccount(client, { customer, terms: this.pick(['cash', 'credit']) })).number,
      );
    }
    this.bill = await aBill(client);
    await client.create('/container_types', { code: '40DV', size: 40 });
    await client.create('/container_types', { code: '20DV', size: 20 });
    const codes = {
      STOR: 'storage',
      HOUR: 'storage',
      GATE: 'gate_out',
      DISC: 'discharge',
      SRV: 'service_order',
    };
    for (const [code, measure] of Object.entries(codes))
      await aChargeCode(client, { code, measure, release: this.next(5) > 0 });
    const turn = this.now + (this.next(60) - 30) * DAY;
    await this.tariff('Before', { valid_from: '2026-01-01', valid_until: date(turn - DAY) });
    await this.tariff('After', { valid_from: date(turn) });
    const numbers = Array.from({ length: BOXES }, (_, n) => `WHAU${1_000_000 + n}`);
    const { bad } = await importFiles(client, {
      'containers.ndjson': numbers.map((number) => ({ number, container_type: this.pick(['20DV', '40DV']) })),
      'container_stays.ndjson': numbers.map((number) => this.stay(number)),
    });
    if (bad.length) throw new Error(JSON.stringify(bad));
    const found = await client.service.query<{ id: number; number: string }>(
      `SELECT id, number FROM containers WHERE organization_id = $1 AND stay_id IS NOT NULL ORDER BY id`,
      [client.organization_id],
    );
    for (const { id, number } of found) {
      this.ids.push(id);
      this.numbers.push(number);
    }
    for (let n = 0; n < 12; n++) await this.step();
  }

  /** Changes something that what is due follows from. */
  async step(): Promise<string> {
    const steps: Record<string, () => Promise<unknown>> = {
      consignee: () => this.change({ consignee: this.pick([...this.consignees, null]) }),
      line: () => this.change({ shipping_line: this.pick([...this.lines, null]) }),
      status: () => this.change({ container_status: this.pick(['full', 'empty']) }),
      usage: () => this.change({ usage: this.pick(['import', 'export']) }),
      bills: () => this.change({ bill_of_ladings: this.pick([[keyOf(this.bill)], []]) }),
      billConsignee: () =>
        this.client.patch(
          `/manifests/${this.bill.manifest.client_identifier}/bill_of_ladings/${this.bill.number}`,
          {
            consignee: this.pick(this.consignees),
          },
        ),
      account: () => {
        const credit_limit = this.pick([null, '100.00', '100000.00']);
        return this.client.patch(`/billing_accounts/${this.pick(this.accounts)}`, {
          terms: this.pick(['cash', 'credit']),
          blocked: this.next(4) === 0,
          credit_limit,
          credit_currency: credit_limit && 'EUR',
        });
      },
      agreement: () =>
        anAgreement(this.client, {
          charge_code: this.pick(['STOR', 'HOUR']),
          extra_units: 1 + this.next(20),
          ...this.pick<object>([{ container: this.number() }, { bill_of_lading: keyOf(this.bill) }, {}]),
        }),
      nomination: () =>
        this.client.post('/payer_nominations', {
          customer: { customer_type: 'Consignee', name: this.pick(this.consignees) },
          from: this.pick([null, date(this.now + (this.next(30) - 15) * DAY)]),
          ...this.pick<object>([{ container: this.number() }, { bill_of_lading: keyOf(this.bill) }]),
        }),
      order: async () => {
        const ordered_by = { customer_type: 'Consignee', name: this.pick(this.consignees) };
        const what = this.pick<object>([{ container: this.number() }, { bill_of_lading: keyOf(this.bill) }]);
        this.orders.push((await anOrder(this.client, { charge_code: 'SRV', ordered_by, ...what })).number);
      },
      done: async () => {
        const order = this.orders.pop();
        if (order) await this.client.post(`/service_orders/${order}/complete`, {});
      },
      pay: async () => {
        const { body } = await this.client.post('/invoice_drafts', {
          container_numbers: [this.number()],
          leaving: true,
        });
        for (const { id } of body.invoices ?? [])
          await this.client.put(`/invoices/${id}`, { invoice: { paid: true } });
      },
      unpay: async () => {
        const { invoices } = (await this.client.get('/invoices?paid=true&per=100')).body;
        if (invoices.length)
          await this.client.put(`/invoices/${this.pick<Body>(invoices).id}`, { invoice: { paid: false } });
      },
      waive: async () => {
        const { charges } = (await this.client.get('/charges?status=open&per=100')).body;
        if (charges.length)
          await this.client.post(`/charges/${this.pick<Body>(charges).id}/waive`, { reason: 'A try' });
      },
      run: () => this.client.post('/billing_runs', {}),
      release: () =>
        this.client.patch(`/charge_codes/${this.pick(['STOR', 'GATE'])}`, { release: this.next(2) === 0 }),
      needs: () => this.client.patch('/billing_profile', { release_needs_charges: this.next(3) > 0 }),
      zone: () =>
        this.client.patch('/organization', {
          time_zone: this.pick(['Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata']),
        }),
    };
    const name = this.pick(Object.keys(steps));
    await steps[name]!();
    return name;
  }

  /** Works marks off, now or as if it had been done some days ago. */
  async keep(): Promise<void> {
    const then = Date.now() - this.pick([0, HOUR * this.next(48), DAY * this.next(40)]);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => then);
    try {
      await this.service(KeptReleases).refreshAll();
    } finally {
      clock.mockRestore();
    }
    // what had not come by then was marked when it came
    await this.client.service.query(
      `DELETE FROM stay_releases k USING container_stays s
       WHERE k.organization_id = $1 AND s.organization_id = $1 AND s.id = k.stay_id AND s.in_at > $2`,
      [this.client.organization_id, new Date(then)],
    );
  }

  /** Compares what is shown of each container with what is calculated. */
  async compare(step: string): Promise<void> {
    const [shown, calculated] = await inTransaction(this.client, async (db) => {
      const release = this.service(ReleaseService);
      const spy = jest.spyOn(release, 'of');
      const complete = await db.run(this.service(ShownCosts).ofContainers(this.ids));
      const costs = await complete();
      const asked = spy.mock.calls.flatMap(([ids]) => ids);
      spy.mockRestore();
      const stays = await db.query<{ id: number; number: string; stay_id: number }>({
        text: 'SELECT id, number, stay_id FROM containers WHERE organization_id = $1 AND id = ANY($2)',
        values: [db.actor.organization_id, this.ids],
      });
      this.looked.all += costs.size;
      this.looked.kept += costs.size - asked.length;
      const found = await release.of(stays.map(({ stay_id }) => stay_id));
      const reasons = (each: (typeof found)[number]) => {
        const { id, number, stay_id } = stays.find((stay) => stay.stay_id === each.stay_id)!;
        const isApplied = db.actor.release_needs_charges;
        return isApplied ? reasonsOf(each, { container_id: id, number, stay_id }) : [];
      };
      return [
        [...costs].map(([id, cost]) => told(id, cost, asked)),
        found.map((each) => told(each.container_id, { ...each, reasons: reasons(each) }, asked)),
      ];

      /** When something is due since counts where it was kept; what is calculated may be due since now. */
      function told(
        id: number,
        { last_free_day, paid_through, charges_due, reasons: all }: Cost,
        calculated: number[],
      ) {
        const isCalculated = stays.some(
          ({ id: each, stay_id }) => each === id && calculated.includes(stay_id),
        );
        const because = all.map(({ since, ...reason }) => (isCalculated ? reason : { ...reason, since }));
        return { id, last_free_day, paid_through, charges_due, because };
      }
    });
    expect([step, shown.sort((a, b) => a.id - b.id)]).toEqual([step, calculated.sort((a, b) => a.id - b.id)]);
  }

  private service<T>(type: new (...given: never[]) => T): T {
    return this.client.service.app.get<T>(type, { strict: false });
  }

  private pick<T>(list: T[]): T {
    return list[this.next(list.length)]!;
  }

  private number(): string {
    return this.pick(this.numbers);
  }

  private change(fields: object): Promise<unknown> {
    return this.client.patch(`/containers/${this.number()}`, fields);
  }

  private stay(number: string): object {
    const in_at = new Date(this.now - HOUR * (1 + this.next(60 * 24))).toISOString();
    return aStay(number, {
      ...HERE,
      in_at,
      arrived_by: this.pick(['voyage', 'truck']),
      consignee: this.pick([...this.consignees, null]),
      shipping_line: this.pick([...this.lines, null]),
      usage: this.pick(['import', 'export', 'import']),
    });
  }

  private async tariff(name: string, days: object): Promise<void> {
    await aTariff(this.client, { name, ...days });
    const rate = (charge_code: string, more: object) =>
      aRate(this.client, { tariff: name, charge_code, ...more });
    const amount = () => `${1 + this.next(20)}.00`;
    await rate('STOR', {
      counting: 'calendar_day',
      free_units: this.next(15),
      tiers: [
        { from: 1, amount: this.pick(['0.00', amount()]) },
        { from: 2 + this.next(20), amount: amount() },
      ],
    });
    await rate('HOUR', {
      counting: 'period',
      period_hours: this.pick([1, 12]),
      free_units: this.next(366),
      amount: amount(),
    });
    for (const code of ['GATE', 'DISC', 'SRV']) if (this.next(3)) await rate(code, { amount: amount() });
    const { status, body } = await this.client.post(`/tariffs/${name}/publish`, { retroactive: true });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
}

interface Cost {
  last_free_day: string | null;
  paid_through: string | null;
  charges_due: boolean;
  reasons: ReturnType<typeof reasonsOf>;
}

describe('what leaving costs, as it is shown', () => {
  const service = useService();

  it.each(Array.from({ length: WORLDS }, (_, n) => n + 1))(
    'equals the calculation in random states and after each random step (%i)',
    async (seed) => {
      const client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
      const next = randomOf(seed * 7_919);
      const world = new World(client, next);
      await world.begin();
      await world.keep();
      await world.compare('the state');
      for (let n = 0; n < STEPS; n++) {
        const step = await world.step();
        await world.compare(`${n} ${step}`);
        if (next(3)) continue;
        await world.keep();
        await world.compare(`${n} ${step}, kept`);
      }
      expect(world.looked.kept).toBeGreaterThan(world.looked.all / 4);
    },
  );
});
