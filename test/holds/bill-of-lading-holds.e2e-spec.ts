import type { Answer, Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { aBill, holdsOf } from '../factories/cargo';
import { aHoldType, letLiftsPass } from '../factories/holds';

describe('bill of lading holds', () => {
  const service = useService();
  let client: Client;
  let path: string;
  let type: { id: number; name: string };
  beforeEach(async () => {
    client = await service.current.organization();
    path = holdsOf(await aBill(client, 'WHA-WP2611', { number: 'WHA26110041' }));
    type = await aHoldType(client, { applies_to: 'bill_of_lading', description: 'Picked for inspection' });
  });

  const REASON = { hold: { reference_number: 'CUS-1' } };
  const apply = (id: unknown = type.id, of = path) => client.put(`${of}/${id}.json`);
  const lift = (id: unknown = type.id, body: object = REASON) => client.delete(`${path}/${id}.json`, body);
  const names = (holds: { name: string }[]) => holds.map(({ name }) => name);
  const shown = async (of = path) => {
    const { unlifted_holds, applicable_holds } = (await client.get(`${of}.json`)).body.bill_of_lading;
    return { unlifted: names(unlifted_holds), applicable: names(applicable_holds) };
  };
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
  const rows = () =>
    service.current.query<Record<string, unknown>>(
      `SELECT * FROM bill_of_lading_holds WHERE organization_id = $1 ORDER BY id`,
      [client.organization_id],
    );

  it('lists what can be applied and, once applied, lifted', async () => {
    await aHoldType(client, { applies_to: 'container' });
    const never = {
      reference_number: null,
      notes: null,
      applied_at: null,
      applied_by: null,
      lifted_at: null,
      lifted_until: null,
      lifted_by: null,
    };
    const entry = { id: type.id, name: type.name, description: 'Picked for inspection', ...never };
    const since = { applied_at: expect.any(String), applied_by: 'Tess Ter' };
    const url = expect.stringMatching(
      `^http://[^/]+/api/v1/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds/${type.id}\\.json$`,
    );
    const bill = { number: 'WHA26110041', manifest: { client_identifier: 'WHA-WP2611' } };

    const before = await client.get(`${path}.json`);
    expect([before.status, before.body]).toEqual([
      200,
      {
        bill_of_lading: {
          ...bill,
          unlifted_holds: [],
          applicable_holds: [{ ...entry, actions: { apply: { method: 'PUT', url } } }],
        },
      },
    ]);
    const applied = await client.as('write').put(`${path}/${type.id}.json`);
    expect([applied.status, applied.body]).toEqual([
      200,
      {
        bill_of_lading: {
          ...bill,
          unlifted_holds: [{ ...entry, ...since, actions: { lift: { method: 'DELETE', url } } }],
          applicable_holds: [],
        },
      },
    ]);
    expect((await client.get(path)).body).toEqual(applied.body);
    const lifted = await client.as('write').delete(`${path}/${type.id}.json`, REASON);
    const [given] = before.body.bill_of_lading.applicable_holds;
    const last = {
      ...since,
      lifted_at: expect.any(String),
      lifted_by: 'Tess Ter',
      reference_number: 'CUS-1',
    };
    expect([lifted.status, lifted.body]).toEqual([
      200,
      { bill_of_lading: { ...bill, unlifted_holds: [], applicable_holds: [{ ...given, ...last }] } },
    ]);
  });

  it('lists types in order of their ids, with null for no description', async () => {
    const second = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const third = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await apply(third.id);
    await apply(second.id);
    expect(await shown()).toEqual({ unlifted: [second.name, third.name], applicable: [type.name] });
    const { unlifted_holds } = (await client.get(path)).body.bill_of_lading;
    expect(unlifted_holds[0].description).toBeNull();
  });

  it('keeps who applied and lifted it, why and when', async () => {
    await apply();
    await lift(type.id, { hold: { reference_number: 'CUS-1', lift_until: '2099-01-01T00:00:00Z' } });
    expect(await rows()).toEqual([
      expect.objectContaining({
        reference_number: 'CUS-1',
        applied_at: expect.any(Date),
        applied_by_id: client.user_id,
        lifted_at: expect.any(Date),
        lifted_until: new Date('2099-01-01T00:00:00Z'),
        lifted_by_id: client.user_id,
      }),
    ]);
  });

  it('keeps the words of the application until a lift replaces them, and in the history for ever', async () => {
    const stated = { reference_number: 'CUS-HOLD-2211', notes: 'Picked for the scanner' };
    const applied = await client.put(`${path}/${type.id}`, { hold: stated });
    expect(applied.body.bill_of_lading.unlifted_holds).toMatchObject([stated]);
    const lifted = await lift(type.id, { hold: { reference_number: 'CUS-1', notes: 'By phone' } });
    expect(lifted.body.bill_of_lading.applicable_holds).toMatchObject([
      { reference_number: 'CUS-1', notes: 'By phone' },
    ]);
    const { histories } = (await client.get(`${path}/${type.id}/history`)).body;
    expect(histories).toMatchObject([
      { event: 'applied', ...stated },
      { event: 'lifted', reference_number: 'CUS-1', notes: 'By phone' },
    ]);
    const refused = await client.put(`${path}/${type.id}`, { hold: { notes: 'x'.repeat(5001) } });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'hold.notes': ['must be at most 5000 characters long'] },
    ]);
  });

  it('lifts with fields from the query, also without body, and prefers those of the body', async () => {
    const encoded = `?${new URLSearchParams({ 'hold[reference_number]': 'CUS 3', 'hold[lift_until]': '2099-01-15' })}`;
    for (const [query, body] of [
      ['?hold[reference_number]=CUS-2', undefined],
      [encoded, {}],
      ['?hold[reference_number]=query', REASON],
      ['?hold[reference_number]=CUS-4&colour=red', { hold: null }],
    ] as const) {
      await apply();
      const answer = await client.delete(`${path}/${type.id}.json${query}`, body);
      expect([answer.status, answer.body.bill_of_lading?.unlifted_holds]).toEqual([200, []]);
    }
    await apply();
    const bare = await service.current.app.inject({
      method: 'DELETE',
      url: `/api/v1${path}/${type.id}?hold[reference_number]=CUS-5`,
      headers: { authorization: `Bearer ${client.tokens.write}` },
    });
    expect(bare.statusCode).toBe(200);
    expect((await rows()).map(({ reference_number }) => reference_number)).toEqual([
      'CUS-2',
      'CUS-1', // on the hold that was lifted for a time by CUS 3
      'CUS-4',
      'CUS-5',
    ]);
  });

  const missing = { 'hold.reference_number': ['is required'] };
  it.each([
    ['nothing', undefined, '', missing],
    ['an empty body', {}, '', missing],
    ['a null hold', { hold: null }, '', missing],
    ['an empty hold', { hold: {} }, '', missing],
    ['only lift_until', { hold: { lift_until: '2099-01-01' } }, '', missing],
    ['only lift_until in the query', undefined, '?hold[lift_until]=2099-01-01', missing],
    [
      'a reference that is null',
      { hold: { reference_number: null } },
      '',
      { 'hold.reference_number': ['must not be null'] },
    ],
    [
      'an empty reference',
      undefined,
      '?hold[reference_number]=',
      { 'hold.reference_number': ['must be at least 1 character long'] },
    ],
    [
      'a blank reference',
      { hold: { reference_number: ' ' } },
      '',
      { 'hold.reference_number': ['must not be blank'] },
    ],
    [
      'two references',
      undefined,
      '?hold[reference_number]=a&hold[reference_number]=b',
      { 'hold.reference_number': ['must be text'] },
    ],
    ['a hold that is text', { hold: 'CUS-1' }, '', { hold: ['must be an object'] }],
    [
      'a reference of 256 characters',
      { hold: { reference_number: 'x'.repeat(256) } },
      '',
      { 'hold.reference_number': ['must be at most 255 characters long'] },
    ],
    [
      'an impossible lift_until',
      { hold: { reference_number: 'x', lift_until: '2099-02-30' } },
      '',
      { 'hold.lift_until': ['must be a date that exists'] },
    ],
    [
      'a lift_until that is over',
      { hold: { reference_number: 'x', lift_until: '2026-01-01' } },
      '',
      { 'hold.lift_until': ['A hold cannot be lifted until a time that is over.'] },
    ],
  ])('refuses to lift with %s', async (_what, body, query, errors) => {
    await apply();
    const answer = await client.delete(`${path}/${type.id}.json${query}`, body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    expect((await shown()).unlifted).toEqual([type.name]);
  });

  it('lifts until the end of a day in the time zone of the organization', async () => {
    await service.current.query(`UPDATE organizations SET time_zone = 'Pacific/Auckland' WHERE id = $1`, [
      client.organization_id,
    ]);
    await apply();
    await lift(type.id, { hold: { reference_number: 'x', lift_until: '2099-06-15' } });
    expect((await rows())[0]!.lifted_until).toEqual(new Date('2099-06-15T12:00:00Z'));
  });

  it('comes back into force when its time has passed, and can be lifted again', async () => {
    await apply();
    await lift(type.id, { hold: { reference_number: 'CUS-1', lift_until: '2099-01-01' } });
    expect(await shown()).toEqual({ unlifted: [], applicable: [type.name] });
    await letLiftsPass(client, 'bill_of_lading_holds');
    expect(await shown()).toEqual({ unlifted: [type.name], applicable: [] });
    expect((await apply()).status).toBe(409);
    expect((await lift()).status).toBe(200);
    expect(await shown()).toEqual({ unlifted: [], applicable: [type.name] });
    expect(await rows()).toHaveLength(1);
  });

  it('applies again what is lifted, for good or for a time, and keeps the history', async () => {
    await apply();
    await lift();
    await apply();
    await lift(type.id, { hold: { reference_number: 'CUS-2', lift_until: '2099-01-01' } });
    expect((await apply()).status).toBe(200);
    await letLiftsPass(client, 'bill_of_lading_holds');
    expect(await shown()).toEqual({ unlifted: [type.name], applicable: [] });
    await lift();
    expect(await shown()).toEqual({ unlifted: [], applicable: [type.name] });
    expect(await rows()).toHaveLength(2);
  });

  it('tells the history of all holds of a type that the bill had', async () => {
    const history = async (id: number) => (await client.get(`${path}/${id}/history`)).body.histories;
    expect(await history(type.id)).toEqual([]);
    await apply();
    await lift(type.id, { hold: { reference_number: 'A', lift_until: '2099-01-01T00:00:00Z' } });
    expect((await lift(type.id, { hold: { reference_number: 'B', lift_until: '2099-02-01' } })).status).toBe(
      200,
    );
    await apply();
    await lift(type.id, { hold: { reference_number: 'C' } });
    await apply();
    const another = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await apply(another.id);
    const events = (await history(type.id)).map((each: Record<string, unknown>) => [
      each.event,
      each.reference_number,
    ]);
    expect(events).toEqual([
      ['applied', null],
      ['lifted', 'A'],
      ['lifted', 'B'],
      ['returned', null],
      ['lifted', 'C'],
      ['applied', null],
    ]);
    expect(await history(another.id)).toHaveLength(1);
    const forContainers = await aHoldType(client);
    for (const missing of [forContainers.id, 999999, 'x'])
      expect((await client.get(`${path}/${missing}/history`)).status).toBe(404);
  });

  it('answers 409 for applying a hold in force and for lifting one that is not', async () => {
    const never = await lift();
    expect([never.status, never.body]).toEqual([
      409,
      { error: 'The hold is not in force.', code: 'hold_not_in_force', params: expect.any(Object) },
    ]);
    await apply();
    const twice = await apply();
    expect([twice.status, twice.body]).toEqual([
      409,
      { error: 'The hold is applied already.', code: 'hold_in_force', params: expect.any(Object) },
    ]);
    await lift();
    expect((await lift()).status).toBe(409);
  });

  it('lets one of several simultaneous requests apply, and one lift', async () => {
    expect(statuses(await timesAtOnce(service.current, 3, () => apply()))).toEqual([200, 409, 409]);
    expect(statuses(await timesAtOnce(service.current, 3, () => lift()))).toEqual([200, 409, 409]);
  });

  it('answers 404 for a manifest, a bill or a hold type that is not there', async () => {
    const { number: elsewhere } = await aBill(client, 'OTHER');
    for (const of of [
      '/manifests/NONE/bill_of_ladings/WHA26110041/holds',
      '/manifests/wha-wp2611/bill_of_ladings/WHA26110041/holds',
      '/manifests/WHA-WP2611/bill_of_ladings/NONE/holds',
      `/manifests/WHA-WP2611/bill_of_ladings/${elsewhere}/holds`,
      '/manifests/%00/bill_of_ladings/%00/holds',
    ]) {
      expect((await client.get(`${of}.json`)).status).toBe(404);
      expect((await apply(type.id, of)).status).toBe(404);
      expect((await client.delete(`${of}/${type.id}`, REASON)).status).toBe(404);
    }
    const { id: forContainers } = await aHoldType(client);
    for (const id of [forContainers, type.id + 1000, 'abc', 0]) {
      expect((await apply(id)).status).toBe(404);
      expect((await lift(id)).status).toBe(404);
    }
  });

  it.each([
    ['dots', 'A.B.json', '1.2.json'],
    ['spaces', 'A B ', ' 1 2'],
    ['slashes', 'A/B', '1/2'],
    ['signs and letters', 'Å%2F?#&', 'ß+"\'’'],
  ])(
    'takes %s in the identifier and the number, and gives links that work',
    async (_what, manifest, number) => {
      const bill = await aBill(client, manifest, { number });
      const { bill_of_lading } = (await client.get(holdsOf(bill))).body;
      expect(bill_of_lading).toMatchObject({ number, manifest: { client_identifier: manifest } });
      const follow = ({ method, url }: { method: 'PUT' | 'DELETE'; url: string }, body?: object) =>
        client.send(method, url.replace(/^.*\/api\/v1/, ''), body);
      const applied = await follow(bill_of_lading.applicable_holds[0].actions.apply);
      expect(applied.body.bill_of_lading.unlifted_holds).toHaveLength(1);
      const lifted = await follow(applied.body.bill_of_lading.unlifted_holds[0].actions.lift, REASON);
      const [{ actions }] = lifted.body.bill_of_lading.applicable_holds;
      expect(actions).toEqual(bill_of_lading.applicable_holds[0].actions);
    },
  );

  it('tells bills with one number in two manifests apart', async () => {
    const twin = holdsOf(await aBill(client, 'TDK-WP2611', { number: 'WHA26110041' }));
    await apply();
    expect((await shown(twin)).unlifted).toEqual([]);
    expect((await apply(type.id, twin)).status).toBe(200);
  });

  it('needs the role write to apply and to lift', async () => {
    const reader = client.as('read');
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.put(`${path}/${type.id}`)).status).toBe(403);
    expect((await reader.delete(`${path}/${type.id}`, REASON)).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    await apply();
    const other = await service.current.organization();
    expect((await other.get(path)).status).toBe(404);
    const bill = await aBill(other, 'WHA-WP2611', { number: 'WHA26110041' });
    expect(holdsOf(bill)).toBe(path);
    expect((await other.get(path)).body.bill_of_lading).toMatchObject({
      unlifted_holds: [],
      applicable_holds: [],
    });
    expect((await other.put(`${path}/${type.id}`)).status).toBe(404);
    expect((await other.delete(`${path}/${type.id}`, REASON)).status).toBe(404);
  });
});
