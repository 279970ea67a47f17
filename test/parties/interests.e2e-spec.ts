import { BILL_WAYS, STAY_WAYS } from '../../src/cargo/interests/ways';
import { aBill, aBooking, aContainerType, aManifest, aPackingListItem, keyOf } from '../factories/cargo';
import { aContainerInYard, aPreAdvice, aVisit, dropOff, gateOut, pickUp } from '../factories/gate';
import { billParties, stayParties } from '../factories/interests';
import {
  aConsignee,
  anAgent,
  aShippingLine,
  aTruck,
  aTruckDriver,
  aTruckingCompany,
} from '../factories/parties';
import type { Body } from '../factories/record';
import type { Answer, Client } from '../setup/client';
import { inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const OUT = { current_location_type: 'Other' };

describe('an interest', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization({ party_pick_up: 'reference' })));

  const parties = () => stayParties(client);
  const patch = async (body: object) => {
    const answer = await client.patch(`/containers/${NUMBER}`, body);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  };
  const line = async (body: object) => aShippingLine(client, body);
  const put = async ({ id, code }: Body, body: object) =>
    expect((await client.put(`/shipping_lines/${id}`, { shipping_line: { code, ...body } })).status).toBe(
      200,
    );
  const query = (text: string, ...values: unknown[]) =>
    service.current.query(text, [client.organization_id, ...values]);
  const stayId = async () => (await client.get(`/containers/${NUMBER}`)).body.container.stay_id as number;

  it('is of the line, each line above it, and its agent', async () => {
    const group = await line({ code: 'GRP' });
    const part = await line({ code: 'PRT', parent_id: group.id });
    const agent = await anAgent(client, { name: 'First' });
    await anAgent(client, { name: 'Second' });
    await line({ code: 'LIN', parent_id: part.id, agent_id: agent.id });
    await aContainerInYard(client, { number: NUMBER, shipping_line: 'LIN' });
    const of = (...names: string[]) => names.map((each) => `${NUMBER} 1: ${each}, shown`).sort();
    const lines = ['GRP', 'LIN', 'PRT'].map((code) => `shipping_line:${code}, owner by line`);
    expect(await parties()).toEqual(of('agent:First, owner by agent', ...lines));

    const { id } = (await client.get('/shipping_lines?per=100')).body.shipping_lines.find(
      ({ code }: Body) => code === 'LIN',
    );
    await put({ id, code: 'LIN' } as Body, { agent: 'Second' });
    await put(part, { parent_id: null });
    expect(await parties()).toEqual(of('agent:Second, owner by agent', ...lines.slice(1)));
    await patch({ shipping_line: 'GRP' });
    expect(await parties()).toEqual(of('shipping_line:GRP, owner by line'));
    await patch({ shipping_line: null });
    expect(await parties()).toEqual([]);
  });

  it('is of lines that are above each other in a circle, once', async () => {
    const [one, two] = [await line({ code: 'ONE' }), await line({ code: 'TWO' })];
    await put(two, { parent_id: one.id });
    await query(
      'UPDATE shipping_lines SET parent_id = $2 WHERE organization_id = $1 AND id = $3',
      two.id,
      one.id,
    );
    await aContainerInYard(client, { number: NUMBER, shipping_line: 'TWO' });
    const of = (code: string) => `${NUMBER} 1: shipping_line:${code}, owner by line, shown`;
    expect(await parties()).toEqual([of('ONE'), of('TWO')]);
    await put(one, { parent_id: null });
    expect(await parties()).toEqual([of('ONE'), of('TWO')]);
    await put(two, { parent_id: null });
    expect(await parties()).toEqual([of('TWO')]);
  });

  it('is of the consignee, and of those of its bills, by both ways at once', async () => {
    for (const name of ['Bean', 'Leaf']) await aConsignee(client, { name });
    const bill = await aBill(client, 'M-1', {}, { consignee: 'Bean' });
    const other = await aBill(client, { client_identifier: 'M-1' });
    await aContainerInYard(client, {
      number: NUMBER,
      consignee: 'Bean',
      bill_of_ladings: [keyOf(bill), keyOf(other)],
    });
    const of = (each: string) => `${NUMBER} 1: ${each}, shown`;
    expect(await parties()).toEqual([of('consignee:Bean, owner by consignee and bill')]);
    await patch({ consignee: 'Leaf' });
    expect(await parties()).toEqual([
      of('consignee:Bean, owner by bill'),
      of('consignee:Leaf, owner by consignee'),
    ]);
    const path = `/manifests/M-1/bill_of_ladings/${other.id}`;
    const body = { bill_of_lading: { client_identifier: 'M-1', consignee: 'Leaf' } };
    expect((await client.patch(path, body)).status).toBe(200);
    expect(await parties()).toEqual([
      of('consignee:Bean, owner by bill'),
      of('consignee:Leaf, owner by consignee and bill'),
    ]);
    await patch({ bill_of_ladings: [keyOf(other)] });
    expect(await parties()).toEqual([of('consignee:Leaf, owner by consignee and bill')]);
  });

  it('is a carrier’s for the consignee of an item in it, unless it is an owner as well', async () => {
    await aConsignee(client, { name: 'Bean' });
    await aContainerInYard(client, { number: NUMBER });
    const item = await aPackingListItem(client, { container: NUMBER, consignee: 'Bean' });
    const of = (by: string) => [`${NUMBER} 1: consignee:Bean, ${by}, shown`];
    expect(await parties()).toEqual(of('carrier by item'));
    await patch({ consignee: 'Bean' });
    expect(await parties()).toEqual(of('owner by consignee and item'));
    await patch({ consignee: null });
    expect(await parties()).toEqual(of('carrier by item'));
    await client.patch(`/packing_list_items/${item.id}`, { consignee: null });
    expect(await parties()).toEqual([]);
    await client.patch(`/packing_list_items/${item.id}`, { consignee: 'Bean' });
    expect(await parties()).toEqual(of('carrier by item'));
    expect((await client.delete(`/packing_list_items/${item.id}`)).status).toBe(200);
    expect(await parties()).toEqual([]);
  });

  it('is of the company of a visit from gate-in on, until the visit is cancelled', async () => {
    await aTruckingCompany(client, { code: 'EST' });
    const truck = await aTruck(client, { trucking_company: 'EST' });
    await aContainerInYard(client, { number: NUMBER });
    const { advice_number } = await aPreAdvice(client, {
      truck: truck.license_plate,
      purposes: [pickUp(NUMBER)],
    });
    expect(await parties()).toEqual([]);
    const visit = await aVisit(client, { pre_advice_number: advice_number });
    expect(await parties()).toEqual([`${NUMBER} 1: trucking_company:EST, carrier by visit, shown`]);
    expect((await client.post(`/truck_visits/${visit.id}/cancel`, { reason: 'Wrong terminal' })).status).toBe(
      200,
    );
    expect(await parties()).toEqual([]);
  });

  it('of a visit stays when the stay has ended, and goes when the interchange is taken back', async () => {
    await aTruckingCompany(client, { code: 'EST' });
    const truck = await aTruck(client, { trucking_company: 'EST' });
    await aContainerInYard(client, { number: NUMBER });
    const { advice_number } = await aPreAdvice(client, {
      truck: truck.license_plate,
      purposes: [pickUp(NUMBER)],
    });
    const visit = await aVisit(client, { pre_advice_number: advice_number });
    expect((await gateOut(client, truck.license_plate as string)).status).toBe(200);
    const expected = [`${NUMBER} 1: trucking_company:EST, carrier by visit, shown`];
    expect(await parties()).toEqual(expected);
    const path = `/truck_visits/${visit.id}/interchanges/${visit.interchanges[0].id}/reverse`;
    expect((await client.post(path, { reason: 'Wrong truck' })).status).toBe(200);
    expect(await parties()).toEqual([]);
  });

  it('of an open announcement is of its company, else that of the truck, else of the driver, where it may name the container', async () => {
    for (const code of ['OWN', 'TRK', 'DRV']) await aTruckingCompany(client, { code });
    const driver = await aTruckDriver(client, { trucking_company: 'DRV', firstname: 'A', lastname: 'B' });
    const truck = await aTruck(client);
    const bill = await aBill(client, 'M-1');
    const collect = (number: string) => pickUp(number, { bill_of_lading: bill.number });
    await aContainerInYard(client, { number: NUMBER });
    const named = { truck: truck.license_plate, truck_driver_id: driver.id, purposes: [collect(NUMBER)] };
    const { advice_number } = await aPreAdvice(client, named);
    expect(await parties()).toEqual([]);
    await patch({ bill_of_ladings: [keyOf(bill)] });
    expect((await client.patch(`/pre_advices/${advice_number}`, named)).status).toBe(200);
    const of = (code: string) => [`${NUMBER} 1: trucking_company:${code}, carrier by announcement, shown`];
    expect(await parties()).toEqual(of('DRV'));
    await client.patch(`/trucks/${truck.license_plate}`, { truck: { trucking_company: 'TRK' } });
    expect(await parties()).toEqual(of('TRK'));
    await query(`UPDATE pre_advices SET trucking_company_id = (
      SELECT id FROM trucking_companies WHERE organization_id = $1 AND code = 'OWN') WHERE organization_id = $1`);
    expect(await parties()).toEqual(of('OWN'));
    // what it names
    await aContainerInYard(client, { number: 'WHAU4119542', bill_of_ladings: [keyOf(bill)] });
    await client.patch(`/pre_advices/${advice_number}`, { purposes: [collect('WHAU4119542')] });
    expect(await parties()).toEqual([`WHAU4119542 1: trucking_company:OWN, carrier by announcement, shown`]);
    expect((await client.delete(`/pre_advices/${advice_number}`)).status).toBe(200);
    expect(await parties()).toEqual([]);
  });

  it('of an announcement that brings a container begins with the stay that it opens, and ends with its use or its stay', async () => {
    await aTruckingCompany(client, { code: 'EST' });
    const truck = await aTruck(client, { trucking_company: 'EST' });
    const { code } = await line({ code: 'LIN' });
    const cargo = {
      cargo_type: 'container',
      container_number: NUMBER,
      container_type: (await aContainerType(client)).code,
      container_status: 'empty',
      shipping_line: code,
    };
    const { advice_number } = await aPreAdvice(client, {
      truck: truck.license_plate,
      purposes: [dropOff(cargo)],
    });
    const of = (by: string) => [
      `${NUMBER} 1: shipping_line:LIN, owner by line, shown`,
      `${NUMBER} 1: trucking_company:EST, carrier by ${by}, shown`,
    ];
    expect(await parties()).toEqual(of('announcement'));
    const visit = await aVisit(client, { pre_advice_number: advice_number });
    expect(await parties()).toEqual(of('visit'));
    await client.post(`/truck_visits/${visit.id}/cancel`, { reason: 'Wrong terminal' });
    expect(await parties()).toEqual(of('announcement'));
    await client.delete(`/pre_advices/${advice_number}`);
    expect(await parties()).toEqual([`${NUMBER} 1: shipping_line:LIN, owner by line`]);
  });

  it('by appointment ends with its cancellation', async () => {
    await aTruckingCompany(client, { code: 'EST' });
    const truck = await aTruck(client, { trucking_company: 'EST' });
    const booking = await aBooking(client);
    await aContainerInYard(client, { number: NUMBER, booking: booking.number });
    const { appointment } = await client.create('/appointments', {
      number: 'AP-1',
      truck: truck.license_plate,
      purposes: [pickUp(NUMBER, { booking: booking.number })],
    });
    expect(await parties()).toEqual([`${NUMBER} 1: trucking_company:EST, carrier by announcement, shown`]);
    expect((await client.post(`/appointments/${appointment.id}/cancel`, { reason: 'No truck' })).status).toBe(
      200,
    );
    expect(await parties()).toEqual([]);
  });

  it('is frozen when the stay ends, but for its own corrections, and thaws when it goes on', async () => {
    for (const name of ['Bean', 'Leaf']) await aConsignee(client, { name });
    const [first, second] = [
      await anAgent(client, { name: 'First' }),
      await anAgent(client, { name: 'Second' }),
    ];
    const lin = await line({ code: 'LIN', agent_id: first.id });
    const group = await line({ code: 'GRP' });
    const bill = await aBill(client, 'M-1', {}, { consignee: 'Bean' });
    await aContainerInYard(client, { number: NUMBER, shipping_line: 'LIN', bill_of_ladings: [keyOf(bill)] });
    const id = await stayId();
    await patch(OUT);
    const of = (...names: string[]) => names.map((each) => `${NUMBER} 1: ${each}, shown`);
    const frozen = of(
      'agent:First, owner by agent',
      'consignee:Bean, owner by bill',
      'shipping_line:LIN, owner by line',
    );
    expect(await parties()).toEqual(frozen);

    await put(lin, { agent_id: second.id, parent_id: group.id });
    await query('UPDATE bill_of_ladings SET consignee_id = NULL WHERE organization_id = $1');
    await query('DELETE FROM container_bills WHERE organization_id = $1');
    await aPackingListItem(client, { container: NUMBER, consignee: 'Leaf' });
    expect(await parties()).toEqual(frozen);

    const corrected = await client.patch(`/container_stays/${id}`, {
      consignee: 'Leaf',
      reason: 'Was wrong',
    });
    expect(corrected.status).toBe(200);
    expect(await parties()).toEqual([
      ...frozen.slice(0, 2),
      ...of('consignee:Leaf, owner by consignee'),
      frozen[2],
    ]);
    await client.patch(`/container_stays/${id}`, { shipping_line: 'GRP', reason: 'Was wrong' });
    expect(await parties()).toEqual([
      ...of(
        'consignee:Bean, owner by bill',
        'consignee:Leaf, owner by consignee',
        'shipping_line:GRP, owner by line',
      ),
    ]);

    await query(`UPDATE container_stays SET status = 'here', out_at = NULL WHERE organization_id = $1`);
    expect(await parties()).toEqual(
      of('consignee:Leaf, owner by consignee and item', 'shipping_line:GRP, owner by line'),
    );
  });

  it('is shown with the stay that the container shows', async () => {
    await line({ code: 'LIN' });
    await aContainerInYard(client, { number: NUMBER, shipping_line: 'LIN' });
    await patch(OUT);
    await patch({ current_location_type: 'YardArea', current_location: 'Block A' });
    const of = (stay: number) => `${NUMBER} ${stay}: shipping_line:LIN, owner by line`;
    expect(await parties()).toEqual([of(1), `${of(2)}, shown`]);
  });

  it('goes with its container to the record that it is joined with', async () => {
    await line({ code: 'LIN' });
    await aConsignee(client, { name: 'Bean' });
    await aContainerInYard(client, { number: 'WHAU0000001', shipping_line: 'LIN' });
    await client.patch('/containers/WHAU0000001', OUT);
    await aContainerInYard(client, { number: NUMBER, consignee: 'Bean' });
    const joined = await client.post('/containers/WHAU0000001/renumber', {
      number: NUMBER,
      reason: 'Read wrongly',
    });
    expect(joined.status).toBe(200);
    expect(await parties()).toEqual([
      `${NUMBER} 1: shipping_line:LIN, owner by line`,
      `${NUMBER} 2: consignee:Bean, owner by consignee, shown`,
    ]);
  });

  it('in a bill is of its consignee, and of the line and agent of its manifest, with the lines above', async () => {
    await aConsignee(client, { name: 'Bean' });
    const agent = await anAgent(client, { name: 'First' });
    const group = await line({ code: 'GRP' });
    const lin = await line({ code: 'LIN', agent_id: agent.id, parent_id: group.id });
    const other = await line({ code: 'OTH' });
    const manifest = await aManifest(client, {
      shipping_line: 'LIN',
      manifest: { client_identifier: 'M-1' },
    });
    await aBill(client, manifest as { client_identifier: string }, { number: 'B-1' }, { consignee: 'Bean' });
    const of = (...names: string[]) => names.map((each) => `M-1 B-1: ${each}`);
    const lines = ['shipping_line:GRP, owner by line', 'shipping_line:LIN, owner by line'];
    const bean = 'consignee:Bean, owner by consignee';
    expect(await billParties(client)).toEqual(of('agent:First, owner by agent', bean, ...lines));
    await put(lin, { agent: null });
    expect(await billParties(client)).toEqual(of(bean, ...lines));
    await put(lin, { parent_id: null });
    expect(await billParties(client)).toEqual(of(bean, lines[1]!));
    await query('UPDATE manifests SET shipping_line_id = $2 WHERE organization_id = $1', other.id);
    expect(await billParties(client)).toEqual(of(bean, 'shipping_line:OTH, owner by line'));
    await query('UPDATE bill_of_ladings SET consignee_id = NULL WHERE organization_id = $1');
    expect(await billParties(client)).toEqual(of('shipping_line:OTH, owner by line'));
  });

  it('is of an organization’s own records', async () => {
    const other = await service.current.organization({ party_pick_up: 'reference' });
    for (const each of [client, other]) {
      await aConsignee(each, { name: 'Bean' });
      await aContainerInYard(each, { number: NUMBER, consignee: 'Bean' });
    }
    await patch({ consignee: null });
    expect(await parties()).toEqual([]);
    expect(await stayParties(other)).toEqual([`${NUMBER} 1: consignee:Bean, owner by consignee, shown`]);
  });

  it('changes no time of its records, and leaves no trace', async () => {
    await aConsignee(client, { name: 'Bean' });
    const lin = await line({ code: 'LIN' });
    await aContainerInYard(client, { number: NUMBER, shipping_line: 'LIN' });
    const agent = await anAgent(client);
    const times = () => query('SELECT updated_at FROM containers WHERE organization_id = $1');
    const traces = async () =>
      (await query(
        `SELECT DISTINCT record_type FROM audit_entries WHERE organization_id = $1 ORDER BY 1`,
      )) as Body[];
    const before = await times();
    await put(lin, { agent_id: agent.id });
    expect(await times()).toEqual(before);
    expect((await traces()).map(({ record_type }) => record_type)).not.toContain('stay_parties');
  });

  it.each([false, true])(
    'misses nobody when what it follows from changes at once (the other first: %s)',
    async (other) => {
      const inOrder = async (requests: (() => Promise<Answer>)[]) => {
        const ordered = other ? requests.toReversed() : requests;
        const answers = await inTurn(service.current, ordered);
        expect(answers.map(({ status }) => Math.floor(status / 100))).toEqual(answers.map(() => 2));
      };
      await aConsignee(client, { name: 'Bean' });
      await anAgent(client, { name: 'First' });
      const top = await line({ code: 'TOP' });
      const group = await line({ code: 'GRP' });
      const lin = await line({ code: 'LIN', parent_id: group.id });
      const bill = await aBill(client, 'M-1');
      await aContainerInYard(client, { number: NUMBER });

      // a container is put on a bill that gets a consignee
      await inOrder([
        () => client.patch(`/containers/${NUMBER}`, { bill_of_ladings: [keyOf(bill)] }),
        () =>
          client.patch(`/manifests/M-1/bill_of_ladings/${bill.id}`, {
            bill_of_lading: { client_identifier: 'M-1', consignee: 'Bean' },
          }),
      ]);
      // it gets a line that gets an agent
      await inOrder([
        () => client.patch(`/containers/${NUMBER}`, { shipping_line: 'LIN' }),
        () => client.put(`/shipping_lines/${lin.id}`, { shipping_line: { code: 'LIN', agent: 'First' } }),
      ]);
      // another gets it while a line above gets one above it
      await inOrder([
        () =>
          client.post('/containers', {
            number: 'WHAU4119542',
            shipping_line: 'LIN',
            bill_of_ladings: [keyOf(bill)],
          }),
        () =>
          client.put(`/shipping_lines/${group.id}`, { shipping_line: { code: 'GRP', parent_id: top.id } }),
      ]);
      const lines = ['GRP', 'LIN', 'TOP'].map((code) => `shipping_line:${code}, owner by line`);
      expect(await parties()).toEqual(
        ['WHAU4119542', NUMBER].flatMap((number) =>
          ['agent:First, owner by agent', 'consignee:Bean, owner by bill', ...lines].map(
            (each) => `${number} 1: ${each}, shown`,
          ),
        ),
      );
    },
  );

  it('has a bit a way, of its own', () => {
    const bits = Object.values(STAY_WAYS);
    expect(bits).toEqual(bits.map((_, at) => 2 ** at));
    expect(STAY_WAYS).toMatchObject(BILL_WAYS);
  });
});
