import { aBill, aCommodityType, keyOf, staysOf } from '../factories/cargo';
import {
  aContainerInYard,
  aNewContainer,
  aPreAdvice,
  aVisit,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aConsignee, aShippingLine, aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** What a container says that only its owners see. */
const SECRET = {
  goods: 'Goods of the consignee',
  weight: 21000,
  seals: ['SEAL-1'],
};

describe('stays of parties', () => {
  const service = useService();
  let client: Client;
  let consignee: any;
  let line: any;
  let haulier: any;
  let number: string;

  const ofConsignee = (name = consignee.name) => limitedTo(client, { type: 'consignee', key: name });
  const ofHaulier = () => limitedTo(client, { type: 'trucking_company', key: haulier.code });
  const numbersOf = async (of: Client, query = '') =>
    (await of.get(`/containers?per=100${query}`)).body.containers.map((each: any) => each.number);

  beforeEach(async () => {
    client = await service.current.organization();
    consignee = await aConsignee(client);
    line = await aShippingLine(client);
    haulier = await aTruckingCompany(client);
    const { name: commodity_type } = await aCommodityType(client);
    await client.post('/terminals', { name: 'Stay' });
    ({ number } = await aContainerInYard(client, {
      ...SECRET,
      commodity_type,
      usage: 'import',
      consignee: consignee.name,
      shipping_line: line.code,
    }));
    await aContainerInYard(client, { consignee: (await aConsignee(client)).name, goods: 'Other goods' });
  });

  /** The container leaves with a truck of the haulier. */
  async function fetched(): Promise<void> {
    const { license_plate: truck } = await aTruck(client, { trucking_company: haulier.code });
    const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(number)] });
    await aVisit(client, { pre_advice_number: advice_number });
    const { status, body } = await client.post(`/trucks/${truck}/gate_out`, { complete_interchanges: true });
    expect([status, body]).toEqual([200, expect.anything()]);
  }

  it('are counted once, however many of the parties of a token they concern', async () => {
    const one = { consignee: consignee.name, shipping_line: line.code, usage: 'import' };
    for (let n = 0; n < 2; n++) await aContainerInYard(client, one);
    const both = await limitedTo(
      client,
      { type: 'consignee', key: consignee.name },
      { type: 'shipping_line', key: line.code },
    );
    for (const query of ['?per=1', '?per=1&usage=import', '?per=1&usage=import&at_terminal=true']) {
      const { body, headers } = await both.get(`/containers${query}`);
      expect([query, body.containers.length, headers['x-total-count']]).toEqual([query, 1, '3']);
    }
  });

  it('are shown to the consignee and to the line, whole, and to nobody else', async () => {
    const unlimited = (await client.get(`/containers/${number}`)).body.container;
    for (const owner of [
      await ofConsignee(),
      await limitedTo(client, { type: 'shipping_line', key: line.code }),
    ]) {
      expect(await numbersOf(owner)).toEqual([number]);
      const { container } = (await owner.get(`/containers/${number}`)).body;
      const { goods, weight, seals, commodity_type, consignee: shown, bill_of_ladings } = unlimited;
      expect(container).toMatchObject({
        goods,
        weight,
        seals,
        commodity_type,
        consignee: shown,
        bill_of_ladings,
      });
      const { container_stays } = (await owner.get('/container_stays')).body;
      expect(container_stays).toHaveLength(1);
      expect(container_stays[0]).toMatchObject({ ...SECRET, container: { number } });
    }
    const stranger = await ofConsignee((await aConsignee(client)).name);
    expect(await numbersOf(stranger)).toEqual([]);
    const { status, body } = await stranger.get(`/containers/${number}`);
    expect([status, body.error]).toEqual([404, `Container '${number}' was not found.`]);
  });

  it('say of a place at the terminal that it is the terminal, and no more', async () => {
    const of = await ofConsignee();
    const { container } = (await of.get(`/containers/${number}`)).body;
    expect(container).toMatchObject({ current_location_type: 'Terminal', yard_area: null, tier: null });
    expect(container.location).toMatchObject({ type: 'Terminal' });
    const { container_stays } = (await of.get('/container_stays?status=here')).body;
    expect(container_stays[0]).toMatchObject({ current_location_type: 'Terminal', yard_area: null });
    expect(JSON.stringify([container, container_stays])).not.toContain('Block A');
    const { id } = (await client.get('/terminals/Stay')).body.terminal;
    await client.patch(`/containers/${number}`, {
      current_location_type: 'Terminal',
      current_location: 'Stay',
    });
    const { container: moved } = (await of.get(`/containers/${number}`)).body;
    expect(moved).toMatchObject({
      current_location: 'Stay',
      current_location_id: id,
      location: { type: 'Terminal', id, name: 'Stay' },
      terminal: { id, name: 'Stay' },
    });
  });

  it('pass to another consignee while they are open, and leave the lists of the one before', async () => {
    const [before, after] = [await ofConsignee(), await aConsignee(client)];
    await client.patch(`/containers/${number}`, { consignee: after.name });
    expect(await numbersOf(before)).toEqual([]);
    expect((await before.get('/container_stays')).body.container_stays).toEqual([]);
    expect(await numbersOf(await ofConsignee(after.name))).toEqual([number]);
  });

  it('are shown to the haulier that fetched it without what owners see, in lists and files', async () => {
    await fetched();
    const of = await ofHaulier();
    const { container } = (await of.get(`/containers/${number}`)).body;
    const hidden = { goods: null, weight: null, seals: [], commodity_type: null, consignee: null };
    expect(container).toMatchObject({
      number,
      ...hidden,
      bill_of_ladings: [],
      shipping_line: { code: line.code },
    });
    const { container_stays } = (await of.get('/container_stays')).body;
    expect(container_stays).toHaveLength(1);
    expect(container_stays[0]).toMatchObject({ status: 'departed', ...hidden });
    for (const list of ['containers', 'container_stays']) {
      const { body } = await of.get(`/${list}?format=csv`);
      expect(body).toContain(number);
      for (const secret of [SECRET.goods, 'SEAL-1', consignee.name]) expect(body).not.toContain(secret);
    }
    // a token of both sees what the higher level sees
    const both = await limitedTo(
      client,
      { type: 'trucking_company', key: haulier.code },
      { type: 'consignee', key: consignee.name },
    );
    expect((await both.get(`/containers/${number}`)).body.container).toMatchObject(SECRET);
  });

  it('name to a haulier the bills that it named, and to consignees those that are their own', async () => {
    const [own, other] = [
      await aBill(client, 'M-1', {}, { consignee: consignee.name }),
      await aBill(client, 'M-2', {}, { consignee: (await aConsignee(client)).name }),
    ];
    await client.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(own), keyOf(other)] });
    const { license_plate: truck } = await aTruck(client, { trucking_company: haulier.code });
    await aPreAdvice(client, { truck, purposes: [pickUp(number, { bill_of_lading: other.number })] });
    await service.current.query('UPDATE purposes SET grants_interest = true WHERE organization_id = $1', [
      client.organization_id,
    ]);
    const byNumber = { id: null, manifest: null, number: other.number };
    const bills = async (of: Client) => [
      (await of.get(`/containers/${number}`)).body.container.bill_of_ladings,
      (await of.get('/container_stays')).body.container_stays[0].bill_of_ladings,
    ];
    expect(await bills(await ofHaulier())).toEqual([[byNumber], [byNumber]]);
    const seen = [{ id: own.id, ...keyOf(own) }];
    expect(await bills(await ofConsignee())).toEqual([seen, seen]);
  });

  it('tell the haulier that brings the container its weight and its own visit', async () => {
    const { license_plate: truck } = await aTruck(client, { trucking_company: haulier.code });
    const cargo = await aNewContainer(client, { weight: 12000, goods: 'Goods' });
    const { advice_number } = await aPreAdvice(client, { truck, purposes: [dropOff(cargo)] });
    const of = await ofHaulier();
    const brought = async () => (await of.get('/container_stays')).body.container_stays[0];
    expect(await brought()).toMatchObject({ status: 'announced', weight: 12000, goods: null });
    const { id } = await aVisit(client, { pre_advice_number: advice_number });
    await gateOut(client, truck, { complete_interchanges: true });
    expect(await brought()).toMatchObject({
      status: 'here',
      weight: 12000,
      arrived_by: { type: 'truck', truck_visit: { id } },
    });
    const { container } = (await of.get(`/containers/${cargo.container_number}`)).body;
    expect(container).toMatchObject({ weight: 12000, goods: null });
    // who fetches it sees neither
    const other = await aTruckingCompany(client);
    const { license_plate } = await aTruck(client, { trucking_company: other.code });
    const fetching = await aPreAdvice(client, {
      truck: license_plate,
      purposes: [pickUp(cargo.container_number as string)],
    });
    const visit = await aVisit(client, { pre_advice_number: fetching.advice_number });
    await gateOut(client, license_plate, { complete_interchanges: true });
    const fetched = await limitedTo(client, { type: 'trucking_company', key: other.code });
    expect((await fetched.get('/container_stays')).body.container_stays).toMatchObject([
      { weight: null, arrived_by: { truck_visit: null }, departed_by: { truck_visit: { id: visit.id } } },
    ]);
    expect(await brought()).toMatchObject({
      weight: 12000,
      departed_by: { type: 'truck', truck_visit: null },
    });
  });

  it('that ended stay with their parties, who do not see the next stay of the container', async () => {
    await fetched();
    const next = await aConsignee(client);
    const of = await ofConsignee();
    expect(await numbersOf(of)).toEqual([number]);
    await client.patch(`/containers/${number}`, {
      current_location_type: 'Terminal',
      current_location: 'Stay',
      consignee: next.name,
      goods: 'Goods of the next',
    });
    const [first, second] = await staysOf(client, number);
    expect(second.consignee.name).toBe(next.name);
    expect((await of.get(`/containers/${number}`)).status).toBe(404);
    expect(await numbersOf(of)).toEqual([]);
    const { container_stays } = (await of.get('/container_stays')).body;
    expect(container_stays).toMatchObject([{ id: first.id, goods: SECRET.goods }]);
    expect((await of.get(`/container_stays/${second.id}`)).status).toBe(404);
    const after = await ofConsignee(next.name);
    expect((await after.get('/container_stays')).body.container_stays).toMatchObject([{ id: second.id }]);
  });

  it('are narrowed by what every party sees, and not by what is hidden from some', async () => {
    const of = await ofConsignee();
    for (const query of ['status=here', `shipping_line=${line.code}`, 'usage=import', 'terminal=Nowhere'])
      expect((await of.get(`/container_stays?${query}`)).body.container_stays).toHaveLength(
        query.startsWith('terminal') ? 0 : 1,
      );
    expect(await numbersOf(of, '&at_terminal=true&held=false')).toEqual([number]);
    for (const query of [
      `consignee=${encodeURIComponent(consignee.name)}`,
      'yard_area=Block%20A',
      'bill_of_lading_number=B',
    ])
      for (const list of ['containers', 'container_stays'])
        expect((await of.get(`/${list}?${query}`)).body.code).toBe('filter_not_open');
    expect((await of.get('/containers?location_type=YardArea')).body.code).toBe('filter_not_open');
  });
});
