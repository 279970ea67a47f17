import { aDamageComponent, aDamageType } from '../factories/condition';
import { aContainerType } from '../factories/cargo';
import { aCode, aFlow, aPartner, naming } from '../factories/edi';
import { aShippingLine, aFreightForwarder, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import { aPort, aTerminal, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('the set-up of EDI', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  describe('terminals', () => {
    it('have a port and the codes of SMDG and BIC, each of one terminal', async () => {
      const { id, locode } = await aPort(client);
      const codes = { smdg_code: 'NQ01', bic_code: 'NLVLINQ01' };
      const terminal = await aTerminal(client, { port: locode, ...codes });
      expect(terminal).toMatchObject({ port: { id, locode }, ...codes });
      for (const [field, value] of Object.entries(codes)) {
        const second = await client.post('/terminals', { name: 'Second', [field]: value });
        expect([second.status, second.body.code, Object.keys(second.body.errors)]).toEqual([
          422,
          'taken',
          [field],
        ]);
      }
      const cleared = await client.patch(`/terminals/${terminal.id}`, {
        port: null,
        smdg_code: null,
        bic_code: null,
      });
      expect(cleared.body.terminal).toMatchObject({ port: null, smdg_code: null, bic_code: null });
      await aTerminal(client);
      expect((await client.delete(`/ports/${locode}`)).status).toBe(200);
    });

    it.each([
      ['smdg_code', 'nq01', 400],
      ['smdg_code', 'ABCDEFGHIJK', 400],
      ['smdg_code', '', 400],
      ['bic_code', 'NL VLI', 400],
      ['port', 'ZZZZZ', 422],
    ])('refuse %s as %j', async (field, value, status) => {
      const answer = await client.post('/terminals', { name: 'T', [field]: value });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, [field]]);
    });
  });

  describe('flows', () => {
    let partner: Body;
    beforeEach(
      async () => (partner = await aPartner(client, { name: 'Westhaven Message Hub', edi_id: 'WHAHUB' })),
    );
    const flow = (body: object) => client.post('/edi_flows', { partner: naming(partner), ...body });
    const incoming = { direction: 'in', message: 'COPARN' };
    const outgoing = { direction: 'out', message: 'CODECO' };
    const aPortOfOurs = async () => aTerminal(client, { port: (await aPort(client)).locode });

    it('have every field, and defaults for those that are left out', async () => {
      const lines = [await aShippingLine(client), await aShippingLine(client)].map(({ code }) => code);
      await aPortOfOurs();
      const fields = {
        ...outgoing,
        name: 'WHA gate moves',
        directory: '00B',
        association: 'ITG14',
        shipping_lines: lines,
        all_lines: true,
        active: false,
        apply: 'by_hand',
        original_replaces: true,
        every_minutes: 60,
        per_message: 999,
        at_tally_close: true,
        document_prefix: 'NQ1',
      };
      const answer = await flow(fields);
      expect([answer.status, answer.body.edi_flow]).toMatchObject([
        201,
        { ...fields, partner: { id: partner.id, name: partner.name } },
      ]);
      const bare = await flow({ ...incoming, name: 'Bare' });
      expect(bare.body.edi_flow).toMatchObject({
        directory: null,
        association: null,
        shipping_lines: [],
        all_lines: false,
        active: true,
        apply: 'at_once',
        original_replaces: false,
        every_minutes: 0,
        per_message: 100,
        at_tally_close: false,
        document_prefix: '',
      });
      const changed = await client.patch(`/edi_flows/${answer.body.edi_flow.id}`, {
        shipping_lines: null,
        document_prefix: null,
        association: null,
      });
      expect(changed.body.edi_flow).toMatchObject({
        shipping_lines: [],
        document_prefix: '',
        association: null,
      });
      expect((await client.get('/edi_flows/WHA%20gate%20moves')).body).toEqual(changed.body);
      const narrowed = async (query: string) =>
        (await client.get(`/edi_flows?${query}`)).body.edi_flows.map(({ name }: Body) => name);
      expect(await narrowed('direction=in')).toEqual(['Bare']);
      expect(await narrowed('message=CODECO')).toEqual(['WHA gate moves']);
      expect(await narrowed('name=bar')).toEqual(['Bare']);
    });

    it.each([
      ['direction', 'both'],
      ['message', 'CONTRL'],
      ['directory', '95b'],
      ['directory', ''],
      ['association', 'ITG-14'],
      ['apply', 'never'],
      ['every_minutes', -1],
      ['every_minutes', 1441],
      ['per_message', 0],
      ['per_message', 1000],
      ['document_prefix', 'TOOLONG'],
      ['document_prefix', 'nq'],
    ])('refuse %s as %j', async (field, value) => {
      const answer = await flow({ ...incoming, name: 'F', [field]: value });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    });

    it('refuse a message that does not go that way', async () => {
      const wrong = await flow({ name: 'F', direction: 'in', message: 'CODECO' });
      expect([wrong.status, wrong.body]).toMatchObject([
        422,
        {
          code: 'mismatch',
          errors: { message: ['Messages of the direction in are COPARN, COPRAR, BAPLIE, COREOR, VERMAS.'] },
        },
      ]);
      const other = await flow({ name: 'F', direction: 'out', message: 'BAPLIE' });
      expect(other.body.error).toBe('Messages of the direction out are CODECO, COARRI.');
    });

    it('write in D.95B unless they name D.00B, and nothing else', async () => {
      await aPortOfOurs();
      const written = await flow({ ...outgoing, name: 'F' });
      expect(written.body.edi_flow.directory).toBe('95B');
      const answer = await flow({ ...outgoing, message: 'COARRI', name: 'G', directory: '13B' });
      expect([answer.status, answer.body]).toMatchObject([
        422,
        {
          code: 'directory_unknown',
          errors: { directory: ['Messages are written in the directory 95B or 00B.'] },
        },
      ]);
    });

    it('refuse a second active one for a line', async () => {
      const settings = { edi_partner: naming(partner) };
      await aShippingLine(client, { code: 'WHA', edi_settings: settings });
      await aShippingLine(client, { code: 'NBQ' });
      await aPortOfOurs();
      const first = await flow({ ...outgoing, name: 'WHA gate moves', shipping_lines: ['WHA'] });
      expect(first.status).toBe(201);
      // by name, because its settings name the partner, and as one of all lines
      for (const lines of [{ shipping_lines: ['NBQ', 'WHA'] }, {}, { all_lines: true }]) {
        const answer = await flow({ ...outgoing, name: 'Second', ...lines });
        expect([answer.status, answer.body.error]).toEqual([
          422,
          "Line WHA has a flow for CODECO to 'Westhaven Message Hub' already: 'WHA gate moves'.",
        ]);
        expect([answer.body.code, Object.keys(answer.body.errors)]).toEqual([
          'flow_stands',
          ['shipping_lines'],
        ]);
      }
      const passive = await flow({ ...outgoing, name: 'Second', active: false });
      const activated = await client.patch(`/edi_flows/${passive.body.edi_flow.id}`, { active: true });
      expect([activated.status, activated.body.code]).toEqual([422, 'flow_stands']);
      for (const other of [
        { ...outgoing, name: 'Third', shipping_lines: ['NBQ'] },
        { ...outgoing, name: 'Fourth', message: 'COARRI' },
        { ...incoming, name: 'Fifth' },
      ])
        expect((await flow(other)).status).toBe(201);
      const other = await aPartner(client);
      expect(
        (await flow({ ...outgoing, name: 'Sixth', partner: naming(other), all_lines: true })).status,
      ).toBe(201);
    });

    it('are one that is active for a line, also in a race', async () => {
      await aShippingLine(client, { code: 'WHA' });
      const race = await timesAtOnce(service.current, 3, (n) =>
        flow({ ...incoming, name: `Race ${n}`, shipping_lines: ['WHA'] }),
      );
      expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    });

    it('need the port of a terminal to go', async () => {
      const none = await flow({ ...outgoing, name: 'F' });
      expect([none.status, none.body.code, none.body.error]).toEqual([
        422,
        'no_port',
        'There is no terminal, whose port messages have to name.',
      ]);
      const { id } = await aTerminal(client, { name: 'North Quay' });
      const without = await flow({ ...outgoing, name: 'F' });
      expect(without.body.error).toBe("Terminal 'North Quay' has no port, which messages have to name.");
      expect((await flow({ ...outgoing, name: 'F', active: false })).status).toBe(201);
      expect((await flow({ ...incoming, name: 'G' })).status).toBe(201);
      await client.patch(`/terminals/${id}`, { port: (await aPort(client)).locode });
      expect((await client.patch('/edi_flows/F', { active: true })).status).toBe(200);
    });

    it('need the ids of both sides to go', async () => {
      await aPortOfOurs();
      partner = await aPartner(client, { name: 'Bare', edi_id: undefined, own_edi_id: undefined });
      const none = await flow({ ...outgoing, name: 'F' });
      expect([none.status, none.body.code, none.body.error]).toEqual([
        422,
        'own_id_missing',
        "EDI partner 'Bare' has no edi_id and no own_edi_id, which messages have to name.",
      ]);
      await client.patch(`/edi_partners/${partner.id}`, { edi_id: 'BARE' });
      partner.edi_id = 'BARE';
      expect((await flow({ ...outgoing, name: 'F' })).body.error).toBe(
        "EDI partner 'Bare' has no own_edi_id, which messages have to name.",
      );
      // what a line calls the terminal stands for the partner's
      await aShippingLine(client, {
        edi_settings: { edi_partner: naming(partner), default_sender_id: 'NORTHQUAY' },
      });
      expect((await flow({ ...outgoing, name: 'F' })).status).toBe(201);
    });

    it('name lines that are there, and keep them', async () => {
      const unknown = await flow({ ...incoming, name: 'F', shipping_lines: ['NONE'] });
      expect([unknown.status, unknown.body.errors]).toEqual([
        422,
        { 'shipping_lines.0': ["Shipping line 'NONE' is unknown."] },
      ]);
      const { edi_flow } = (await flow({ ...incoming, name: 'F' })).body;
      expect((await client.delete(`/edi_flows/${edi_flow.id}`)).body.message).toBe(
        'EDI flow was successfully deleted.',
      );
    });

    it('are at most 1,000', async () => {
      await service.current.query(
        `INSERT INTO edi_flows (organization_id, name, partner_id, direction, message)
         SELECT $1, 'Flow ' || n, $2, 'in', 'COPARN' FROM generate_series(1, 999) n`,
        [client.organization_id, partner.id],
      );
      await aFlow(client, { name: 'Last', active: false });
      const more = await flow({ ...incoming, name: 'More', active: false });
      expect([more.status, more.body.code, more.body.error]).toEqual([
        422,
        'too_many',
        'An organization has at most 1000 EDI flows.',
      ]);
    });
  });

  describe('codes', () => {
    it('say what a word of a partner names, of each list', async () => {
      const partner = await aPartner(client);
      const records: [list: string, ours: string][] = [
        ['shipping_line', (await aShippingLine(client)).code],
        ['container_type', (await aContainerType(client)).code],
        ['port', (await aPort(client)).locode],
        ['terminal', (await aTerminal(client)).name],
        ['voyage', (await aVoyage(client)).number],
        ['trucking_company', (await aTruckingCompany(client)).code],
        ['freight_forwarder', (await aFreightForwarder(client)).name],
        ['damage_type', (await aDamageType(client)).code],
        ['damage_component', (await aDamageComponent(client)).code],
      ];
      for (const [list, ours] of records) {
        const code = await aCode(client, {
          list,
          ours,
          theirs: '4510',
          partner: naming(partner),
          preferred: true,
        });
        expect(code).toMatchObject({
          list,
          ours,
          theirs: '4510',
          preferred: true,
          partner: { id: partner.id, name: partner.name },
        });
        expect((await client.get(`/edi_codes/${code.id}`)).body.edi_code).toEqual(code);
        const unknown = await client.post('/edi_codes', { list, theirs: 'X', ours: 'NONE' });
        expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['ours']]);
      }
      const listed = (await client.get('/edi_codes?list=port&theirs=4510')).body.edi_codes;
      expect(listed).toMatchObject([{ list: 'port', ours: records[2]![1] }]);
      expect((await client.get('/edi_codes/W-none')).status).toBe(404);
    });

    it('are of all partners where none is named', async () => {
      const code = await aCode(client);
      expect(code).toMatchObject({ partner: null, preferred: false });
      const partner = await aPartner(client);
      const changed = await client.patch(`/edi_codes/${code.id}`, { partner: naming(partner) });
      expect(changed.body.edi_code.partner).toEqual({ id: partner.id, name: partner.name });
      const cleared = await client.patch(`/edi_codes/${code.id}`, { partner: null });
      expect(cleared.body.edi_code.partner).toBeNull();
    });

    it('are one of a partner, list and word, and one of all partners', async () => {
      const [partner, other] = [naming(await aPartner(client)), naming(await aPartner(client))];
      const { locode: ours } = await aPort(client);
      const port = { list: 'port', ours, theirs: 'VLI' };
      for (const whose of [{ partner }, { partner: other }, {}]) await aCode(client, { ...port, ...whose });
      const { name: terminal } = await aTerminal(client);
      await aCode(client, { list: 'terminal', ours: terminal, theirs: 'VLI', partner });
      for (const [whose, sentence] of [
        [{ partner }, 'The partner has a code for this word already.'],
        [{}, 'There is a code of all partners for this word already.'],
      ] as const) {
        const answer = await client.post('/edi_codes', { ...port, ...whose });
        expect([answer.status, answer.body]).toMatchObject([
          422,
          { code: 'taken', errors: { theirs: [sentence] } },
        ]);
      }
    });

    it('follow the list that they are changed to', async () => {
      const code = await aCode(client);
      const { name } = await aTerminal(client);
      const path = `/edi_codes/${code.id}`;
      const without = await client.patch(path, { list: 'terminal' });
      expect([without.status, without.body.errors]).toEqual([
        400,
        { ours: ['is required with another list'] },
      ]);
      const changed = await client.patch(path, { list: 'terminal', ours: name });
      expect(changed.body.edi_code).toMatchObject({ list: 'terminal', ours: name });
      const { locode } = await aPort(client);
      expect((await client.patch(path, { ours: locode })).status).toBe(422);
      const other = await aTerminal(client);
      expect((await client.patch(path, { ours: other.name })).body.edi_code.ours).toBe(other.name);
    });

    it.each([
      ['list', { list: 'vessel', theirs: 'X', ours: 'Y' }],
      ['list', { theirs: 'X', ours: 'Y' }],
      ['theirs', { list: 'port', ours: 'NLVLI' }],
      ['theirs', { list: 'port', theirs: 'X'.repeat(71), ours: 'NLVLI' }],
      ['theirs', { list: 'port', theirs: 'X\u200b', ours: 'NLVLI' }],
      ['ours', { list: 'port', theirs: 'X' }],
      ['ours', { list: 'port', theirs: 'X', ours: null }],
    ])('refuse a wrong %s: %j', async (field, body) => {
      await aPort(client, { locode: 'NLVLI' });
      const answer = await client.post('/edi_codes', body);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    });

    it('keep the record that they name', async () => {
      const code = await aCode(client);
      const answer = await client.delete(`/ports/${code.ours}`);
      expect([answer.status, answer.body.code]).toEqual([409, 'in_use']);
    });

    it('are at most 50,000', async () => {
      const port = await aPort(client);
      await service.current.fill(
        `INSERT INTO edi_codes (organization_id, list, theirs, port_id)
         SELECT $1, 'port', 'W' || n, $2 FROM generate_series(1, 49999) n`,
        [client.organization_id, port.id],
      );
      await aCode(client, { list: 'port', ours: port.locode, theirs: 'LAST' });
      const more = await client.post('/edi_codes', { list: 'port', ours: port.locode, theirs: 'MORE' });
      expect([more.status, more.body.code, more.body.error]).toEqual([
        422,
        'too_many',
        'An organization has at most 50000 EDI codes.',
      ]);
    });
  });
});
