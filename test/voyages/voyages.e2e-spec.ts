import { aYardArea } from '../factories/cargo';
import { anAgent } from '../factories/parties';
import {
  aBerthArea,
  aPilot,
  aPort,
  aStevedoringCompany,
  aStevedoringSupervisor,
  aTerminal,
  aVessel,
  aVoyage,
} from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const nobody = { name: null };

describe('voyages', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const show = async (number: string) => (await client.get(`/voyages/${number}.json`)).body.voyage;

  /** A body with no more than is required. */
  const least = async () => ({
    number: 'V1',
    vessel_name: (await aVessel(client, { name: 'Westhaven Petrel' })).name,
    discharge_destination_id: (await aTerminal(client, { name: 'North Quay' })).id,
    discharge_destination_type: 'Terminal',
  });

  describe('create', () => {
    it('answers every field, null and nameless where nothing was sent, whatever the status of the times', async () => {
      const answer = await client.as('write').post('/voyages.json', {
        voyage: { ...(await least()), at_of_departure: '2026-11-20T10:00:00Z' },
      });
      expect(answer.status).toBe(201);
      const vessel = {
        name: 'Westhaven Petrel',
        imo: null,
        call_sign: null,
        vessel_type: null,
        loa: null,
        flag: null,
        gross_tonnage: null,
        net_tonnage: null,
      };
      expect(answer.body).toEqual({
        voyage: {
          id: expect.any(Number),
          in_port: false,
          number: 'V1',
          status: 'unknown',
          display_name: 'Westhaven Petrel - V1',
          closing_comments: null,
          tax_date: null,
          time_labour_ashore: null,
          time_labour_onboard: null,
          number_of_tug_boats: 0,
          arrival_number_of_tug_boats: null,
          departure_number_of_tug_boats: null,
          created_at: expect.stringMatching(TIME),
          updated_at: expect.stringMatching(TIME),
          estimated_time_of_anchorage: null,
          actual_time_of_anchorage: null,
          actual_time_of_pilot_boarded: null,
          actual_time_of_berth: null,
          actual_time_of_customs_clearance: null,
          actual_time_of_departure: '2026-11-20T10:00:00.000Z',
          actual_time_of_departure_pilot_boarded: null,
          estimated_time_of_departure: null,
          receiving_cut_off_time: null,
          vgm_cut_off_time: null,
          agent: nobody,
          stevedoring_company: nobody,
          captain: nobody,
          assigned_berth_area: nobody,
          assigned_yard_area: nobody,
          discharge_terminal: { name: 'North Quay' },
          arrival_pilot: nobody,
          departure_pilot: nobody,
          stevedoring_supervisors: [],
          last_port_of_call: { name: null, locode: null },
          next_port_of_call: { name: null, locode: null },
          vessel,
          flex_fields: [],
          ship: vessel,
          discharge_destination: { name: 'North Quay' },
          discharge_destination_id: expect.any(Number),
          discharge_destination_type: 'Terminal',
          berth_end_position: null,
          berth_start_position: null,
          block_receiving_export_past_cut_off: false,
          departed_last_port_on: null,
          et_of_berth: null,
          cancelled: false,
          at_berth_departure: null,
        },
      });
    });

    it('takes every field of the body and answers it under its name', async () => {
      await client.create('/flex_field_definitions', {
        record_type: 'voyage',
        canonical_name: 'gangs',
        label: 'Gangs ordered',
        value_type: 'number',
        position: 2,
      });
      await client.create('/flex_field_definitions', {
        record_type: 'voyage',
        canonical_name: 'waste',
        label: 'Waste notified',
        value_type: 'boolean',
        position: 1,
      });
      await aVessel(client, {
        name: 'Heron',
        imo: '2003628',
        call_sign: 'QTKH7',
        vessel_type: 'container',
        loa: '134.6',
        country_code: 'DE',
        gross_tonnage: 9980,
        net_tonnage: 4420,
      });
      const terminal = await aTerminal(client, { name: 'North Quay' });
      const berth = await aBerthArea(client, { name: 'Berth 1', terminal: terminal.name });
      const voyage = {
        number: 'TH2612',
        vessel_name: 'Heron',
        discharge_destination_id: String(berth.id),
        discharge_destination_type: 'Berth Area',
        agent_id: (await anAgent(client, { name: 'Polderkade' })).id,
        arrival_pilot_id: (await aPilot(client, { name: 'Maud' })).id,
        departure_pilot_id: (await aPilot(client, { name: 'Sven' })).id,
        assigned_berth_area_id: berth.id,
        assigned_yard_area_id: (await aYardArea(client, { name: 'Block B' })).id,
        last_port_of_call_id: (await aPort(client, { locode: 'GBTEE', name: 'Teesport' })).id,
        next_port_of_call_id: (await aPort(client, { locode: 'PLGDN', name: null })).id,
        stevedoring_company_id: (await aStevedoringCompany(client, { name: 'Bolder & Tros' })).id,
        stevedoring_supervisors: [
          (await aStevedoringSupervisor(client, { name: 'Yvonne' })).name,
          (await aStevedoringSupervisor(client, { name: 'Dirk' })).name,
          'Yvonne',
        ],
        at_berth_departure: '2026-11-20T16:00:00Z',
        at_of_anchorage: '2026-11-18T20:15:00Z',
        at_of_berth: '2026-11-19T02:40:00+01:00',
        at_of_customs_clearance: '2026-11-19 06:20:00.1239Z',
        at_of_departure: '2026-11-20T17:00:00Z',
        at_of_departure_pilot_boarded: '2026-11-20T15:00:00Z',
        at_of_pilot_boarded: '2026-11-19T01:05:00Z',
        et_of_anchorage: '2026-11-18',
        et_of_berth: '2026-11-19T02:00:00Z',
        et_of_departure: '2026-11-24T16:30:00Z',
        receiving_cut_off_time: '2026-11-23T12:00:00Z',
        vgm_cut_off_time: '2026-11-23T10:00:00Z',
        berth_end_position: '444.6',
        berth_start_position: 310,
        block_receiving_export_past_cut_off: 'true',
        cancelled: '1',
        captain: 'Hilke Janssen',
        departed_last_port_on: '2026-11-17',
        tax_date: '2026-11-19',
        time_labour_ashore: '2026-11-19 07:00',
        time_labour_onboard: '07:15',
        closing_comments: 'Länge\nläuft',
        arrival_number_of_tug_boats: 2,
        departure_number_of_tug_boats: '1',
        flex_fields: [{ gangs: '1.5' }, { waste: false }],
      };
      const created = (await client.create('/voyages', { voyage })).voyage;
      const vessel = {
        name: 'Heron',
        imo: '2003628',
        call_sign: 'QTKH7',
        vessel_type: 'container',
        loa: '134.6',
        flag: 'DE',
        gross_tonnage: 9980,
        net_tonnage: 4420,
      };
      expect(created).toEqual({
        id: expect.any(Number),
        in_port: false,
        number: 'TH2612',
        status: 'unknown',
        display_name: 'Heron - TH2612',
        closing_comments: 'Länge\nläuft',
        tax_date: '2026-11-19',
        time_labour_ashore: '2026-11-19 07:00',
        time_labour_onboard: '07:15',
        number_of_tug_boats: 3,
        arrival_number_of_tug_boats: 2,
        departure_number_of_tug_boats: 1,
        created_at: expect.stringMatching(TIME),
        updated_at: expect.stringMatching(TIME),
        estimated_time_of_anchorage: '2026-11-18T00:00:00.000Z',
        actual_time_of_anchorage: '2026-11-18T20:15:00.000Z',
        actual_time_of_pilot_boarded: '2026-11-19T01:05:00.000Z',
        actual_time_of_berth: '2026-11-19T01:40:00.000Z',
        actual_time_of_customs_clearance: '2026-11-19T06:20:00.123Z',
        actual_time_of_departure: '2026-11-20T17:00:00.000Z',
        actual_time_of_departure_pilot_boarded: '2026-11-20T15:00:00.000Z',
        estimated_time_of_departure: '2026-11-24T16:30:00.000Z',
        receiving_cut_off_time: '2026-11-23T12:00:00.000Z',
        vgm_cut_off_time: '2026-11-23T10:00:00.000Z',
        agent: { name: 'Polderkade' },
        stevedoring_company: { name: 'Bolder & Tros' },
        captain: { name: 'Hilke Janssen' },
        assigned_berth_area: { name: 'Berth 1' },
        assigned_yard_area: { name: 'Block B' },
        discharge_terminal: { name: 'North Quay' },
        arrival_pilot: { name: 'Maud' },
        departure_pilot: { name: 'Sven' },
        stevedoring_supervisors: [{ name: 'Yvonne' }, { name: 'Dirk' }],
        last_port_of_call: { name: 'Teesport', locode: 'GBTEE' },
        next_port_of_call: { name: null, locode: 'PLGDN' },
        vessel,
        flex_fields: [
          { label: 'Waste notified', value: false },
          { label: 'Gangs ordered', value: 1.5 },
        ],
        ship: vessel,
        discharge_destination: { name: 'Berth 1' },
        berth_end_position: 444.6,
        berth_start_position: 310,
        block_receiving_export_past_cut_off: true,
        departed_last_port_on: '2026-11-17',
        et_of_berth: '2026-11-19T02:00:00.000Z',
        cancelled: true,
        at_berth_departure: '2026-11-20T16:00:00.000Z',
        discharge_destination_id: expect.any(Number),
        discharge_destination_type: 'Berth Area',
      });
      expect((await client.get('/voyages/TH2612.json')).body).toEqual({
        actions: { index: { method: 'GET', url: 'http://localhost:80/api/v1/voyages.json' } },
        voyage: created,
      });
      const only = [
        'ship',
        'discharge_destination_id',
        'discharge_destination_type',
        'berth_end_position',
        'berth_start_position',
        'block_receiving_export_past_cut_off',
        'departed_last_port_on',
        'at_berth_departure',
      ];
      const listed = Object.entries(created).filter(([name]) => !only.includes(name));
      expect((await client.get('/voyages')).body.voyages).toEqual([Object.fromEntries(listed)]);
    });

    it('takes null for every optional field, and text for what is empty', async () => {
      const optional = [
        'agent_id',
        'arrival_pilot_id',
        'assigned_berth_area_id',
        'assigned_yard_area_id',
        'departure_pilot_id',
        'last_port_of_call_id',
        'next_port_of_call_id',
        'stevedoring_company_id',
        'stevedoring_supervisors',
        'at_berth_departure',
        'at_of_anchorage',
        'at_of_berth',
        'at_of_customs_clearance',
        'at_of_departure',
        'at_of_departure_pilot_boarded',
        'at_of_pilot_boarded',
        'et_of_anchorage',
        'et_of_berth',
        'et_of_departure',
        'berth_end_position',
        'berth_start_position',
        'captain',
        'departed_last_port_on',
        'block_receiving_export_past_cut_off',
        'cancelled',
        'receiving_cut_off_time',
        'vgm_cut_off_time',
        'tax_date',
        'time_labour_ashore',
        'time_labour_onboard',
        'flex_fields',
        'closing_comments',
      ];
      const nulls = Object.fromEntries(optional.map((name) => [name, null]));
      const { cancelled, block_receiving_export_past_cut_off } = await aVoyage(client, nulls);
      expect([cancelled, block_receiving_export_past_cut_off]).toEqual([false, false]);
      await aVoyage(client, { agent_id: '', at_of_berth: '', cancelled: '', tax_date: '' });
    });

    it.each(['number', 'vessel_name', 'discharge_destination_id', 'discharge_destination_type'])(
      'requires %s',
      async (field) => {
        const body = await least();
        for (const voyage of [
          { ...body, [field]: undefined },
          { ...body, [field]: null },
        ]) {
          const answer = await client.post('/voyages', { voyage });
          expect(answer.status).toBe(400);
          expect(answer.body.errors).toHaveProperty([`voyage.${field}`]);
        }
      },
    );

    it.each([
      ['discharge_destination_type', 'terminal'],
      ['discharge_destination_type', 'BerthArea'],
      ['discharge_destination_id', 'one'],
      ['number', 'x'.repeat(256)],
      ['at_of_berth', '24:00'],
      ['at_of_berth', 'now'],
      ['at_of_berth', '2026-02-30T10:00:00Z'],
      ['departed_last_port_on', '31.12.2026'],
      ['berth_start_position', 'NaN'],
      ['cancelled', 'yes'],
      ['captain', 7],
      ['agent_id', 1.5],
      ['arrival_number_of_tug_boats', -1],
      ['stevedoring_supervisors', 'Dirk'],
      ['flex_fields', { gangs: 1 }],
    ])('answers 400 for %s %s', async (field, value) => {
      const answer = await client.post('/voyages', { voyage: { ...(await least()), [field]: value } });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty([`voyage.${field}`]);
    });

    it('answers 400 without the wrapper and for a flex field that is not defined', async () => {
      expect((await client.post('/voyages', {})).body.errors).toEqual({ voyage: ['is required'] });
      const answer = await client.post('/voyages', {
        voyage: { ...(await least()), flex_fields: [{ gangs: 1 }] },
      });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty(['voyage.flex_fields.gangs']);
    });

    it.each([
      'agent_id',
      'arrival_pilot_id',
      'assigned_berth_area_id',
      'assigned_yard_area_id',
      'departure_pilot_id',
      'last_port_of_call_id',
      'next_port_of_call_id',
      'stevedoring_company_id',
      'discharge_destination_id',
    ])('refuses an unknown %s, also one of another organization', async (field) => {
      const other = await service.current.organization();
      const makers = [anAgent, aPilot, aBerthArea, aYardArea, aPort, aStevedoringCompany, aTerminal];
      const foreign = await makers.find((make) => field.includes(WORDS.get(make)!))!(other);
      for (const id of [foreign.id, Number.MAX_SAFE_INTEGER]) {
        const answer = await client.post('/voyages', { voyage: { ...(await aBody()), [field]: id } });
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty([`voyage.${field}`]);
        expect(answer.body.error).toMatch(/is unknown\.$/);
      }
    });

    it('refuses all unknown records at once, by id or by name', async () => {
      const unknown = { agent_id: 999_998, next_port_of_call_id: 999_999, vessel_name: 'Nobody' };
      const { body } = await client.post('/voyages', { voyage: { ...(await aBody()), ...unknown } });
      expect(body.errors).toEqual({
        'voyage.agent_id': ["Agent id '999998' is unknown."],
        'voyage.next_port_of_call_id': ["Next port of call id '999999' is unknown."],
        'voyage.vessel_name': ["Vessel name 'Nobody' is unknown."],
      });
      expect(body.records).toEqual(
        expect.arrayContaining([
          { type: 'agent', key: '999998' },
          { type: 'port', key: '999999' },
          { type: 'vessel', key: 'Nobody' },
        ]),
      );
    });

    it('refuses a destination of another type, an unknown vessel and an unknown supervisor', async () => {
      const body = await least();
      await aStevedoringSupervisor(client, { name: 'Dirk' });
      for (const [field, wrong] of Object.entries({
        discharge_destination_id: { discharge_destination_type: 'Port' },
        vessel_name: { vessel_name: 'westhaven petrel' },
        stevedoring_supervisors: { stevedoring_supervisors: ['Dirk', 'Nobody'] },
      })) {
        const answer = await client.post('/voyages', { voyage: { ...body, ...wrong } });
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty([`voyage.${field}`]);
      }
      const other = await service.current.organization();
      await aVessel(other, { name: 'Foreign' });
      expect((await client.post('/voyages', { voyage: { ...body, vessel_name: 'Foreign' } })).status).toBe(
        422,
      );
      expect((await client.get('/voyages')).body.voyages).toEqual([]);
    });

    it('gives a number once in an organization, also to simultaneous requests', async () => {
      const voyage = await least();
      const answers = await timesAtOnce(service.current, 4, () => client.post('/voyages', { voyage }));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      expect(refused.body).toEqual({
        error: 'Number is already taken.',
        code: 'taken',
        params: expect.any(Object),
        errors: { 'voyage.number': ['Number is already taken.'] },
      });
      await aVoyage(await service.current.organization(), { number: 'V1' });
    });

    it('knows no terminal of a port, and none of a berth area without one', async () => {
      const port = await aPort(client, { name: 'Rotterdam' });
      const berth = await aBerthArea(client);
      const toPort = await aVoyage(client, {
        discharge_destination_type: 'Port',
        discharge_destination_id: port.id,
      });
      expect([toPort.discharge_destination, toPort.discharge_terminal]).toEqual([
        { name: 'Rotterdam' },
        nobody,
      ]);
      const toBerth = await aVoyage(client, {
        discharge_destination_type: 'Berth Area',
        discharge_destination_id: berth.id,
      });
      expect([toBerth.discharge_destination, toBerth.discharge_terminal]).toEqual([
        { name: berth.name },
        nobody,
      ]);
    });
  });

  const WORDS = new Map<unknown, string>([
    [anAgent, 'agent'],
    [aPilot, 'pilot'],
    [aBerthArea, 'berth'],
    [aYardArea, 'yard'],
    [aPort, 'port'],
    [aStevedoringCompany, 'company'],
    [aTerminal, 'destination'],
  ]);
  const aBody = async () => ({
    number: 'V9',
    vessel_name: (await aVessel(client)).name,
    discharge_destination_id: (await aTerminal(client)).id,
    discharge_destination_type: 'Terminal',
  });

  describe('show', () => {
    it('finds one by its number of any form, and answers 404 for any other', async () => {
      const { number, id } = await aVoyage(client, { number: 'V/1 ä.2 %' });
      const answer = await client.get(`/voyages/${encodeURIComponent(number)}.json`);
      expect(answer.body.voyage).toMatchObject({ id, number });
      for (const each of [id, 'V', 'v%2F1%20ä.2%20%25', '%00', 'x'.repeat(300)])
        expect((await client.get(`/voyages/${each}`)).status).toBe(404);
      const other = await service.current.organization();
      expect((await other.get(`/voyages/${encodeURIComponent(number)}`)).status).toBe(404);
    });
  });

  describe('update', () => {
    it('changes what is sent and answers the voyage as show does, with PATCH and PUT', async () => {
      const before = await aVoyage(client, { number: 'A', captain: 'Hilke', arrival_number_of_tug_boats: 1 });
      const patch = await client.as('write').patch('/voyages/A.json', {
        voyage: {
          number: 'B',
          departure_number_of_tug_boats: 2,
          et_of_berth: '2026-11-20T10:00:00Z',
          cancelled: true,
        },
      });
      expect(patch.status).toBe(200);
      expect(patch.body).toEqual({
        voyage: {
          ...before,
          number: 'B',
          display_name: `${before.vessel.name} - B`,
          departure_number_of_tug_boats: 2,
          number_of_tug_boats: 3,
          et_of_berth: '2026-11-20T10:00:00.000Z',
          cancelled: true,
          updated_at: expect.any(String),
        },
      });
      expect(patch.body.voyage).toEqual(await show('B'));
      const put = await client.put('/voyages/B', {
        voyage: { captain: null, cancelled: null, et_of_berth: null },
      });
      expect(put.body.voyage).toMatchObject({ captain: nobody, cancelled: false, et_of_berth: null });
    });

    it('is departed once it has a departure, and unknown when that is cleared', async () => {
      await aVoyage(client, { number: 'A', at_of_departure: '2026-11-20T10:00:00Z' });
      const status = async (voyage: object) =>
        (await client.patch('/voyages/A', { voyage })).body.voyage.status;
      expect(await status({ captain: 'Hilke' })).toBe('departed');
      expect(await status({ at_of_departure: null })).toBe('unknown');
      expect(await status({ et_of_departure: '2026-11-20T10:00:00Z' })).toBe('unknown');
      expect(await status({ at_of_departure: '2026-11-20T10:00:00Z', cancelled: true })).toBe('departed');
      expect(await status({ at_of_departure: '' })).toBe('unknown');
    });

    it('refuses berth before anchorage and departure before berth, whichever is sent', async () => {
      await aVoyage(client, { number: 'A' });
      const update = (voyage: object) => client.patch('/voyages/A', { voyage });
      const at = (hour: number) => `2026-11-20T${hour}:00:00Z`;
      expect(
        (await update({ at_of_anchorage: at(12), at_of_berth: at(12), at_of_departure: at(12) })).status,
      ).toBe(200);
      for (const [field, voyage] of [
        ['at_of_berth', { at_of_berth: at(11) }],
        ['at_of_anchorage', { at_of_anchorage: at(13) }],
        ['at_of_departure', { at_of_departure: at(11) }],
        ['at_of_berth', { at_of_berth: at(13) }],
        ['at_of_berth', { at_of_anchorage: at(15), at_of_berth: at(14), at_of_departure: at(16) }],
      ] as const) {
        const answer = await update(voyage);
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty([`voyage.${field}`]);
      }
      expect(
        (await update({ at_of_anchorage: at(13), at_of_berth: at(14), at_of_departure: at(15) })).status,
      ).toBe(200);
      expect((await update({ at_of_berth: null, at_of_departure: at(10) })).status).toBe(422);
      expect((await update({ at_of_berth: null, at_of_departure: at(13) })).status).toBe(200);
    });

    it('keeps the whole sequence in every pair, of a new voyage, too', async () => {
      const SEQUENCE = [
        'at_of_anchorage',
        'at_of_pilot_boarded',
        'at_of_berth',
        'at_berth_departure',
        'at_of_departure',
      ];
      const at = (hour: number) => `2026-11-20T${hour}:00:00Z`;
      const body = await least();
      let made = 0;
      for (const [to, later] of SEQUENCE.entries())
        for (const earlier of SEQUENCE.slice(0, to)) {
          const voyage = { ...body, number: `V${made++}`, [earlier]: at(12), [later]: at(11) };
          const refused = await client.post('/voyages', { voyage });
          expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [`voyage.${later}`]]);
          expect((await client.post('/voyages', { voyage: { ...voyage, [later]: at(12) } })).status).toBe(
            201,
          );
        }
      const beside = { at_of_customs_clearance: at(10), at_of_departure_pilot_boarded: at(10) };
      const voyage = { ...body, number: 'beside', at_of_anchorage: at(12), ...beside };
      expect((await client.post('/voyages', { voyage })).status).toBe(201);
    });

    it('takes no actual time more than a minute ahead of now', async () => {
      const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
      const body = await least();
      for (const field of [
        'at_of_anchorage',
        'at_of_pilot_boarded',
        'at_of_berth',
        'at_of_customs_clearance',
        'at_of_departure_pilot_boarded',
        'at_berth_departure',
        'at_of_departure',
      ]) {
        const voyage = { ...body, number: field };
        expect((await client.post('/voyages', { voyage: { ...voyage, [field]: ahead(90) } })).status).toBe(
          422,
        );
        expect((await client.post('/voyages', { voyage: { ...voyage, [field]: ahead(30) } })).status).toBe(
          201,
        );
        const answer = await client.patch(`/voyages/${field}`, { voyage: { [field]: ahead(90) } });
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty([`voyage.${field}`]);
      }
    });

    it('changes other fields of a voyage that is out of sequence, and takes its times again', async () => {
      const [at_of_anchorage, at_of_berth] = ['2026-11-20T10:00:00Z', '2026-11-19T10:00:00Z'];
      await aVoyage(client, { number: 'A', at_of_anchorage });
      await client.service.query(`UPDATE voyages SET actual_time_of_berth = $1 WHERE organization_id = $2`, [
        at_of_berth,
        client.organization_id,
      ]);
      for (const voyage of [{ captain: 'Hilke' }, { at_of_anchorage, at_of_berth }])
        expect((await client.patch('/voyages/A', { voyage })).status).toBe(200);
    });

    it('keeps the type of the destination unless another one is sent with its id', async () => {
      const port = await aPort(client, { name: 'Rotterdam' });
      const quay = await aTerminal(client, { name: 'South Quay' });
      await aVoyage(client, { number: 'A' });
      const update = (voyage: object) => client.patch('/voyages/A', { voyage });
      const destination = async (voyage: object) =>
        (await update(voyage)).body.voyage.discharge_destination.name;
      expect(await destination({ discharge_destination_id: quay.id })).toBe('South Quay');
      expect(await destination({ discharge_destination_type: 'Terminal' })).toBe('South Quay');
      const wrong = await update({ discharge_destination_type: 'Port' });
      expect(wrong.status).toBe(400);
      expect(wrong.body.errors).toHaveProperty(['voyage.discharge_destination_id']);
      expect(
        await destination({ discharge_destination_type: 'Port', discharge_destination_id: port.id }),
      ).toBe('Rotterdam');
      expect((await update({ discharge_destination_id: 999_999_999 })).status).toBe(422);
      expect((await update({ discharge_destination_id: null })).status).toBe(400);
    });

    it('replaces supervisors, merges flex fields', async () => {
      for (const canonical_name of ['a', 'b'])
        await client.create('/flex_field_definitions', {
          record_type: 'voyage',
          canonical_name,
          label: canonical_name.toUpperCase(),
          value_type: 'string',
        });
      for (const name of ['Dirk', 'Samir']) await aStevedoringSupervisor(client, { name });
      await aVoyage(client, {
        number: 'A',
        stevedoring_supervisors: ['Dirk'],
        flex_fields: [{ a: '1' }, { b: '2' }],
      });
      const update = async (voyage: object) => (await client.patch('/voyages/A', { voyage })).body.voyage;
      expect(
        await update({ stevedoring_supervisors: ['Samir', 'Dirk'], flex_fields: [{ a: null }] }),
      ).toMatchObject({
        stevedoring_supervisors: [{ name: 'Samir' }, { name: 'Dirk' }],
        flex_fields: [
          { label: 'A', value: null },
          { label: 'B', value: '2' },
        ],
      });
      expect((await update({ captain: 'X', flex_fields: null })).stevedoring_supervisors).toHaveLength(2);
      expect(await update({ stevedoring_supervisors: [] })).toMatchObject({ stevedoring_supervisors: [] });
      const answer = await client.delete('/stevedoring_supervisors/Dirk');
      expect(answer.status).toBe(200);
    });

    it('refuses what creating refuses', async () => {
      await aVoyage(client, { number: 'A' });
      await aVoyage(client, { number: 'B' });
      for (const [field, value, status] of [
        ['number', 'B', 422],
        ['agent_id', 999_999_999, 422],
        ['vessel_name', 'Nobody', 422],
        ['stevedoring_supervisors', ['Nobody'], 422],
        ['number', null, 400],
        ['vessel_name', null, 400],
        ['at_of_berth', 'soon', 400],
      ] as const) {
        const answer = await client.patch('/voyages/A', { voyage: { [field]: value } });
        expect(answer.status).toBe(status);
        expect(answer.body.errors).toHaveProperty([`voyage.${field}`]);
      }
      expect((await client.patch('/voyages/A', {})).status).toBe(400);
      expect((await client.patch('/voyages/C', { voyage: {} })).status).toBe(404);
    });

    it('lets simultaneous updates of different flex fields both stand', async () => {
      const names = ['a', 'b', 'c', 'd'];
      for (const canonical_name of names)
        await client.create('/flex_field_definitions', {
          record_type: 'voyage',
          canonical_name,
          label: canonical_name,
          value_type: 'number',
        });
      await aVoyage(client, { number: 'A' });
      await atOnce(
        service.current,
        names.map((name) => () => client.patch('/voyages/A', { voyage: { flex_fields: [{ [name]: 1 }] } })),
      );
      expect((await show('A')).flex_fields.map(({ value }: { value: number }) => value)).toEqual([
        1, 1, 1, 1,
      ]);
    });
  });

  describe('list', () => {
    const numbers = async (query: string) => {
      const answer = await client.get(`/voyages.json?${query}`);
      expect(answer.status).toBe(200);
      return answer.body.voyages.map(({ number }: { number: string }) => number);
    };

    it('filters by arrival: actual berth, else estimated berth, else estimated anchorage', async () => {
      const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00Z`;
      await aVoyage(client, { number: 'anchorage', et_of_anchorage: day(10) });
      await aVoyage(client, { number: 'estimate', et_of_anchorage: day(9), et_of_berth: day(11) });
      await aVoyage(client, { number: 'actual', et_of_berth: day(9), at_of_berth: day(12) });
      await aVoyage(client, { number: 'unknown', at_of_anchorage: day(11) });
      expect(await numbers('arrival_start=2026-11-10T00:00:00Z&arrival_end=2026-11-12T00:00:00Z')).toEqual([
        'anchorage',
        'estimate',
        'actual',
      ]);
      expect(
        await numbers('arrival_start=2026-11-10T00:00:00.001Z&arrival_end=2026-11-11T23:59:59.999Z'),
      ).toEqual(['estimate']);
      expect(await numbers('arrival_end=2026-11-10')).toEqual(['anchorage']);
      expect(await numbers('arrival_end=2026-11-09')).toEqual([]);
      expect(await numbers('arrival_start=2026-11-13')).toEqual([]);
    });

    it('takes a bare date at the end of a span for the end of that day there', async () => {
      client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
      const times = (at: string) => ({ et_of_berth: at, et_of_departure: at });
      await aVoyage(client, { number: 'last', ...times('2026-11-10T22:59:59.999Z') });
      await aVoyage(client, { number: 'next', ...times('2026-11-10T23:00:00Z') });
      expect(await numbers('arrival_end=2026-11-10')).toEqual(['last']);
      expect(await numbers('departure_end=2026-11-10')).toEqual(['last']);
      expect(await numbers('arrival_end=2026-11-11&departure_start=2026-11-11')).toEqual(['next']);
    });

    it('filters by departure: actual, else estimated', async () => {
      await aVoyage(client, { number: 'estimate', et_of_departure: '2026-11-10T00:00:00Z' });
      await aVoyage(client, {
        number: 'actual',
        et_of_departure: '2026-11-10T00:00:00Z',
        at_of_departure: '2026-11-12T00:00:00Z',
      });
      await aVoyage(client, { number: 'unknown' });
      expect(
        await numbers('departure_start=2026-11-10T00:00:00Z&departure_end=2026-11-12T00:00:00Z'),
      ).toEqual(['estimate', 'actual']);
      expect(await numbers('departure_start=2026-11-10T01:00:00%2B01:00&departure_end=2026-11-11')).toEqual([
        'estimate',
      ]);
      expect(await numbers('departure_start=2026-11-11')).toEqual(['actual']);
    });

    it('filters by the time of the last update, by whole number and by part of the name of the vessel', async () => {
      await aVessel(client, { name: 'Westhaven_Petrel' });
      await aVoyage(client, { number: 'A1', vessel_name: 'Westhaven_Petrel' });
      const { updated_at } = await aVoyage(client, { number: 'A2' });
      const later = new Date(new Date(updated_at).getTime() + 1).toISOString();
      expect((await numbers(`updated_at=${updated_at}`)).at(-1)).toBe('A2');
      expect(await numbers(`updated_at=${later}`)).toEqual([]);
      const answer = await client.patch('/voyages/A1', { voyage: { captain: 'X' } });
      expect(await numbers(`updated_at=${answer.body.voyage.updated_at}`)).toEqual(['A1']);
      expect(await numbers('number=A')).toEqual([]);
      expect(await numbers('number=A2')).toEqual(['A2']);
      expect(await numbers('vessel_name=haven_pet')).toEqual(['A1']);
      expect(await numbers('vessel_name=havenXpet')).toEqual([]);
      expect(await numbers('vessel_name=a&number=A2&arrival_start=')).toEqual([]);
    });

    it('takes an offset whose plus was not percent-encoded', async () => {
      await aVoyage(client, { number: 'A1', at_of_berth: '2026-01-01T10:00:00+02:00' });
      expect(await numbers('arrival_start=2026-01-01T10:00:00+02:00')).toEqual(['A1']);
      expect(await numbers('per=5&arrival_start=2026-01-01T10%3A00%3A01.5+0200&page=1')).toEqual([]);
    });

    it('counts pages from 0 or from 1, with links', async () => {
      const { name } = await aVessel(client);
      for (const number of ['1', '2', '3']) await aVoyage(client, { number, vessel_name: name });
      expect(await numbers('')).toEqual(['1', '2', '3']);
      expect(await numbers('page=0&per=2')).toEqual(['1', '2']);
      expect(await numbers('page=1&per=2')).toEqual(['1', '2']);
      const { actions, voyages } = (await client.get('/voyages.json?vessel_name=e&page=2&per=2')).body;
      const link = (query: string) => ({
        method: 'GET',
        url: `http://localhost:80/api/v1/voyages.json?${query}`,
      });
      expect(actions).toEqual({
        index: link('vessel_name=e&per=2'),
        previous: link('vessel_name=e&page=1&per=2'),
        last: link('vessel_name=e&page=2&per=2'),
      });
      expect(voyages).toHaveLength(1);
      expect(await numbers('page=last&per=2')).toEqual(['3']);
      expect(await numbers('page=9')).toEqual([]);
      for (const query of ['page=-1', 'per=0', 'page=x', 'arrival_start=soon', 'updated_at=2026-02-30'])
        expect((await client.get(`/voyages?${query}`)).status).toBe(400);
    });

    it('shows an organization its own only', async () => {
      await aVoyage(client);
      expect((await (await service.current.organization()).get('/voyages')).body.voyages).toEqual([]);
    });
  });

  it('reads local times in the time zone of the organization', async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    const voyage = await aVoyage(client, { at_of_berth: '2026-07-01T10:00', et_of_berth: '2026-01-01' });
    expect(voyage.actual_time_of_berth).toBe('2026-07-01T08:00:00.000Z');
    expect(voyage.et_of_berth).toBe('2025-12-31T23:00:00.000Z');
  });

  it('needs the role write to change anything', async () => {
    const { number } = await aVoyage(client);
    const reader = client.as('read');
    expect((await reader.get(`/voyages/${number}`)).status).toBe(200);
    expect((await reader.patch(`/voyages/${number}`, { voyage: {} })).status).toBe(403);
    expect((await reader.post('/voyages', { voyage: {} })).status).toBe(403);
  });
});
