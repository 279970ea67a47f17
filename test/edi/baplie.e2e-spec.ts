import { aContainerType } from '../factories/cargo';
import { anExchange, aPortOfOurs, type Exchange, sendOne } from '../factories/edi-upload';
import { aShippingLine } from '../factories/parties';
import { aPort, aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const BAPLIE = 'BAPLIE:D:95B:UN:SMDG22';

describe('BAPLIE', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let voyage: string;

  beforeEach(async () => {
    client = await service.current.organization();
    hub = await anExchange(client, ['BAPLIE', 'COPRAR']);
    const discharge_destination_id = await aPortOfOurs(client);
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

  it('is taken back whole', async () => {
    await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    const cancelled = await of(head('B2', '202611251300', '1'));
    expect(cancelled).toMatchObject({ status: 'applied', errors: [] });
    expect((await plan()).status).toBe(404);
    expect(await items()).toEqual([]);
  });

  it('needs a port that is here', async () => {
    const [terminal] = (await client.get('/terminals')).body.terminals.filter(({ port }: any) => port);
    await client.as('admin').patch(`/terminals/${terminal.id}`, { port: null });
    const message = await of([...head('B1'), ...cell('0140782', 'WHAU4142033', 'NLVLI')]);
    expect(message.errors).toEqual([
      expect.objectContaining({
        code: 'no_port',
        sentence: `Terminal '${terminal.name}' has no port, which messages have to name.`,
      }),
    ]);
  });
});
