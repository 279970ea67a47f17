import { aChargeCode, aRate, aTariff } from '../factories/billing';
import { aPricedStay } from '../factories/charges';
import { aPriceOfWork, dayInAmsterdam, draftsOf, workDone } from '../factories/drafts';
import { aConsignee } from '../factories/parties';
import type { Body } from '../factories/record';
import { aRun } from '../factories/runs';
import { exportFiles, importFiles } from '../factories/transfer';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const VIN = 'WHFX220L8FB031906';
const EVERYTHING = { until: dayInAmsterdam(), recalculate_from: '2026-01-01' };

describe('files of charges', () => {
  const service = useService();
  let client: Client;

  const sells = async (code: Body, rate: object) => {
    await aChargeCode(client, code);
    await aTariff(client, { name: code.code, valid_from: '2026-01-01' });
    await aRate(client, { tariff: code.code, charge_code: code.code, ...rate });
    await client.post(`/tariffs/${code.code}/publish`, { retroactive: true });
  };

  /** A stay that is invoiced, one whose work was waived in part and taken back, moves of a vehicle, and a special lift. */
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    await aPriceOfWork(client, '12.5');
    const { number } = await aPricedStay(client);
    const [draft] = await draftsOf(client, number);
    await client.put(`/invoices/${draft!.id}`, { invoice: { approved: true } });
    await workDone(client, { quantity: 4 });
    await workDone(client, { quantity: 2 });
    await sells({ code: 'VYARD', measure: 'yard_move', cargo: 'vehicle' }, { amount: '15.00' });
    await sells({ code: 'LIFT', measure: 'special_lift' }, { amount: '90.00' });
    const { number: voyage } = await aVoyage(client);
    const lift = { voyage, container: null, kind: 'special_lift', lift_type: 'hatch cover' };
    await aTallyMove(client, lift);
    await aTallyMove(client, { ...lift, lifted_at: '2026-03-01T08:00:00Z' });
    const area = (await client.create('/yard_areas', { name: 'Compound' })).yard_area.name;
    const within = { from_location_type: 'YardArea', from_location: area };
    const move = { vehicle: VIN, to_location_type: 'YardArea', to_location: area };
    const { bad } = await importFiles(client, {
      'vehicles.ndjson': [{ vin_number: VIN, consignees: [(await aConsignee(client)).name] }],
      'cargo_movements.ndjson': [
        { ...move, ...within, movement_type: 'yard', moved_at: '2026-03-04T10:00:00Z' },
        {
          ...move,
          from_location_type: 'Voyage',
          from_location: voyage,
          movement_type: 'discharge',
          moved_at: '2026-03-02T10:00:00Z',
        },
        { ...move, ...within, movement_type: 'yard', moved_at: '2026-03-03T10:00:00Z' },
      ],
    });
    expect(bad).toEqual([]);
    await aRun(client, EVERYTHING);
    const open = (await client.get('/charges?status=open&charge_code=WORK')).body.charges;
    await client.post(`/charges/${open[0].id}/waive`, { reason: 'Goodwill', quantity: 1 });
    const order = open[1].subject.number ?? open[1].subject.key;
    await client.post(`/service_orders/${order}/cancel`, { reason: 'Not done' });
    await aRun(client, EVERYTHING);
  });

  /** What is shown of charges, without what another database has otherwise. */
  const shown = async (of: Client) => {
    const { charges } = (await of.get('/charges?per=100')).body;
    const given = charges.map((charge: Body) => ({
      ...charge,
      id: 0,
      subject: { ...charge.subject, id: 0 },
      container: charge.container?.number,
      stay: charge.stay?.number,
      customer: charge.customer?.name,
      invoice: charge.invoice?.number,
      event: charge.event?.replace(/\d+/, ''),
      user: null,
      billing_run: null,
    }));
    return given.map((each: Body) => JSON.stringify(each)).sort();
  };

  it('are the same after an import, whose next run finds nothing to charge', async () => {
    const files = await exportFiles(client);
    const other = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    expect((await importFiles(other, files)).bad).toEqual([]);
    expect(await exportFiles(other)).toEqual(files);
    const before = await shown(client);
    expect(before.join()).toMatch(/"waiver".*"settled"|"settled".*"waiver"/);
    expect(await shown(other)).toEqual(before);
    const { calendar } = (await client.get('/billing_profile')).body.billing_profile;
    await other.patch('/billing_profile', { calendar: calendar.name });
    const again = await aRun(other, EVERYTHING);
    expect(again).toMatchObject({ status: 'completed', charges: 0, adjustments: 0 });
    expect(again.subjects).toBeGreaterThan(4);
    expect(await shown(other)).toEqual(before);
  });

  it('are never changed by a file, which may say where they were invoiced', async () => {
    const text = (await exportFiles(client))['charges.ndjson']!;
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const invoiced = lines.find(({ invoice }) => invoice)!;
    const other = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    const files: Record<string, string | Body[]> = await exportFiles(client);
    const open = lines.map((line) =>
      line === invoiced ? { ...line, invoice: null, invoice_line: null } : line,
    );
    expect((await importFiles(other, { ...files, 'charges.ndjson': open })).bad).toEqual([]);
    expect((await importFiles(other, { 'charges.ndjson': [invoiced] })).bad).toEqual([]);
    expect((await exportFiles(other))['charges.ndjson']).toBe(text);
    const dearer = { ...invoiced, amount: '999.00' };
    expect((await importFiles(other, { 'charges.ndjson': [dearer] })).bad).toEqual([
      'charges.ndjson:1: number: is charged otherwise: a charge never changes',
    ]);
    const nobody = { ...invoiced, number: 99, subject: { voyage: 'NONE' } };
    const wrong = [
      nobody,
      { ...invoiced, number: 98, subject: {} },
      { ...invoiced, number: 97, event: 'move#9' },
    ];
    expect((await importFiles(other, { 'charges.ndjson': wrong })).bad).toEqual([
      "charges.ndjson:1: subject: 'NONE' is unknown",
      'charges.ndjson:2: subject: is required',
      "charges.ndjson:3: event: 'move#9' is unknown",
    ]);
  });
});
