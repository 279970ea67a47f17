import {
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointmentPlan,
  aPreAdvice,
  dropOff,
  pickUp,
} from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aList, PAGED_LISTS } from '../factories/lists';
import { aConsignee, aTruck } from '../factories/parties';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { namesOf } from '../setup/statement-names';
import { statementsOf, waitsOf } from '../setup/statements';

/**
 * The statements of a list that takes more than one: a record is looked up first, the list is whole, or its page is
 * chosen beforehand.
 */
const STATEMENTS: Record<string, number> = {
  '/audit_entries': 2,
  '/users/{id}/identities': 2,
  '/yard_slots/free': 2,
  '/billing_runs/{id}/problems': 2,
  '/invoices/{id}/charges': 3,
  '/containers/{number}/movements': 2,
  '/containers/{number}/readings': 2,
  '/vehicles/{id}/movements': 2,
  '/breakbulks/{reference_number}/movements': 2,
  '/containers/{number}/stays': 2,
  '/truck_visits/{truck_visit_id}/interchanges': 2,
  '/truck_visits/{truck_visit_id}/interchanges/{id}/receipts': 2,
  '/webhook_endpoints/{id}/deliveries': 2,
  '/containers/{container_number}/holds/{id}/history': 3,
  '/manifests/{manifest_client_identifier}/bill_of_ladings/{bill_of_lading_number}/holds/{hold_id}/history': 4,
  '/load_lists/{load_list_id}/load_list_items': 2,
  '/discharge_lists/{discharge_list_id}/discharge_list_items': 2,
  '/bookings/{number}/containers': 2,
  '/bookings/{number}/releases': 2,
  '/containers/{number}/damages': 2,
  '/containers/{number}/inspections': 2,
  '/edi_messages/{id}/records': 2,
  // whether it is there, how many segments, the part that is shown, and its faults
  '/edi_interchanges/{id}/segments': 4,
  '/tallies/{id}/items': 2,
  '/manifests/{manifest_client_identifier}/bill_of_ladings': 2,
  '/voyages/{voyage_number}/bill_of_ladings': 2,
};

describe('the statements of a list', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** The statements that a GET takes beside the one that recognizes the token. */
  async function taken(path: string): Promise<string[]> {
    const statements = await statementsOf(async () => {
      const { status } = await client.get(path);
      expect([path, status]).toEqual([path, 200]);
    });
    const isTokenLookUp = (statement: string) => /FROM tokens k\s+JOIN users/.test(statement);
    return statements.filter((statement) => !isTokenLookUp(statement));
  }

  it.each(PAGED_LISTS)('are few for %s, and one more at most for its last page', async (list) => {
    const { path } = await aList(client, list, 3);
    const statements = STATEMENTS[list] ?? 1;
    expect(await taken(path)).toHaveLength(statements);
    expect((await taken(`${path}?page=last`)).slice(statements + 1)).toEqual([]);
  });

  it('are one for ten voyages with everything that they refer to, and two when they are filtered', async () => {
    const { name: vessel_name } = await aVessel(client);
    for (let i = 0; i < 10; i++) await aVoyage(client, { vessel_name });
    expect((await client.get('/voyages')).body.voyages).toHaveLength(10);
    expect(await taken('/voyages')).toHaveLength(1);
    expect(await taken('/voyages?vessel_name=e&arrival_end=2100-01-01&updated_at=2000-01-01')).toHaveLength(
      2,
    );
  });
});

describe('the round trips to the database', () => {
  const service = useService();

  it('are few for the most frequent actions', async () => {
    const client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    const { license_plate: truck } = await aTruck(client);
    const { advice_number: pre_advice_number } = await aPreAdvice(client, {
      truck,
      purposes: [dropOff(await aNewContainer(client))],
    });
    const { number } = await aContainerInYard(client);
    const { id: type } = await aHoldType(client);
    const holds = `/containers/${number}/holds`;
    const waits = async (work: () => Promise<{ status: number }>, status: number) =>
      waitsOf(async () => expect((await work()).status).toBe(status));
    const cargo = await aNewContainer(client);
    const announce = (goods: string) => () =>
      client.post('/pre_advices', { truck, purposes: [dropOff({ ...cargo, goods })] });
    expect({
      announce_new: await waits(announce('Tea'), 201),
      announce_known: await waits(announce('Coffee'), 201),
      gate_in: await waits(() => client.post('/truck_visits', { gate: 'In 1', pre_advice_number }), 201),
      gate_out: await waits(() => client.post(`/trucks/${truck}/gate_out`, {}), 200),
      apply: await waits(() => client.put(`${holds}/${type}/apply`), 200),
      lift: await waits(async () => {
        const [{ id }] = (await client.get(holds)).body.holds;
        return client.put(`${holds}/${id}/lift`);
      }, 200),
    }).toEqual({ announce_new: 9, announce_known: 12, gate_in: 3, gate_out: 4, apply: 2, lift: 2 });
  });
});

