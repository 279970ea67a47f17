import { aChargeCode, anOrder } from '../factories/billing';
import { aBill, aBooking, aPackingListItem, aVehicle, keyOf } from '../factories/cargo';
import { aContainerInYard } from '../factories/gate';
import {
  aConsignee,
  aFreightForwarder,
  anAgent,
  aShippingLine,
  aTruckingCompany,
  limitedTo,
} from '../factories/parties';
import type { Body } from '../factories/record';
import type { Answer, Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';
import { aVoyage } from '../factories/voyages';

const NUMBER = 'WHAU4142033';
const OF_OTHERS = 'WHAU4119542';

const refusalOf = ({ status, body }: Answer) => [status, body.code, body.error];

describe('service orders of parties', () => {
  const service = useService();
  let client: Client;
  let own: string;
  let of: Client;
  const ofConsignee = (name: string) => ({ customer_type: 'Consignee', name });
  const order = (body: object = {}, by: Client = of): Promise<Answer> =>
    by.post('/service_orders', { charge_code: 'VGM', container: NUMBER, ...body });
  const numbersOf = async (by: Client, query = ''): Promise<string[]> => {
    const { status, body, headers } = await by.get(`/service_orders${query}`);
    expect([status, headers['x-total-count']]).toEqual([200, `${body.service_orders.length}`]);
    return body.service_orders.map(({ number }: Body) => number);
  };

  beforeEach(async () => {
    client = await service.current.organization();
    own = (await aConsignee(client)).name;
    of = await limitedTo(client, { type: 'consignee', key: own });
    await aChargeCode(client, { code: 'VGM', measure: 'service_order' });
    await aContainerInYard(client, { number: NUMBER, consignee: own });
    await aContainerInYard(client, { number: OF_OTHERS, consignee: (await aConsignee(client)).name });
  });

  it('are theirs where they ordered, whoever wrote it down, without notes of the terminal', async () => {
    const { number } = await anOrder(client, {
      charge_code: 'VGM',
      container: NUMBER,
      ordered_by: ofConsignee(own),
      notes: 'Pays late',
    });
    const other = (await aConsignee(client)).name;
    const foreign = await anOrder(client, {
      charge_code: 'VGM',
      container: NUMBER,
      ordered_by: ofConsignee(other),
    });
    const nobodys = await anOrder(client, { charge_code: 'VGM', container: NUMBER });
    expect(await numbersOf(of)).toEqual([number]);
    const { body } = await of.get(`/service_orders/${number}`);
    expect(body.service_order).toMatchObject({
      number,
      charge_code: { code: 'VGM' },
      container: { number: NUMBER },
      ordered_by: { customer_type: 'Consignee', name: own },
      quantity: 1,
      status: 'requested',
      notes: null,
    });
    const file = await of.get('/service_orders?format=csv');
    expect([file.status, file.body]).toEqual([200, expect.stringContaining(number)]);
    for (const text of [foreign.number, 'Pays late']) expect(file.body).not.toContain(text);
    for (const { id, number: named } of [foreign, nobodys])
      for (const [path, never] of [
        [`${id}`, '999999999'],
        [named, 'SO99999999'],
      ]) {
        const [theirs, none] = [
          await of.get(`/service_orders/${path}`),
          await of.get(`/service_orders/${never}`),
        ];
        expect([theirs.status, JSON.stringify(theirs.body).replaceAll(path, 'x')]).toEqual([
          404,
          JSON.stringify(none.body).replaceAll(never, 'x'),
        ]);
        const cancelled = await of.post(`/service_orders/${path}/cancel`, { reason: 'Not mine' });
        expect([cancelled.status, cancelled.body.error]).toEqual([404, theirs.body.error]);
      }
    expect((await client.get(`/service_orders/${number}`)).body.service_order.notes).toBe('Pays late');
  });

  it('are those of all parties of a token, of every kind', async () => {
    const made = [
      ['shipping_line', 'ShippingLine', 'code', (await aShippingLine(client)).code],
      ['consignee', 'Consignee', 'name', (await aConsignee(client)).name],
      ['agent', 'Agent', 'name', (await anAgent(client)).name],
      ['freight_forwarder', 'FreightForwarder', 'name', (await aFreightForwarder(client)).name],
      ['trucking_company', 'TruckingCompany', 'code', (await aTruckingCompany(client)).code],
    ] as const;
    const numbers: string[] = [];
    for (const [type, customer_type, field, key] of made) {
      const ordered_by = { customer_type, [field]: key };
      numbers.push((await anOrder(client, { charge_code: 'VGM', ordered_by })).number as string);
      expect(await numbersOf(await limitedTo(client, { type, key }))).toEqual(numbers.slice(-1));
    }
    const all = await limitedTo(client, ...made.map(([type, , , key]) => ({ type, key })));
    expect(await numbersOf(all)).toEqual(numbers);
    expect(await numbersOf(all, '?order=newest')).toEqual([...numbers].reverse());
    expect((await all.get('/service_orders?per=2')).headers['x-total-count']).toBe('5');
    expect(await numbersOf(await limitedTo(client))).toEqual([]);
  });

  it('are narrowed by what is shown of them', async () => {
    const number = (await order()).body.service_order.number as string;
    for (const [query, found] of [
      [`number=${number}`, true],
      ['number=X', false],
      ['status=requested', true],
      ['status=done', false],
      ['charge_code=VGM', true],
      ['charge_code=X', false],
      [`container_number=${NUMBER}`, true],
      [`container_number=${OF_OTHERS}`, false],
      ['booking_number=X', false],
      ['voyage_number=X', false],
    ] as const)
      expect([query, await numbersOf(of, `?${query}`)]).toEqual([query, found ? [number] : []]);
    const { status, body } = await of.get('/service_orders?nonsense=1');
    expect([status, body.code]).toEqual([422, 'filter_not_open']);
  });

  it('are ordered for what is theirs, by the only party of the token', async () => {
    const { status, body } = await order({
      quantity: 2,
      notes: 'By Friday',
      requested_at: '2026-11-20T08:00:00Z',
    });
    expect(status).toBe(201);
    expect(body.service_order).toMatchObject({
      number: expect.stringMatching(/^SO\d{8}$/),
      container: { number: NUMBER },
      ordered_by: { customer_type: 'Consignee', name: own },
      quantity: 2,
      status: 'requested',
      notes: null,
    });
    const { service_order } = (await client.get(`/service_orders/${body.service_order.number}`)).body;
    expect(service_order).toMatchObject({ notes: 'By Friday', ordered_by: { name: own } });
    await eventually('that the event is told', async () => {
      const { events } = (await client.get('/events?types[]=service_order.created')).body;
      return events.length === 1 && events[0].data.notes === 'By Friday';
    });
    const bill = await aBill(client, 'M-1', { number: 'B-1' }, { consignee: own });
    const vehicle = await aVehicle(client, { consignee: own });
    for (const subject of [
      { bill_of_lading: keyOf(bill) },
      { bill_of_lading_id: bill.id },
      { vehicle: vehicle.vin_number },
      {},
    ])
      expect([subject, (await order({ container: undefined, ...subject })).status]).toEqual([subject, 201]);
    const { id } = (await client.get(`/containers/${NUMBER}`)).body.container;
    expect((await order({ container: undefined, container_id: id })).status).toBe(201);
  });

  it('are for nothing that is of others, who is shown the same of what never was', async () => {
    const bill = await aBill(client, 'M-1', { number: 'B-1' });
    const booking = await aBooking(client, {});
    const vehicle = await aVehicle(client, {});
    const container = (await client.get(`/containers/${OF_OTHERS}`)).body.container;
    // seen as a carrier: an item in it
    await aContainerInYard(client, { number: 'WHAU4142054' });
    await aPackingListItem(client, { container: 'WHAU4142054', consignee: own });
    const seen = (await of.get('/containers/WHAU4142054')).body.container;
    expect(seen).toMatchObject({ number: 'WHAU4142054' });
    for (const [field, value, never] of [
      ['container', OF_OTHERS, 'WHAU9999990'],
      ['container', 'WHAU4142054', 'WHAU9999990'],
      ['container_id', container.id, 999999999],
      ['container_id', seen.id, 999999999],
      ['bill_of_lading', keyOf(bill), { manifest: 'M-1', number: 'B-9' }],
      ['bill_of_lading_id', bill.id, 999999999],
      ['booking', booking.number, 'B-9'],
      ['booking_id', booking.id, 999999999],
      ['vehicle', vehicle.vin_number, 'V-9'],
      ['vehicle_id', vehicle.id, 999999999],
    ] as const) {
      const requested = (to: unknown) => order({ container: undefined, [field]: to });
      const [theirs, none] = [await requested(value), await requested(never)];
      const key = (to: unknown) =>
        typeof to === 'object' ? (to as { number: string }).number : (to as string);
      expect([field, theirs.status, JSON.stringify(theirs.body).replaceAll(key(value), 'x')]).toEqual([
        field,
        422,
        JSON.stringify(none.body).replaceAll(key(never), 'x'),
      ]);
      expect(theirs.body.code).toBe('unknown_reference');
    }
    expect(await numbersOf(of)).toEqual([]);
  });

  it('name their party where there are several, and no other one', async () => {
    const line = (await aShippingLine(client)).code as string;
    const several = await limitedTo(
      client,
      { type: 'consignee', key: own },
      { type: 'shipping_line', key: line },
      { type: 'agent', key: (await anAgent(client, { name: 'Harbour Agents' })).name },
    );
    expect(refusalOf(await order({}, several))).toEqual([
      422,
      'party_ambiguous',
      'Say for which of your parties: ordered_by.',
    ]);
    // also for what is not theirs: it is shown first
    expect(refusalOf(await order({ container: OF_OTHERS }, several))[1]).toBe('unknown_reference');
    const ordered_by = { customer_type: 'ShippingLine', code: line };
    expect((await order({ ordered_by }, several)).body.service_order.ordered_by).toMatchObject({
      customer_type: 'ShippingLine',
    });
    const requested = (named: object) => order({ ordered_by: named });
    const other = (await aConsignee(client)).name;
    const [theirs, none] = [await requested(ofConsignee(other)), await requested(ofConsignee('Never'))];
    expect([theirs.status, theirs.body.code, JSON.stringify(theirs.body).replaceAll(other, 'Never')]).toEqual(
      [422, 'unknown_reference', JSON.stringify(none.body)],
    );
    const agents = await order({ ordered_by: { customer_type: 'Agent', name: 'Harbour Agents' } }, several);
    expect([agents.status, agents.body.errors]).toEqual([
      400,
      { 'ordered_by.customer_type': ['must be one of Consignee, FreightForwarder, ShippingLine'] },
    ]);
  });

  it('are ordered by consignees, forwarders and lines alone, with the role write', async () => {
    const makers = {
      trucking_company: (await aTruckingCompany(client)).code,
      agent: (await anAgent(client)).name,
    };
    for (const [type, key] of Object.entries(makers)) {
      const by = await limitedTo(client, { type: type as 'agent', key });
      expect(refusalOf(await order({}, by)).slice(0, 2)).toEqual([403, 'not_for_parties']);
      const { number } = await anOrder(client, {
        charge_code: 'VGM',
        ordered_by:
          type === 'agent'
            ? { customer_type: 'Agent', name: key }
            : { customer_type: 'TruckingCompany', code: key },
      });
      expect(await numbersOf(by)).toEqual([number]);
      const cancel = (who: Client) => who.post(`/service_orders/${number}/cancel`, { reason: 'No' });
      expect(refusalOf(await cancel(by)).slice(0, 2)).toEqual([403, 'not_for_parties']);
      const both = await limitedTo(client, { type: type as 'agent', key }, { type: 'consignee', key: own });
      expect(refusalOf(await cancel(both)).slice(0, 2)).toEqual([403, 'not_for_parties']);
    }
    const forwarder = (await aFreightForwarder(client)).name;
    const by = await limitedTo(client, { type: 'freight_forwarder', key: forwarder });
    expect(refusalOf(await order({}, by))[1]).toBe('unknown_reference');
    expect((await order({ container: undefined }, by)).status).toBe(201);
    const read = (
      await client.create('/tokens', {
        user: (await client.get('/me')).body.user.email,
        role: 'read',
        parties: [{ type: 'consignee', key: own }],
      })
    ).token;
    const reader = await service.current.app.inject({
      method: 'POST',
      url: '/api/v1/service_orders',
      headers: { authorization: `Token token=${read.token}` },
      payload: { charge_code: 'VGM', container: NUMBER },
    });
    expect([reader.statusCode, reader.json().code]).toEqual([403, 'role_too_small']);
  });

  it('are neither numbered nor for a voyage, nor changed, done or removed by parties', async () => {
    await aVoyage(client, { number: 'WP2611' });
    for (const [field, value] of [
      ['number', 'SO00000001'],
      ['voyage', 'WP2611'],
      ['voyage_id', 1],
    ])
      expect(refusalOf(await order({ container: undefined, [field!]: value }))).toEqual([
        422,
        'field_not_open',
        `${field} cannot be set by tokens that are limited to parties.`,
      ]);
    await aChargeCode(client, { code: 'STOR', measure: 'storage' });
    expect((await order({ charge_code: 'STOR' })).status).toBe(400);
    expect(refusalOf(await order({ charge_code: 'NEVER' }))[1]).toBe('unknown_reference');
    expect(refusalOf(await order({ charge_code: undefined, charge_code_id: 999999999 }))[1]).toBe(
      'unknown_reference',
    );
    const { number } = (await order()).body.service_order;
    for (const answer of [
      await of.patch(`/service_orders/${number}`, { quantity: 2 }),
      await of.delete(`/service_orders/${number}`),
      await of.post(`/service_orders/${number}/complete`, {}),
      await of.get('/charge_codes'),
    ])
      expect(refusalOf(answer).slice(0, 2)).toEqual([403, 'not_for_parties']);
  });

  it('are cancelled by who ordered them, until they are done', async () => {
    const number = async () => (await order()).body.service_order.number as string;
    const cancel = (named: string, reason = 'Not needed') =>
      of.post(`/service_orders/${named}/cancel`, { reason });
    const first = await number();
    const { status, body } = await cancel(first);
    expect([status, body.service_order]).toMatchObject([
      200,
      { status: 'cancelled', cancel_reason: 'Not needed', cancelled_at: expect.any(String), notes: null },
    ]);
    expect(refusalOf(await cancel(first))).toEqual([
      409,
      'order_final',
      `Service order ${first} is cancelled.`,
    ]);
    const done = await number();
    await client.post(`/service_orders/${done}/complete`, {});
    expect(refusalOf(await cancel(done))).toEqual([409, 'order_final', `Service order ${done} is done.`]);
    // the terminal may still
    expect((await client.post(`/service_orders/${done}/cancel`, { reason: 'Wrong box' })).status).toBe(200);
    expect((await of.get(`/service_orders/${done}`)).body.service_order.cancel_reason).toBe('Wrong box');
    expect((await of.post(`/service_orders/${await number()}/cancel`, {})).status).toBe(422);
  });
});
