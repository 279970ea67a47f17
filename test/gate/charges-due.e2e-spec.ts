import { aChargeCode, anAccount, aRate, aTariff } from '../factories/billing';
import { aPricedStay, aStay, HERE } from '../factories/charges';
import { aContainerInYard, aGate, aPreAdvice, aVisitFor, gateOut, pickUp } from '../factories/gate';
import type { Body } from '../factories/record';
import { aRun } from '../factories/runs';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('a container whose charges are due', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  let consignee: string;
  let container: Body;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    ({ consignee } = await aPricedStay(client, HERE));
    gate = (await aGate(client)).name;
    container = await inYard();
    await client.patch('/billing_profile', { release_needs_charges: true });
  });

  /** A container that pays 36.00 for leaving by truck. */
  const inYard = async () => {
    const made = await aContainerInYard(client);
    await client.patch(`/containers/${made.id}`, { consignee });
    return made;
  };
  const visitOf = (...containers: Body[]) =>
    aVisitFor(
      client,
      containers.map(({ number }) => pickUp(number)),
      { gate },
    );
  const available = async ({ number }: Body = container) =>
    (await client.get(`/containers/${number}/availability`)).body;
  const pay = async (body: object = {}) => {
    const { invoices } = await client.create('/invoice_drafts', {
      container_numbers: [container.number],
      leaving: true,
      ...body,
    });
    for (const { id } of invoices) await client.put(`/invoices/${id}`, { invoice: { paid: true } });
  };
  const reason = () => ({
    code: 'charges_due',
    sentence: `Charges for container ${container.number} are not paid.`,
    source: { type: 'container_stay', id: expect.any(Number) },
    since: expect.any(String),
  });

  it('stays at gate-out until they are paid, and obstacles and availability say why', async () => {
    const visit = await visitOf(container);
    const refused = await gateOut(client, visit.truck.license_plate);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      400,
      'container_charges_due',
      `Truck Visit was not completed. The following container has charges to be paid: ${container.number}`,
    ]);
    expect(await available()).toMatchObject({ available: false, reasons: [reason()] });
    const obstacles = await client.get(`/truck_visits/${visit.id}/obstacles`);
    expect(obstacles.body).toMatchObject({ may_leave: false, reasons: [reason()] });
    await pay();
    expect(await available()).toMatchObject({ available: true, reasons: [] });
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
  });

  it('leaves where the organization does not ask', async () => {
    await client.patch('/billing_profile', { release_needs_charges: false });
    expect(await available()).toMatchObject({ available: true });
    const visit = await visitOf(container);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
  });

  it('leaves on account, unless that is blocked', async () => {
    const customer = { customer_type: 'Consignee', name: consignee };
    const { number } = await anAccount(client, { customer, terms: 'credit' });
    expect(await available()).toMatchObject({ available: true });
    await client.patch(`/billing_accounts/${number}`, { blocked: true });
    expect(await available()).toMatchObject({ available: false, reasons: [reason()] });
  });

  it('stays while a draft or an approved invoice is not paid', async () => {
    const { invoices } = await client.create('/invoice_drafts', {
      container_numbers: [container.number],
      leaving: true,
    });
    expect((await available()).available).toBe(false);
    await client.put(`/invoices/${invoices[0].id}`, { invoice: { approved: true } });
    expect((await available()).available).toBe(false);
  });

  it('stays while nobody is known who pays', async () => {
    await client.patch(`/containers/${container.id}`, { consignee: null, shipping_line: null });
    expect(await available()).toMatchObject({ available: false, reasons: [reason()] });
  });

  it('is named with others at gate-out', async () => {
    const other = await inYard();
    const visit = await visitOf(container, other);
    const { body } = await gateOut(client, visit.truck.license_plate);
    expect(body.error).toBe(
      `Truck Visit was not completed. The following containers have charges to be paid: ${container.number}, ${other.number}`,
    );
  });

  it('is refused at gate-in with its interchange completed', async () => {
    const { advice_number } = await aPreAdvice(client, { purposes: [pickUp(container.number)] });
    const { status, body } = await client.post('/truck_visits', {
      pre_advice_number: advice_number,
      gate,
      interchanges_completed_at: new Date().toISOString(),
    });
    expect([status, body.code]).toEqual([422, 'container_charges_due']);
  });

  it('is shown to be paid through a day', async () => {
    await client.create('/invoice_drafts', {
      container_numbers: ['WHAU4142033'],
      until: '2026-03-12',
      leaving: true,
    });
    const { invoices } = (await client.get('/invoices?status=draft')).body;
    await client.put(`/invoices/${invoices[0].id}`, { invoice: { paid: true } });
    expect((await available({ number: 'WHAU4142033' })).reasons).toContainEqual(
      expect.objectContaining({
        code: 'charges_due',
        sentence: 'Container WHAU4142033 is paid through 2026-03-12.',
        since: '2026-03-12T23:00:00.000Z',
      }),
    );
  });

  describe('with power by the hour', () => {
    const number = 'WHAU4142054';

    /** A reefer that has had power for so many days. */
    const aReefer = async (days: number) => {
      const in_at = new Date(Date.now() - days * 86_400_000).toISOString();
      await aChargeCode(client, { code: 'PWR', measure: 'reefer_power' });
      await aTariff(client, { name: 'Power', valid_from: '1990-01-01' });
      const hourly = { counting: 'period', period_hours: 1, amount: '2.10' };
      await aRate(client, { tariff: 'Power', charge_code: 'PWR', ...hourly });
      expect((await client.post('/tariffs/Power/publish', { retroactive: true })).status).toBe(200);
      const stay = aStay(number, { ...HERE, consignee, in_at });
      const plug = { plug_action: 'plug_in', plug_action_at: in_at };
      const { bad } = await importFiles(client, {
        'containers.ndjson': [{ number, container_type: '40DV' }],
        'container_stays.ndjson': [{ ...stay, reefer_plug_movements: [plug] }],
      });
      expect(bad).toEqual([]);
      await client.patch(`/containers/${number}`, { current_location_type: 'Terminal' });
    };
    const answers = async (visit: number) => {
      const all = {
        preview: await client.get(`/containers/${number}/charge_preview`),
        previews: await client.post('/charge_previews', { container_numbers: [container.number, number] }),
        availability: await client.get(`/containers/${number}/availability`),
        availabilities: await client.get(`/availability?container_numbers=${container.number},${number}`),
        obstacles: await client.get(`/truck_visits/${visit}/obstacles`),
      };
      for (const { status } of Object.values(all)) expect(status).toBe(200);
      return all;
    };

    it('for 17 days leaves on account, and what it costs is known', async () => {
      await aReefer(17);
      await anAccount(client, { customer: { customer_type: 'Consignee', name: consignee }, terms: 'credit' });
      const visit = await visitOf({ number });
      const { preview, availability, obstacles } = await answers(visit.id);
      const power = preview.body.payers[0].items.find((each: Body) => each.charge_code === 'PWR');
      expect(power.quantity).toBeGreaterThanOrEqual(17 * 24);
      expect(preview.body).toMatchObject({
        problems: [],
        paid_through: null,
        next: { at: expect.any(String) },
      });
      expect(availability.body.available).toBe(true);
      expect(obstacles.body.may_leave).toBe(true);
      expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    });

    it('for 27 years stays until a clerk overrules that its charges are not known', async () => {
      await aReefer(27 * 365);
      await anAccount(client, { customer: { customer_type: 'Consignee', name: consignee }, terms: 'credit' });
      const visit = await visitOf({ number });
      const unknown = {
        code: 'charges_unknown',
        sentence: `What container ${number} costs cannot be calculated.`,
        source: { type: 'container_stay', id: expect.any(Number) },
      };
      const { preview, availability, obstacles } = await answers(visit.id);
      const problem = { charge_code: 'PWR', code: 'calculation_failed' };
      expect(preview.body.problems).toContainEqual(expect.objectContaining(problem));
      expect(preview.body.payers[0].items.map((each: Body) => each.charge_code)).toContain('STOR');
      expect(availability.body).toMatchObject({ available: false, reasons: [unknown] });
      expect(obstacles.body).toMatchObject({ may_leave: false, reasons: [unknown] });
      const plate = visit.truck.license_plate;
      const refused = await gateOut(client, plate);
      expect([refused.status, refused.body.code]).toEqual([400, 'container_charges_unknown']);
      const alone = await gateOut(client, plate, { force: true });
      expect(alone.body.errors).toEqual({ force_reason: ['is required with force'] });
      const run = await aRun(client, { interim: true });
      const { body } = await client.get(`/billing_runs/${run.id}/problems`);
      expect(body.problems).toContainEqual(expect.objectContaining(problem));
      expect((await gateOut(client, plate, { force: true, force_reason: 'Agreed' })).status).toBe(200);
      const { body: shown } = await client.get(`/truck_visits/${visit.id}`);
      expect(shown.force_reason).toBe('Agreed');
    });

    it('force overrules nothing else', async () => {
      const visit = await visitOf(container);
      const refused = await gateOut(client, visit.truck.license_plate, {
        force: true,
        force_reason: 'Agreed',
      });
      expect([refused.status, refused.body.code]).toEqual([400, 'container_charges_due']);
    });
  });

  it('stays also where a run has charged what is due', async () => {
    await aRun(client, { until: '2026-11-25', interim: true });
    expect(await available()).toMatchObject({ available: false, reasons: [reason()] });
  });
});
