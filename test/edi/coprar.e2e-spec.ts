import { aBooking, aContainerType } from '../factories/cargo';
import { anExchange, aPortOfOurs, type Exchange, sendOne } from '../factories/edi-upload';
import { aPort, aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const COPRAR = 'COPRAR:D:00B:UN:SMDG20';

describe('COPRAR', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let voyage: string;

  beforeEach(async () => {
    client = await service.current.organization();
    hub = await anExchange(client, ['COPRAR']);
    const discharge_destination_id = await aPortOfOurs(client);
    for (const locode of ['GBFXT', 'DEHAM']) await aPort(client.as('admin'), { locode });
    await aContainerType(client.as('admin'), { code: '20DV', iso_type_code: '22G1' });
    const vessel = await aVessel(client, { imo: '9074729' });
    voyage = (await aVoyage(client, { vessel_name: vessel.name, discharge_destination_id })).number;
  });

  const head = (code: string, document: string, function_ = '9', date = '202611251200') => [
    `BGM+${code}+${document}+${function_}`,
    `DTM+137:${date}:203`,
    `TDT+20+${voyage}+1++${hub.line}:172:20+++9074729:146:11:PIONEER`,
    `NAD+CA+${hub.line}:160:166`,
  ];
  const of = (segments: string[]) => sendOne(client, hub, COPRAR, segments);
  const box = (number: string, ...more: string[]) => [
    `EQD+CN+${number}+22G1:102:5+2+3+5`,
    'LOC+9+GBFXT:139:6',
    'LOC+11+NLVLI:139:6',
    ...more,
  ];
  const list = async (kind: 'load_lists' | 'discharge_lists') =>
    (await client.get(`/${kind}?voyage_number=${voyage}`)).body[kind] as any[];
  const discharging = async () => {
    const [{ id }] = await list('discharge_lists');
    return (await client.get(`/discharge_lists/${id}/discharge_list_items?per=100`)).body
      .discharge_list_items as any[];
  };
  const loading = async () => {
    const [{ id }] = await list('load_lists');
    return (await client.get(`/load_lists/${id}/load_list_items`)).body.load_list_items as any[];
  };

  it('makes a discharge list, whose items announce the stays of their containers', async () => {
    const message = await of([
      ...head('43', 'D1'),
      ...box(
        'WHAU4142033',
        'LOC+147+0140782::5',
        'MEA+AAE+VGM+KGM:21500',
        'SEL+S1+CA',
        'RFF+BM:WHAB1',
        'DGS+IMD+3+1993+23:CEL+3',
      ),
      ...box('WHAU4154184'),
    ]);
    expect(message).toMatchObject({
      status: 'applied',
      errors: [],
      subject: `COPRAR 43 ${voyage} ${hub.line}`,
      voyage: { number: voyage },
      containers_count: 2,
      changes: { discharge_list_items: { created: 2 } },
    });
    expect((await list('discharge_lists'))[0].name).toBe(`${voyage}-${hub.line}`);
    const [first] = await discharging();
    expect(first).toMatchObject({
      container: { number: 'WHAU4142033' },
      container_status: 'full',
      bill_of_lading_number: 'WHAB1',
      cell: '0140782',
      port_of_loading: { locode: 'GBFXT' },
      port_of_discharge: { locode: 'NLVLI' },
      dangerous: [{ imdg_class: '3', un_number: '1993', packing_group: '3' }],
      discharged_at: null,
    });
    expect((await client.get('/containers/WHAU4142033')).body.container).toMatchObject({
      usage: 'import',
      weight: 21500,
      seals: ['S1'],
      arrival_voyage: { number: voyage },
    });
    const { body } = await client.get(`/edi_messages/${message.id}/records`);
    expect(body.records).toHaveLength(2);
    expect(body.records[0]).toMatchObject({ type: 'discharge_list_item', key: 'WHAU4142033', segment: 7 });
  });

  it('lists what is not to be discharged here, with a warning and an unknown usage', async () => {
    const message = await of([...head('43', 'D1'), 'EQD+CN+WHAU4142033+22G1+2+3+5', 'LOC+11+DEHAM:139:6']);
    expect(message.warnings.map(({ code }: any) => code)).toEqual(['port_unknown']);
    expect((await client.get('/containers/WHAU4142033')).body.container.usage).toBe('unknown');
  });

  it('takes what goes on from here for no import, and what names no port of discharge for one', async () => {
    await of([
      ...head('43', 'D1'),
      'EQD+CN+WHAU4142033+22G1+2+6+5',
      'LOC+11+NLVLI:139:6',
      'EQD+CN+WHAU4154184+22G1+2+3+5',
    ]);
    const usage = async (number: string) => (await client.get(`/containers/${number}`)).body.container.usage;
    expect([await usage('WHAU4142033'), await usage('WHAU4154184')]).toEqual(['unknown', 'import']);
  });

  it('leaves of an item that it changes what it does not say', async () => {
    await of([
      ...head('43', 'D1'),
      ...box('WHAU4142033', 'RFF+BM:WHAB1', 'LOC+147+0140782::5', 'DGS+IMD+3+1993'),
    ]);
    const changed = await of([
      ...head('43', 'D2', '4', '202611251300'),
      'EQD+CN+WHAU4142033',
      'LOC+147+0140784::5',
    ]);
    expect(changed).toMatchObject({ status: 'applied', changes: { discharge_list_items: { updated: 1 } } });
    expect(await discharging()).toEqual([
      expect.objectContaining({
        cell: '0140784',
        container_status: 'full',
        bill_of_lading_number: 'WHAB1',
        port_of_discharge: expect.objectContaining({ locode: 'NLVLI' }),
        dangerous: [expect.objectContaining({ un_number: '1993' })],
      }),
    ]);
    expect((await client.get('/containers/WHAU4142033')).body.container.usage).toBe('import');
    await of([...head('45', 'L1'), 'EQD+CN+WHAU4154184+22G1+2+2+5', 'LOC+11+DEHAM:139:6']);
    await of([
      ...head('45', 'L2', '4', '202611251300'),
      'EQD+CN+WHAU4154184+22G1+2+2+5',
      'LOC+147+0140786::5',
    ]);
    expect(await loading()).toEqual([
      expect.objectContaining({
        cell: '0140786',
        port_of_discharge: expect.objectContaining({ locode: 'DEHAM' }),
      }),
    ]);
  });

  it('removes empties of a type from a load list', async () => {
    await of([...head('45', 'L1'), 'EQD+CN++22G1+2+2+4', 'EQN+5']);
    const removed = await of([...head('45', 'L2', '3', '202611251300'), 'EQD+CN++22G1+2+2+4', 'EQN+2']);
    expect(removed).toMatchObject({ status: 'applied', changes: { load_list_items: { removed: 2 } } });
    expect(await loading()).toHaveLength(3);
  });

  it('replaces, adds to, and takes back a discharge list', async () => {
    await of([...head('43', 'D1'), ...box('WHAU4142033'), ...box('WHAU4154184')]);
    const replaced = await of([...head('43', 'D2', '5', '202611251300'), ...box('WHAU4154184')]);
    expect(replaced.changes.discharge_list_items).toMatchObject({ removed: 1, unchanged: 1 });
    await of([...head('43', 'D3', '2', '202611251400'), ...box('WHAU4142033')]);
    expect(await discharging()).toHaveLength(2);
    await of([...head('43', 'D4', '3', '202611251500'), 'EQD+CN+WHAU4142033+22G1']);
    expect(await discharging()).toHaveLength(1);
    const cancelled = await of(head('43', 'D5', '1', '202611251600'));
    expect(cancelled).toMatchObject({ status: 'applied', errors: [] });
    expect(await discharging()).toHaveLength(0);
  });

  it('makes a load list of containers and empties, with their bookings', async () => {
    const { number: booking } = await aBooking(client, { shipping_line: hub.line });
    const message = await of([
      ...head('45', 'L1'),
      'EQD+CN+WHAU4142033+22G1:102:5+2+2+5',
      `RFF+BN:${booking}`,
      'LOC+11+DEHAM:139:6',
      'EQD+CN+WHAU4154184+22G1:102:5+2+2+4',
      'RFF+BN:NONE1',
      'EQD+CN++22G1:102:5+2+2+4',
      'EQN+3',
    ]);
    expect(message).toMatchObject({ status: 'applied', errors: [] });
    expect(message.warnings.map(({ code }: any) => code)).toEqual(['booking_unknown']);
    const items = await loading();
    expect(
      items.map(({ container, container_status }) => [container?.number ?? null, container_status]),
    ).toEqual([
      ['WHAU4142033', 'full'],
      ['WHAU4154184', 'empty'],
      [null, 'empty'],
      [null, 'empty'],
      [null, 'empty'],
    ]);
    expect(items[0]).toMatchObject({ port_of_discharge: { locode: 'DEHAM' } });
    const cancelled = await of(head('45', 'L2', '1', '202611251600'));
    expect(cancelled).toMatchObject({ status: 'applied', errors: [] });
    expect(await loading()).toHaveLength(0);
  });

  it('applies the same document again without a change', async () => {
    await of([...head('43', 'D1'), ...box('WHAU4142033')]);
    const again = await of([...head('43', 'D1'), ...box('WHAU4142033')]);
    expect(again).toMatchObject({
      status: 'applied',
      changes: { discharge_list_items: { created: 0, updated: 0, unchanged: 1 } },
    });
  });

  it('is refused for a voyage that is unknown, over, or not named', async () => {
    const codes = async (segments: string[]) => (await of(segments)).errors.map(({ code }: any) => code);
    const named = (tdt: string) => [head('43', 'X')[0]!, tdt, head('43', 'X')[3]!, ...box('WHAU4142033')];
    expect(await codes(named('TDT+20+NOWHERE+1++++++9074729:146'))).toEqual(['voyage_unknown']);
    expect(await codes(named('FTX+ZZZ'))).toEqual(['missing']);
    await client.patch(`/voyages/${voyage}`, { voyage: { cancelled: true } });
    expect(await codes(named(`TDT+20+${voyage}`))).toEqual(['voyage_over']);
  });
});
