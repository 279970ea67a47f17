import { aContainerInYard, aGate, aNewContainer, aPreAdvice, dropOff } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aList, PAGED_LISTS } from '../factories/lists';
import { aTruck } from '../factories/parties';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { statementsOf, waitsOf } from '../setup/statements';

/**
 * The statements of a list that takes more than one: a record is looked up first, the list is whole, or its page is
 * chosen beforehand.
 */
const STATEMENTS: Record<string, number> = {
  '/audit_entries': 2,
  '/containers/{number}/movements': 2,
  '/containers/{number}/stays': 2,
  '/truck_visits/{truck_visit_id}/interchanges': 2,
  '/webhook_endpoints/{id}/deliveries': 2,
  '/containers/{container_number}/holds/{id}/history': 3,
  '/manifests/{manifest_client_identifier}/bill_of_ladings/{bill_of_lading_number}/holds/{hold_id}/history': 4,
  '/load_lists/{load_list_id}/load_list_items': 2,
  '/manifests/{manifest_client_identifier}/bill_of_ladings': 2,
  '/voyages/{voyage_number}/bill_of_ladings': 2,
};

describe('the statements of a list', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** How many statements a GET takes beside the one that recognizes the token. */
  async function count(path: string): Promise<number> {
    const statements = await statementsOf(async () => {
      const { status } = await client.get(path);
      expect([path, status]).toEqual([path, 200]);
    });
    const isTokenLookUp = (statement: string) => statement.includes('FROM tokens');
    return statements.filter((statement) => !isTokenLookUp(statement)).length;
  }

  it.each(PAGED_LISTS)('are few for %s, and one more at most for its last page', async (list) => {
    const { path } = await aList(client, list, 3);
    const statements = STATEMENTS[list] ?? 1;
    expect(await count(path)).toBe(statements);
    expect(await count(`${path}?page=last`)).toBeLessThanOrEqual(statements + 1);
  });

  it('are one for ten voyages with everything that they refer to, and two when they are filtered', async () => {
    const { name: vessel_name } = await aVessel(client);
    for (let i = 0; i < 10; i++) await aVoyage(client, { vessel_name });
    expect((await client.get('/voyages')).body.voyages).toHaveLength(10);
    expect(await count('/voyages')).toBe(1);
    expect(await count('/voyages?vessel_name=e&arrival_end=2100-01-01&updated_at=2000-01-01')).toBe(2);
  });
});

describe('the waits for the database', () => {
  const service = useService();

  it('of what is done most at a terminal are few', async () => {
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
