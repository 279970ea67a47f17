import { aCode, naming } from '../factories/edi';
import { DateTime } from 'luxon';
import { aBooking, aContainer, aContainerType } from '../factories/cargo';
import {
  aLineOf,
  anOutgoingFlow,
  aPartner,
  aPortTerminal,
  aTelling,
  gatedIn,
  interchangesOut,
  itemsWaiting,
  messagesOf,
  segmentsOf,
  takenBack,
} from '../factories/edi-outgoing';
import {
  aContainerInYard,
  aNewContainer,
  aPreAdvice,
  aVisit,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aTruck, aTruckingCompany } from '../factories/parties';
import type { Client } from '../setup/client';
import { allPublished, eventOf } from '../setup/events';
import { useService } from '../setup/service';

const HOURLY = { every_minutes: 1440 };

describe('CODECO', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization({ time_zone: 'Europe/Amsterdam' })));

  it('writes the code of the record, and the word of a partner only where that is preferred', async () => {
    const { partner, line } = await aTelling(client);
    const { code } = await aContainerType(client, { code: '20DV', iso_type_code: '22G1' });
    const theirs = { list: 'container_type', ours: code, partner: naming(partner) };
    const word = await aCode(client.as('admin'), { ...theirs, theirs: '22G0' });
    const sizeTypes = async () => {
      const interchanges = await interchangesOut(client, 1 + told++);
      const segments = await Promise.all(interchanges.map((each) => segmentsOf(client, each)));
      return segments.flat().flatMap((segment) => /^EQD\+CN\+\w+\+(\w+)/.exec(segment)?.[1] ?? []);
    };
    let told = 0;
    const bring = async () => {
      const cargo = await aNewContainer(client, { container_type: code, shipping_line: line });
      const visit = await aVisitFor(client, [dropOff(cargo)]);
      await gateOut(client, visit.truck.license_plate, {});
    };
    await bring();
    expect(await sizeTypes()).toEqual(['22G1']);
    await client.as('admin').patch(`/edi_codes/${word.id}`, { preferred: true });
    await bring();
    expect((await sizeTypes()).sort()).toEqual(['22G0', '22G1']);
  });

  it('tells a line within seconds what came in, by the facts of the movement', async () => {
    const { partner, line, flow } = await aTelling(client, { document_prefix: 'NQ' });
    const { code } = await aContainerType(client, { code: '20DV', iso_type_code: '22G1' });
    const { number: booking } = await aBooking(client, { number: 'BK+1', shipping_line: line });
    const company = await aTruckingCompany(client, { name: 'Estuary Haulage' });
    const { license_plate } = await aTruck(client, {
      license_plate: 'WH-472-B',
      trucking_company: company.code,
    });
    const cargo = await aNewContainer(client, {
      container_number: 'WHAU4142033',
      container_type: code,
      shipping_line: line,
      weight: 21580.4,
    });
    const { advice_number } = await aPreAdvice(client, {
      truck: license_plate,
      trucking_company: company.code,
      purposes: [dropOff(cargo, { booking, interchange: { seals: 'S1,S2' } })],
    });
    await aVisit(client, { pre_advice_number: advice_number });
    await gateOut(client, license_plate, {});
    const [interchange] = await interchangesOut(client, 1);
    expect(interchange).toMatchObject({
      direction: 'out',
      status: 'queued',
      partner: { id: partner.id },
      control_reference: '00000000000001',
      sender: 'NORTHQUAY',
      recipient: partner.edi_id,
      messages_count: 1,
    });
    const segments = await segmentsOf(client, interchange);
    expect(segments).toEqual([
      expect.stringMatching(
        new RegExp(`^UNB\\+UNOA:2\\+NORTHQUAY\\+${partner.edi_id}\\+\\d{6}:\\d{4}\\+00000000000001$`),
      ),
      'UNH+1+CODECO:D:95B:UN',
      'BGM+34+NQ00000001+9',
      'NAD+MS+NORTHQUAY',
      `NAD+MR+${partner.edi_id}`,
      `NAD+CF+${line}:160:166`,
      'EQD+CN+WHAU4142033+22G1:102:5++2+5',
      'RFF+BN:BK?+1',
      expect.stringMatching(/^DTM\+7:\d{12}:203$/),
      'LOC+165+NLVLI:139:6+NQ01:72:306',
      'MEA+AAE+G+KGM:21580',
      'SEL+S1+SH',
      'SEL+S2+SH',
      'TDT+1++3++:::ESTUARY HAULAGE+++WH-472-B:146',
      'CNT+16:1',
      'UNT+15+1',
      'UNZ+1+00000000000001',
    ]);
    const [message] = await messagesOf(client, interchange);
    expect(message).toMatchObject({
      direction: 'out',
      status: 'queued',
      message: 'CODECO',
      directory: '95B',
      reference: '1',
      document_number: 'NQ00000001',
      function: '9',
      flow: { id: flow.id },
      shipping_line: { code: line },
      containers_count: 1,
      warnings: [],
    });
    const [item] = await itemsWaiting(client, 1, 'status=told');
    expect(item).toMatchObject({
      code: '34',
      function: '9',
      container_number: 'WHAU4142033',
      edi_flow: { id: flow.id },
      edi_message: { id: message.id, document_number: 'NQ00000001' },
    });
    expect((await client.get('/edi_messages?container_number=WHAU4142033')).body.edi_messages).toHaveLength(
      1,
    );
    expect((await eventOf(client, 'edi_interchange.queued')).data).toMatchObject({ id: interchange.id });
  });

  it('tells nothing of other lines, of moves in the yard, or from before it was active', async () => {
    await aPortTerminal(client);
    const { partner, line } = await aPartner(client);
    await gatedIn(client, line);
    await allPublished(client);
    const flow = await anOutgoingFlow(client, partner, HOURLY);
    await aContainerInYard(client, { shipping_line: line });
    const { number } = await gatedIn(client, line);
    await gatedIn(client, (await aPartner(client)).line);
    const [item] = await itemsWaiting(client, 1);
    expect(item).toMatchObject({ container_number: number });
    await client.patch(`/edi_flows/${flow.id}`, { active: false });
    await gatedIn(client, line);
    await allPublished(client);
    await client.patch(`/edi_flows/${flow.id}`, { active: true });
    const { number: last } = await gatedIn(client, line);
    const items = await itemsWaiting(client, 2);
    expect(items.map((each) => each.container_number)).toEqual([number, last]);
  });

  it('tells in neither form what was taken back before it was told', async () => {
    const { line, flow } = await aTelling(client, HOURLY);
    const { visit } = await gatedIn(client, line);
    await itemsWaiting(client, 1);
    await takenBack(client, visit);
    await itemsWaiting(client, 1, 'status=withdrawn');
    const { status, body } = await client.post(`/edi_flows/${flow.id}/compose`);
    expect([status, body]).toEqual([200, { edi_interchanges: [] }]);
  });

  it('takes back by function 1 what was told, naming the document that told it', async () => {
    const { line } = await aTelling(client);
    const { visit, number } = await gatedIn(client, line);
    await interchangesOut(client, 1);
    await takenBack(client, visit);
    const [, second] = await interchangesOut(client, 2);
    const segments = await segmentsOf(client, second);
    expect(segments.slice(2, 4)).toEqual(['BGM+34+00000002+1', 'RFF+ACW:00000001']);
    expect(segments.filter((each) => each.startsWith('EQD'))).toEqual([expect.stringContaining(number)]);
  });

  it('counts without gaps, and has a message for each code and line, of at most so many containers', async () => {
    const { partner, line, flow } = await aTelling(client, { ...HOURLY, per_message: 2 });
    const other = await aLineOf(client, partner, { edi_carrier_id: 'OTHR' });
    const own = await aLineOf(client, partner, { sender_edi_id: 'NORTHQUAY2' });
    for (let times = 0; times < 3; times++) await gatedIn(client, line);
    await gatedIn(client, other);
    await gatedIn(client, own);
    const yard = await aContainerInYard(client, { shipping_line: line });
    const visit = await aVisitFor(client, [pickUp(yard.number)]);
    await gateOut(client, visit.truck.license_plate, {});
    await itemsWaiting(client, 6);
    const { body } = await client.post(`/edi_flows/${flow.name}/compose`);
    const [first, second] = body.edi_interchanges;
    expect(body.edi_interchanges.map((each: any) => [each.control_reference, each.sender])).toEqual([
      ['00000000000001', 'NORTHQUAY'],
      ['00000000000002', 'NORTHQUAY2'],
    ]);
    const shown = (await messagesOf(client, first)).map((each) => [
      each.reference,
      each.document_number,
      each.shipping_line.code,
      each.containers_count,
    ]);
    expect(shown).toEqual([
      ['1', '00000001', line, 2],
      ['2', '00000002', line, 1],
      ['3', '00000003', other, 1],
      ['4', '00000005', line, 1],
    ]);
    expect((await segmentsOf(client, first)).filter((each) => each.startsWith('NAD+CF'))).toContain(
      'NAD+CF+OTHR:160:166',
    );
    expect(await messagesOf(client, second)).toMatchObject([{ document_number: '00000004' }]);
    expect((await segmentsOf(client, second))[3]).toBe('NAD+MS+NORTHQUAY2');
  });

  it('leaves a size type empty that nobody set up, with a warning', async () => {
    const { line } = await aTelling(client);
    const { number } = await gatedIn(client, line);
    const [interchange] = await interchangesOut(client, 1);
    expect(await segmentsOf(client, interchange)).toContain(`EQD+CN+${number}++++5`);
    expect(await messagesOf(client, interchange)).toMatchObject([
      { warnings: [{ code: 'type_unknown', container: number }], warnings_count: 1 },
    ]);
  });

  it('says what was so then, not what the container has become', async () => {
    const { line, flow } = await aTelling(client, HOURLY);
    const { number } = await gatedIn(client, line, { weight: 10000 }, { interchange: { seals: 'OLD' } });
    await itemsWaiting(client, 1);
    await client.patch(`/containers/${number}`, { seals: ['NEW'], weight: 5, container_status: 'empty' });
    const { body } = await client.post(`/edi_flows/${flow.id}/compose`);
    const segments = await segmentsOf(client, body.edi_interchanges[0]);
    expect(segments).toContain('SEL+OLD+SH');
    expect(segments).toContain('MEA+AAE+G+KGM:10000');
    expect(segments.find((each) => each.startsWith('EQD'))).toMatch(/\+5$/);
  });

  it('has local times of the partner where the settings of the line name no zone', async () => {
    const { partner } = await aTelling(client, {}, { time_zone: 'Asia/Kolkata' });
    const line = await aLineOf(client, partner, { time_zone: 'Indian time' });
    const { visit } = await gatedIn(client, line);
    const [interchange] = await interchangesOut(client, 1);
    const minute = DateTime.fromISO(visit.gated_in_at, { zone: 'Asia/Kolkata' }).toFormat('yyyyMMddHHmm');
    expect(await segmentsOf(client, interchange)).toContain(`DTM+7:${minute}:203`);
  });

  describe('told again', () => {
    it('is the last movement that the flow tells, as an original or in place of what was told', async () => {
      const { line, flow } = await aTelling(client, HOURLY);
      const { number } = await gatedIn(client, line);
      await itemsWaiting(client, 1);
      await client.post(`/edi_flows/${flow.id}/compose`);
      const told = await client.post(`/edi_flows/${flow.id}/tell`, { containers: [number], function: 5 });
      expect(told.status).toBe(200);
      expect(told.body.edi_items).toMatchObject([
        { container_number: number, code: '34', function: '5', status: 'waiting', event_id: null },
      ]);
      const { body } = await client.post(`/edi_flows/${flow.id}/compose`);
      expect((await segmentsOf(client, body.edi_interchanges[0]))[2]).toBe('BGM+34+00000002+5');
    });

    it('waits once', async () => {
      const { line, flow } = await aTelling(client, HOURLY);
      const { number } = await gatedIn(client, line);
      const [item] = await itemsWaiting(client, 1);
      const { body } = await client.post(`/edi_flows/${flow.id}/tell`, { containers: [number, number] });
      expect(body.edi_items).toMatchObject([{ id: item.id, function: '9' }]);
    });

    it('is refused for containers that are unknown, never moved, or of another line', async () => {
      const { flow } = await aTelling(client, HOURLY);
      const { number: idle } = await aContainer(client);
      const { number: other } = await gatedIn(client, (await aPartner(client)).line);
      const { status, body } = await client.post(`/edi_flows/${flow.id}/tell`, {
        containers: ['NONE1234567', idle, other],
      });
      expect([status, body.errors]).toEqual([
        422,
        {
          'containers.0': ["Container 'NONE1234567' is unknown."],
          'containers.1': [`Container ${idle} has no movement that '${flow.name}' tells.`],
          'containers.2': [
            `The last movement of container ${other} is of a line that '${flow.name}' is not for.`,
          ],
        },
      ]);
    });

    it('takes 1 to 999 numbers, and function 9 or 5', async () => {
      const { flow } = await aTelling(client, HOURLY);
      const numbers = (count: number) => Array.from({ length: count }, (_, at) => `NONE${1_000_000 + at}`);
      const tell = async (body: object) => (await client.post(`/edi_flows/${flow.id}/tell`, body)).body;
      expect((await tell({ containers: numbers(1_000) })).errors).toEqual({
        containers: ['must be 999 at most'],
      });
      expect((await tell({ containers: numbers(999) })).code).toBe('unknown_reference');
      expect((await tell({ containers: [] })).errors).toEqual({ containers: ['must not be empty'] });
      expect((await tell({})).errors).toEqual({ containers: ['is required'] });
      expect((await tell({ containers: ['A'], function: 1 })).errors).toEqual({
        function: ['must be one of 9, 5'],
      });
    });

    it('and composing are for active flows of messages that go', async () => {
      const { partner, flow } = await aTelling(client);
      await client.patch(`/edi_flows/${flow.id}`, { active: false });
      const named = { name: partner.name, edi_id: partner.edi_id };
      const incoming = await client.create('/edi_flows', {
        name: 'In',
        partner: named,
        direction: 'in',
        message: 'COPARN',
      });
      for (const [id, says] of [
        [flow.id, `EDI flow '${flow.name}' is not active.`],
        [
          incoming.edi_flow.id,
          "EDI flow 'In' is of messages that come: only one of messages that go tells something.",
        ],
      ])
        for (const answer of [
          await client.post(`/edi_flows/${id}/tell`, { containers: ['A'] }),
          await client.post(`/edi_flows/${id}/compose`),
        ])
          expect([answer.status, answer.body.error]).toEqual([409, says]);
      expect((await client.post('/edi_flows/none/compose')).status).toBe(404);
    });
  });
});
