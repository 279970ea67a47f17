import { anInvoice } from '../factories/billing';
import {
  aBill,
  aBreakbulk,
  aContainer,
  aDeliveryOrder,
  aLoadList,
  aManifest,
  aPackingListItem,
  aVehicle,
  keyOf,
} from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import { exportFiles, importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, inTurn, meanwhile, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/manifests';

describe('manifests', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const remove = (identifier: string) => client.delete(`${PATH}/${encodeURIComponent(identifier)}`);

  describe('creating', () => {
    it('answers every field, and dates of the voyage in the zone of the organization', async () => {
      client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
      await client.create('/agents', { name: 'Scheldemond' });
      await aShippingLine(client, {
        code: 'WHA',
        name: 'Westhaven',
        synonyms: ['WH'],
        carrier_type: 'ocean',
        agent: 'Scheldemond',
      });
      const voyage = await aVoyage(client, {
        number: 'WP2611',
        et_of_anchorage: '2026-11-15T00:00:00Z',
        et_of_berth: '2026-11-16T23:30:00Z',
        et_of_departure: '2026-11-23T18:00:00Z',
      });
      const answer = await client.as('write').post(`${PATH}.json`, {
        shipping_line: 'WHA',
        voyage_number: 'WP2611',
        voyage_id: String(voyage.id),
        manifest: {
          client_identifier: 'WHA.26/11 é',
          remarks: 'Own cargo',
          sailing_date: '2026-11-01',
          shipping_line_voyage_number: '2611N',
        },
      });
      expect(answer.status).toBe(201);
      const manifest = {
        client_identifier: 'WHA.26/11 é',
        voyage_number: 'WP2611',
        shipping_line_voyage_number: '2611N',
        sailing_date: '2026-11-01',
        arrival_date: '2026-11-17',
        departure_date: '2026-11-23',
        remarks: 'Own cargo',
        shipping_line: {
          code: 'WHA',
          name: 'Westhaven',
          synonyms: ['WH'],
          carrier_type: 'ocean',
          agent: { name: 'Scheldemond' },
        },
        voyage: { number: 'WP2611' },
      };
      expect(answer.body).toEqual({ manifest });
      expect(Object.keys(answer.body.manifest)).toEqual(Object.keys(manifest));
      await service.current.query(
        `UPDATE voyages SET actual_time_of_berth = '2026-11-18T12:00Z', actual_time_of_departure = '2026-11-24T23:30Z'
         WHERE id = $1`,
        [voyage.id],
      );
      expect((await client.get(PATH)).body.manifests).toEqual([
        { ...manifest, arrival_date: '2026-11-18', departure_date: '2026-11-25' },
      ]);
    });

    it('makes an identifier from line and voyage, with a running suffix when it is taken', async () => {
      const { code: shipping_line } = await aShippingLine(client, { code: 'TDK' });
      const { id: voyage_id } = await aVoyage(client, { number: 'TH2612' });
      const next = async () => (await aManifest(client, { shipping_line, voyage_id })).client_identifier;
      expect(await next()).toBe('TDK-TH2612');
      await aManifest(client, { manifest: { client_identifier: 'TDK-TH2612-3' } });
      expect([await next(), await next()]).toEqual(['TDK-TH2612-2', 'TDK-TH2612-4']);
      expect((await aManifest(client, { shipping_line, voyage_id, manifest: null })).client_identifier).toBe(
        'TDK-TH2612-5',
      );
      const all = await timesAtOnce(service.current, 12, next, 5);
      expect(all.sort()).toEqual(Array.from({ length: 12 }, (_, n) => `TDK-TH2612-${n + 6}`).sort());
      const other = await service.current.organization();
      const { code } = await aShippingLine(other, { code: 'TDK' });
      await aVoyage(other, { number: 'TH2612' });
      const theirs = await aManifest(other, { shipping_line: code, voyage_number: 'TH2612' });
      expect(theirs.client_identifier).toBe('TDK-TH2612');
    });

    it('keeps a generated identifier within the length of a name', async () => {
      const { code: shipping_line } = await aShippingLine(client, { code: 'L'.repeat(200) });
      const { id: voyage_id } = await aVoyage(client, { number: 'é'.repeat(255) });
      const first = (await aManifest(client, { shipping_line, voyage_id })).client_identifier;
      const second = (await aManifest(client, { shipping_line, voyage_id })).client_identifier;
      expect([first.length, second.length]).toEqual([255, 255]);
      expect(second).toBe(`${first.slice(0, 253)}-2`);
      expect((await remove(second)).status).toBe(200);
    });

    it('refuses a client identifier that is taken, in a race, too', async () => {
      const body = { manifest: { client_identifier: 'M-1' } };
      const [line, voyage] = [await aShippingLine(client), await aVoyage(client)];
      const post = () =>
        client.post(PATH, { shipping_line: line.code, voyage_number: voyage.number, ...body });
      const answers = await timesAtOnce(service.current, 4, post);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      expect((await post()).body).toEqual({
        error: 'Client identifier is already taken.',
        code: 'taken',
        errors: { 'manifest.client_identifier': ['Client identifier is already taken.'] },
      });
    });

    it.each([
      ['no shipping line', { shipping_line: undefined }, 400, 'shipping_line'],
      ['an unknown shipping line', { shipping_line: 'NO' }, 422, 'shipping_line'],
      ['no voyage', { voyage_id: null, voyage_number: '' }, 400, 'voyage_number'],
      ['an unknown voyage number', { voyage_number: 'NO' }, 422, 'voyage_number'],
      ['an unknown voyage id', { voyage_id: 999_999_999 }, 422, 'voyage_id'],
      ['a voyage id that is no number', { voyage_id: 'V100' }, 400, 'voyage_id'],
      ['a manifest without identifier', { manifest: {} }, 400, 'manifest.client_identifier'],
      ['a blank identifier', { manifest: { client_identifier: ' ' } }, 400, 'manifest.client_identifier'],
      ['a long one', { manifest: { client_identifier: 'x'.repeat(256) } }, 400, 'manifest.client_identifier'],
      ['a manifest that is a text', { manifest: 'M-1' }, 400, 'manifest'],
      [
        'a sailing date that is none',
        { manifest: { client_identifier: 'M', sailing_date: '2026-02-30' } },
        400,
        'manifest.sailing_date',
      ],
    ] as [string, object, number, string][])('refuses %s', async (_what, change, status, field) => {
      const { code: shipping_line } = await aShippingLine(client);
      const voyage = 'voyage_id' in change ? {} : { voyage_number: (await aVoyage(client)).number };
      const answer = await client.post(PATH, { shipping_line, ...voyage, ...change });
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });

    it('refuses a voyage id and a voyage number that disagree', async () => {
      const { code: shipping_line } = await aShippingLine(client);
      const [one, two] = [await aVoyage(client), await aVoyage(client)];
      const body = { shipping_line, voyage_id: one.id, voyage_number: two.number };
      expect((await client.post(PATH, body)).status).toBe(400);
      expect((await client.post(PATH, { ...body, voyage_number: one.number })).status).toBe(201);
    });
  });

  it('lists by voyage, with links called next_page and previous_page', async () => {
    const voyage = await aVoyage(client, { number: 'V 1/2' });
    for (const _ of [1, 2, 3]) await aManifest(client, { voyage_id: voyage.id });
    const other = await aManifest(client);
    const list = async (query: string) => (await client.get(`${PATH}.json?${query}`)).body;
    const identifiers = (body: { manifests: { client_identifier: string }[] }) =>
      body.manifests.map(({ client_identifier }) => client_identifier);
    const all = identifiers(await list(''));
    expect(all).toHaveLength(4);
    expect(all[3]).toBe(other.client_identifier);
    const page = await list('voyage_number=V%201/2&page=2&per=1');
    expect(identifiers(page)).toEqual([all[1]]);
    expect(Object.keys(page.actions).sort()).toEqual(['index', 'last', 'next_page', 'previous_page']);
    expect(page.actions.next_page).toEqual({
      method: 'GET',
      url: expect.stringMatching(
        /^http:\/\/localhost:80\/api\/v1\/manifests\.json\?after=\d+&voyage_number=V\+1%2F2&page=3&per=1$/,
      ),
    });
    expect(Object.keys((await list('per=4')).actions)).toEqual(['index', 'last']);
    expect((await client.get(`${PATH}?voyage_number=NO`)).status).toBe(422);
    expect((await client.get(`${PATH}?voyage_number=v%201/2`)).status).toBe(422);
    expect((await client.get(`${PATH}?page=&per=`)).status).toBe(200);
    expect((await client.get(`${PATH}?per=0`)).status).toBe(400);
  });

  describe('deleting', () => {
    it('takes its bills, packing lists and holds along, but neither cargo nor orders', async () => {
      const manifest = await aManifest(client, { manifest: { client_identifier: 'a b/c.d' } });
      const bill = await aBill(client, manifest);
      const bill_of_lading = keyOf(bill);
      const container = await aContainer(client, { bill_of_ladings: [bill_of_lading] });
      const breakbulk = await aBreakbulk(client, { bill_of_lading });
      const order = await aDeliveryOrder(client, { bill_of_lading });
      const item = await aPackingListItem(client, { bill_of_lading });
      const answer = await client.as('write').delete(`${PATH}/a%20b%2Fc.d.json`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: 'Manifest was successfully deleted.' });
      expect((await client.get(`/containers/${container.id}`)).body.container.bill_of_ladings).toEqual([]);
      expect((await client.get(`/breakbulks/${breakbulk.id}`)).body.breakbulk.bill_of_lading).toBeNull();
      expect(
        (await client.get(`/delivery_orders/${order.id}`)).body.delivery_order.bill_of_lading,
      ).toBeNull();
      expect((await client.get(`/packing_list_items/${item.id}`)).status).toBe(404);
      expect((await remove('a b/c.d')).status).toBe(404);
    });

    const refused = async (what: string, make: (bill: object) => Promise<unknown>) => {
      const manifest = await aManifest(client);
      const bill = await aBill(client, manifest);
      await make(keyOf(bill));
      const answer = await remove(manifest.client_identifier);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        error: `Manifest cannot be deleted: ${what}.`,
        code: 'in_use',
        records: [{ type: 'manifest', key: manifest.client_identifier }],
      });
      const { body } = await client.get(`${PATH}/${manifest.client_identifier}/bill_of_ladings`);
      expect(body.bill_of_ladings).toEqual([bill]);
    };
    const inside = { current_location_type: 'Terminal', current_location: 'North' };

    it('is refused when a container of it is inside the terminal, or has been', async () => {
      await client.create('/terminals', { name: 'North' });
      await refused('container WHAU0000001 has been at the terminal', (bill) =>
        aContainer(client, { number: 'WHAU0000001', bill_of_ladings: [bill], ...inside }),
      );
      await refused('container WHAU0000002 has been at the terminal', async (bill) => {
        await aContainer(client, { number: 'WHAU0000002', bill_of_ladings: [bill], ...inside });
        await client.patch('/containers/WHAU0000002', { current_location_type: 'Other' });
      });
    });

    it('is refused when breakbulk of it is inside, in a container, too', async () => {
      await client.create('/terminals', { name: 'North' });
      await refused('breakbulk BB-A has been at the terminal', (bill_of_lading) =>
        aBreakbulk(client, { reference_number: 'BB-A', bill_of_lading, ...inside }),
      );
      await aContainer(client, { number: 'WHAU0000003', ...inside });
      await refused('breakbulk BB-B has been at the terminal', (bill_of_lading) =>
        aBreakbulk(client, {
          reference_number: 'BB-B',
          bill_of_lading,
          current_location_type: 'Container',
          current_location: 'WHAU0000003',
        }),
      );
    });

    it.each([
      { has_been_stripped: true },
      { has_been_delivered: true },
      { stripped_quantity: 1 },
      { container: 'WHAU0000004' },
    ])('is refused when its packing list says %p', async (state) => {
      await client.create('/terminals', { name: 'North' });
      await aContainer(client, { number: 'WHAU0000004', ...inside });
      await refused('packing list item PL-A has been at the terminal', (bill_of_lading) =>
        aPackingListItem(client, { reference_number: 'PL-A', bill_of_lading, ...state }),
      );
    });

    it('is not refused for cargo that is elsewhere, nor for that of another manifest', async () => {
      await client.create('/terminals', { name: 'North' });
      const voyage = await aVoyage(client);
      const [manifest, other] = [await aManifest(client), await aManifest(client)];
      const aboard = { current_location_type: 'Voyage', current_location: voyage.number };
      await aContainer(client, { bill_of_ladings: [keyOf(await aBill(client, manifest))], ...aboard });
      await aContainer(client, { bill_of_ladings: [keyOf(await aBill(client, other))], ...inside });
      expect((await remove(manifest.client_identifier)).status).toBe(200);
    });

    it('is refused when a vehicle of it is inside, or was stripped', async () => {
      await client.create('/terminals', { name: 'North' });
      const { number } = await aContainer(client);
      const vehicle = (bill: unknown, vin_number: string, fields: object = {}) =>
        aVehicle(client, { vin_number, bill_of_ladings: [bill], ...fields });
      await refused('vehicle VIN1 has been at the terminal', (bill) => vehicle(bill, 'VIN1', inside));
      await refused('vehicle VIN2 has been at the terminal', (bill) =>
        vehicle(bill, 'VIN2', { stripped_from_container: number }),
      );
      const manifest = await aManifest(client);
      await vehicle(keyOf(await aBill(client, manifest)), 'VIN3');
      expect((await remove(manifest.client_identifier)).status).toBe(200);
    });

    describe('is refused for breakbulk and vehicles that were here', () => {
      const CARGO = {
        breakbulk: (bill: object, place: object) =>
          aBreakbulk(client, { reference_number: 'X', bill_of_lading: bill, ...place }),
        vehicle: (bill: object, place: object) =>
          aVehicle(client, { vin_number: 'X', bill_of_ladings: [bill], ...place }),
      };
      const KINDS = Object.keys(CARGO) as (keyof typeof CARGO)[];
      const change = async (path: string, body: object) =>
        expect((await client.patch(path, body)).status).toBe(200);
      const away = { current_location_type: 'Other' };

      it.each(KINDS)('%s, and left', async (kind) => {
        await refused(`${kind} X has been at the terminal`, async (bill) => {
          const { id } = await CARGO[kind](bill, { current_location_type: 'Voyage' });
          await change(`/${kind}s/${id}`, { current_location_type: 'Terminal' });
          await change(`/${kind}s/${id}`, away);
        });
      });

      it.each(KINDS)('%s, in a container out of which it was taken elsewhere', async (kind) => {
        await refused(`${kind} X has been at the terminal`, async (bill) => {
          const box = await aContainer(client);
          const place = { current_location_type: 'Container', current_location: box.number };
          const { id } = await CARGO[kind](bill, place);
          for (const current_location_type of ['Terminal', 'Other'])
            await change(`/containers/${box.id}`, { current_location_type });
          await change(`/${kind}s/${id}`, away);
        });
      });

      it.each(KINDS)('%s, not one that only was in a container that was not', async (kind) => {
        const manifest = await aManifest(client);
        const bill = keyOf(await aBill(client, manifest));
        const { number } = await aContainer(client, { current_location_type: 'Voyage' });
        const place = { current_location_type: 'Container', current_location: number };
        const { id } = await CARGO[kind](bill, place);
        await change(`/${kind}s/${id}`, away);
        // no request says that it was here
        await client.patch(`/${kind}s/${id}`, { has_been_here: true });
        const path = `${PATH}/${manifest.client_identifier}`;
        expect((await client.delete(path)).status).toBe(200);
      });

      it.each(KINDS)('%s, as an export tells an import', async (kind) => {
        const bill = keyOf(await aBill(client));
        const { id } = await CARGO[kind](bill, { current_location_type: 'Terminal' });
        await change(`/${kind}s/${id}`, away);
        const exported = await exportFiles(client);
        expect(exported[`${kind}s.ndjson`]).toContain('"has_been_here":true');
        const copy = await service.current.organization();
        expect((await importFiles(copy, exported)).bad).toEqual([]);
        expect(await exportFiles(copy)).toEqual(exported);
        const { body } = await copy.delete(`${PATH}/${encodeURIComponent(bill.manifest)}`);
        expect(body.error).toBe(`Manifest cannot be deleted: ${kind} X has been at the terminal.`);
      });
    });

    it('is refused when an invoice names one of its bills', async () => {
      const manifest = await aManifest(client);
      const bill = await aBill(client, manifest, { number: 'B1' });
      await anInvoice(client, { number: 'I-1', bill_of_lading_id: bill.id });
      const answer = await remove(manifest.client_identifier);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toBe('Manifest cannot be deleted: invoice I-1 names its bill of lading B1.');
    });

    it('is refused for a container that was here for it, and allowed for one that was here for another', async () => {
      await client.create('/terminals', { name: 'North' });
      const [first, second] = [await aManifest(client), await aManifest(client)];
      const bill_of_ladings = [keyOf(await aBill(client, first))];
      const { number } = await aContainer(client, { bill_of_ladings, ...inside });
      await client.patch(`/containers/${number}`, { current_location_type: 'Other' });
      const again = await client.patch(`/containers/${number}`, {
        bill_of_ladings: [keyOf(await aBill(client, second))],
      });
      expect(again.status).toBe(200);
      expect((await remove(second.client_identifier)).status).toBe(200);
      expect((await remove(first.client_identifier)).body.error).toBe(
        `Manifest cannot be deleted: container ${number} has been at the terminal.`,
      );
    });

    it('is refused when a discharge tally has a move of its cargo', async () => {
      const [one, two] = [await aVoyage(client), await aVoyage(client)];
      const manifest = await aManifest(client, { voyage_id: one.id });
      const another = await aManifest(client, { voyage_id: one.id });
      const bill_of_ladings = [keyOf(await aBill(client, manifest))];
      const { number } = await aContainer(client, { bill_of_ladings });
      await client.create(`/voyages/${one.number}/tallies`, {});
      // a move that leaves the container where it is
      const shift = { tally_type: 'discharge', crane: 'A', kind: 'shift', container: number };
      await client.create('/tally_moves', { voyage: one.number, ...shift });
      const answer = await remove(manifest.client_identifier);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toBe(
        `Manifest cannot be deleted: container ${number} is in the discharge tally of its voyage.`,
      );
      expect((await remove(another.client_identifier)).status).toBe(200);
      const other = await aManifest(client, { voyage_id: two.id });
      await aLoadList(client, { voyage_id: two.id });
      await client.create(`/voyages/${two.number}/tallies`, { tally: { tally_type: 'loading' } });
      expect((await remove(other.client_identifier)).status).toBe(200);
    });

    it('goes before or after a discharge tally that is created meanwhile', async () => {
      const race = async () => {
        const voyage = await aVoyage(client);
        const { client_identifier } = await aManifest(client, { voyage_id: voyage.id });
        return [
          () => remove(client_identifier),
          () => client.post(`/voyages/${voyage.number}/tallies`),
        ] as const;
      };
      const [remove1, tally1] = await race();
      const before = await inTurn(service.current, [remove1, tally1]);
      expect(before.map(({ status }) => status)).toEqual([200, 422]);
      const [remove2, tally2] = await race();
      const after = await inTurn(service.current, [tally2, remove2]);
      expect(after.map(({ status }) => status)).toEqual([201, 200]);
    });

    it('leaves no cargo behind that is put on one of its bills meanwhile', async () => {
      await client.create('/terminals', { name: 'North' });
      for (let round = 0; round < 5; round++) {
        const manifest = await aManifest(client);
        const bill = keyOf(await aBill(client, manifest));
        const number = `WHAU200000${round}`;
        const [removed, created] = await atOnce(service.current, [
          () => remove(manifest.client_identifier),
          () => client.post('/containers', { number, bill_of_ladings: [bill], ...inside }),
        ]);
        expect([removed.status, created.status].sort()).toEqual(
          removed.status === 200 ? [200, 422] : [201, 422],
        );
      }
    });

    it('stays when cargo that is here was put on one of its bills meanwhile', async () => {
      await client.create('/terminals', { name: 'North' });
      const bill = await aBill(client);
      const { id, number } = await aContainer(client, inside);
      const { status, body } = await meanwhile(
        service.current,
        `INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id)
         SELECT organization_id, stay_id, $3 FROM containers WHERE organization_id = $1 AND id = $2`,
        [client.organization_id, id, bill.id],
        () => remove(bill.manifest.client_identifier),
      );
      expect([status, body.error]).toEqual([
        422,
        `Manifest cannot be deleted: container ${number} has been at the terminal.`,
      ]);
    });
  });

  it('needs the role write to change anything', async () => {
    const { client_identifier } = await aManifest(client);
    const reader = client.as('read');
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.post(PATH, {})).status).toBe(403);
    expect((await reader.delete(`${PATH}/${client_identifier}`)).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const line = await aShippingLine(client);
    const voyage = await aVoyage(client);
    const identity = { manifest: { client_identifier: 'SAME' } };
    await aManifest(client, { shipping_line: line.code, voyage_id: voyage.id, ...identity });
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.manifests).toEqual([]);
    expect((await other.delete(`${PATH}/SAME`)).status).toBe(404);
    expect((await other.get(`${PATH}?voyage_number=${voyage.number}`)).status).toBe(422);
    const theirs = { shipping_line: (await aShippingLine(other)).code };
    expect((await other.post(PATH, { ...theirs, voyage_id: voyage.id })).status).toBe(422);
    expect((await other.post(PATH, { ...theirs, voyage_number: voyage.number })).status).toBe(422);
    await aManifest(other, identity);
  });
});
