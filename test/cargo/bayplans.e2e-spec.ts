import { BayplansService, type SaidBayplan, type SaidCell } from '../../src/cargo/bayplans/bayplans.service';
import type { Leg } from '../../src/cargo/bayplans/bayplan.entity';
import { aContainer } from '../factories/cargo';
import type { Body } from '../factories/record';
import { within } from '../factories/services';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

/** The statements about these tables that some work sends. */
const sent = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(work)).filter((statement) => /bayplan/.test(statement));

describe('the bayplan of a voyage', () => {
  const service = useService();
  let client: Client;
  let voyage: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { number: 'WP2611' });
  });

  const PATH = '/voyages/WP2611/bayplan';
  const replace = (cells: SaidCell[], plan: SaidBayplan = {}, leg: Leg = 'arrival') =>
    within(client, BayplansService, (of) => of.replace(voyage.id as number, leg, plan, cells));
  const cells = async (query = ''): Promise<string[]> =>
    (await client.get(`${PATH}?${query}`)).body.cells.map(({ cell }: Body) => cell);

  it('shows the plan and its cells in their order', async () => {
    const { id } = await aContainer(client, { number: 'WHAU4142033' });
    const plan = {
      document_number: 'BP-1',
      document_date: '2026-11-20T13:30:00.000Z',
      port_of_departure: 'BEANR',
      next_port: 'NLRTM',
      edi_message_id: 17,
    };
    await replace(
      [
        { cell: '0190484' },
        {
          cell: '0190482',
          container_number: 'WHAU4142033',
          size_type: '45R1',
          container_status: 'full',
          weight: 21580.5,
          port_of_loading: 'BEANR',
          port_of_discharge: 'NLRTM',
          for_here: true,
          shipping_line: 'WHA',
          temperature: -18,
          dangerous: [{ imdg_class: '3', un_number: '1263', flashpoint: null, packing_group: null }],
        },
      ],
      plan,
    );
    const { edi_message_id, ...stated } = plan;
    expect((await client.get(`${PATH}.json?leg=arrival`)).body).toEqual({
      actions: expect.any(Object),
      bayplan: {
        leg: 'arrival',
        ...stated,
        cells_count: 2,
        for_here_count: 1,
        edi_message: { id: edi_message_id },
      },
      cells: [
        {
          cell: '0190482',
          bay: 19,
          row: 4,
          tier: 82,
          container_number: 'WHAU4142033',
          container: { id },
          size_type: '45R1',
          container_status: 'full',
          weight: 21580.5,
          port_of_loading: 'BEANR',
          port_of_discharge: 'NLRTM',
          for_here: true,
          shipping_line: 'WHA',
          temperature: -18,
          dangerous: [{ imdg_class: '3', un_number: '1263', flashpoint: null, packing_group: null }],
        },
        {
          cell: '0190484',
          bay: 19,
          row: 4,
          tier: 84,
          container_number: null,
          container: null,
          size_type: null,
          container_status: null,
          weight: null,
          port_of_loading: null,
          port_of_discharge: null,
          for_here: false,
          shipping_line: null,
          temperature: null,
          dangerous: [],
        },
      ],
    });
  });

  it('is not there without a plan of that leg, for other voyages and other organizations', async () => {
    await replace([{ cell: '0190482' }], {}, 'departure');
    const none = await client.get(PATH);
    expect([none.status, none.body.error]).toEqual([
      404,
      "The arrival bayplan of voyage 'WP2611' was not found.",
    ]);
    expect((await client.get(`${PATH}?leg=departure`)).body.bayplan).toMatchObject({
      leg: 'departure',
      edi_message: null,
    });
    expect((await client.get('/voyages/X/bayplan')).status).toBe(404);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}?leg=departure`)).status).toBe(404);
    expect((await client.get(`${PATH}?leg=turn`)).status).toBe(422);
    await within(client, BayplansService, (of) => of.remove(voyage.id as number, 'departure', 1));
    expect((await client.get(`${PATH}?leg=departure`)).status).toBe(404);
  });

  it('is narrowed by its filters', async () => {
    await replace([
      { cell: '0010101', container_number: 'WHAU4142033', port_of_discharge: 'NLRTM', for_here: true },
      { cell: '0010102', size_type: '45R1', port_of_discharge: 'BEANR' },
      { cell: '0030101', temperature: 4 },
      {
        cell: '0050101',
        dangerous: [{ imdg_class: '3', un_number: null, flashpoint: null, packing_group: null }],
      },
    ]);
    for (const [query, found] of [
      ['bay=1', ['0010101', '0010102']],
      ['bay=2', []],
      ['port_of_discharge=nlrtm', ['0010101']],
      ['container_number=whau 4142033', ['0010101']],
      ['for_here=true', ['0010101']],
      ['for_here=false', ['0010102', '0030101', '0050101']],
      ['dangerous=true', ['0050101']],
      ['dangerous=false', ['0010101', '0010102', '0030101']],
      ['reefer=true', ['0010102', '0030101']],
      ['reefer=false', ['0010101', '0050101']],
      ['bay=1&reefer=true', ['0010102']],
    ] as const)
      expect([query, await cells(query)]).toEqual([query, found]);
    expect((await client.get(`${PATH}?bay=x`)).status).toBe(422);
  });

  it('is replaced, and says how it differs from the one before', async () => {
    const one = { cell: '0010101', container_number: 'WHAU4142033', weight: 5 };
    const counts = async (...of: SaidCell[]) => {
      const { created, updated, unchanged, removed } = await replace(of);
      return [created, updated, unchanged, removed];
    };
    expect(await counts(one, { cell: '0010103' })).toEqual([2, 0, 0, 0]);
    expect(await counts({ cell: '0010103' }, one)).toEqual([0, 0, 2, 0]);
    expect(await counts({ ...one, weight: 6 }, { cell: '0010102' })).toEqual([1, 1, 0, 1]);
    expect(await cells()).toEqual(['0010101', '0010102']);
    // two in one cell, as of bundled flats
    expect(await counts({ ...one, weight: 6 }, { cell: '0010102' }, { cell: '0010102' })).toEqual([
      1, 0, 2, 0,
    ]);
    expect(await counts()).toEqual([0, 0, 0, 3]);
    expect((await client.get(PATH)).body).toMatchObject({ cells: [], bayplan: { cells_count: 0 } });
  });

  it('has up to 500 cells on a page, and takes one statement more for each 1,000', async () => {
    // a plan that is there already is compared with
    await replace([{ cell: '0010100' }]);
    const few = await sent(() => replace([{ cell: '0010101' }]));
    const all = Array.from({ length: 20_000 }, (_, n) => ({
      cell: String(9_000_000 - n).padStart(7, '0'),
      container_number: `WHAU${1_000_000 + n}`,
      size_type: '22G1',
      port_of_discharge: 'NLRTM',
      for_here: n < 3000,
    }));
    const many = await sent(() => replace(all));
    expect(many).toHaveLength(few.length + 19);
    expect(few.length).toBeLessThan(10);
    const { body } = await client.get(`${PATH}?per=501`);
    expect(body.cells).toHaveLength(500);
    expect(body.bayplan).toMatchObject({ cells_count: 20_000, for_here_count: 3000 });
    const { pathname, search } = new URL(body.actions.next.url);
    const next = (await client.get(pathname.replace('/api/v1', '') + search)).body.cells;
    expect([body.cells[0].cell, body.cells[499].cell, next[0].cell]).toEqual([
      '8980001',
      '8980500',
      '8980501',
    ]);
  }, 60_000);
});
