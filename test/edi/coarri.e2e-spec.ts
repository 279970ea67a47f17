import { aContainer, aContainerType, aLoadList, aManifest } from '../factories/cargo';
import {
  aPartner,
  anOutgoingFlow,
  aPortTerminal,
  interchangesOut,
  itemsWaiting,
  messagesOf,
  segmentsOf,
} from '../factories/edi-outgoing';
import { aTally, broughtBy, count } from '../factories/quay';
import { type Body, next } from '../factories/record';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { useService } from '../setup/service';

describe('COARRI', () => {
  const service = useService();
  let client: Client;
  let terminal: Body;
  let partner: Body;
  let line: string;
  let voyage: Body;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    terminal = await aPortTerminal(client);
    ({ partner, line } = await aPartner(client));
    const { name } = await aVessel(client, { name: 'Westhaven Pioneer', imo: '9074729', call_sign: 'PBAA' });
    voyage = await aVoyage(client, {
      number: 'WP2611',
      vessel_name: name,
      discharge_destination_id: terminal.id,
    });
    await service.current.query(`UPDATE voyages SET actual_time_of_berth = $1 WHERE organization_id = $2`, [
      '2026-11-20T05:00:00Z',
      client.organization_id,
    ]);
  });

  const expected = async (numbers: string[], body: object = {}) => {
    await aContainerType(client, { code: '20DV', iso_type_code: '22G1' });
    return broughtBy(client, voyage, numbers, {
      shipping_line: line,
      container_type: '20DV',
      container_status: 'full',
      usage: 'import',
      ...body,
    });
  };
  const lift = (container_number: string) => ({ container_number, lifted_at: '2026-11-20T07:41:00Z' });
  const aFlow = (body: object = {}) => anOutgoingFlow(client, partner, { message: 'COARRI', ...body });

  it('tells what a crane discharged, with the facts of voyage and stay', async () => {
    const bill = await expected(['WHAU4142033'], { weight: 21580, seals: ['S1'] });
    const tally = await aTally(client, voyage);
    await aFlow();
    await count(client, tally, lift('WHAU4142033'));
    const [interchange] = await interchangesOut(client, 1);
    expect((await segmentsOf(client, interchange)).slice(1, -1)).toEqual([
      'UNH+1+COARRI:D:95B:UN',
      'BGM+44+00000001+9',
      `TDT+20+WP2611+1++${line}:172:20+++9074729:146:11:WESTHAVEN PIONEER`,
      'RFF+VON:WP2611',
      'LOC+11+NLVLI:139:6+NQ01:72:306',
      'DTM+178:202611200600:203',
      `NAD+CA+${line}:160:166`,
      'NAD+MS+NORTHQUAY',
      'EQD+CN+WHAU4142033+22G1:102:5++3+5',
      `RFF+BM:${bill.number}`,
      'DTM+203:202611200841:203',
      'MEA+AAE+G+KGM:21580',
      'SEL+S1+CA',
      `NAD+CF+${line}:160:166`,
      'CNT+16:1',
      'UNT+16+1',
    ]);
    expect(await messagesOf(client, interchange)).toMatchObject([
      { message: 'COARRI', voyage: { number: 'WP2611' }, shipping_line: { code: line } },
    ]);
  });

  it('names the voyage as the manifest of the line does, and the cell that a list knows', async () => {
    await aManifest(client, {
      voyage_id: voyage.id,
      shipping_line: line,
      manifest: { client_identifier: `M${next()}`, shipping_line_voyage_number: '611E' },
    });
    await aContainerType(client, { code: '20DV', iso_type_code: '22G1' });
    await client.create('/discharge_lists', {
      name: 'D1',
      voyage: voyage.number,
      shipping_line: line,
      items: [
        { container: 'WHAU4142033', container_type: '20DV', container_status: 'full', cell: '0120382' },
      ],
    });
    const tally = await aTally(client, voyage);
    await aFlow();
    await count(client, tally, lift('WHAU4142033'));
    const [interchange] = await interchangesOut(client, 1);
    const segments = await segmentsOf(client, interchange);
    expect(segments[3]).toMatch(/^TDT\+20\+611E\+1/);
    expect(segments).toContain('LOC+147+0120382::5');
  });

  it('waits for the tally to be closed, and tells then what fell short', async () => {
    await expected(['WHAU4142033', 'WHAU4142034', 'WHAU4142035']);
    const tally = await aTally(client, voyage);
    await aFlow({ at_tally_close: true });
    await count(client, tally, lift('WHAU4142033'));
    const [held] = await itemsWaiting(client, 1);
    expect(held).toMatchObject({ held: true, voyage: { number: 'WP2611' }, code: '44' });
    expect((await client.post(`/tallies/${tally.id}/close`)).status).toBe(200);
    const [first] = await interchangesOut(client, 1);
    expect((await segmentsOf(client, first)).filter((each) => each.startsWith('EQD'))).toEqual([
      'EQD+CN+WHAU4142033+22G1:102:5++3+5',
      'EQD+CN+WHAU4142034+22G1:102:5++7+5',
      'EQD+CN+WHAU4142035+22G1:102:5++7+5',
    ]);
    expect((await segmentsOf(client, first)).filter((each) => each.startsWith('DTM+203'))).toHaveLength(1);
    // what comes after a reopening is told at the next close, and what fell short once
    await client.post(`/tallies/${tally.id}/reopen`);
    await count(client, tally, lift('WHAU4142034'));
    await itemsWaiting(client, 1);
    await client.post(`/tallies/${tally.id}/close`);
    const [, second] = await interchangesOut(client, 2);
    expect((await segmentsOf(client, second)).filter((each) => each.startsWith('EQD'))).toEqual([
      'EQD+CN+WHAU4142034+22G1:102:5++3+5',
    ]);
  });

  it('tells what was discharged beyond the lists as overlanded', async () => {
    await expected(['WHAU4142033']);
    const tally = await aTally(client, voyage);
    await aFlow();
    await aContainer(client, {
      number: 'WHAU4142099',
      container_type: '20DV',
      shipping_line: line,
      container_status: 'full',
    });
    const { status } = await count(client, tally, { ...lift('WHAU4142099'), over: true });
    expect(status).toBe(201);
    const [interchange] = await interchangesOut(client, 1);
    expect((await segmentsOf(client, interchange)).find((each) => each.startsWith('EQD'))).toBe(
      'EQD+CN+WHAU4142099+22G1:102:5++8+5',
    );
  });

  it('takes back a move that is undone, and tells what is loaded', async () => {
    await expected(['WHAU4142033']);
    const tally = await aTally(client, voyage);
    await aFlow();
    const { body } = await count(client, tally, lift('WHAU4142033'));
    await interchangesOut(client, 1);
    await client.post(`/tallies/${tally.id}/moves/${body.tally_moves[0].id}/undo`, { reason: 'Wrong box' });
    const [, back] = await interchangesOut(client, 2);
    expect((await segmentsOf(client, back)).slice(2, 4)).toEqual(['BGM+44+00000002+1', 'RFF+ACW:00000001']);
    await count(client, tally, lift('WHAU4142033'));
    const later = await aVoyage(client, { number: 'WP2612', discharge_destination_id: terminal.id });
    await aLoadList(client, {
      voyage: later.number,
      items: [{ load_list_item_type: 'full', container: 'WHAU4142033', cell: '0340284' }],
    });
    const loading = await aTally(client, later, 'loading');
    expect((await count(client, loading, { container_number: 'WHAU4142033' })).status).toBe(201);
    const codes = async () =>
      (await client.get('/edi_items?status=told&per=100')).body.edi_items.map((item: Body) => [
        item.code,
        item.function,
      ]);
    await allPublished(client);
    await itemsWaiting(client, 4, 'status=told');
    expect(await codes()).toEqual([
      ['44', '9'],
      ['44', '1'],
      ['44', '9'],
      ['46', '9'],
    ]);
    const all = (await client.get('/edi_messages?direction=out&order=newest')).body.edi_messages;
    const segments = await segmentsOf(client, all[0].edi_interchange);
    expect(segments).toContain('LOC+147+0340284::5');
    expect(segments.join("'")).toContain('BGM+46+');
  });
});
