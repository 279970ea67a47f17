import { aBill, aBooking, aContainer, aContainerType, aLoadList, aManifest, keyOf } from '../factories/cargo';
import { wrongWith } from '../factories/dcsa-schema';
import { boundTo } from '../factories/edi';
import { aPartner, aPortTerminal } from '../factories/edi-outgoing';
import { aContainerInYard, aNewContainer, aVisitFor, dropOff, gateOut, pickUp } from '../factories/gate';
import { aShippingLine } from '../factories/parties';
import { aTally, broughtBy, count } from '../factories/quay';
import type { Body } from '../factories/record';
import { aPort, aTerminal, aVessel, aVoyage } from '../factories/voyages';
import type { Answer, Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { useService } from '../setup/service';

const PATH = '/dcsa/v2/events';
const V5 = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('Track & Trace', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const get = (query: Record<string, string> = {}): Promise<Answer> =>
    client.as('read').get(`${PATH}?${new URLSearchParams(query)}`);

  /** The events of a query that is answered, once all are published. */
  async function told(query: Record<string, string> = {}): Promise<Body[]> {
    await allPublished(client);
    const { status, body } = await get(query);
    expect([status, body]).toEqual([200, expect.any(Array)]);
    expect(body.flatMap((event: unknown) => wrongWith(event) ?? [])).toEqual([]);
    return body as Body[];
  }

  const codes = async (query: Record<string, string> = {}) =>
    (await told(query)).map(
      (each) => `${each.eventClassifierCode} ${each.equipmentEventTypeCode ?? each.transportEventTypeCode}`,
    );

  const cursorOf = ({ headers }: Answer, name: string) => new URL(headers[name]!).searchParams.get('cursor');

  /** A container that a truck brings for a booking, with what is known of it. */
  async function gatedIn(body: object = {}, purpose: object = {}): Promise<string> {
    const cargo = await aNewContainer(client, body);
    const visit = await aVisitFor(client, [dropOff(cargo, purpose)]);
    expect((await gateOut(client, visit.truck.license_plate, {})).status).toBe(200);
    return cargo.container_number;
  }

  /** A voyage of a vessel with these containers, all discharged. */
  async function discharged(numbers: string[], body: object = {}): Promise<Body> {
    const voyage = await aVoyage(client, body);
    await broughtBy(client, voyage, numbers);
    const tally = await aTally(client, voyage);
    const moves = numbers.map((container_number) => ({ container_number }));
    expect((await count(client, tally, ...moves)).status).toBe(201);
    return voyage;
  }

  const change = async ({ number }: Body, fields: object) =>
    expect((await client.patch(`/voyages/${number}`, { voyage: fields })).status).toBe(200);

  describe('tells', () => {
    it('a container that a truck brought, as it was then', async () => {
      const type = await aContainerType(client, { iso_type_code: '22G1' });
      const line = await aShippingLine(client);
      const booking = await aBooking(client, { shipping_line: line.code });
      const number = await gatedIn(
        { container_type: type.code, shipping_line: line.code },
        { booking: booking.number, interchange: { seals: 'S1, S2' } },
      );
      await allPublished(client);
      const [event] = await told();
      await client.patch(`/containers/${number}`, { container_status: 'empty', seals: ['OTHER'] });
      expect((await told())[0]).toEqual(event);
      expect(event).toEqual({
        eventID: expect.stringMatching(V5),
        eventType: 'EQUIPMENT',
        eventCreatedDateTime: expect.stringMatching(/Z$/),
        eventDateTime: expect.any(String),
        eventClassifierCode: 'ACT',
        equipmentEventTypeCode: 'GTIN',
        equipmentReference: number,
        ISOEquipmentCode: '22G1',
        emptyIndicatorCode: 'LADEN',
        transportCall: { transportCallID: expect.stringMatching(V5), modeOfTransport: 'TRUCK' },
        documentReferences: [{ documentReferenceType: 'BKG', documentReferenceValue: booking.number }],
      });
      const feed = (await client.get('/events?types[]=container.gated_in')).body.events[0];
      expect(new Date(event!.eventDateTime).toISOString()).toBe(feed.occurred_at);
      expect(event!.eventCreatedDateTime).toBe(feed.recorded_at);
    });

    it('one that a truck takes, and in one call what the truck brings and takes', async () => {
      const bill = await aBill(client);
      const { number } = await aContainerInYard(client, {
        container_status: 'full',
        bill_of_ladings: [keyOf(bill)],
      });
      const arriving = await aNewContainer(client, { container_status: 'empty' });
      const visit = await aVisitFor(client, [dropOff(arriving), pickUp(number)]);
      expect((await gateOut(client, visit.truck.license_plate, {})).status).toBe(200);
      const events = await told();
      expect(events).toMatchObject([
        { equipmentEventTypeCode: 'GTIN', emptyIndicatorCode: 'EMPTY', documentReferences: [] },
        {
          equipmentEventTypeCode: 'GTOT',
          equipmentReference: number,
          emptyIndicatorCode: 'LADEN',
          documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: bill.number }],
        },
      ]);
      const calls = new Set(events.map(({ transportCall }) => transportCall.transportCallID));
      expect(calls.size).toBe(1);
    });

    it('what a vessel brought and took, with the number that the line gave the voyage', async () => {
      const vessel = await aVessel(client, { name: 'Petrel', imo: '9074729', country_code: 'PT' });
      const { number: ours, id } = await aVoyage(client, { vessel_name: 'Petrel' });
      const line = await aShippingLine(client);
      const manifest = await aManifest(client, {
        voyage_id: id,
        shipping_line: line.code,
        manifest: { client_identifier: 'M1', shipping_line_voyage_number: '048W' },
      });
      const bill = keyOf(await aBill(client, manifest));
      await aContainer(client, { number: 'WHAU1', shipping_line: line.code, bill_of_ladings: [bill] });
      await aContainer(client, { number: 'OTHR1', bill_of_ladings: [bill] });
      const tally = await aTally(client, { number: ours });
      await count(client, tally, { container_number: 'WHAU1' }, { container_number: 'OTHR1' });
      await aLoadList(client, { voyage: ours, items: [{ load_list_item_type: 'full', container: 'OTHR1' }] });
      const loading = await aTally(client, { number: ours }, 'loading');
      expect((await count(client, loading, { container_number: 'OTHR1' })).status).toBe(201);

      const call = {
        transportCallID: expect.stringMatching(V5),
        modeOfTransport: 'VESSEL',
        vessel: { vesselIMONumber: '9074729', vesselName: vessel.name, vesselFlag: 'PT' },
      };
      expect(
        (await told()).map(({ transportCall, ...event }) => [event.equipmentEventTypeCode, transportCall]),
      ).toEqual([
        ['DISC', { ...call, carrierVoyageNumber: '048W', importVoyageNumber: '048W' }],
        ['DISC', { ...call, carrierVoyageNumber: ours, importVoyageNumber: ours }],
        ['LOAD', { ...call, carrierVoyageNumber: ours, exportVoyageNumber: ours }],
      ]);
      expect(await codes({ carrierVoyageNumber: '048W' })).toEqual(['ACT DISC']);
      expect(await codes({ carrierVoyageNumber: ours })).toEqual(['ACT DISC', 'ACT LOAD']);
      expect(await codes({ carrierVoyageNumber: `${ours},048W` })).toEqual([
        'ACT DISC',
        'ACT DISC',
        'ACT LOAD',
      ]);
    });

    it('the times of a vessel at its berth as they are set and changed, and its departure', async () => {
      await aVessel(client, { name: 'Petrel', imo: '9074729' });
      const voyage = await aVoyage(client, { vessel_name: 'Petrel' });
      await change(voyage, { et_of_berth: '2026-11-20T06:00:00Z', captain: 'J. Postma' });
      await change(voyage, { captain: 'M. Postma' });
      await change(voyage, {
        et_of_berth: '2026-11-20T07:00:00Z',
        at_of_berth: '2026-11-20T07:10:00Z',
        et_of_departure: '2026-11-21T06:00:00Z',
      });
      await change(voyage, { et_of_departure: null });
      await change(voyage, { at_of_departure: '2026-11-21T06:30:00Z' });
      await change(voyage, { at_of_departure: '2026-11-21T06:40:00Z' });
      const events = await told();
      const short = (each: Body) =>
        `${each.transportEventTypeCode} ${each.eventClassifierCode} ${new Date(each.eventDateTime).toISOString().slice(0, 16)}`;
      expect(events.map(short)).toEqual([
        'ARRI EST 2026-11-20T06:00',
        'ARRI EST 2026-11-20T07:00',
        'ARRI ACT 2026-11-20T07:10',
        'DEPA EST 2026-11-21T06:00',
        'DEPA ACT 2026-11-21T06:30',
        'DEPA ACT 2026-11-21T06:40',
      ]);
      expect(events[0]).toEqual({
        eventID: expect.stringMatching(V5),
        eventType: 'TRANSPORT',
        eventCreatedDateTime: expect.any(String),
        eventDateTime: expect.any(String),
        eventClassifierCode: 'EST',
        transportEventTypeCode: 'ARRI',
        transportCall: {
          transportCallID: expect.stringMatching(V5),
          modeOfTransport: 'VESSEL',
          carrierVoyageNumber: voyage.number,
          importVoyageNumber: voyage.number,
          vessel: { vesselIMONumber: '9074729', vesselName: 'Petrel' },
        },
      });
      expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(6);
    });

    it('where it was, of the only terminal with a port where nothing else says it', async () => {
      await aPortTerminal(client);
      await gatedIn();
      const here = { UNLocationCode: 'NLVLI', facilityCode: 'NQ01', facilityCodeListProvider: 'SMDG' };
      expect(await told()).toMatchObject([{ eventLocation: here, transportCall: here }]);
      const { locode } = await aPort(client);
      await aTerminal(client, { port: locode });
      const [event] = await told();
      expect(event).not.toHaveProperty('eventLocation');
    });

    it('times local to the organization, with the offset', async () => {
      await client.as('admin').patch('/organization', { time_zone: 'Asia/Kolkata' });
      await gatedIn();
      expect((await told())[0]!.eventDateTime).toMatch(/\+05:30$/);
    });

    it('nothing of what moves within the terminal, is taken back, or is no container', async () => {
      const { number } = await aContainerInYard(client);
      const visit = await aVisitFor(client, [pickUp(number)]);
      await gateOut(client, visit.truck.license_plate, {});
      const [{ id }] = visit.interchanges;
      const path = `/truck_visits/${visit.id}/interchanges/${id}/reverse`;
      expect((await client.post(path, { reason: 'R' })).status).toBe(200);
      expect(await codes()).toEqual(['ACT GTOT']);
    });
  });

  describe('is narrowed', () => {
    it('by kind and code, several by comma', async () => {
      const number = await gatedIn();
      const visit = await aVisitFor(client, [pickUp(number)]);
      await gateOut(client, visit.truck.license_plate, {});
      await change(await aVoyage(client), { at_of_berth: '2026-11-20T07:10:00Z' });
      const all = ['ACT GTIN', 'ACT GTOT', 'ACT ARRI'];
      expect(await codes()).toEqual(all);
      for (const [query, found] of [
        [{ eventType: 'EQUIPMENT' }, all.slice(0, 2)],
        [{ eventType: 'TRANSPORT' }, all.slice(2)],
        [{ eventType: 'EQUIPMENT,TRANSPORT' }, all],
        [{ eventType: 'SHIPMENT' }, []],
        [{ equipmentEventTypeCode: 'GTOT' }, ['ACT GTOT']],
        [{ equipmentEventTypeCode: 'GTIN, GTOT,STRP' }, all.slice(0, 2)],
        [{ transportEventTypeCode: 'ARRI,DEPA' }, ['ACT ARRI']],
        [{ transportEventTypeCode: 'DEPA' }, []],
        [{ equipmentEventTypeCode: 'GTIN', transportEventTypeCode: 'ARRI' }, []],
        [{ eventType: '' }, all],
      ] as [Record<string, string>, string[]][])
        expect([query, await codes(query)]).toEqual([query, found]);
    });

    it('by container, booking, vessel and voyage', async () => {
      const booking = await aBooking(client, { number: 'WHA331057' });
      const one = await gatedIn({}, { booking: booking.number });
      const other = await gatedIn();
      await aVessel(client, { name: 'Petrel', imo: '9074729' });
      const voyage = await discharged(['A1', 'A2'], { vessel_name: 'Petrel' });
      await change(voyage, { at_of_berth: '2026-11-20T07:10:00Z' });
      await discharged(['A3']);
      const found = async (query: Record<string, string>) =>
        (await told(query)).map((each) => each.equipmentReference ?? each.transportEventTypeCode);
      expect(await found({})).toEqual([one, other, 'A1', 'A2', 'ARRI', 'A3']);
      for (const [query, events] of [
        [{ equipmentReference: one }, [one]],
        [{ equipmentReference: `A2,${one.toLowerCase()},A3,NOPE` }, [one, 'A2', 'A3']],
        [{ equipmentReference: 'NOPE' }, []],
        [{ carrierBookingReference: 'WHA331057' }, [one]],
        [{ carrierBookingReference: 'NOPE,WHA331057' }, [one]],
        [{ carrierBookingReference: String(booking.id) }, []],
        [{ vesselIMONumber: '9074729' }, ['A1', 'A2', 'ARRI']],
        [{ vesselIMONumber: '1234567' }, []],
        [{ carrierVoyageNumber: voyage.number }, ['A1', 'A2', 'ARRI']],
        [{ carrierVoyageNumber: 'NOPE' }, []],
        [{ carrierVoyageNumber: voyage.number, equipmentReference: 'A1,A3' }, ['A1']],
        [{ carrierVoyageNumber: voyage.number, vesselIMONumber: '1234567' }, []],
        [{ vesselIMONumber: '9074729', equipmentReference: 'A2,A3' }, ['A2']],
        [{ vesselIMONumber: '9074729', eventType: 'TRANSPORT' }, ['ARRI']],
        [{ equipmentReference: one, carrierBookingReference: 'WHA331057', eventType: 'EQUIPMENT' }, [one]],
        [{ equipmentReference: one, eventType: 'TRANSPORT' }, []],
      ] as [Record<string, string>, string[]][])
        expect([query, await found(query)]).toEqual([query, events]);
    });

    it('by when events were written, exactly, after, before and between', async () => {
      for (let n = 0; n < 5; n++) await gatedIn();
      await allPublished(client);
      // a day between each, so that the place in the feed has to be found
      await service.current.query(
        `UPDATE events SET recorded_at = '2026-11-01T12:00:00Z'::timestamptz + id * interval '1 hour' WHERE organization_id = $1`,
        [client.organization_id],
      );
      const all = await told();
      const times = all.map(({ eventCreatedDateTime }) => eventCreatedDateTime as string);
      const at = (n: number) => times[n]!;
      for (const [query, found] of [
        [{ eventCreatedDateTime: at(2) }, [2]],
        [{ 'eventCreatedDateTime:eq': at(2) }, [2]],
        [{ 'eventCreatedDateTime:gte': at(2) }, [2, 3, 4]],
        [{ 'eventCreatedDateTime:gt': at(2) }, [3, 4]],
        [{ 'eventCreatedDateTime:lte': at(2) }, [0, 1, 2]],
        [{ 'eventCreatedDateTime:lt': at(2) }, [0, 1]],
        [{ 'eventCreatedDateTime:gt': at(0), 'eventCreatedDateTime:lt': at(4) }, [1, 2, 3]],
        [{ 'eventCreatedDateTime:gt': at(4) }, []],
        [{ 'eventCreatedDateTime:lt': at(0) }, []],
        [{ 'eventCreatedDateTime:gte': '2099-01-01T00:00:00Z' }, []],
        [{ 'eventCreatedDateTime:gte': at(3), equipmentReference: all[1]!.equipmentReference }, []],
      ] as [Record<string, string>, number[]][])
        expect([query, (await told(query)).map((each) => times.indexOf(each.eventCreatedDateTime))]).toEqual([
          query,
          found,
        ]);
    });
  });

  describe('has pages', () => {
    it('of 100 and of a limit, with a cursor that misses nothing and repeats nothing', async () => {
      for (let n = 0; n < 3; n++) await gatedIn();
      await allPublished(client);
      const first = await get({ limit: '2', eventType: 'EQUIPMENT' });
      expect(first.body).toHaveLength(2);
      expect(first.headers['api-version']).toBe('2.2.0');
      expect(cursorOf(first, 'current-page')).toBe('0');
      const next = new URL(first.headers['next-page']!);
      expect(next.pathname).toBe('/api/v1/dcsa/v2/events');
      expect(next.searchParams.get('eventType')).toBe('EQUIPMENT');
      expect(next.searchParams.get('limit')).toBe('2');
      const follow = (answer: Answer) => client.get(answer.headers['next-page']!.replace(/^.*\/api\/v1/, ''));
      const second = await follow(first);
      expect(second.body).toHaveLength(1);
      expect(cursorOf(second, 'current-page')).toBe(cursorOf(first, 'next-page'));
      const end = await follow(second);
      expect(end.body).toEqual([]);
      expect(cursorOf(end, 'next-page')).toBe(cursorOf(second, 'next-page'));
      const number = await gatedIn();
      await allPublished(client);
      const later = await follow(end);
      expect(later.body).toMatchObject([{ equipmentReference: number }]);
      const repeated = await client.get(first.headers['current-page']!.replace(/^.*\/api\/v1/, ''));
      expect(repeated.body).toEqual(first.body);
      expect((await get({ limit: '501' })).status).toBe(200);
    });

    it('that end within what one event of the feed becomes', async () => {
      await change(await aVoyage(client), {
        et_of_berth: '2026-11-20T07:00:00Z',
        at_of_berth: '2026-11-20T07:10:00Z',
        et_of_departure: '2026-11-21T06:00:00Z',
      });
      const all = await told();
      const pages: Body[] = [];
      let cursor = '0';
      for (let n = 0; n < 4; n++) {
        const answer = await get({ limit: '1', cursor });
        pages.push(...(answer.body as Body[]));
        cursor = cursorOf(answer, 'next-page')!;
      }
      expect(all).toHaveLength(3);
      expect(pages).toEqual(all);
    });

    it('of what was looked at, when few events fit among many', async () => {
      const number = await gatedIn();
      await allPublished(client);
      // as many others as one request looks at, and more
      await service.current.query(
        `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, subject_id, subject_key, data, bytes)
         SELECT $1, f.last_id + n, 'container.gated_in', now(), now(), 1, 'NONE', '{}'::json, 1000
         FROM event_feeds f, generate_series(1, 2500) n WHERE f.organization_id = $1`,
        [client.organization_id],
      );
      await service.current.query(
        `UPDATE event_feeds SET last_id = last_id + 2500 WHERE organization_id = $1`,
        [client.organization_id],
      );
      const { number: booking } = await aBooking(client);
      const last = await gatedIn({}, { booking });
      const of = (equipmentReference: string) => [expect.objectContaining({ equipmentReference })];
      expect(await told({ equipmentReference: last })).toEqual(of(last));
      expect(await told({ equipmentReference: number })).toEqual(of(number));
      const [event] = await told({ carrierBookingReference: booking });
      expect([event]).toEqual(of(last));
      const written = { eventCreatedDateTime: event!.eventCreatedDateTime as string };
      const first = await get(written);
      expect([first.status, first.body]).toEqual([200, []]);
      const rest = await get({ ...written, cursor: cursorOf(first, 'next-page')! });
      expect(rest.body).toEqual([event]);
    });

    it('and tells when events behind the cursor were pruned', async () => {
      await gatedIn();
      await allPublished(client);
      await service.current.query(`UPDATE event_feeds SET pruned_id = 2 WHERE organization_id = $1`, [
        client.organization_id,
      ]);
      expect(await get({ cursor: '1' })).toMatchObject({
        status: 410,
        body: { code: 'pruned', oldest_id: 3 },
      });
      expect((await get({ cursor: '2' })).status).toBe(200);
      expect((await get()).status).toBe(200);
    });

    it('that are empty before the first event', async () => {
      const answer = await get();
      expect([answer.status, answer.body]).toEqual([200, []]);
      expect(cursorOf(answer, 'next-page')).toBe('0');
    });
  });

  it('refuses what is malformed, and parameters that it does not take', async () => {
    for (const [query, error] of [
      [{ eventType: 'BOAT' }, /Event type .*must be one of/],
      [{ equipmentEventTypeCode: 'GTIN,XXXX' }, /must be one of/],
      [{ eventCreatedDateTime: 'yesterday' }, /must be a time/],
      [{ 'eventCreatedDateTime:gte': '2026-13-01' }, /must be a date/],
      [{ limit: '0' }, /must be/],
      [{ cursor: 'abc' }, /must be one that/],
      [{ cursor: '1-9' }, /must be one that/],
      [{ equipmentReference: Array.from({ length: 21 }, (_, n) => `A${n}`).join() }, /must be 20 at most/],
      [{ sort: 'eventDateTime:DESC' }, /is unknown/],
      [{ transportDocumentReference: 'B1' }, /is unknown/],
      [{ 'eventCreatedDateTime:ne': '2026-11-20' }, /is unknown/],
    ] as [Record<string, string>, RegExp][]) {
      const answer = await get(query);
      expect([query, answer.status, answer.body.error]).toEqual([query, 400, expect.stringMatching(error)]);
    }
  });

  describe('shows an event', () => {
    it('by its eventID, the same each time', async () => {
      await gatedIn();
      await change(await aVoyage(client), {
        et_of_berth: '2026-11-20T07:00:00Z',
        at_of_berth: '2026-11-20T07:10:00Z',
      });
      const events = await told();
      expect(events).toHaveLength(3);
      for (const event of events) {
        const answer = await client.as('read').get(`${PATH}/${event.eventID}`);
        expect([answer.status, answer.body]).toEqual([200, event]);
        expect(answer.headers['api-version']).toBe('2.2.0');
      }
      expect(await told()).toEqual(events);
    });

    it('not by any other text, nor of another organization', async () => {
      await gatedIn();
      const [event] = await told();
      const other = await service.current.organization();
      for (const [asking, id] of [
        [client, 'nope'],
        [client, '3cecb101-7a1a-53a4-9d62-e88a131651e2'],
        [other, event!.eventID],
      ] as [Client, string][])
        expect(await asking.get(`${PATH}/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await other.get(PATH)).body).toEqual([]);
    });
  });

  it('shows a token that is bound to a partner what is of its lines', async () => {
    const { partner, line } = await aPartner(client);
    const bound = await boundTo(client, partner);
    const seen = async () => {
      await allPublished(client);
      const { body } = await bound.get(PATH);
      return (body as Body[]).map(
        (each) => each.equipmentReference ?? each.transportCall.carrierVoyageNumber,
      );
    };
    const aCall = async (shipping_line: string): Promise<Body> => {
      const voyage = await aVoyage(client);
      await aManifest(client, { voyage_id: voyage.id, shipping_line });
      await change(voyage, { at_of_berth: '2026-11-20T07:10:00Z' });
      return voyage;
    };
    const { code: stranger } = await aShippingLine(client);
    const own = await gatedIn({ shipping_line: line });
    const other = await gatedIn({ shipping_line: stranger });
    const call = await aCall(line);
    await aCall(stranger);
    expect(await seen()).toEqual([own, call.number]);
    const [, event] = await told();
    expect(event!.equipmentReference).toBe(other);
    expect((await bound.get(`${PATH}/${event!.eventID}`)).status).toBe(404);
    expect((await bound.get(`${PATH}?equipmentReference=${other}`)).body).toEqual([]);
    const flow = { partner: { name: partner.name, edi_id: partner.edi_id }, all_lines: true };
    await client.create('/edi_flows', { ...flow, name: 'In', direction: 'in', message: 'BAPLIE' });
    expect(await seen()).toEqual([own, call.number]);
    await aPortTerminal(client);
    await client.create('/edi_flows', { ...flow, name: 'Out', direction: 'out', message: 'CODECO' });
    expect(await seen()).toHaveLength(4);
  });

  it('has no subscriptions', async () => {
    for (const answer of [
      await client.as('read').get('/dcsa/v2/event-subscriptions'),
      await client.as('read').post('/dcsa/v2/event-subscriptions', { callbackUrl: 'https://line.example' }),
    ])
      expect(answer).toMatchObject({ status: 501, body: { code: 'no_subscriptions' } });
    expect(
      (await client.send('GET', '/dcsa/v2/event-subscriptions', undefined, { authorization: '' })).status,
    ).toBe(401);
  });
});
