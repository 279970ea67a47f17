import { humanize } from '../../src/common/errors/humanize';
import { anAgent, aShippingLine } from '../factories/parties';
import type { Client } from '../setup/client';
import { atOnce, timesAtOnce, whenWaiting } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';

const PATH = '/shipping_lines';

const FIELDS = {
  code: 'WHA',
  name: 'Westhaven Atlantic Line',
  synonyms: ['Westhaven', 'Westhaven Atlantic'],
  carrier_type: 'ocean',
  address: '12 Dock Street\nLiverpool',
  empty_container_storage_teu_quota: 120,
  email: 'operations@westhaven.example',
  contact_person: 'Oliver Marsh',
  phone: '+44 1632 960121',
  receive_email_alerts_on_container_damages: true,
  vat_number: 'GB000000121',
  general_ledger_id: 'GL-12001',
  dock_receipt_email: 'docs@westhaven.example',
};

const BARE = {
  name: null,
  synonyms: [],
  carrier_type: null,
  address: null,
  empty_container_storage_teu_quota: null,
  email: null,
  contact_person: null,
  phone: null,
  receive_email_alerts_on_container_damages: false,
  vat_number: null,
  general_ledger_id: null,
  dock_receipt_email: null,
};

const SETTINGS = {
  edi_partner: { name: 'Westhaven Message Hub', edi_id: 'WHAHUB' },
  name: 'Gate and vessel messages',
  entity_edi_id: 'WHA',
  communication_mode: 'sftp',
  time_zone: 'Europe/Amsterdam',
  default_sender_id: 'NORTHQUAY',
  sender_edi_id: 'NORTHQUAY-2',
  edi_carrier_id: 'WHA1',
  edi_standard: 'EDIFACT',
};

