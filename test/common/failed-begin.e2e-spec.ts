import { Client as Connection } from 'pg';
import { REQUESTS } from '../../src/common/database/pool/data-source';
import { aContainerInYard, aGate, aNewContainer, dropOff } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aTruck } from '../factories/parties';
import type { Client } from '../setup/client';
import { databaseUrl } from '../setup/database';
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

  it('stores nothing, is answered with an error, and leaves the next one unaffected', async () => {
    client = await service.current.organization();
    spoiled = service.current.clientOf(client, behind);
    const gate = (await aGate(client)).name as string;
    const { license_plate: truck } = await aTruck(client);
    const { license_plate: other } = await aTruck(client);
    const { number } = await aContainerInYard(client);
    const { id: hold } = await aHoldType(client);
    const purposes = [dropOff(await aNewContainer(client))];
    const writes: [method: 'POST' | 'PUT' | 'PATCH', path: string, body: object][] = [
      ['POST', '/truck_visits', { gate, truck, purposes }],
      ['POST', '/pre_advices', { truck: other, purposes: [dropOff(await aNewContainer(client))] }],
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
    expect(await statuses(spoiled)).toEqual([500, 500, 500, 500]);
    expect(await kept()).toEqual(before);
    expect(await statuses(client)).toEqual([201, 201, 200, 200]);
  });

  it('cannot store a trace without a user, unless a task of the service wrote it', async () => {
    const { organization_id } = await service.current.organization();
    const connectionString = databaseUrl(service.current.database);
    const requests = new Connection({ connectionString, application_name: REQUESTS });
    await requests.connect();
    const write = (settings: { operation?: string; user_id?: string }) => {
      const set = Object.entries(settings).map(([name, value]) => `SET wharfinger.${name} = '${value}';`);
      return requests.query(`RESET ALL; ${set.join(' ')}
        INSERT INTO freight_forwarders (organization_id, name) VALUES (${organization_id}, gen_random_uuid())`);
    };
    try {
      const nameless: Record<string, string>[] = [{}, { operation: 'POST /api/v1/trucks' }];
      for (const settings of nameless)
        await expect(write(settings)).rejects.toThrow('ck_audit_entries_writer');
      await write({ operation: 'POST /api/v1/trucks', user_id: '1' });
      await write({ operation: 'a hold returns' });
    } finally {
      await requests.end();
    }
  });
});
