import { aContainerInYard, aGate, anAppointment, aPreAdvice, aVisit, pickUp } from '../factories/gate';
import { aTruck, aTruckDriver, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

/** A truck that changes its trucking company takes along what is announced, and nothing of what was. */
describe('a truck that is sold', () => {
  const service = useService();
  let client: Client;
  let seller: Body;
  let buyer: Body;
  let old: Client;
  let now: Client;
  let truck: string;
  beforeEach(async () => {
    client = await service.current.organization({ party_pick_up: 'reference' });
    [seller, buyer] = [await aTruckingCompany(client), await aTruckingCompany(client)];
    [old, now] = [await lookOf(seller), await lookOf(buyer)];
    truck = (await aTruck(client, { trucking_company: seller.code })).license_plate as string;
  });

  const lookOf = ({ code }: Body) => limitedTo(client, { type: 'trucking_company', key: code });
  const change = async (path: string, body: object) =>
    expect((await client.patch(path, body)).status).toBe(200);
  const sell = (to: Body = buyer) =>
    change(`/trucks/${truck}`, { truck: { trucking_company: to?.code ?? null } });
  const refused = async () => {
    const { status } = await client.post(`/trucks/${truck}/gate_out`);
    expect(status).toBe(404);
  };
  /** What a token reads of these lists: how many, as JSON and as CSV. */
  const counts = async (of: Client, ...paths: string[]) => {
    const seen: number[] = [];
    for (const path of paths) {
      const { body } = await of.get(path);
      seen.push(Object.values<unknown>(body).find(Array.isArray)!.length);
      const csv = String((await of.get(`${path}?format=csv`)).body).trim();
      expect(csv.split('\n').length - 1).toBe(seen.at(-1));
    }
    return seen;
  };
  const typesOf = async (of: Client) => {
    await allPublished(client);
    return (await new Follower(of).read()).map(({ type }) => type as string);
  };

  it('leaves its refusals with the haulier of then', async () => {
    await refused();
    await sell();
    await refused();
    expect([
      await counts(old, '/gate_refusals'),
      await counts(now, '/gate_refusals'),
      await counts(client, '/gate_refusals'),
    ]).toEqual([[1], [1], [2]]);
    const refusalOf = async (of: Client) => (await of.get('/gate_refusals')).body.gate_refusals[0];
    expect((await refusalOf(old)).id).toBeLessThan((await refusalOf(now)).id);
    for (const haulier of [old, now])
      expect((await typesOf(haulier)).filter((type) => type === 'gate_refusal.created')).toHaveLength(1);
  });

  it('leaves the announcements that it used with the haulier of then, and takes the others along', async () => {
    const { number } = await aContainerInYard(client);
    const used = await aPreAdvice(client, { truck, comments: 'Of the seller', purposes: [pickUp(number)] });
    const open = await aPreAdvice(client, { truck });
    await aVisit(client, { pre_advice_number: used.advice_number });
    const cancelled = await anAppointment(client, { truck });
    await client.post(`/appointments/${cancelled.number}/cancel`, { reason: 'Not needed' });
    const coming = await anAppointment(client, { truck });
    await sell();

    const lists = ['/pre_advices', '/appointments'];
    expect([await counts(old, ...lists), await counts(now, ...lists)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    for (const [of, mine, others] of [
      [old, [used, cancelled], [open, coming]],
      [now, [open, coming], [used, cancelled]],
    ] as [Client, Body[], Body[]][]) {
      const statusOf = async ({ advice_number, number: key }: Body) =>
        (await of.get(advice_number ? `/pre_advices/${advice_number}` : `/appointments/${key}`)).status;
      for (const each of mine) expect(await statusOf(each)).toBe(200);
      for (const each of others) expect(await statusOf(each)).toBe(404);
    }
    const companyOf = async (advice: Body) =>
      (await client.get(`/pre_advices/${advice.advice_number}`)).body.trucking_company.code;
    expect([await companyOf(used), await companyOf(open)]).toEqual([seller.code, buyer.code]);
    const listed = (await client.get(`/pre_advices?trucking_company=${seller.code}`)).body.pre_advices;
    expect(listed.map(({ advice_number }: Body) => advice_number)).toEqual([used.advice_number]);

    await client.patch(`/pre_advices/${open.advice_number}`, { comments: 'Of the buyer' });
    expect((await typesOf(now)).filter((type) => type.startsWith('pre_advice.'))).toEqual([
      'pre_advice.updated',
    ]);
    expect((await typesOf(old)).filter((type) => type.startsWith('pre_advice.'))).toEqual([
      'pre_advice.created',
      'pre_advice.created',
    ]);
  });

  it('comes back with an announcement whose visit is cancelled', async () => {
    const { advice_number } = await aPreAdvice(client, { truck });
    const { id } = await aVisit(client, { pre_advice_number: advice_number });
    await sell();
    expect((await now.get(`/pre_advices/${advice_number}`)).status).toBe(404);
    await client.post(`/truck_visits/${id}/cancel`, { reason: 'Wrong truck' });
    expect((await now.get(`/pre_advices/${advice_number}`)).status).toBe(200);
    expect((await old.get(`/pre_advices/${advice_number}`)).status).toBe(404);
  });

  it('leaves what it did without a company with nobody', async () => {
    await sell(null);
    const { advice_number } = await aPreAdvice(client, { truck });
    await aVisit(client, { pre_advice_number: advice_number });
    await client.post('/truck_visits', { truck, gate: (await aGate(client)).name });
    await sell();
    for (const haulier of [old, now])
      expect(await counts(haulier, '/pre_advices', '/gate_refusals')).toEqual([0, 0]);
  });

  it('says of a missed appointment whose it was, until it is moved', async () => {
    const { id, number } = await anAppointment(client, { truck });
    const miss = (at: string) =>
      service.current.query(
        `WITH changed AS (UPDATE appointments SET missed_at = ${at} WHERE organization_id = $1 AND id = $2 RETURNING id)
         SELECT id FROM changed`,
        [client.organization_id, id],
      );
    await miss('now()');
    await sell();
    expect((await old.get(`/appointments/${number}`)).status).toBe(200);
    await miss('NULL');
    expect((await now.get(`/appointments/${number}`)).status).toBe(200);
    expect((await old.get(`/appointments/${number}`)).status).toBe(404);
  });

  it('follows its driver where he alone says whose it is', async () => {
    const driver = await aTruckDriver(client, { trucking_company: seller.code });
    const { license_plate } = await aTruck(client);
    const announce = () => aPreAdvice(client, { truck: license_plate, truck_driver_id: driver.id });
    const [used, open] = [await announce(), await announce()];
    await aVisit(client, { pre_advice_number: used.advice_number });
    await change(`/truck_drivers/${driver.id}`, { trucking_company: buyer.code });
    const seen = async (of: Client) =>
      (await of.get('/pre_advices')).body.pre_advices.map(({ advice_number }: Body) => advice_number);
    expect([await seen(old), await seen(now)]).toEqual([[used.advice_number], [open.advice_number]]);
  });

  it('does not tell its haulier of a usual driver who works for others', async () => {
    const driver = await aTruckDriver(client, { trucking_company: seller.code, firstname: 'Anneke' });
    await change(`/trucks/${truck}`, { truck: { truck_driver_license_number: driver.license_number } });
    const shown = async () => (await old.get(`/trucks`)).body.trucks[0].truck_driver?.id;
    expect(await shown()).toBe(driver.id);
    await change(`/truck_drivers/${driver.id}`, { trucking_company: buyer.code });
    expect(await shown()).toBeUndefined();
  });

  it('has the same past where a file brings it', async () => {
    const { advice_number } = await aPreAdvice(client, { truck });
    await aVisit(client, { pre_advice_number: advice_number });
    await sell();
    const files = await exportFiles(client);
    const there = await service.current.organization();
    await importFiles(there, files);
    const { trucking_company } = (await there.get(`/pre_advices/${advice_number}`)).body;
    expect(trucking_company.code).toBe(seller.code);
  });
});
