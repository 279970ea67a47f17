import { gatedIn, aTelling, interchangesOut, itemsWaiting, takenBack } from '../factories/edi-outgoing';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { databaseUrl } from '../setup/database';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';
import { wharfinger } from '../slow/cli/process';

describe('wharfinger edi prune', () => {
  const service = useService();
  let client: Client;
  let name: string;
  beforeEach(async () => {
    client = await service.current.organization();
    const [organization] = await service.current.query<{ name: string }>(
      'SELECT name FROM organizations WHERE id = $1',
      [client.organization_id],
    );
    name = organization!.name;
  });

  const prune = async (before: string) =>
    (
      await wharfinger(
        { DATABASE_URL: databaseUrl(service.current.database) },
        ...['edi', 'prune', '--organization', name, '--before', before],
      )
    ).stdout;
  const age = (table: string, id: number, days: number) =>
    service.current.query(
      `UPDATE ${table} SET created_at = now() - make_interval(days => ${days}) WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, id],
    );
  const ids = async () =>
    (await client.get('/edi_interchanges?per=100')).body.edi_interchanges.map(({ id }: Body) => id);
  const kept = async (table: string): Promise<number> =>
    (
      await service.current.query<{ count: number }>(
        `SELECT count(*) FROM ${table} WHERE organization_id = $1`,
        [client.organization_id],
      )
    )[0]!.count;

  it('removes what is over with bytes, messages and items, and lets numbers count on', async () => {
    const { line } = await aTelling(client);
    const { visit } = await gatedIn(client, line);
    const [first] = await interchangesOut(client, 1);
    await takenBack(client, visit);
    const [, second] = await interchangesOut(client, 2);
    await gatedIn(client, line);
    const [, , third] = await interchangesOut(client, 3);
    for (const { id } of [first, second]) await client.post(`/edi_interchanges/${id}/taken`);
    for (const { id } of [first, third]) await age('edi_interchanges', id, 40);
    await age('edi_interchanges', second.id, 29);
    expect(await prune('2099-01-01')).toBe('1 interchange was removed.\n');
    // what is queued stays, and the last 30 days
    expect(await ids()).toEqual([second.id, third.id]);
    expect([await kept('edi_payloads'), await kept('edi_messages'), await kept('edi_items')]).toEqual([
      2, 2, 2,
    ]);
    await itemsWaiting(client, 2, 'status=told');
    await gatedIn(client, line);
    expect((await interchangesOut(client, 3)).at(-1)).toMatchObject({ control_reference: '00000000000004' });
  });

  it('removes what came before the date alone', async () => {
    const upload = async () => {
      const { body } = await client.send('POST', '/edi_interchanges', 'UNB+', {
        'content-type': 'application/EDIFACT',
      });
      return body.edi_interchange.id as number;
    };
    const [later, earlier] = [await upload(), await upload()];
    await eventually('both are refused', async () => {
      const { body } = await client.get('/edi_interchanges?status=refused');
      return body.edi_interchanges.length === 2;
    });
    await age('edi_interchanges', later, 100);
    await age('edi_interchanges', earlier, 200);
    expect(await prune(new Date(Date.now() - 150 * 86_400_000).toISOString())).toBe(
      '1 interchange was removed.\n',
    );
    expect(await ids()).toEqual([later]);
  });
});