describe('the statements of an action, locks first', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
  });

  type Work = () => Promise<{ status: number; body: any }>;

  /** Runs a request and returns what it answers, with its statements. */
  async function statements(work: Work): Promise<{ body: any; names: string[] }> {
    let answer: Awaited<ReturnType<Work>>;
    const names = await namesOf(async () => (answer = await work()));
    expect([answer!.status, answer!.body]).toEqual([
      expect.any(Number),
      expect.not.objectContaining({ error: expect.anything() }),
    ]);
    return { body: answer!.body, names };
  }

  it('are listed here for a truck that comes in and leaves', async () => {
    const { license_plate: truck } = await aTruck(client);
    const { number } = await aContainerInYard(client);
    const purposes = [dropOff(await aNewContainer(client)), pickUp(number)];
    const { advice_number: pre_advice_number } = await aPreAdvice(client, { truck, purposes });
    const comes = await statements(() => client.post('/truck_visits', { gate: 'In 1', pre_advice_number }));
    expect(comes.names).toEqual([
      'lock pre_advices',
      'lock containers',
      'lock bookings',
      'read purposes',
      'read pre_advices',
      'read gates',
      'read the time',
      'insert truck_visits',
      'insert interchanges',
      'update pre_advices',
      'read truck_visits',
      'insert events_written',
    ]);
    const leaves = await statements(() => client.post(`/trucks/${truck}/gate_out`, {}));
    expect(leaves.names).toEqual([
      'lock truck_visits',
      'read interchanges',
      'lock containers',
      'lock bill_of_ladings',
      'read containers',
      'read containers',
      'read containers',
      'read the time',
      'update containers + update interchanges',
      'update containers + insert container_movements',
      'update container_stays',
      'update truck_visits',
      'read truck_visits',
      'insert receipts + insert mails',
      'insert events_written',
      'insert events_written',
      'insert events_written',
      'insert events_written',
    ]);
  });

  it('are listed here for an interchange that is added, changed, completed, reversed and deleted', async () => {
    const { license_plate: truck } = await aTruck(client);
    const { number } = await aContainerInYard(client);
    const { truck_visit } = await client.create('/truck_visits', { gate: 'In 1', truck });
    const path = `/truck_visits/${truck_visit.id}/interchanges`;
    const added = await statements(() => client.post(path, pickUp(number)));
    expect(added.names).toEqual([
      'lock truck_visits',
      'read purposes',
      'read containers',
      'insert purposes',
      'lock containers',
      'lock bookings',
      'read purposes',
      'read interchanges',
      'read truck_visits',
      'insert interchanges',
      'read interchanges',
      'insert events_written',
    ]);
    const { id } = added.body.interchange;
    const changed = await statements(() => client.patch(`${path}/${id}`, { interchange: { weight: 3 } }));
    expect(changed.names).toEqual([
      'lock truck_visits',
      'read interchanges',
      'read purposes',
      'read purposes',
      'read interchanges',
      'read containers',
      'update purposes',
      'update interchanges',
      'lock containers',
      'lock bookings',
      'read purposes',
      'read interchanges',
      'read truck_visits',
      'update interchanges',
      'read interchanges',
      'insert events_written',
    ]);
    const completed = await statements(() => client.patch(`/interchanges/${id}`, { completed: true }));
    expect(completed.names).toEqual([
      'lock truck_visits',
      'read interchanges',
      'read interchanges',
      'update interchanges',
      'read interchanges',
      'lock containers',
      'lock bill_of_ladings',
      'read containers',
      'read containers',
      'read containers',
      'read the time',
      'update containers + update interchanges',
      'update containers + insert container_movements',
      'update container_stays',
      'read interchanges',
      'insert receipts + insert mails',
      'insert events_written',
      'insert events_written',
      'insert events_written',
    ]);
    const reversed = await statements(() => client.post(`${path}/${id}/reverse`, { reason: 'Wrong box' }));
    expect(reversed.names).toEqual([
      'lock truck_visits',
      'read interchanges',
      'lock containers',
      'read several tables',
      'read containers',
      'update containers',
      'read containers',
      'update containers + insert container_movements',
      'update container_stays + update container_holds',
      'update container_stays',
      'update interchanges',
      'read containers',
      'read the time',
      'update interchanges',
      'read interchanges',
      'insert receipts + insert mails',
      'insert events_written',
      'insert events_written',
      'insert events_written',
    ]);
    const deleted = await statements(() => client.delete(`${path}/${id}`));
    expect(deleted.names).toEqual([
      'lock truck_visits',
      'read interchanges',
      'insert events_written',
      'delete interchanges',
      'delete purposes',
    ]);
  });

  it('are listed here for an appointment that is created, moved, commented and cancelled', async () => {
    await anAppointmentPlan(client);
    const { license_plate: truck } = await aTruck(client);
    const { number } = await aContainerInYard(client);
    const starts_at = '2099-01-05T08:00:00Z';
    const body = { number: 'AP-1', truck, starts_at, purposes: [pickUp(number)] };
    const made = await statements(() => client.post('/appointments', body));
    expect(made.names).toEqual([
      'lock a name',
      'read trucks',
      'insert appointments',
      'read containers',
      'read containers',
      'insert purposes',
      'read appointments',
      'read appointment_plans',
      'read appointment_closures',
      'read appointments',
      'read the time',
      'update appointments',
      'lock containers',
      'read purposes',
      'read purposes',
      'read appointments',
      'read containers',
      'read containers',
      'read containers',
      'read containers',
      'insert events_written',
    ]);
    const path = '/appointments/AP-1';
    const move = { starts_at: '2099-01-05T09:00:00Z', reschedule_reason: 'Late' };
    const moved = await statements(() => client.patch(path, move));
    expect(moved.names).toEqual([
      'lock appointments',
      'lock a name',
      'read appointments',
      'update appointments',
      'update appointments',
      'read appointments',
      'read appointment_plans',
      'read appointment_closures',
      'read appointments',
      'read the time',
      'update appointments',
      'lock containers',
      'read purposes',
      'read appointments',
      'insert events_written',
    ]);
    const shown = await statements(() => client.patch(path, { expected_at: starts_at }));
    expect(shown.names).toEqual([
      'lock appointments',
      'read appointments',
      'update appointments',
      'lock containers',
      'read purposes',
      'read appointments',
      'insert events_written',
    ]);
    const cancelled = await statements(() => client.post(`${path}/cancel`, { reason: 'Sold' }));
    expect(cancelled.names).toEqual([
      'lock appointments',
      'read the time',
      'read appointments',
      'update appointments',
      'read purposes',
      'read appointments',
      'insert events_written',
    ]);
  });

  it('are listed here for a hold that is applied and lifted', async () => {
    const { number } = await aContainerInYard(client);
    const { id: type } = await aHoldType(client);
    const holds = `/containers/${number}/holds`;
    const applied = await statements(() => client.put(`${holds}/${type}/apply`));
    expect(applied.names).toEqual([
      'insert container_holds + delete hold_events + insert hold_events',
      'insert events_written',
    ]);
    const [{ id }] = (await client.get(holds)).body.holds;
    const lifted = await statements(() => client.put(`${holds}/${id}/lift`));
    expect(lifted.names).toEqual([
      'update container_holds + delete hold_events + insert hold_events',
      'read container_holds',
      'insert events_written',
    ]);
  });

  it('are listed here for an invoice that is created and approved', async () => {
    const { name } = await aConsignee(client);
    const { number: container } = await aContainerInYard(client);
    const line_items = [{ description: 'Lift', quantity: 1, amount: 3, container }];
    const body = { number: 'INV-1', customer: { customer_type: 'Consignee', name }, line_items };
    const made = await statements(() => client.post('/invoices', body));
    expect(made.names).toEqual([
      'read number_series',
      'read consignees',
      'insert invoices',
      'read invoice_lines',
      'read containers',
      'insert invoice_lines',
      'read invoices',
      'insert events_written',
    ]);
    const { id } = made.body.invoice;
    const approved = await statements(() => client.put(`/invoices/${id}`, { invoice: { approved: true } }));
    expect(approved.names).toEqual([
      'lock invoices',
      'read the time',
      'read invoices',
      'read invoices',
      'update invoices',
      'read invoices',
      'insert events_written',
    ]);
  });
});
