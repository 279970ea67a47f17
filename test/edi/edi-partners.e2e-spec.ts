import { aCode, aFlow, anInterchange, aPartner, naming, uploaded } from '../factories/edi';
import { aShippingLine } from '../factories/parties';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/edi_partners';

const FIELDS = {
  name: 'Westhaven Message Hub',
  edi_id: 'WHAHUB',
  edi_qualifier: 'ZZZ',
  own_edi_id: 'NORTHQUAY',
  own_qualifier: 'ZZ',
  character_set: 'UNOC',
  syntax_version: 3,
  service_advice: true,
  line_breaks: true,
  time_zone: 'Europe/London',
  test: true,
  answers: 'always',
  acknowledges: 'contrl',
  acknowledge_minutes: 30,
  answers_rules: true,
  duplicates: 'content',
  active: true,
};

describe('EDI partners', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const shown = async (id: number) => (await client.get(`${PATH}/${id}`)).body.edi_partner;

  it('are created with every field', async () => {
    const answer = await client.post(PATH, FIELDS);
    expect(answer.status).toBe(201);
    expect(answer.body.edi_partner).toEqual({
      ...FIELDS,
      id: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it('have defaults for what is left out, and what is cleared', async () => {
    const defaults = {
      edi_id: null,
      edi_qualifier: null,
      own_edi_id: null,
      own_qualifier: null,
      character_set: 'UNOA',
      syntax_version: 2,
      service_advice: false,
      line_breaks: false,
      time_zone: null,
      test: false,
      answers: 'asked',
      acknowledges: 'never',
      acknowledge_minutes: 60,
      duplicates: 'reference',
      active: true,
    };
    const { edi_partner } = await client.create(PATH, { name: 'Bare' });
    expect(edi_partner).toMatchObject(defaults);
    const { id } = (await client.create(PATH, FIELDS)).edi_partner;
    const nullable = ['edi_id', 'edi_qualifier', 'own_edi_id', 'own_qualifier', 'time_zone'];
    const cleared = Object.fromEntries(nullable.map((field) => [field, null]));
    const answer = await client.patch(`${PATH}/${id}`, cleared);
    expect([answer.status, answer.body.edi_partner]).toMatchObject([200, { ...FIELDS, ...cleared }]);
  });

  it.each([
    ['edi_id', 'X'.repeat(36)],
    ['edi_id', 'HUB\u200b'],
    ['edi_qualifier', 'zz'],
    ['own_edi_id', 'X'.repeat(36)],
    ['own_qualifier', '12345'],
    ['character_set', 'UNOX'],
    ['syntax_version', 5],
    ['syntax_version', 0],
    ['time_zone', 'Mars/Olympus'],
    ['answers', 'sometimes'],
    ['acknowledges', 'aperak'],
    ['acknowledge_minutes', 0],
    ['acknowledge_minutes', 10_081],
    ['duplicates', 'name'],
  ])('refuse %s as %j', async (field, value) => {
    const answer = await client.post(PATH, { name: 'Hub', [field]: value });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('are known by name and edi_id together, in bodies and nowhere else', async () => {
    const one = await aPartner(client, { name: 'Hub', edi_id: 'ONE' });
    const two = await aPartner(client, { name: 'Hub', edi_id: 'TWO' });
    const none = await aPartner(client, { name: 'Hub', edi_id: undefined });
    const twice = await client.post(PATH, { name: 'Hub', edi_id: 'TWO', active: false });
    expect([twice.status, twice.body.code]).toEqual([422, 'taken']);
    expect((await client.get(`${PATH}/Hub`)).status).toBe(404);
    expect((await client.delete(`${PATH}/Hub`)).status).toBe(404);
    for (const partner of [one, two, none])
      expect((await aFlow(client, { partner: naming(partner) })).partner).toEqual({
        id: partner.id,
        name: 'Hub',
      });
    const unknown = await client.post('/edi_flows', {
      name: 'F',
      direction: 'in',
      message: 'COPARN',
      partner: { name: 'Hub', edi_id: 'THREE' },
    });
    expect([unknown.status, unknown.body]).toMatchObject([
      422,
      { code: 'unknown_reference', errors: { partner: ["EDI partner 'Hub' is unknown."] } },
    ]);
  });

  it('are one that is active with an edi_id and qualifier', async () => {
    await aPartner(client, { edi_id: 'HUB', edi_qualifier: 'ZZZ' });
    const second = { edi_id: 'HUB', edi_qualifier: 'ZZZ' };
    const answer = await client.post(PATH, { name: 'Second', ...second });
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { code: 'taken', errors: { edi_id: ['Another active partner has this EDI id.'] } },
    ]);
    await aPartner(client, { edi_id: 'HUB', edi_qualifier: '14' });
    await aPartner(client, { edi_id: 'HUB' });
    expect((await client.post(PATH, { name: 'Third', edi_id: 'HUB' })).status).toBe(422);
    const passive = await aPartner(client, { ...second, active: false });
    const activated = await client.patch(`${PATH}/${passive.id}`, { active: true });
    expect([activated.status, activated.body.code]).toEqual([422, 'taken']);
    // those without an id are not looked for by it
    for (const name of ['A', 'B']) await client.create(PATH, { name });
    const race = await timesAtOnce(service.current, 3, (n) =>
      client.post(PATH, { name: `Race ${n}`, edi_id: 'RACE' }),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('are kept while a line, a flow, a code or an interchange names them', async () => {
    const named = await aPartner(client);
    await aShippingLine(client, { edi_settings: { edi_partner: naming(named) } });
    const exchanging = await aPartner(client);
    await aFlow(client, { partner: naming(exchanging) });
    const coded = await aPartner(client);
    await aCode(client, { partner: naming(coded) });
    const sending = await aPartner(client);
    await uploaded(client, anInterchange({ sender: sending.edi_id }));
    for (const { id } of [named, exchanging, coded, sending]) {
      const answer = await client.delete(`${PATH}/${id}`);
      expect([answer.status, answer.body.code]).toEqual([409, 'in_use']);
    }
    const free = await aPartner(client);
    expect((await client.delete(`${PATH}/${free.id}`)).status).toBe(200);
  });

  it('are made by the settings of a line, not active where another one has the id', async () => {
    const line = async (edi_partner: object) => {
      const { id } = await aShippingLine(client, { edi_settings: { edi_partner, edi_carrier_id: 'X' } });
      return (await client.get(`/shipping_lines/${id}`)).body.shipping_line.edi_settings.edi_partner;
    };
    const made = await line({ name: 'Hub', edi_id: 'HUB' });
    expect(made).toEqual({ id: expect.any(Number), name: 'Hub', edi_id: 'HUB' });
    expect(await shown(made.id)).toMatchObject({ active: true, answers: 'asked', syntax_version: 2 });
    expect(await line({ name: 'Hub', edi_id: 'HUB' })).toEqual(made);
    const second = await line({ name: 'Other hub', edi_id: 'HUB' });
    expect(await shown(second.id)).toMatchObject({ name: 'Other hub', edi_id: 'HUB', active: false });
    expect(await line({ name: 'Nameless' })).toMatchObject({ edi_id: null });
  });

  it('are at most 500', async () => {
    await service.current.query(
      `INSERT INTO edi_partners (organization_id, name) SELECT $1, 'Partner ' || n FROM generate_series(1, 499) n`,
      [client.organization_id],
    );
    const race = await timesAtOnce(service.current, 2, (n) => client.post(PATH, { name: `Last ${n}` }));
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422]);
    const answer = await client.post(PATH, { name: 'More' });
    expect(answer.body).toMatchObject({
      code: 'too_many',
      error: 'An organization has at most 500 EDI partners.',
    });
  });
});
