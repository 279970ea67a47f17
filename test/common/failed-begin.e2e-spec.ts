import { aContainerInYard, aGate, aNewContainer, dropOff } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aTruck } from '../factories/parties';
import type { Client } from '../setup/client';
import { Relay } from '../setup/relay';
import { Service, useService } from '../setup/service';

describe('a transaction whose BEGIN fails', () => {
  const service = useService();
  let [client, spoiled]: Client[] = [];
  let relay: Relay;
  let behind: Service;
  beforeAll(async () => {
    relay = await Relay.start((sent) => sent.replaceAll('BEGIN', 'BEGUN'));
    const { database } = service.current;
    behind = await Service.on(database, { LOG_LEVEL: 'silent' }, (name) => relay.address(name));
  });
  afterAll(async () => {
    await behind?.app.close();
    relay?.stop();
  });

  /** How many rows of the organization there are in tables that the writes add to. */
  async function kept(): Promise<unknown> {
    const tables = ['audit_entries', 'idempotency_keys', 'pre_advices', 'truck_visits', 'purposes'];
    const counts = tables.map(
      (table) => `(SELECT count(*) FROM ${table} WHERE organization_id = $1) AS ${table}`,
    );
    return service.current.query(`SELECT ${counts.join(', ')}`, [client!.organization_id]);
  }

  it('keeps nothing, is answered no success, and the next one that begins is as if it had not been', async () => {
    client = await service.current.organization();
    spoiled = service.current.clientOf(client, behind);
    const gate = (await aGate(client)).name as string;
    const truck = (await aTruck(client)).license_plate as string;
    const { number } = await aContainerInYard(client);
    const { id: hold } = await aHoldType(client);
    const purposes = [dropOff(await aNewContainer(client))];
    const writes: [method: 'POST' | 'PUT' | 'PATCH', path: string, body: object][] = [
      ['POST', '/truck_visits', { gate, truck, purposes }],
      ['POST', '/pre_advices', { purposes: [dropOff(await aNewContainer(client))] }],
      ['PUT', `/containers/${number}/holds/${hold}/apply`, {}],
      ['PATCH', `/containers/${number}`, { goods: 'Coffee' }],
    ];
    const before = await kept();
    const statuses = async (by: Client) => {
      const answers = [];
      for (const [at, write] of writes.entries())
        answers.push(await by.send(...write, { 'idempotency-key': `write-${at}` }));
      return answers.map(({ status }) => status);
    };
    expect(await statuses(spoiled!)).toEqual([500, 500, 500, 500]);
    expect(await kept()).toEqual(before);
    expect(await statuses(client)).toEqual([201, 201, 200, 200]);
  });
});
