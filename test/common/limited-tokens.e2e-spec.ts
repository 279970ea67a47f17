import { hash } from 'node:crypto';
import { within } from '../factories/services';
import {
  aConsignee,
  aFreightForwarder,
  anAgent,
  aShippingLine,
  aTruckingCompany,
} from '../factories/parties';
import { TokensService } from '../../src/common/auth/tokens.service';
import type { PartyInput } from '../../src/common/party-wall/party-reference';
import { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { controllersOf, firstOfEach, metadataOf, securedOperations } from '../setup/operations';
import { Service, useService } from '../setup/service';
import { StreamReader } from '../setup/stream';

/** What is open to tokens that are limited to parties: lists, with their records one by one, and `GET /me`. */
const OPEN = [
  'trucking_companies',
  'consignees',
  'freight_forwarders',
  'shipping_lines',
  'agents',
  'trucks',
  'truck_drivers',
  'ports',
  'terminals',
  'gates',
  'container_types',
  'package_types',
  'commodity_types',
  'pre_advices',
  'appointments',
  'truck_visits',
  'containers',
  'container_stays',
  'invoices',
  'payments',
  'charges',
  'service_orders',
  'manifests',
  'packing_list_items',
  'bookings',
  'dock_receipts',
  'delivery_orders',
  'load_lists',
  'vehicles',
  'breakbulks',
  'chassis',
  'gensets',
  'voyages',
  'vessels',
  'hold_types',
  'damage_types',
  'damage_components',
  'inspections',
  'events',
].flatMap((list) => [`GET /${list}`, `GET /${list}/{}`]);
OPEN.push(
  'GET /me',
  'GET /files/{}',
  'GET /bill_of_ladings',
  'GET /movements',
  'GET /appointment_slots',
  'GET /gate_refusals',
  'GET /party_directory',
  'GET /damages',
  'GET /receipts',
  'GET /container_releases',
  'GET /container_releases/{}',
  'GET /nominations',
  'GET /nominations/{}',
);
/** Lists of a record that is not there. */
const WITHIN = [
  'GET /truck_visits/{}/interchanges',
  'GET /truck_visits/{}/interchanges/{}',
  'GET /truck_visits/{}/interchanges/{}/receipt',
  'GET /truck_visits/{}/interchanges/{}/receipt.pdf',
  'GET /truck_visits/{}/interchanges/{}/receipts',
  'GET /truck_visits/{}/pass.pdf',
  'GET /manifests/{}/bill_of_ladings',
  'GET /manifests/{}/bill_of_ladings/{}',
  'GET /voyages/{}/bill_of_ladings',
  'GET /voyages/{}/bill_of_ladings/{}',
  'GET /containers/{}/stays',
  'GET /load_lists/{}/load_list_items',
  'GET /containers/{}/damages',
  'GET /containers/{}/damages/{}',
  'GET /containers/{}/inspections',
  'GET /containers/{}/readings',
  'GET /containers/{}/readings.svg',
  'GET /truck_visits/{}/interchanges/{}/inspection',
  'GET /containers/{}/holds',
  'GET /manifests/{}/bill_of_ladings/{}/holds',
  'GET /truck_visits/{}/obstacles',
  'GET /invoices/{}/charges',
  'GET /customers/{}/{}/statement',
  'GET /customers/{}/{}/statement.pdf',
];

/** What hauliers and customers write and everybody asks, with the status of a request that says nothing. */
const FURTHER: Record<string, number> = {
  'GET /availability': 422,
  'GET /containers/{}/availability': 404,
  'GET /bookings/{}/receiving': 404,
  'GET /bookings/{}/releases': 404,
  'GET /bookings/{}/releases/{}': 404,
  'GET /reports/dwell': 200,
  'GET /reports/dwell.svg': 200,
  'GET /reports/line_cost': 422,
  'GET /reports/line_cost.svg': 422,
  'GET /invoices/{}/pdf': 404,
  'GET /payments/{}/pdf': 404,
  'GET /invoices/{}/ubl': 404,
  'GET /invoices/{}/csv': 404,
  'GET /containers/{}/charge_preview': 404,
  'PUT /containers/{}/vgm': 422,
  'DELETE /containers/{}/vgm': 422,
  'POST /charge_previews': 422,
  'POST /events/stream_tickets': 201,
  'POST /files/{}/link': 404,
  'POST /pre_advices': 422,
  'PATCH /pre_advices/{}': 404,
  'DELETE /pre_advices/{}': 404,
  'POST /appointments': 400,
  'PATCH /appointments/{}': 404,
  'POST /appointments/{}/cancel': 422,
  'POST /trucks': 400,
  'PATCH /trucks/{}': 400,
  'POST /truck_drivers': 400,
  'PATCH /truck_drivers/{}': 404,
  'POST /service_orders': 400,
  'POST /service_orders/{}/cancel': 422,
  'POST /nominations': 422,
  'POST /nominations/{}/revoke': 422,
};

/** What does not end: test/parties/events opens it. */
const ENDLESS = ['GET /events/stream'];

/** What ends the token that asks. */
const ENDS = 'POST /me/revoke';

/** The settings of an organization that a limited token does not see. */
const HIDDEN = {
  release_needs_payment: null,
  appointment_share_percent: null,
  off_slot: null,
  other_terminal: null,
  check_digit_required: null,
  personal_data: null,
  vgm_tolerance: null,
  dangerous_goods_check: null,
  direct_delivery_classes: null,
  tills_required: null,
  damage_hold_type: null,
  inspection_required: null,
  audit_entries_kept_months: null,
  events_kept_months: null,
  webhook_deliveries_kept_months: null,
  gate_refusals_kept_months: null,
  reefer_readings_kept_months: null,
  reefer_tolerance_degrees: null,
  reefer_tolerance_minutes: null,
  reefer_unread_hours: null,
  reefer_unplugged_minutes: null,
  mails_per_minute: null,
};

describe('a token that is limited to parties', () => {
  const service = useService();
  let client: Client;
  let haulier: PartyInput;
  beforeEach(async () => {
    client = await service.current.organization();
    const { code } = await aTruckingCompany(client, { name: 'Estuary Haulage' });
    haulier = { type: 'trucking_company', key: code };
  });

  /** A client with a new token of a user. */
  async function tokenOf(
    parties: PartyInput[] | undefined,
    { user_id = client.user_id, role = 'write' }: { user_id?: number; role?: 'write' | 'admin' } = {},
  ): Promise<Client> {
    const { token } = await within(client, TokensService, (of) => of.create(user_id, { role, parties }));
    return new Client(
      service.current,
      client.organization_id,
      user_id,
      { read: token, write: token, admin: token },
      'write',
      true,
    );
  }
  const aUser = async (body: object = {}) =>
    (await client.create('/users', { email: `u${Math.random()}@port.example`, ...body })).user;
  const me = async (of: Client) => (await of.get('/me')).body;
  const keys = async (of: Client) => (await me(of)).parties.map(({ key }: PartyInput) => key);

  it('may call nothing but what is open to parties', async () => {
    const consignee: PartyInput = { type: 'consignee', key: (await aConsignee(client)).name };
    const limited = await tokenOf([haulier, consignee]);
    const rows = securedOperations(service.current.app);
    expect(rows.length).toBeGreaterThan(200);
    const open = [...OPEN, ...WITHIN, ...Object.keys(FURTHER)];
    // by this the guard decides; it refuses one operation of each shape over HTTP
    const metadata = metadataOf(controllersOf(service.current.app));
    expect(rows.filter((row) => metadata.get(row)!.parties).sort()).toEqual(
      [...open, ...ENDLESS, ENDS].sort(),
    );
    const closed = firstOfEach(
      rows.filter((row) => !open.includes(row)),
      (row) => `${row.split(' ')[0]} ${row.split('{}').length}`,
    );
    for (const row of [...open, ...closed, 'POST /imports', 'POST /files']) {
      if (ENDLESS.includes(row) || row === ENDS) continue;
      const [method, path] = row.split(' ') as ['GET', string];
      // a body of bytes is looked at before the token is
      const bytes = /^POST \/(edi_interchanges|imports|files)$/.test(row) ? Buffer.from('UNB') : undefined;
      const { status, body } = await limited.send(method, path.replaceAll('{}', '999999'), bytes);
      if (row in FURTHER) expect([row, status]).toEqual([row, FURTHER[row]]);
      else if ([...OPEN, ...WITHIN].includes(row))
        expect([row, status]).toEqual([row, row.includes('{}') ? 404 : 200]);
      else
        expect([row, status, body]).toEqual([
          row,
          403,
          {
            error: 'This is not open to tokens that are limited to parties.',
            code: 'not_for_parties',
          },
        ]);
    }
  }, 60_000);

  it('may revoke itself', async () => {
    const limited = await tokenOf([haulier]);
    const { status, body } = await limited.post('/me/revoke');
    expect([status, body.token.state]).toEqual([200, 'revoked']);
    expect((await limited.get('/me')).status).toBe(401);
    expect((await client.get('/me')).status).toBe(200);
  });

  it('is shown by /me of its parties of all kinds, and of the settings that concern them', async () => {
    const parties: PartyInput[] = [
      haulier,
      { type: 'consignee', key: (await aConsignee(client)).name },
      { type: 'freight_forwarder', key: (await aFreightForwarder(client)).name },
      { type: 'shipping_line', key: (await aShippingLine(client)).code },
      { type: 'agent', key: (await anAgent(client)).name },
    ];
    const found = await me(await tokenOf(parties));
    expect(found).toMatchObject({ limited: true, role: 'write', organization: HIDDEN });
    expect(found.organization).toEqual({
      ...HIDDEN,
      id: client.organization_id,
      name: expect.any(String),
      time_zone: expect.any(String),
      weight_unit: 'kg',
      dimension_unit: 'm',
      language: null,
      pre_advice_truck_required: true,
      validates_bills: false,
      appointments_required: false,
      appointment_early_minutes: 30,
      appointment_late_minutes: 30,
      release_needs_nomination: false,
      party_pick_up: 'nominated',
      allows_substitute_types: false,
      vgm_required: 'never',
    });
    expect(found.parties.map(({ type, key }: PartyInput) => ({ type, key }))).toEqual(parties);
    expect(found.parties[0]).toEqual({
      ...haulier,
      id: expect.any(Number),
      name: 'Estuary Haulage',
    });
    const unlimited = await me(client);
    expect(unlimited).toMatchObject({ limited: false, parties: [] });
    expect(unlimited.organization).not.toMatchObject({ off_slot: null });
  });

  it('sees nothing without parties: none is never all', async () => {
    const limited = await tokenOf([]);
    expect(await me(limited)).toMatchObject({ limited: true, parties: [] });
    expect((await limited.get('/containers')).body.containers).toEqual([]);
    const { id } = await aTruckingCompany(client);
    const { code } = (await client.get(`/trucking_companies/${id}`)).body.trucking_company;
    const left = await tokenOf([{ type: 'trucking_company', key: code }]);
    expect((await client.delete(`/trucking_companies/${id}`)).status).toBe(200);
    expect(await me(left)).toMatchObject({ limited: true, parties: [] });
    expect((await left.get('/containers')).body.containers).toEqual([]);
  });

  it('keeps the party of a consignee that was deleted', async () => {
    const { id, name } = await aConsignee(client);
    const limited = await tokenOf([{ type: 'consignee', key: name }]);
    expect((await client.delete(`/consignees/${id}`)).status).toBe(200);
    expect(await keys(limited)).toEqual([name]);
  });

  it('is refused the role admin', async () => {
    await expect(tokenOf([haulier], { role: 'admin' })).rejects.toMatchObject({
      code: 'party_admin',
      message: 'A token that is limited to parties has the role read or write.',
    });
  });

  it('has at most 20 parties, which are known', async () => {
    const many = await Promise.all(
      Array.from({ length: 21 }, async () => ({
        type: 'trucking_company' as const,
        key: (await aTruckingCompany(client)).code as string,
      })),
    );
    await expect(tokenOf(many)).rejects.toMatchObject({ code: 'too_many' });
    expect(await keys(await tokenOf(many.slice(1)))).toHaveLength(20);
    await expect(tokenOf([{ type: 'agent', key: haulier.key }])).rejects.toMatchObject({
      code: 'unknown_reference',
      message: `Party 'agent:${haulier.key}' is unknown.`,
    });
  });

  it('does not know parties of other organizations', async () => {
    const other = await service.current.organization();
    const { code } = await aTruckingCompany(other, { code: 'OTHERS' });
    await expect(tokenOf([{ type: 'trucking_company', key: code }])).rejects.toMatchObject({
      code: 'unknown_reference',
    });
  });

  describe('of a user', () => {
    it('that is limited is limited as well, and narrows the parties', async () => {
      const another = { type: 'trucking_company', key: (await aTruckingCompany(client)).code } as const;
      const user = await aUser({ parties: [haulier, another] });
      expect(user).toMatchObject({ limited: true, parties: [haulier, another] });
      const user_id = user.id as number;
      expect(await keys(await tokenOf(undefined, { user_id }))).toEqual([haulier.key, another.key]);
      const narrowed = await tokenOf([another], { user_id });
      expect(await keys(narrowed)).toEqual([another.key]);
      const foreign = { type: 'agent', key: (await anAgent(client)).name } as const;
      await expect(tokenOf([foreign], { user_id })).rejects.toMatchObject({
        code: 'party_not_of_user',
        message: `${foreign.key} is not among the parties of this user.`,
      });
      await client.patch(`/users/${user.id}`, { parties: [haulier] });
      expect(await me(narrowed)).toMatchObject({ limited: true, parties: [] });
    });

    it('is an admin no longer once the user is limited', async () => {
      const user = await aUser();
      const token = await tokenOf(undefined, { user_id: user.id, role: 'admin' });
      expect(await me(token)).toMatchObject({ limited: false, role: 'admin' });
      await client.patch(`/users/${user.id}`, { limited: true });
      expect(await me(token)).toMatchObject({ limited: true, role: 'write', parties: [] });
    });

    it('stays limited when the last party goes', async () => {
      const user = await aUser({ parties: [haulier] });
      const { user: changed } = (await client.patch(`/users/${user.id}`, { parties: [] })).body;
      expect(changed).toMatchObject({ limited: true, parties: [] });
    });

    it('has at most 20 parties, each known', async () => {
      const unknown = await client.patch(`/users/${client.user_id}`, {
        parties: [{ type: 'agent', key: 'Nobody' }],
      });
      expect([unknown.status, unknown.body.code, unknown.body.error]).toEqual([
        422,
        'unknown_reference',
        "Party 'agent:Nobody' is unknown.",
      ]);
      const many = await Promise.all(
        Array.from({ length: 21 }, async () => ({ type: 'agent', key: (await anAgent(client)).name })),
      );
      const refused = await client.post('/users', { email: 'many@port.example', parties: many });
      expect([refused.status, refused.body.code]).toEqual([422, 'too_many']);
    });
  });

  it('is limited within a second, on another process too, and its open streams end', async () => {
    const user = await aUser();
    const token = await tokenOf(undefined, { user_id: user.id });
    const other = await Service.on(service.current.database);
    const elsewhere = new Client(other, client.organization_id, user.id, token.tokens, 'write');
    expect((await elsewhere.get('/containers')).status).toBe(200);
    const stream = await StreamReader.open(`${await service.current.listen()}/api/v1/events/stream`, {
      authorization: `Token token=${token.tokens.write}`,
    });
    await client.patch(`/users/${user.id}`, { limited: true });
    expect((await token.get('/berth_areas')).status).toBe(403);
    await eventually('that the other process knows', async () => {
      return (await elsewhere.get('/berth_areas')).status === 403;
    });
    await stream.end();
    await other.app.close();
  }, 60_000);

  it('is made, found and narrowed over HTTP', async () => {
    const another = { type: 'agent', key: (await anAgent(client)).name } as const;
    const { email } = await aUser();
    const { token } = await client.create('/tokens', {
      user: email,
      role: 'write',
      parties: [haulier, another],
    });
    expect(token).toMatchObject({ limited: true, parties: [haulier, another] });
    const nothing = await client.create('/tokens', { user: email, role: 'read', limited: true });
    expect(nothing.token).toMatchObject({ limited: true, parties: [] });
    const found = async (party: string) =>
      (await client.get(`/tokens?party=${encodeURIComponent(party)}`)).body.tokens.map(({ id }: any) => id);
    expect(await found(`agent:${another.key}`)).toEqual([token.id]);
    expect(await found('agent:Nobody')).toEqual([]);
    expect(await client.get('/tokens?party=EST')).toMatchObject({ status: 400 });
    const { email: limitedUser } = await aUser({ limited: true });
    for (const requested of [{ user: email, parties: [haulier] }, { user: limitedUser }]) {
      const admin = await client.post('/tokens', { ...requested, role: 'admin' });
      expect([admin.status, admin.body.code, admin.body.error]).toEqual([
        422,
        'party_admin',
        'A token that is limited to parties has the role read or write.',
      ]);
    }
    const narrower = await client.patch(`/tokens/${token.id}`, { parties: [haulier] });
    expect(narrower.body.token).toMatchObject({ limited: true, parties: [haulier] });
    const wider = await client.patch(`/tokens/${token.id}`, { parties: [haulier, another] });
    expect([wider.status, wider.body.code]).toEqual([422, 'token_wider']);
    const { token: free } = await client.create('/tokens', { user: email, role: 'write' });
    expect(free).toMatchObject({ limited: false, parties: [] });
    const limited = await client.patch(`/tokens/${free.id}`, { parties: [another] });
    expect(limited.body.token).toMatchObject({ limited: true, parties: [another] });
  });

  it('leaves a trace without its hash', async () => {
    const limited = await tokenOf([haulier]);
    const [trace] = await service.current.query<{ after: Record<string, unknown> }>(
      `SELECT after FROM audit_entries WHERE organization_id = $1 AND record_type = 'tokens' ORDER BY id DESC LIMIT 1`,
      [client.organization_id],
    );
    expect(trace!.after).toMatchObject({ limited: true });
    const text = hash('sha256', limited.tokens.write, 'hex');
    expect(JSON.stringify(trace)).not.toContain(text);
  });
});
