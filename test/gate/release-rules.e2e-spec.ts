import { ReleaseRules } from '../../src/cargo/release/release-rules.service';
import { buildDocument } from '../../src/document/document';
import { aContainerInYard, aGate, aPreAdvice, aVisitFor, gateOut, pickUp } from '../factories/gate';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { Conformance } from '../setup/conformance';
import { useService } from '../setup/service';
import { weightMissing } from './weight-missing.rule';

/** A rule of release that an organization adds, as docs/extending.md shows it. */
describe('a new rule of release', () => {
  const service = useService({});
  let client: Client;
  let gate: string;
  let container: Body;
  beforeAll(() => {
    const { app } = service.current;
    app.get(ReleaseRules, { strict: false }).add(weightMissing);
    // its code is a word of the document
    service.current.conformance = new Conformance(JSON.stringify(buildDocument(app)));
  });
  beforeEach(async () => {
    client = await service.current.organization();
    gate = (await aGate(client)).name;
    container = await aContainerInYard(client);
  });

  const REASON = {
    code: 'weight_missing',
    sentence: expect.stringMatching(/^The weight of container \w+ is not known\.$/),
    source: { type: 'container', id: expect.any(Number) },
  };
  const refusal = () => ({
    error: `Truck Visit was not completed. The weight of container ${container.number} is not known.`,
    code: 'container_not_released',
    params: expect.any(Object),
    records: [{ type: 'container', key: container.number }],
  });
  const weigh = () => client.patch(`/containers/${container.id}`, { weight: 21000 });

  it('appears in availability', async () => {
    const available = async () => (await client.get(`/containers/${container.number}/availability`)).body;
    expect(await available()).toMatchObject({ available: false, reasons: [REASON] });
    await weigh();
    expect(await available()).toMatchObject({ available: true, reasons: [] });
  });

  it('keeps a truck from leaving, and appears in its obstacles and in the refusals of the gate', async () => {
    const visit = await aVisitFor(client, [pickUp(container.number)], { gate });
    const obstacles = async () => (await client.get(`/truck_visits/${visit.id}/obstacles`)).body;
    expect(await obstacles()).toMatchObject({ may_leave: false, reasons: [REASON] });
    const refused = await gateOut(client, visit.truck.license_plate);
    expect([refused.status, refused.body]).toEqual([400, refusal()]);
    const { gate_refusals } = (await client.get('/gate_refusals')).body;
    expect(gate_refusals).toMatchObject([{ reasons: [REASON] }]);
    await weigh();
    expect((await obstacles()).may_leave).toBe(true);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
  });

  it('keeps a truck that has the container since the gate-in from leaving', async () => {
    await weigh();
    const interchanges_completed_at = new Date().toISOString();
    const visit = await aVisitFor(client, [pickUp(container.number)], { gate, interchanges_completed_at });
    await service.current.query('UPDATE container_stays SET weight = NULL WHERE organization_id = $1', [
      client.organization_id,
    ]);
    const refused = await gateOut(client, visit.truck.license_plate);
    expect([refused.status, refused.body]).toEqual([400, refusal()]);
  });

  it('keeps an interchange from being completed', async () => {
    const visit = await aVisitFor(client, [pickUp(container.number)], { gate });
    const complete = () => client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
    const refused = await complete();
    expect([refused.status, refused.body]).toEqual([422, refusal()]);
    await weigh();
    expect((await complete()).status).toBe(200);
  });

  it('keeps a truck from coming in with its interchanges completed', async () => {
    const { advice_number: pre_advice_number } = await aPreAdvice(client, {
      purposes: [pickUp(container.number)],
    });
    const interchanges_completed_at = new Date().toISOString();
    const gateIn = () => client.post('/truck_visits', { gate, pre_advice_number, interchanges_completed_at });
    const refused = await gateIn();
    expect([refused.status, refused.body]).toEqual([422, refusal()]);
    await weigh();
    expect((await gateIn()).status).toBe(201);
  });
});
