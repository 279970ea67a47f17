import { aBill, aManifest, holdsOf, keyOf } from '../factories/cargo';
import { aContainerInYard, aPreAdvice, aVisit, pickUp } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aConsignee, aShippingLine, aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('holds that parties see', () => {
  const service = useService();
  let client: Client;
  let of: Client;
  let line: any;
  let bill: any;
  let number: string;
  beforeEach(async () => {
    client = await service.current.organization();
    line = await aShippingLine(client);
    const consignee = await aConsignee(client);
    const manifest = await aManifest(client, { shipping_line: line.code });
    bill = await aBill(client, manifest as { client_identifier: string }, {}, { consignee: consignee.name });
    ({ number } = (await aContainerInYard(client, {
      shipping_line: line.code,
      consignee: consignee.name,
      bill_of_ladings: [keyOf(bill)],
    })) as { number: string });
    of = await limitedTo(client, { type: 'consignee', key: consignee.name });
  });

  const apply = async (path: string, body: object = {}) => {
    const type = await aHoldType(client, { name: 'Secret police', ...body });
    const { status } = await client.put(
      `${path}/${type.id}${path.startsWith('/containers') ? '/apply' : ''}`,
      {
        hold: { reference_number: 'Secret reference', notes: 'Secret note' },
      },
    );
    expect(status).toBe(200);
    return type;
  };

  it('say of a container that it is held, and by what only if the type is open', async () => {
    const type = await apply(`/containers/${number}/holds`);
    const holds = async () => (await of.get(`/containers/${number}/holds`)).body;
    expect((await holds()).holds).toMatchObject([
      {
        hold_type: 'On hold',
        hold_type_id: null,
        reference_number: null,
        notes: null,
        applied_by: null,
        actions: null,
      },
    ]);
    expect(JSON.stringify(await holds())).not.toContain('Secret');
    expect((await of.get('/hold_types')).body.hold_types).toEqual([]);
    await client.patch(`/hold_types/${type.id}`, { open_to_parties: true });
    expect((await holds()).holds).toMatchObject([
      { hold_type: 'Secret police', hold_type_id: null, notes: null },
    ]);
    expect((await of.get('/hold_types')).body.hold_types).toMatchObject([{ name: 'Secret police' }]);
    expect((await of.get(`/hold_types/${type.id}`)).status).toBe(200);
  });

  it('say likewise of a bill, which holds its containers', async () => {
    await apply(holdsOf(bill), { applies_to: 'bill_of_lading' });
    await aHoldType(client, { applies_to: 'bill_of_lading', name: 'Another secret' });
    const { bill_of_lading } = (await of.get(holdsOf(bill))).body;
    expect(bill_of_lading).toMatchObject({
      unlifted_holds: [{ id: null, name: 'On hold', reference_number: null, actions: null }],
      applicable_holds: [],
    });
    const { bill_of_lading_holds } = (await of.get(`/containers/${number}/holds`)).body;
    expect(bill_of_lading_holds).toMatchObject([
      { hold_type: 'On hold', bill_of_lading: { number: bill.number } },
    ]);
    expect(JSON.stringify([bill_of_lading, bill_of_lading_holds])).not.toContain('ecret');
  });

  it('are those of others as those of what never was', async () => {
    const stranger = await limitedTo(client, { type: 'consignee', key: (await aConsignee(client)).name });
    for (const [path, name] of [
      [`/containers/${number}/holds`, number],
      [holdsOf(bill), bill.manifest.client_identifier],
    ] as const) {
      const [theirs, never] = [await stranger.get(path), await stranger.get(path.replace(name, 'NONE'))];
      expect([theirs.status, theirs.body]).toEqual([
        404,
        JSON.parse(JSON.stringify(never.body).replaceAll('NONE', name)),
      ]);
    }
  });

  it('keep a truck of theirs inside without saying why', async () => {
    const company = await aTruckingCompany(client);
    const { license_plate: truck } = await aTruck(client, { trucking_company: company.code });
    const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(number)] });
    const { id } = await aVisit(client, { pre_advice_number: advice_number });
    await apply(`/containers/${number}/holds`);
    const haulier = await limitedTo(client, { type: 'trucking_company', key: company.code });
    const { body } = await haulier.get(`/truck_visits/${id}/obstacles`);
    expect(body).toMatchObject({
      may_leave: false,
      reasons: [
        {
          code: 'held',
          sentence: `Container ${number} is held.`,
          source: null,
          action: null,
          actions: { lift: null },
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('Secret');
    const stranger = await limitedTo(client, {
      type: 'trucking_company',
      key: (await aTruckingCompany(client)).code,
    });
    const [theirs, never] = [
      await stranger.get(`/truck_visits/${id}/obstacles`),
      await stranger.get('/truck_visits/999999/obstacles'),
    ];
    expect([theirs.status, theirs.body]).toEqual([
      404,
      JSON.parse(JSON.stringify(never.body).replaceAll('999999', String(id))),
    ]);
    // a haulier does not own the stay
    expect((await haulier.get(`/containers/${number}/holds`)).status).toBe(404);
  });
});
