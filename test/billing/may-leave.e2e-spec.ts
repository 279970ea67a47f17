import { ReleaseService } from '../../src/billing/previews/release.service';
import { KeptReleases } from '../../src/billing/release/kept-releases.service';
import { anAccount, anInvoice, anOrder, aRate, aTariff } from '../factories/billing';
import { aBill, keyOf } from '../factories/cargo';
import { aPricedStay, HERE, inTransaction } from '../factories/charges';
import { aContainerInYard, aGate, aVisitFor, gateOut, pickUp } from '../factories/gate';
import { aHold } from '../factories/holds';
import { aConsignee, aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('what may leave', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  let consignee: string;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    ({ consignee } = await aPricedStay(client, HERE));
    gate = (await aGate(client)).name;
  });

  const kept = () => client.service.app.get(KeptReleases, { strict: false });
  const needsCharges = (release_needs_charges: boolean) =>
    client.patch('/billing_profile', { release_needs_charges });
  const inYard = async (fields: object = { consignee }): Promise<Body> => {
    const made = await aContainerInYard(client);
    await client.patch(`/containers/${made.id}`, fields);
    return made;
  };
  const listed = async (query: string, list = 'containers'): Promise<Body[]> =>
    (await client.get(`/${list}?per=100&${query}`)).body[list];
  const numbers = async (query: string): Promise<string[]> =>
    (await listed(query)).map(({ number }) => number).sort();
  const pay = async (container: string) => {
    const { body } = await client.post('/invoice_drafts', { container_numbers: [container], leaving: true });
    for (const { id } of body.invoices ?? [])
      await client.put(`/invoices/${id}`, { invoice: { paid: true } });
  };
  /** Compares both lists, their counts and what rows carry with the availability of every container. */
  const compare = async (step: string) => {
    const all = await listed('with=leaving');
    const found = new Map<string, boolean>();
    for (const { number } of all)
      found.set(number, (await client.get(`/containers/${number}/availability`)).body.available);
    const here = await numbers('at_terminal=true');
    const expected = (is: boolean) => here.filter((number) => found.get(number) === is).sort();
    expect([step, await numbers('may_leave=true')]).toEqual([step, expected(true)]);
    expect([step, await numbers('may_leave=false')]).toEqual([step, expected(false)]);
    const stays = await listed('may_leave=true', 'container_stays');
    expect([step, stays.map(({ container }) => container.number).sort()]).toEqual([step, expected(true)]);
    const carried = all.map(({ number, may_leave }) => [number, may_leave]);
    expect([step, carried]).toEqual([
      step,
      all.map(({ number }) => [number, here.includes(number) ? found.get(number) : null]),
    ]);
  };

  it('is found among what is here, by holds, payment and charges, and counted', async () => {
    const [one, two, three] = [await inYard(), await inYard(), await inYard()];
    expect(await numbers('may_leave=true')).toEqual(
      ['WHAU4142033', one.number, two.number, three.number].filter((n) => n !== 'WHAU4142033').sort(),
    );
    await needsCharges(true);
    await pay(one.number);
    await pay(two.number);
    await aHold(client, two.number);
    expect(await numbers('may_leave=true')).toEqual([one.number]);
    expect(await numbers('may_leave=false')).toEqual([two.number, three.number].sort());
    const { counts } = (await client.get('/containers/counts?by=usage&may_leave=false')).body;
    expect(counts.reduce((sum: number, { count }: Body) => sum + Number(count), 0)).toBe(2);
    await compare('three');
  });

  it('carries what is due by currency, and nothing of what is not here', async () => {
    const container = await inYard();
    const gone = await client.create('/containers', { number: 'WHAU9999990' });
    for (const whether of [false, true]) {
      await needsCharges(whether);
      const rows = await listed('with=leaving');
      const row = (number: string) => rows.find((each) => each.number === number);
      expect(row(container.number)).toMatchObject({
        may_leave: !whether,
        due: [{ currency: 'EUR', due: '36.00' }],
      });
      expect(row(gone.container.number)).toMatchObject({ may_leave: null, due: null });
    }
    await pay(container.number);
    const [stay] = await listed(`with=leaving&status=here&may_leave=true`, 'container_stays');
    expect(stay).toMatchObject({ may_leave: true, due: [] });
    const [plain] = await listed('may_leave=true');
    expect(plain).not.toHaveProperty('may_leave');
  });

  it('refuses what it does not know, and is closed to parties', async () => {
    for (const query of ['may_leave=soon', 'with=holds'])
      expect((await client.get(`/containers?${query}`)).status).toBe(400);
  });

  it('keeps a row for each stay here, equal to the calculation, and lets it go when that leaves', async () => {
    await needsCharges(true);
    const container = await inYard();
    await kept().refreshAll();
    const rows = () =>
      client.service.query<{ stay_id: number; settled_until: Date | null; is_unknown: boolean }>(
        `SELECT stay_id, settled_until, is_unknown FROM stay_releases WHERE organization_id = $1 ORDER BY stay_id`,
        [client.organization_id],
      );
    const calculated = async (ids: number[]) =>
      inTransaction(client, () => client.service.app.get(ReleaseService, { strict: false }).of(ids));
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    const found = await calculated(before.map(({ stay_id }) => stay_id));
    expect(before.map(({ settled_until }) => settled_until !== null && settled_until <= new Date())).toEqual(
      before.map(({ stay_id }) => found.find((each) => each.stay_id === stay_id)!.charges_due),
    );
    await pay(container.number);
    const visit = await aVisitFor(client, [pickUp(container.number)], { gate });
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    await kept().refreshAll();
    expect((await rows()).length).toBe(before.length - 1);
  });

  it('keeps rows where a tariff is published, whatever release needs, and none where none is', async () => {
    const count = async (of: Client) => {
      const [row] = await of.service.query<{ count: string; exact: string }>(
        `SELECT count(*), count(*) FILTER (WHERE is_exact) AS exact FROM stay_releases WHERE organization_id = $1`,
        [of.organization_id],
      );
      return [Number(row!.count), Number(row!.exact)];
    };
    await inYard();
    await kept().refreshAll();
    expect(await count(client)).toEqual([2, 2]);
    const other = await service.current.organization();
    await aGate(other);
    await other.patch('/billing_profile', { release_needs_charges: true });
    await aContainerInYard(other);
    await kept().refreshAll();
    expect(await count(other)).toEqual([0, 0]);
  });

  it('equals the calculation after each of many random steps, before and after it is kept', async () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const pick = <T>(from: T[]): T => from[random(from.length)]!;
    await needsCharges(true);
    const boxes: Body[] = [];
    for (let n = 0; n < 4; n++) boxes.push(await inYard());
    const bill = await aBill(client);
    const account = await anAccount(client, {
      customer: { customer_type: 'Consignee', name: consignee },
      terms: 'cash',
    });
    const { code: line } = await aShippingLine(client);
    const { name: other } = await aConsignee(client);
    const holds: { number: string; id: number }[] = [];
    const orders: Body[] = [];
    let tariffs = 0;
    const steps: Record<string, () => Promise<unknown>> = {
      pay: () => pay(pick(boxes).number),
      draft: () => client.post('/invoice_drafts', { container_numbers: [pick(boxes).number], leaving: true }),
      unpay: async () => {
        const { invoices } = (await client.get('/invoices?paid=true&per=100')).body;
        if (invoices.length)
          await client.put(`/invoices/${pick<Body>(invoices).id}`, { invoice: { paid: false } });
      },
      remove: async () => {
        const { invoices } = (await client.get('/invoices?status=draft&per=100')).body;
        if (invoices.length) await client.delete(`/invoices/${pick<Body>(invoices).id}`);
      },
      credit: async () => {
        const { invoices } = (await client.get('/invoices?paid=true&document_type=invoice&per=100')).body;
        if (invoices.length)
          await client.post(`/invoices/${pick<Body>(invoices).id}/credit`, {
            reason: 'A try',
            charges: pick(['waive', 'recharge']),
          });
      },
      waive: async () => {
        const { charges } = (await client.get('/charges?status=open&per=100')).body;
        if (charges.length)
          await client.post(`/charges/${pick<Body>(charges).id}/waive`, { reason: 'A try' });
      },
      terms: () =>
        client.patch(`/billing_accounts/${account.number}`, {
          terms: pick(['cash', 'credit']),
          blocked: pick([true, false]),
        }),
      consignee: () =>
        client.patch(`/containers/${pick(boxes).number}`, { consignee: pick([consignee, other, null]) }),
      line: () => client.patch(`/containers/${pick(boxes).number}`, { shipping_line: pick([line, null]) }),
      empty: () =>
        client.patch(`/containers/${pick(boxes).number}`, { container_status: pick(['full', 'empty']) }),
      hold: async () => {
        const { number } = pick(boxes);
        const { id } = await aHold(client, number);
        holds.push({ number, id });
      },
      lift: async () => {
        const hold = holds.pop();
        if (hold) await client.put(`/containers/${hold.number}/holds/${hold.id}/lift`, {});
      },
      bills: () =>
        client.patch(`/containers/${pick(boxes).number}`, { bill_of_ladings: pick([[keyOf(bill)], []]) }),
      order: async () => {
        const for_what = pick<object>([{ container: pick(boxes).number }, { bill_of_lading: keyOf(bill) }]);
        orders.push(
          await anOrder(client, {
            charge_code: 'SRV',
            ordered_by: { customer_type: 'Consignee', name: consignee },
            ...for_what,
          }),
        );
      },
      done: async () => {
        const order = orders.pop();
        if (order) await client.post(`/service_orders/${order.number}/complete`, {});
      },
      release: () => client.patch('/charge_codes/GATE', { release: pick([true, false]) }),
      tariff: async () => {
        const name = `More ${tariffs++}`;
        const code = await client.post('/charge_codes', { code: `C${tariffs}`, measure: 'gate_out' });
        if (code.status !== 201) return;
        await aTariff(client, { name, valid_from: '2026-01-01' });
        await aRate(client, { tariff: name, charge_code: `C${tariffs}`, amount: '1.00' });
        await client.post(`/tariffs/${name}/publish`, { retroactive: true });
      },
      payment: () => client.patch('/organization', { release_needs_payment: pick([true, false]) }),
      bill_needed: () => client.patch('/organization', { validates_bills: pick([true, false]) }),
      invoice: async () => {
        const { id } = await anInvoice(client, {
          line_items: [{ amount: 5, container: pick(boxes).number }],
        });
        await client.put(`/invoices/${id}`, { invoice: { approved: true } });
      },
      run: () => client.post('/billing_runs', {}),
      leave: async () => {
        const box = pick(boxes);
        const visit = await aVisitFor(client, [pickUp(box.number)], { gate }).catch(() => undefined);
        if (!visit) return;
        if ((await gateOut(client, visit.truck.license_plate)).status !== 200) {
          await client.post(`/truck_visits/${visit.id}/cancel`, { reason: 'A try' });
          return;
        }
        boxes[boxes.indexOf(box)] = await inYard();
      },
    };
    await client.create('/charge_codes', { code: 'SRV', measure: 'service_order' });
    await aTariff(client, { name: 'Services', valid_from: '2026-01-01' });
    await aRate(client, { tariff: 'Services', charge_code: 'SRV', amount: '10.00' });
    await client.post('/tariffs/Services/publish', { retroactive: true });
    const names = Object.keys(steps);
    for (let n = 0; n < 60; n++) {
      const name = pick(names);
      await steps[name]!();
      if (random(2)) await kept().refreshAll();
      await compare(`${n} ${name}`);
    }
    await kept().refreshAll();
    await compare('the end');
  }, 600_000);
});
