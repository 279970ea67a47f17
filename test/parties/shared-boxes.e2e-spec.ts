import type { PartyInput } from '../../src/common/party-wall/party-reference';
import { aBill, aManifest, aVehicle, keyOf } from '../factories/cargo';
import { aContainerInYard, aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import {
  aConsignee,
  aFreightForwarder,
  anAgent,
  anExporter,
  aShippingLine,
  aTruck,
  aTruckingCompany,
  limitedTo,
} from '../factories/parties';
import type { Body } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const OWNER: PartyInput = { type: 'consignee', key: 'Tern Coffee' };
const OTHER: PartyInput = { type: 'consignee', key: 'Gull Ceramics' };
const FORWARDER: PartyInput = { type: 'freight_forwarder', key: 'Northlight' };
const AGENT: PartyInput = { type: 'agent', key: 'Harbour Agents' };

describe('a container that two consignees share', () => {
  const service = useService();
  let client: Client;
  let bills: { own: Body; other: Body };
  let voyage: Body;
  let line: PartyInput;

  const of = (...parties: PartyInput[]) => limitedTo(client, ...parties);

  beforeEach(async () => {
    client = await service.current.organization({ party_pick_up: 'reference' });
    await anAgent(client, { name: AGENT.key });
    line = { type: 'shipping_line', key: (await aShippingLine(client, { agent: AGENT.key })).code };
    for (const { key } of [OWNER, OTHER])
      await aConsignee(client, { name: key, address: `Street of ${key}` });
    await anExporter(client, { name: 'Sierra Export', address: 'Street of Sierra' });
    await aFreightForwarder(client, { name: FORWARDER.key });
    await aTruckingCompany(client, { code: 'HAU' });
    await aTruck(client, { license_plate: 'HAU-1', trucking_company: 'HAU' });
    voyage = await aVoyage(client);
    const manifest = await aManifest(client, { shipping_line: line.key, voyage_number: voyage.number });
    const aBillOf = ({ key }: PartyInput, number: string) =>
      aBill(client, manifest, { number }, { consignee: key, exporter: 'Sierra Export' });
    bills = { own: await aBillOf(OWNER, 'BL-TERN'), other: await aBillOf(OTHER, 'BL-GULL') };
    // a party is shown events from when somebody looks in for it
    for (const party of [OWNER, OTHER, FORWARDER, AGENT, line]) await of(party);
    await allPublished(client);
    await aContainerInYard(client, {
      number: NUMBER,
      shipping_line: line.key,
      consignee: OWNER.key,
      goods: 'Green coffee',
      bill_of_ladings: [keyOf(bills.own), keyOf(bills.other)],
    });
  });

  /** All that a token reads of the container: alone, in lists, files, stays and events. */
  async function readBy(whose: Client): Promise<{ container: Body; stay: Body; event: Body; text: string }> {
    const { container } = (await whose.get(`/containers/${NUMBER}`)).body;
    const stays = await whose.get('/container_stays');
    await client.patch(`/containers/${NUMBER}`, {
      usage: container.usage === 'import' ? 'export' : 'import',
    });
    await allPublished(client);
    const events: any[] = await new Follower(whose).read();
    const event = events.findLast(({ type }) => type === 'container.updated').data;
    const others = [
      '/containers',
      '/containers?format=csv',
      '/container_stays?format=csv',
      `/containers/${NUMBER}/stays`,
    ];
    const stated = await Promise.all(others.map(async (path) => (await whose.get(path)).body));
    const stay = stays.body.container_stays[0];
    return { container, stay, event, text: JSON.stringify([container, stay, events, stated]) };
  }
  const nominated = (from: PartyInput, to: PartyInput, subject: object = { container: NUMBER }) =>
    client.create('/nominations', { ...subject, from, to });

  it('does not name its consignee to that of a bill, nor either bill to the consignee of the other', async () => {
    const { container, stay, event, text } = await readBy(await of(OTHER));
    for (const read of [container, stay, event]) {
      expect(read).toMatchObject({ goods: 'Green coffee', consignee: null });
      expect(read.bill_of_ladings).toMatchObject([{ number: 'BL-GULL' }]);
    }
    expect(text).not.toMatch(/Tern|TERN/u);
    const own = await readBy(await of(OWNER));
    for (const read of [own.container, own.stay, own.event]) {
      expect(read.consignee).toMatchObject({ name: OWNER.key });
      expect(read.bill_of_ladings).toMatchObject([{ number: 'BL-TERN' }]);
    }
    expect(own.text).not.toMatch(/Gull|GULL/u);
  });

  it.each<[string, () => PartyInput, string[]]>([
    ['its line', () => line, ['BL-TERN', 'BL-GULL']],
    ['the agent of its line', () => AGENT, ['BL-TERN', 'BL-GULL']],
    ['a forwarder that is nominated for it, without bills', () => FORWARDER, []],
  ])('names its consignee to %s', async (_, party, numbers) => {
    await nominated(OWNER, FORWARDER);
    const { container, stay, event } = await readBy(await of(party()));
    for (const read of [container, stay, event]) {
      expect(read.consignee).toMatchObject({ name: OWNER.key });
      expect(read.bill_of_ladings.map(({ number }: Body) => number)).toEqual(numbers);
    }
  });

  it('names to a forwarder the bill that it is nominated for, and not the other', async () => {
    await nominated(OTHER, FORWARDER, { bill_of_lading: keyOf(bills.other) });
    const { container, stay, event, text } = await readBy(await of(FORWARDER));
    for (const read of [container, stay, event])
      expect(read.bill_of_ladings).toMatchObject([{ number: 'BL-GULL' }]);
    expect(text).not.toMatch(/TERN/u);
  });

  it('shows addresses of consignees to themselves, and of exporters to nobody', async () => {
    await nominated(OTHER, FORWARDER, { bill_of_lading: keyOf(bills.other) });
    const read = async (party: PartyInput) => {
      const whose = await of(party);
      const path = `/voyages/${voyage.number}/bill_of_ladings`;
      const one = (await whose.get(`${path}/BL-GULL`)).body.bill_of_lading;
      const listed = (await whose.get(path)).body.bill_of_ladings.find(
        ({ number }: Body) => number === 'BL-GULL',
      );
      for (const bill of [one, listed])
        expect(bill.exporter).toEqual({ id: expect.any(Number), name: 'Sierra Export', address: null });
      expect(listed.consignee).toEqual(one.consignee);
      return one.consignee;
    };
    const address = `Street of ${OTHER.key}`;
    expect(await read(OTHER)).toMatchObject({ name: OTHER.key, address });
    for (const party of [line, AGENT, FORWARDER])
      expect(await read(party)).toMatchObject({ name: OTHER.key, address: null });
  });

  it('tells who was the consignee of a bill its number once the stay has ended, and to no other', async () => {
    const { advice_number } = await aPreAdvice(client, { truck: 'HAU-1', purposes: [pickUp(NUMBER)] });
    await aVisit(client, { pre_advice_number: advice_number });
    expect((await gateOut(client, 'HAU-1', {})).status).toBe(200);
    await aConsignee(client, { name: 'Buyer' });
    await service.current.query(
      `UPDATE bill_of_ladings SET consignee_id = (SELECT id FROM consignees WHERE organization_id = $1 AND name = 'Buyer')
       WHERE organization_id = $1 AND number = 'BL-GULL'`,
      [client.organization_id],
    );
    const numbers = async (party: PartyInput) => {
      const { container_stays } = (await (await of(party)).get('/container_stays')).body;
      return container_stays[0].bill_of_ladings;
    };
    expect(await numbers(OTHER)).toEqual([{ id: null, manifest: null, number: 'BL-GULL' }]);
    expect(await numbers(OWNER)).toEqual([{ id: bills.own.id, ...keyOf(bills.own) }]);
  });

  it('is as a vehicle is, whose bills are shown to those whose they are', async () => {
    await aVehicle(client, {
      shipping_line: line.key,
      bill_of_ladings: [keyOf(bills.own), keyOf(bills.other)],
    });
    const numbers = async (party: PartyInput) =>
      (await (await of(party)).get('/vehicles')).body.vehicles[0].active_bill_of_ladings;
    expect(await numbers(OTHER)).toBe('BL-GULL');
    expect(await numbers(line)).toBe('BL-TERN, BL-GULL');
  });
});
