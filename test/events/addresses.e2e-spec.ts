import { isPublic } from '../../src/common/http/addresses';
import { NOT_ASKED, NOT_PUBLIC } from '../factories/addresses';
import { aPort } from '../factories/voyages';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { NameServer } from '../setup/name-server';
import { Receiver } from '../setup/receiver';
import { useService } from '../setup/service';

jest.setTimeout(60_000);

describe('the address of a webhook', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
  });

  const create = async (url: string) => {
    const { status, body } = await client.post('/webhook_endpoints', { url, types: ['port.created'] });
    return { status, error: body.error as string, id: body.webhook_endpoint?.id as number };
  };
  /** What the first try came to. */
  const tried = async (id: number) =>
    eventually('the first try', async () => {
      const [delivery] = (await client.get(`/webhook_endpoints/${id}/deliveries`)).body.webhook_deliveries;
      return delivery?.tries > 0 && delivery;
    });

  it.each([...NOT_ASKED, ['planner.example', 'address'], ...NOT_PUBLIC])(
    '%s is refused as it is written',
    async (url, reason) => {
      const { status, error } = await create(url);
      expect([status, error]).toEqual([422, expect.stringContaining(reason)]);
    },
  );

  it('is stored as it is called', async () => {
    const { body } = await client.post('/webhook_endpoints', {
      url: 'HTTPS://Planner.Example:443/a/../hooks?to=ü',
      active: false,
    });
    const { id, url } = body.webhook_endpoint;
    expect(url).toBe('https://planner.example/hooks?to=%C3%BC');
    const updated = await client.patch(`/webhook_endpoints/${id}`, { url: 'https://BÜCHER.example' });
    expect(updated.body.webhook_endpoint.url).toBe('https://xn--bcher-kva.example/');
  });

  it('is judged by every range that is not public, at its edges', () => {
    const inside = [
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '223.255.255.255',
      '8.8.8.8',
      '2606:4700::1111',
      '2a00::1',
    ];
    const outside = [
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '192.168.0.1',
      '198.18.0.0',
      '198.19.255.255',
      '224.0.0.1',
      '240.0.0.0',
      '255.255.255.255',
      '168.63.129.16',
      '::',
      '2001::1',
      '2001:db8::1',
      'ff02::1',
      'fc00::1',
    ];
    expect(inside.filter((address) => !isPublic(address))).toEqual([]);
    expect(outside.filter(isPublic)).toEqual([]);
  });

  it('is not followed where its name leads to this machine', async () => {
    const { id } = await create('https://localhost:1/');
    await aPort(client);
    expect(await tried(id)).toMatchObject({
      status: 'pending',
      last_status: null,
      last_error: 'localhost leads to an address that is not public',
    });
  });

  describe('whose name server belongs to the owner of the name', () => {
    let names: NameServer;
    let receiver: Receiver;
    beforeEach(async () => {
      names = await NameServer.start();
      receiver = await Receiver.start();
    });
    afterEach(async () => {
      await service.current.query('UPDATE webhook_endpoints SET active = false');
      names.stop();
      await receiver.stop();
    });

    it('is resolved for each try, and skipped where the name leads to another address by then', async () => {
      names.address = '192.0.2.1';
      const { id } = await create(
        receiver.url.replace('http:', 'https:').replace('127.0.0.1', 'rebinding.example'),
      );
      await aPort(client);
      const refused = 'rebinding.example leads to an address that is not public';
      expect((await tried(id)).last_error).toBe(refused);
      names.address = '127.0.0.1';
      await service.current.query(
        `UPDATE webhook_deliveries SET next_try_at = now() WHERE webhook_endpoint_id = $1`,
        [id],
      );
      await eventually('the second try', async () => (await tried(id)).tries === 2);
      expect((await tried(id)).last_error).toBe(refused);
      expect(receiver.received).toEqual([]);
    });
  });
});