describe('shipping lines', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const put = (id: number | string, line: object) => client.put(`${PATH}/${id}`, { shipping_line: line });
  const shown = async (id: number | string) => (await client.get(`${PATH}/${id}`)).body.shipping_line;
  const codes = async (query = '') =>
    (await client.get(`${PATH}.json?${query}`)).body.shipping_lines.map(({ code }: { code: string }) => code);

  it('creates one with every field, without EDI settings in the answer', async () => {
    const answer = await client.as('write').post(`${PATH}.json`, {
      shipping_line: { ...FIELDS, edi_settings: SETTINGS },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ shipping_line: { ...FIELDS, id: expect.any(Number) } });
    expect(Object.keys(answer.body.shipping_line)).toEqual(['id', ...Object.keys(FIELDS)]);
  });

  it('answers null, an empty list or false for what was not sent, and no parent', async () => {
    const { id, ...line } = await aShippingLine(client, { code: 'X', unknown: 1 });
    expect(line).toEqual({ ...BARE, code: 'X' });
    expect(await shown(id)).toEqual({ id, ...BARE, code: 'X', edi_settings: null });
    expect((await client.get(PATH)).body.shipping_lines).toEqual([await shown(id)]);
  });

  it.each([
    ['no wrapper', {}, 'shipping_line', 'is required'],
    ['a wrapper that is no object', { shipping_line: 'WHA' }, 'shipping_line', 'must be an object'],
    ['no code', { shipping_line: { name: 'X' } }, 'shipping_line.code', 'is required'],
    ['a blank code', { shipping_line: { code: ' ' } }, 'shipping_line.code', 'must not be blank'],
    [
      'another carrier type',
      { shipping_line: { code: 'X', carrier_type: 'road' } },
      'shipping_line.carrier_type',
      'must be one of ocean, rail, air, truck',
    ],
    [
      'a negative quota',
      { shipping_line: { code: 'X', empty_container_storage_teu_quota: -1 } },
      'shipping_line.empty_container_storage_teu_quota',
      'must be at least 0',
    ],
    [
      'half a TEU',
      { shipping_line: { code: 'X', empty_container_storage_teu_quota: 1.5 } },
      'shipping_line.empty_container_storage_teu_quota',
      'must be a whole number',
    ],
    [
      'synonyms that are no list',
      { shipping_line: { code: 'X', synonyms: 'Y' } },
      'shipping_line.synonyms',
      'must be a list',
    ],
    [
      'a synonym that is no text',
      { shipping_line: { code: 'X', synonyms: ['Y', 1] } },
      'shipping_line.synonyms',
      'item 2 must be text',
    ],
    [
      'a parent id that is no number',
      { shipping_line: { code: 'X', parent_id: 'WHA' } },
      'shipping_line.parent_id',
      'must be a whole number',
    ],
    [
      'a flag that is none',
      { shipping_line: { code: 'X', receive_email_alerts_on_container_damages: 'yes' } },
      'shipping_line.receive_email_alerts_on_container_damages',
      'must be true or false',
    ],
    [
      'an EDI partner without a name',
      { shipping_line: { code: 'X', edi_settings: { edi_partner: { edi_id: 'H' } } } },
      'shipping_line.edi_settings.edi_partner.name',
      'is required',
    ],
  ])('refuses %s', async (_what, body, field, reason) => {
    const answer = await client.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: `${humanize(field)} ${reason}.`,
      code: 'invalid',
      errors: { [field]: [reason] },
    });
  });

  it('takes 1,000 synonyms and no more', async () => {
    const synonyms = Array.from({ length: 1000 }, (_, n) => `S${n}`);
    expect((await aShippingLine(client, { synonyms })).synonyms).toEqual(synonyms);
    const answer = await client.post(PATH, { shipping_line: { code: 'X', synonyms: [...synonyms, 'S'] } });
    expect(answer.status).toBe(400);
  });

  it('refuses a code that is taken, on creation, on update and in a race', async () => {
    await aShippingLine(client, { code: 'WHA' });
    const { id } = await aShippingLine(client, { code: 'TDK' });
    for (const answer of [
      await client.post(PATH, { shipping_line: { code: 'WHA' } }),
      await put(id, { code: 'WHA' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual({ 'shipping_line.code': ['Code is already taken.'] });
    }
    const race = await timesAtOnce(service.current, 3, () =>
      client.post(PATH, { shipping_line: { code: 'RACE' } }),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it('shows one by id or code; of both, all digits are the id', async () => {
    const first = await aShippingLine(client, { code: 'A/B 1.é' });
    const byId = await shown(first.id);
    expect(byId.code).toBe('A/B 1.é');
    expect(await shown(`${encodeURIComponent('A/B 1.é')}.json`)).toEqual(byId);
    await aShippingLine(client, { code: String(first.id) });
    expect(await shown(first.id)).toEqual(byId);
    const digits = await aShippingLine(client, { code: '99999999999999999999' });
    expect((await shown('99999999999999999999')).id).toBe(digits.id);
    for (const id of ['nope', 'a%2Fb%201.%C3%A9', digits.id + 1, '0', '%00', 'x'.repeat(256)])
      expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
  });

  it.each(['put', 'patch'] as const)('updates the fields that are sent, by %s', async (verb) => {
    const { id } = await aShippingLine(client, FIELDS);
    const update = (line: object) => client[verb](`${PATH}/${id}.json`, { shipping_line: line });
    const answer = await update({ code: 'WHB', phone: null, empty_container_storage_teu_quota: '7' });
    expect(answer.status).toBe(200);
    expect(answer.body.shipping_line).toEqual({
      ...FIELDS,
      id,
      code: 'WHB',
      phone: null,
      empty_container_storage_teu_quota: 7,
      edi_settings: null,
    });
    expect((await client[verb](`${PATH}/WHB`, { shipping_line: { code: 'WHC' } })).status).toBe(200);
    const cleared = Object.fromEntries(Object.keys(BARE).map((field) => [field, null]));
    expect((await update({ ...cleared, code: 'WHC' })).body.shipping_line).toMatchObject({ id, ...BARE });
    expect((await update({ name: 'X' })).body.errors).toEqual({ 'shipping_line.code': ['is required'] });
    expect((await client[verb](`${PATH}/${id}`)).status).toBe(400);
    expect((await client[verb](`${PATH}/nope`, { shipping_line: { code: 'X' } })).status).toBe(404);
  });

  it('filters by part of the name and by the whole code, and pages', async () => {
    await aShippingLine(client, { code: 'WHA', name: 'Westhaven Atlantic' });
    await aShippingLine(client, { code: 'WHAX', name: 'west_haven' });
    await aShippingLine(client, { code: 'N' });
    expect(await codes()).toEqual(['WHA', 'WHAX', 'N']);
    expect(await codes('name=WEST')).toEqual(['WHA', 'WHAX']);
    expect(await codes('name=t_h')).toEqual(['WHAX']);
    expect(await codes('code=WHA')).toEqual(['WHA']);
    expect(await codes('code=WH')).toEqual([]);
    expect(await codes('code=WHA&name=none')).toEqual([]);
    expect(await codes('per=2&page=2')).toEqual(['N']);
    expect((await client.get(`${PATH}?page=-1`)).status).toBe(400);
  });

  describe('parent', () => {
    it('is shown where there is one', async () => {
      const parent = await aShippingLine(client, FIELDS);
      const child = await aShippingLine(client, { code: 'NBQ', parent_id: parent.id });
      const { id, code, name, synonyms, carrier_type } = parent;
      expect(child.parent).toEqual({ id, code, name, synonyms, carrier_type });
      expect((await shown('NBQ')).parent).toEqual(child.parent);
      expect((await client.get(`${PATH}?code=NBQ`)).body.shipping_lines[0].parent).toEqual(child.parent);
      const freed = await put('NBQ', { code: 'NBQ', parent_id: null });
      expect(freed.body.shipping_line).not.toHaveProperty('parent');
    });

    it('must be a line of the organization', async () => {
      const other = await aShippingLine(await service.current.organization());
      const { id } = await aShippingLine(client);
      for (const parent_id of [other.id, 999_999_999]) {
        const answer = await put(id, { code: 'X', parent_id });
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({
          error: `Parent id '${parent_id}' is unknown.`,
          code: 'unknown_reference',
          params: expect.any(Object),
          records: [{ type: 'shipping_line', key: String(parent_id) }],
          errors: { 'shipping_line.parent_id': [`Parent id '${parent_id}' is unknown.`] },
        });
      }
    });

    it('is neither the line itself nor one of its descendants', async () => {
      const a = await aShippingLine(client, { code: 'A' });
      const b = await aShippingLine(client, { code: 'B', parent_id: a.id });
      const c = await aShippingLine(client, { code: 'C', parent_id: b.id });
      for (const { id } of [a, b, c]) {
        const answer = await put('A', { code: 'A', parent_id: id });
        expect(answer.status).toBe(400);
        expect(answer.body.errors).toHaveProperty(['shipping_line.parent_id']);
      }
      const self = { code: 'D', parent_id: (await aShippingLine(client)).id + 1 };
      expect((await client.post(PATH, { shipping_line: self })).status).toBe(400);
      expect((await put('C', { code: 'C', parent_id: a.id })).status).toBe(200);
    });

    it('is changed after other changes of the tree, without a line that is locked meanwhile', async () => {
      const { id: parent_id } = await aShippingLine(client, { code: 'A' });
      await aShippingLine(client, { code: 'B' });
      const runner = service.current.own.createQueryRunner();
      await runner.startTransaction();
      const lock = (what: string) => asTest(() => runner.query(what, [client.organization_id]));
      await lock('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE');
      const answer = put('B', { code: 'B', parent_id });
      await whenWaiting(service.current, 1);
      const free = await lock('SELECT FROM shipping_lines WHERE organization_id = $1 FOR UPDATE SKIP LOCKED');
      await runner.commitTransaction();
      await runner.release();
      expect(free).toHaveLength(2);
      expect((await answer).status).toBe(200);
    });

    it('closes no circle in a race', async () => {
      const lines = [];
      for (const code of ['A', 'B', 'C']) lines.push(await aShippingLine(client, { code }));
      const [a, b, c] = lines.map(({ id }) => id as number);
      const answers = await atOnce(service.current, [
        () => put('A', { code: 'A', parent_id: b }),
        () => put('B', { code: 'B', parent_id: c }),
        () => put('C', { code: 'C', parent_id: a }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    });
  });

  describe('agent', () => {
    const agentOf = async (code: string) =>
      (
        await service.current.query<{ agent_id: number | null }>(
          'SELECT agent_id FROM shipping_lines WHERE organization_id = $1 AND code = $2',
          [client.organization_id, code],
        )
      )[0]!.agent_id;

    it('is named by name or id, and cleared by null', async () => {
      const agent = await anAgent(client, { name: 'Scheldemond' });
      await aShippingLine(client, { code: 'A', agent: 'Scheldemond' });
      expect(await agentOf('A')).toBe(agent.id);
      await put('A', { code: 'A', name: 'kept' });
      expect(await agentOf('A')).toBe(agent.id);
      await put('A', { code: 'A', agent: null });
      expect(await agentOf('A')).toBeNull();
      await put('A', { code: 'A', agent_id: agent.id });
      expect(await agentOf('A')).toBe(agent.id);
      await put('A', { code: 'A', agent_id: null });
      expect(await agentOf('A')).toBeNull();
    });

    it('must be known', async () => {
      const foreign = await anAgent(await service.current.organization(), { name: 'Foreign' });
      for (const [line, field] of [
        [{ agent: 'Nobody' }, 'agent'],
        [{ agent: 'Foreign' }, 'agent'],
        [{ agent_id: foreign.id }, 'agent_id'],
      ] as const) {
        const answer = await client.post(PATH, { shipping_line: { code: 'A', ...line } });
        expect(answer.status).toBe(400);
        expect(answer.body.errors).toHaveProperty([`shipping_line.${field}`]);
      }
    });
  });

  describe('EDI settings', () => {
    it('are shown in lists, alone and after an update', async () => {
      const { id } = await aShippingLine(client, { ...FIELDS, edi_settings: SETTINGS });
      const edi_settings = {
        ...SETTINGS,
        id: expect.any(Number),
        edi_partner: { ...SETTINGS.edi_partner, id: expect.any(Number) },
      };
      const line = await shown(id);
      expect(line).toEqual({ id, ...FIELDS, edi_settings });
      expect((await client.get(PATH)).body.shipping_lines).toEqual([line]);
      expect((await put(id, { code: 'WHA' })).body.shipping_line).toEqual(line);
    });

    it('are created and updated in place', async () => {
      const { id } = await aShippingLine(client);
      const created = (await put(id, { code: 'A', edi_settings: {} })).body.shipping_line.edi_settings;
      expect(created).toEqual({
        id: expect.any(Number),
        edi_partner: null,
        name: null,
        entity_edi_id: null,
        communication_mode: null,
        time_zone: null,
        default_sender_id: null,
        sender_edi_id: null,
        edi_carrier_id: null,
        edi_standard: null,
      });
      const settings = { name: 'Gate', edi_partner: { name: 'Hub' } };
      const filled = (await put(id, { code: 'A', edi_settings: settings })).body.shipping_line.edi_settings;
      expect(filled).toMatchObject({
        id: created.id,
        name: 'Gate',
        edi_partner: { name: 'Hub', edi_id: null },
      });
      const cleared = await put(id, { code: 'A', edi_settings: { name: null, edi_partner: null } });
      expect(cleared.body.shipping_line.edi_settings).toEqual(created);
    });

    it('share a partner of the same name and EDI id, and make a new one', async () => {
      const partnerOf = async (edi_partner: object) => {
        const { id } = await aShippingLine(client, { edi_settings: { edi_partner } });
        return (await shown(id)).edi_settings.edi_partner;
      };
      const hub = await partnerOf({ name: 'Hub', edi_id: 'H1' });
      expect(hub).toEqual({ id: expect.any(Number), name: 'Hub', edi_id: 'H1' });
      expect(await partnerOf({ name: 'Hub', edi_id: 'H1' })).toEqual(hub);
      const other = await partnerOf({ name: 'Hub', edi_id: 'H2' });
      expect(other.id).not.toBe(hub.id);
      const unnumbered = await partnerOf({ name: 'Hub' });
      expect(unnumbered).toMatchObject({ edi_id: null });
      expect(await partnerOf({ name: 'Hub', edi_id: null })).toEqual(unnumbered);
    });

    it('are taken away by null', async () => {
      const { id } = await aShippingLine(client, { code: 'A', edi_settings: SETTINGS });
      expect((await put(id, { code: 'A', edi_settings: null })).body.shipping_line.edi_settings).toBeNull();
      expect((await put(id, { code: 'A', edi_settings: null })).status).toBe(200);
    });

    it('are made once by simultaneous updates, and so is a partner', async () => {
      const { id } = await aShippingLine(client, { code: 'A' });
      const answers = await timesAtOnce(service.current, 4, (n) =>
        put(id, { code: 'A', edi_settings: { name: `S${n}`, edi_partner: { name: 'Hub', edi_id: 'R' } } }),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const settings = answers.map(({ body }) => body.shipping_line.edi_settings);
      expect(new Set(settings.map((each) => each.id)).size).toBe(1);
      expect(new Set(settings.map((each) => each.edi_partner.id)).size).toBe(1);
    });
  });

  it('needs the role write to change anything', async () => {
    const { id } = await aShippingLine(client);
    const reader = client.as('read');
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.get(`${PATH}/${id}`)).status).toBe(200);
    const body = { shipping_line: { code: 'X' } };
    expect((await reader.post(PATH, body)).status).toBe(403);
    expect((await reader.put(`${PATH}/${id}`, body)).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { id } = await aShippingLine(client, { code: 'WHA', edi_settings: SETTINGS });
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.shipping_lines).toEqual([]);
    for (const path of [`${PATH}/${id}`, `${PATH}/WHA`]) {
      expect((await other.get(path)).status).toBe(404);
      expect((await other.put(path, { shipping_line: { code: 'X' } })).status).toBe(404);
    }
    await aShippingLine(other, { code: 'WHA', edi_settings: SETTINGS });
    const [mine, theirs] = [await shown('WHA'), (await other.get(`${PATH}/WHA`)).body.shipping_line];
    expect(theirs.edi_settings.edi_partner.id).not.toBe(mine.edi_settings.edi_partner.id);
  });
});
