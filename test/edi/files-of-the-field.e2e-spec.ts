import { aContainerType } from '../factories/cargo';
import { anExchange, aPortOfOurs, type Exchange, sendOne } from '../factories/edi-upload';
import { aShippingLine } from '../factories/parties';
import { aPort, aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const SMDG_15 = 'BAPLIE:1:911:UN:SMDG15';
const SMDG_22 = 'BAPLIE:D:95B:UN:SMDG22';
const SMDG_31 = 'BAPLIE:D:13B:UN:SMDG31';
const [ONE, TWO, THREE] = ['WHAU4142033', 'WHAU4154184', 'WHAU4119542'];

/** Forms of messages that terminals, hubs and generators write, and what the service makes of each from its bytes on. */
describe('a message as others write it', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let voyage: string;
  let other: string;

  beforeEach(async () => {
    client = await service.current.organization();
    const admin = client.as('admin');
    hub = await anExchange(client, ['COPARN', 'COPRAR', 'BAPLIE']);
    const discharge_destination_id = await aPortOfOurs(client);
    for (const locode of ['BEANR', 'DEHAM', 'HKHKG', 'CNSHA']) await aPort(admin, { locode });
    await aContainerType(admin, { code: '20DV', iso_type_code: '22G1' });
    await aContainerType(admin, { code: '40HC', iso_type_code: '45G1' });
    const { name } = await aVessel(client, { name: 'HARBOUR SWAN', call_sign: 'WHSW', imo: '9074729' });
    const call = { vessel_name: name, discharge_destination_id };
    [voyage, other] = [(await aVoyage(client, call)).number, (await aVoyage(client, call)).number];
  });

  const vesselBy = (id: string) => `TDT+20+${voyage}+++${hub.line}:172:20+++${id}`;
  const plan = (document: string, vessel: string, date = '2611281200:201') => [
    `BGM++${document}+9`,
    `DTM+137:${date}`,
    vesselBy(vessel),
    'LOC+5+BEANR:139:6',
    'LOC+61+NLVLI:139:6',
  ];
  const CALL_SIGN = 'WHSW:103::HARBOUR SWAN';
  /** A container of a plan of SMDG 3.1. */
  const on = (at: string, number: string, to = 'NLVLI') => [
    `LOC+147+${at}::5`,
    `EQD+CN+${number}+22G1:6346:5+++5`,
    'MEA+AAE+VGM+KGM:12500',
    'LOC+9+BEANR',
    `LOC+11+${to}`,
    `NAD+CF+${hub.line}:LINES:306`,
  ];
  const coparn = (code: string, document: string, ...more: string[]) =>
    sendOne(client, hub, 'COPARN:D:95B:UN', [`BGM+${code}+${document}+9`, `RFF+BN:${document}`, ...more]);
  const cells = async () => (await client.get(`/voyages/${voyage}/bayplan`)).body.cells as any[];
  const items = async () => {
    const { discharge_lists } = (await client.get(`/discharge_lists?voyage_number=${voyage}`)).body;
    const found: any[] = [];
    for (const { id } of discharge_lists) {
      const { body } = await client.get(`/discharge_lists/${id}/discharge_list_items`);
      found.push(...body.discharge_list_items);
    }
    return found;
  };
  const listed = async () => (await items()).map(({ container }) => container.number as string).sort();
  const codes = (message: any) => message.warnings.map(({ code }: any) => code as string);

  it('is a plan of SMDG 1.5, with its ports in LOC+6 and LOC+12 and the vessel in the fourth element', async () => {
    const message = await sendOne(client, hub, SMDG_15, [
      'BGM++B15+9',
      'DTM+137:2611281200:201',
      `TDT+20+${voyage}++${CALL_SIGN}++${hub.line}:172:20`,
      'LOC+5+CNSHA',
      'LOC+61+NLVLI',
      `RFF+VON:${voyage}`,
      'LOC+147+0381184::5',
      'MEA+WT++KGM:16100',
      'LOC+6+HKHKG',
      'LOC+12+NLVLI',
      'RFF+BM:1',
      `EQD+CN+${ONE}+22G1+++5`,
      `NAD+CA+${hub.line}:172:ZZZ`,
    ]);
    expect(message).toMatchObject({ status: 'applied', voyage: { number: voyage } });
    expect(await listed()).toEqual([ONE]);
  });

  it('is a part of a plan behind the whole one', async () => {
    const head = (document: string) =>
      plan(document, '9074729::11:HARBOUR SWAN', '202611281200:203').slice(1);
    const whole = ['BGM+658+FULL1+9', ...head('FULL1'), ...on('0010102', ONE), ...on('0010104', TWO)];
    expect((await sendOne(client, hub, SMDG_31, whole)).status).toBe('applied');
    const part = ['BGM+659::LOADONLY+PART1+9', ...head('PART1'), ...on('0030102', THREE)];
    expect((await sendOne(client, hub, SMDG_31, part)).status).toBe('applied');
    expect(await cells()).toHaveLength(3);
    expect(await listed()).toEqual([THREE, ONE, TWO]);
  });

  it('is an announced export of dangerous goods that stand out of their container', async () => {
    const message = await coparn(
      '126',
      'DG1',
      vesselBy(CALL_SIGN),
      `NAD+CF+${hub.line}:160:166`,
      `EQD+CN+${ONE}+22G1:102:5++2+5`,
      'LOC+11+HKHKG:139:6',
      'DIM+9+CMT:::45',
      'DGS+IMD+3+1263+023:CEL+2',
    );
    expect([message.status, codes(message)]).toEqual(['applied', []]);
    const { booking } = (await client.get('/bookings/DG1')).body;
    expect(booking).toMatchObject({
      port_of_discharge: 'HKHKG',
      lines: [
        { dangerous_goods: [{ imdg_class: '3', un_number: '1263' }], over: { height: 45 }, quantity: 1 },
      ],
    });
  });

  it('has a weight as EGW alone', async () => {
    const message = await coparn(
      '11',
      'EGW1',
      vesselBy(CALL_SIGN),
      `NAD+CA+${hub.line}:172:20`,
      `EQD+CN+${ONE}+45G1:102:5++2+5`,
      'MEA+AAE+T+KGM:4004',
      'MEA+AAE+EGW+KGM:32604',
    );
    expect(message.status).toBe('applied');
    expect((await client.get(`/containers/${ONE}`)).body.container.weight).toBe(32604);
  });

  it('has containers of one consignment and of several', async () => {
    const message = await sendOne(client, hub, 'COPRAR:D:95B:UN', [
      'BGM+43+FCL1+9',
      vesselBy(CALL_SIGN),
      `NAD+CA+${hub.line}:160:20`,
      ...[ONE, TWO, THREE].flatMap((number, at) => [
        `EQD+CN+${number}+22G1:102:5++3+${[8, 7, 5][at]}`,
        'LOC+11+NLVLI:139:6',
      ]),
    ]);
    expect(message.status).toBe('applied');
    const status = async (number: string) =>
      (await client.get(`/containers/${number}`)).body.container.container_status;
    expect([await status(ONE), await status(TWO), await status(THREE)]).toEqual(['full', 'full', 'full']);
  });

  it('names the voyage of the pre-carriage before that of the main carriage', async () => {
    const { code } = await aShippingLine(client);
    const message = await coparn(
      '126',
      'TDT1',
      `TDT+10++1++${code}:172:20+++${CALL_SIGN}`,
      `RFF+VON:${other}`,
      `TDT+20++1++${hub.line}:172:20+++${CALL_SIGN}`,
      `RFF+VON:${voyage}`,
      `NAD+CA+${hub.line}:172:20`,
      'EQD+CN++22G1:102:5++2+5',
      'EQN+2',
    );
    expect(message).toMatchObject({ status: 'applied', voyage: { number: voyage } });
    expect((await client.get('/bookings/TDT1')).body.booking.voyage).toMatchObject({ number: voyage });
  });

  it('is a booking of two types, which are kept apart', async () => {
    await aContainerType(client.as('admin'), { code: '45HR', iso_type_code: '45R1' });
    const message = await coparn(
      '126',
      'MIX1',
      vesselBy(CALL_SIGN),
      `NAD+CA+${hub.line}:172:20`,
      'EQD+CN++22G1:102:5++2+5',
      'EQN+2',
      'EQD+CN++45R1:102:5++2+5',
      'EQN+1',
      'TMP+2+-18:CEL',
    );
    expect(message).toMatchObject({ status: 'applied', warnings: [] });
    expect((await client.get('/bookings/MIX1')).body.booking).toMatchObject({
      quantity: 3,
      container_type: null,
      lines: [
        { number: 1, container_type: { code: '20DV' }, quantity: 2, set_point: null },
        { number: 2, container_type: { code: '45HR' }, quantity: 1, set_point: -18, operating_reefer: true },
      ],
    });
  });

  it('fills the bill of each cell with 1', async () => {
    const filled = (at: string, number: string) => [
      `LOC+147+${at}::5`,
      'MEA+VGM++KGM:21000',
      'LOC+9+BEANR:139:6',
      'LOC+11+NLVLI:139:6',
      'RFF+BM:1',
      `EQD+CN+${number}+22G1++3+5`,
      `NAD+CA+${hub.line}:172:20`,
    ];
    const segments = [...plan('P7', CALL_SIGN), ...filled('0110382', ONE), ...filled('0110384', TWO)];
    expect((await sendOne(client, hub, SMDG_22, segments)).status).toBe('applied');
    expect((await items()).map(({ bill_of_lading_number }) => bill_of_lading_number)).toEqual([null, null]);
  });

  it('has equipment without a number of ISO 6346', async () => {
    const head = plan('NON1', '9074729:146:11:HARBOUR SWAN', '202611281200:203').slice(1);
    const segments = [
      'BGM+658+NON1+9',
      ...head,
      ...on('0010102', ONE),
      ...on('0010104', 'GENSET 12', 'DEHAM'),
    ];
    const message = await sendOne(client, hub, SMDG_31, segments);
    expect([message.status, codes(message)]).toEqual(['applied', ['container_invalid']]);
    expect((await cells()).map(({ container_number }) => container_number)).toEqual([ONE, 'GENSET 12']);
    expect(await listed()).toEqual([ONE]);
  });

  it('is for another terminal of the port', async () => {
    const message = await sendOne(client, hub, SMDG_22, [
      ...plan('P9', CALL_SIGN),
      'LOC+147+0110386::5',
      'MEA+VGM++KGM:24000',
      'LOC+9+BEANR:139:6',
      'LOC+11+NLVLI:139:6+NQ99:TER:306',
      'RFF+BM:1',
      `EQD+CN+${ONE}+22G1++3+5`,
      `NAD+CA+${hub.line}:172:20`,
    ]);
    expect(message.status).toBe('applied');
    expect([(await cells()).length, await listed()]).toEqual([1, []]);
  });

  it('has the call sign of the vessel under 146', async () => {
    const message = await sendOne(client, hub, SMDG_22, [
      ...plan('P10', 'WHSW:146:11:HARBOUR SWAN'),
      ...on('0010102', ONE),
    ]);
    expect(message).toMatchObject({ status: 'applied', voyage: { number: voyage } });
  });
});
