import { aContainerType } from '../factories/cargo';
import { anExchange, aPortOfOurs, type Exchange, sendOne } from '../factories/edi-upload';
import { aShippingLine } from '../factories/parties';
import { aPort, aVessel, aVoyage } from '../factories/voyages';
import { Transaction } from '../../src/common/database/write/transaction';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const BAPLIE = 'BAPLIE:D:95B:UN:SMDG22';

describe('BAPLIE', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let voyage: string;
  let discharge_destination_id: number;

  beforeEach(async () => {
    client = await service.current.organization();
    hub = await anExchange(client, ['BAPLIE', 'COPRAR']);
    discharge_destination_id = await aPortOfOurs(client);
    for (const locode of ['GBFXT', 'DEHAM']) await aPort(client.as('admin'), { locode });
    await aContainerType(client.as('admin'), { code: '20DV', iso_type_code: '22G1' });
    const vessel = await aVessel(client, { imo: '9074729' });
    voyage = (await aVoyage(client, { vessel_name: vessel.name, discharge_destination_id })).number;
  });

  const head = (document: string, date = '202611251200', function_ = '9', from = 'GBFXT') => [
    `BGM++${document}+${function_}`,
    `DTM+137:${date}:203`,
    `TDT+20+${voyage}+1++${hub.line}:172:20+++9074729:146:11:PIONEER`,
    `LOC+5+${from}:139:6`,
    'LOC+61+NLVLI:139:6',
  ];
  const cell = (at: string, number: string, to: string, line = hub.line) => [
    `LOC+147+${at}::5`,
    'MEA+WT++KGM:21000',
    'LOC+9+GBFXT:139:6',
    `LOC+11+${to}:139:6`,
    `EQD+CN+${number}+22G1+++5`,
    `NAD+CA+${line}:172:ZZZ`,
  ];
  const of = (segments: string[]) => sendOne(client, hub, BAPLIE, segments);
  const plan = async (query = '') => client.get(`/voyages/${voyage}/bayplan?${query}`);
  const items = async () => {
    const { body } = await client.get(`/discharge_lists?voyage_number=${voyage}`);
    const found: any[] = [];
    for (const { id } of body.discharge_lists)
      found.push(
        ...(await client.get(`/discharge_lists/${id}/discharge_list_items?per=100`)).body
          .discharge_list_items,
      );
    return found;
  };

  it('is written by statements of 1,000 rows at most, so that each ends far below the limit of one', async () => {
    const send = jest.spyOn(Transaction.prototype, 'send');
    const cells = Array.from({ length: 2_001 }, (_, at) =>
      cell(String(10_000 + at).padStart(7, '0'), `WHAU${String(at).padStart(7, '0')}`, 'NLVLI'),
    );
    const message = await of([...head('B1'), ...cells.flat()]);
    const sent = send.mock.calls.map(([{ text }]) => text);
    send.mockRestore();
    expect(message.changes.discharge_list_items.created).toBe(2_001);
    for (const table of ['containers', 'discharge_list_items', 'bayplan_cells', 'edi_message_records'])
      expect([table, sent.filter((text) => text.includes(`INSERT INTO ${table} (`)).length]).toEqual([
        table,
        3,
      ]);
    expect(await items()).toHaveLength(100);
    // those that were made just now are not looked for among those that were discharged
    expect(sent.filter((text) => text.includes('discharged_at, NOT EXISTS'))).toEqual([]);
  });

  it('lists a container without a line for the operator of the vessel', async () => {
    const [at, weight, from, to, equipment] = cell('0140782', 'WHAU4142033', 'NLVLI');
    const message = await of([...head('B1'), at!, weight!, from!, to!, equipment!]);
    expect([message.status, message.warnings]).toEqual(['applied', []]);
    expect(await items()).toMatchObject([
      { container: { number: 'WHAU4142033' }, shipping_line: { code: hub.line } },
    ]);
  });

  it('keeps every cell, and lists what is for here', async () => {
    const message = await of([
      ...head('B1'),
      ...cell('0140782', 'WHAU4142033', 'NLVLI'),
      ...cell('0140784', 'WHAU4154184', 'DEHAM'),
      'LOC+147+0140786::5',
    ]);
    expect(message).toMatchObject({
      status: 'applied',
      errors: [],
      subject: `BAPLIE ${voyage} arrival`,
      containers_count: 2,
      changes: { cells: { created: 3 }, discharge_list_items: { created: 1 } },
    });
    const { body } = await plan();
    expect(body.bayplan).toMatchObject({
      leg: 'arrival',
      document_number: 'B1',
      port_of_departure: 'GBFXT',
      next_port: 'NLVLI',
      cells_count: 3,
      for_here_count: 1,
      edi_message: { id: message.id },
    });
    expect(
      body.cells.map(({ cell: at, container_number, for_here }: any) => [at, container_number, for_here]),
    ).toEqual([
      ['0140782', 'WHAU4142033', true],
      ['0140784', 'WHAU4154184', false],
      ['0140786', null, false],
    ]);
    expect(body.cells[0]).toMatchObject({ bay: 14, row: 7, tier: 82, container: { id: expect.any(Number) } });
    // of other ports no records are made
    expect(body.cells[1].container).toBeNull();
    expect((await client.get('/containers/WHAU4154184')).status).toBe(404);
    expect(await items()).toEqual([
      expect.objectContaining({
        container: expect.objectContaining({ number: 'WHAU4142033' }),
        cell: '0140782',
      }),
    ]);
  });

  it('replaces the plan before, and takes off what only a plan had listed', async () => {
    await of([
      ...head('B1'),
      ...cell('0140782', 'WHAU4142033', 'NLVLI'),
      ...cell('0140784', 'WHAU4154184', 'NLVLI'),
    ]);
    const next = await of([...head('B2', '202611251300'), ...cell('0140784', 'WHAU4154184', 'NLVLI')]);
    expect(next).toMatchObject({ status: 'applied', replaces: { id: expect.any(Number) } });
    expect(next.changes.discharge_list_items).toMatchObject({ removed: 1 });
    expect(await items()).toHaveLength(1);
    const older = await of([...head('B3', '202611251100'), ...cell('0140784', 'WHAU4154184', 'NLVLI')]);
    expect(older.errors).toEqual([expect.objectContaining({ code: 'older' })]);
  });

  it('changes, adds and removes the containers that it names, and leaves the others', async () => {
    const stowed = async () =>
      (await plan()).body.cells.map(({ cell: at, container_number }: any) => `${at} ${container_number}`);
    const listed = async () => (await items()).map(({ container }) => container.number).sort();
    await of([
      ...head('B1'),
      ...cell('0140782', 'WHAU4142033', 'NLVLI'),
      ...cell('0140784', 'WHAU4154184', 'NLVLI'),
      'LOC+147+0140786::5',
    ]);
    const changed = await of([
      ...head('B2', '202611251300', '4'),
      ...cell('0140788', 'WHAU4142033', 'DEHAM'),
    ]);
    expect(changed).toMatchObject({
      status: 'applied',
      errors: [],
      changes: {
        cells: { created: 1, removed: 1, updated: 0, unchanged: 0 },
        discharge_list_items: { removed: 1, created: 0 },
      },
    });
    expect(await stowed()).toEqual(['0140784 WHAU4154184', '0140786 null', '0140788 WHAU4142033']);
    expect(await listed()).toEqual(['WHAU4154184']);
    const added = await of([...head('B3', '202611251400', '2'), ...cell('0140786', 'WHAU4142054', 'NLVLI')]);
    expect(added).toMatchObject({ status: 'applied', changes: { discharge_list_items: { created: 1 } } });
    expect(await stowed()).toEqual(['0140784 WHAU4154184', '0140786 WHAU4142054', '0140788 WHAU4142033']);
    expect(await listed()).toEqual(['WHAU4142054', 'WHAU4154184']);
    const removed = await of([
      ...head('B4', '202611251500', '3'),
      ...cell('0140784', 'WHAU4154184', 'NLVLI'),
    ]);
    expect(removed).toMatchObject({
      status: 'applied',
      changes: { cells: { removed: 1 }, discharge_list_items: { removed: 1 } },
    });
    expect(await stowed()).toEqual(['0140786 WHAU4142054', '0140788 WHAU4142033']);
    expect(await listed()).toEqual(['WHAU4142054']);
    expect((await plan()).body.bayplan).toMatchObject({ cells_count: 2, for_here_count: 1 });
  });

  it('leaves the cell of a bayplan where a COPRAR says none', async () => {
    await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    await sendOne(client, hub, 'COPRAR:D:00B:UN', [
      'BGM+43+D1+9',
      `TDT+20+${voyage}`,
      `NAD+CA+${hub.line}`,
      'EQD+CN+WHAU4142033+22G1+2+3+5',
      'LOC+11+NLVLI:139:6',
    ]);
    expect(await items()).toEqual([expect.objectContaining({ cell: '0140782' })]);
  });

  it('gives an item of a COPRAR its cell, and leaves it when a later plan lacks it', async () => {
    await sendOne(client, hub, 'COPRAR:D:00B:UN', [
      'BGM+43+D1+9',
      `TDT+20+${voyage}`,
      `NAD+CA+${hub.line}`,
      'EQD+CN+WHAU4142033+22G1+2+3+5',
      'LOC+11+NLVLI:139:6',
      'RFF+BM:WHAB1',
    ]);
    await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    expect(await items()).toEqual([
      expect.objectContaining({ cell: '0140782', bill_of_lading_number: 'WHAB1' }),
    ]);
    await of([...head('B2', '202611251300'), ...cell('0140784', 'WHAU4154184', 'NLVLI')]);
    expect((await items()).map(({ container }) => container.number)).toContain('WHAU4142033');
  });

  it('is a warning for lines that the flow has not, and a departure changes no list', async () => {
    const { code: other } = await aShippingLine(client);
    const message = await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI', other)]);
    expect(message).toMatchObject({ status: 'applied', errors: [] });
    expect(message.warnings.map(({ code }: any) => code)).toEqual(['line_not_in_flow']);
    expect(await items()).toEqual([]);
    const departure = await of([
      ...head('B2', '202611251300', '9', 'NLVLI'),
      ...cell('0140782', 'WHAU4142033', 'DEHAM'),
    ]);
    expect(departure.subject).toBe(`BAPLIE ${voyage} departure`);
    expect((await plan('leg=departure')).body.bayplan.leg).toBe('departure');
    expect(await items()).toEqual([]);
  });

  it('changes and adds as a part of a plan (659), and takes nothing away', async () => {
    const part = head('P1', '202611251300').with(0, 'BGM+659::LOADONLY+P1+9');
    const first = await of([...part, ...cell('0140786', 'WHAU4142054', 'NLVLI')]);
    expect([first.status, first.warnings]).toEqual(['applied', []]);
    await of([
      ...head('B1', '202611251400').with(0, 'BGM+658+B1+9'),
      ...cell('0140782', 'WHAU4142033', 'NLVLI'),
      ...cell('0140784', 'WHAU4154184', 'NLVLI'),
    ]);
    const second = await of([
      ...head('P2', '202611251500').with(0, 'BGM+659::LOADONLY+P2+9'),
      ...cell('0140786', 'WHAU4142054', 'NLVLI'),
      ...cell('0140788', 'WHAU4154184', 'DEHAM'),
    ]);
    expect(second).toMatchObject({
      status: 'applied',
      errors: [],
      replaces: null,
      changes: { discharge_list_items: { created: 1, removed: 1 } },
    });
    expect((await plan()).body.cells.map(({ container_number }: any) => container_number)).toEqual([
      'WHAU4142033',
      'WHAU4142054',
      'WHAU4154184',
    ]);
    expect((await items()).map(({ container }) => container.number).sort()).toEqual([
      'WHAU4142033',
      'WHAU4142054',
    ]);
    const cancelled = await of(head('P2', '202611251600').with(0, 'BGM+659+P2+1'));
    expect(cancelled.errors).toMatchObject([{ code: 'function_unknown' }]);
  });

  it('removes only what plans of the same partner brought', async () => {
    const other = await anExchange(client, ['BAPLIE'], { shipping_lines: [], all_lines: true });
    const byOther = (segments: string[]) => sendOne(client, other, BAPLIE, segments);
    const listed = async () => (await items()).map(({ container }) => container.number).sort();
    const stowed = async () => (await plan()).body.cells.map((each: any) => each.container_number);
    const first = await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    const ofOther = await byOther([...head('O1'), ...cell('0140784', 'WHAU4154184', 'NLVLI')]);
    expect([await listed(), await stowed()]).toEqual(
      Array.from({ length: 2 }, () => ['WHAU4142033', 'WHAU4154184']),
    );
    const second = await of([...head('B2', '202611251300'), ...cell('0140786', 'WHAU4142054', 'NLVLI')]);
    const replaced = async ({ id }: { id: number }) => {
      const { status, replaced_by } = (await client.get(`/edi_messages/${id}`)).body.edi_message;
      return [status, replaced_by];
    };
    expect(await replaced(first)).toEqual(['replaced', { id: second.id }]);
    expect(await replaced(ofOther)).toEqual(['applied', null]);
    expect([await listed(), await stowed()]).toEqual([
      ['WHAU4142054', 'WHAU4154184'],
      ['WHAU4154184', 'WHAU4142054'],
    ]);
    const cancelled = await byOther(head('O2', '202611251300', '1'));
    expect(cancelled).toMatchObject({ status: 'applied', changes: { cells: { removed: 1 } } });
    expect([await listed(), await stowed()]).toEqual([['WHAU4142054'], ['WHAU4142054']]);
  });

  it('is refused where no container names a port of discharge, and warns of one without', async () => {
    const [at, weight, from, , ...rest] = cell('0140782', 'WHAU4142033', 'NLVLI');
    const without = [at!, weight!, from!, ...rest];
    expect((await of([...head('B1'), ...without])).errors).toMatchObject([
      {
        code: 'missing',
        sentence: 'No container of the plan names a port of discharge (LOC+11).',
      },
    ]);
    const one = await of([...head('B1'), ...without, ...cell('0140784', 'WHAU4154184', 'NLVLI')]);
    expect([one.status, one.warnings]).toEqual([
      'applied',
      [expect.objectContaining({ code: 'port_missing', container: 'WHAU4142033' })],
    ]);
  });

  it('keeps what has no number of ISO 6346 as a cell with what it is called', async () => {
    const message = await of([
      ...head('B1'),
      ...cell('0140782', 'WHAU4142033', 'NLVLI'),
      ...cell('0140784', 'GENSET 12', 'NLVLI'),
    ]);
    expect([message.status, message.warnings]).toEqual([
      'applied',
      [expect.objectContaining({ code: 'container_invalid', container: null })],
    ]);
    expect((await plan()).body.cells[1]).toMatchObject({ container_number: 'GENSET 12', container: null });
    expect(await items()).toHaveLength(1);
  });

  it('has what is for another terminal of the port as a cell alone', async () => {
    const to = (terminal: string) => (segment: string) =>
      segment.replace('LOC+11+NLVLI:139:6', `$&+${terminal}`);
    const message = await of([
      ...head('B1'),
      ...cell('0140782', 'WHAU4142033', 'NLVLI').map(to('NQ01:TER:306')),
      ...cell('0140784', 'WHAU4154184', 'NLVLI').map(to('NQ99:TER:306')),
      ...cell('0140786', 'WHAU4142054', 'NLVLI').map(to('QUAY 4:TER:ZZZ')),
    ]);
    const [terminal] = (await client.get('/terminals')).body.terminals.filter(({ port }: any) => port);
    expect(message.warnings.map(({ sentence }: any) => sentence).sort()).toEqual([
      `Segment 17 (LOC): terminal 'NQ99' is unknown, and is not '${terminal.name}'.`,
      `Segment 23 (LOC): terminal 'QUAY 4' is unknown, and is not '${terminal.name}'.`,
    ]);
    expect((await plan()).body.cells.map(({ for_here }: any) => for_here)).toEqual([true, false, false]);
    expect((await items()).map(({ container }) => container.number)).toEqual(['WHAU4142033']);
  });

  it('warns of a container for here that has no number', async () => {
    const [place, ...others] = cell('0140782', 'WHAU4142033', 'NLVLI');
    const message = await of([
      ...head('B1'),
      place!,
      ...others.map((segment) => segment.replace('EQD+CN+WHAU4142033', 'EQD+CN+')),
    ]);
    expect(message.status).toBe('applied');
    expect(message.warnings).toMatchObject([{ code: 'container_unnamed' }]);
    expect(await items()).toEqual([]);
    expect((await plan()).body.cells).toMatchObject([{ container_number: null, for_here: true }]);
  });

  it('finds the vessel of a call sign under 146, else by its name', async () => {
    for (const [at, vessel] of ['WPCS:146:11:OTHER', 'XX1:146:11:PIONEER TWO'].entries()) {
      const call = await aVessel(client, {
        call_sign: `WPCS${at || ''}`,
        name: `PIONEER ${at ? 'TWO' : 'ONE'}`,
      });
      const { number } = await aVoyage(client, { vessel_name: call.name, discharge_destination_id });
      const message = await of([
        `BGM++C${at}+9`,
        `TDT+20+${number}+1++${hub.line}:172:20+++${vessel}`,
        'LOC+5+GBFXT:139:6',
        ...cell('0140782', 'WHAU4142033', 'NLVLI'),
      ]);
      expect(message).toMatchObject({ status: 'applied', voyage: { number } });
    }
  });

  it('overwrites nothing that a COPRAR or somebody said of a container, and fills what is empty', async () => {
    const weights = async () =>
      Promise.all(
        ['WHAU4142033', 'WHAU4154184', 'WHAU4142054'].map(
          async (number) => (await client.get(`/containers/${number}`)).body.container.weight,
        ),
      );
    await sendOne(client, hub, 'COPRAR:D:00B:UN', [
      'BGM+43+D1+9',
      `TDT+20+${voyage}`,
      `NAD+CA+${hub.line}`,
      'EQD+CN+WHAU4142033+22G1+2+3+5',
      'LOC+11+NLVLI:139:6',
      'MEA+AAE+VGM+KGM:24000',
      'EQD+CN+WHAU4142054+22G1+2+3+5',
      'LOC+11+NLVLI:139:6',
    ]);
    await client.create('/containers', { number: 'WHAU4154184', weight: 18000, shipping_line: hub.line });
    const cells = ['WHAU4142033', 'WHAU4154184', 'WHAU4142054'].flatMap((number, at) =>
      cell(`014078${2 * at}`, number, 'NLVLI'),
    );
    expect((await of([...head('B1'), ...cells])).status).toBe('applied');
    expect(await weights()).toEqual([24000, 18000, 21000]);
    expect((await items()).map((item) => [item.container.number, item.from_bayplan])).toContainEqual([
      'WHAU4154184',
      true,
    ]);
  });

  it('says anew what only a plan said', async () => {
    const heavier = cell('0140782', 'WHAU4142033', 'NLVLI').with(1, 'MEA+VGM++KGM:22000');
    await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    await of([...head('B2', '202611251300'), ...heavier]);
    expect((await client.get('/containers/WHAU4142033')).body.container.weight).toBe(22000);
  });

  it('is taken back whole', async () => {
    await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    const cancelled = await of(head('B2', '202611251300', '1'));
    expect(cancelled).toMatchObject({
      status: 'applied',
      errors: [],
      changes: { cells: { removed: 1 }, discharge_list_items: { removed: 1 } },
    });
    expect((await plan()).status).toBe(404);
    expect(await items()).toEqual([]);
  });

  it('needs a port that is here', async () => {
    const [terminal] = (await client.get('/terminals')).body.terminals.filter(({ port }: any) => port);
    await client.as('admin').patch(`/terminals/${terminal.id}`, { port: null });
    const message = await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    const refusal = {
      code: 'no_port',
      sentence: `Terminal '${terminal.name}' has no port, which messages have to name.`,
    };
    expect(message.errors).toEqual([expect.objectContaining(refusal)]);
    const { id: discharge_destination_id } = await aPort(client.as('admin'), { locode: 'BEANR' });
    const moved = await client.patch(`/voyages/${voyage}`, {
      voyage: { discharge_destination_type: 'Port', discharge_destination_id },
    });
    expect(moved.status).toBe(200);
    const again = await of([...head('B2'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    expect(again.errors).toEqual([expect.objectContaining(refusal)]);
  });
});
