import recorded from '../../src/document/event-examples.json';
import { eventTypes } from '../../src/common/recording/event-types';
import { aPort } from '../factories/voyages';
import { Client } from '../setup/client';
import { conformance } from '../setup/conformance';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';
import { StreamReader } from '../setup/stream';

/** One event of each type, as it was recorded of the demonstration. */
const EXAMPLES = recorded as Record<string, { data: { subject: { url: string | null } } }>;

describe('the right to an event', () => {
  const service = useService();
  const types = [...eventTypes().keys()];
  let base: string;
  let client: Client;
  let confined: string;
  const sent = new Map<string, string[]>();
  beforeAll(async () => {
    base = (await service.current.listen()).replace('[::1]', '127.0.0.1');
    client = await service.current.organization();
    const { organization_id, user_id } = client;
    confined = await service.current.token(organization_id, user_id, 'admin');
    await service.current.query(
      `UPDATE tokens SET domains = '{gate}' WHERE organization_id = $1 AND hash = sha256($2::bytea)`,
      [organization_id, confined],
    );
    for (const wanted of ['{}', '{webhook_endpoint.*}'])
      await service.current.query(
        `INSERT INTO webhook_endpoints (organization_id, url, types, secret, active) VALUES ($1, $2, $3, 'whsec_', true)`,
        [organization_id, 'https://receiver.invalid/', wanted],
      );
    await service.current.query(
      `INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, subject_path)
       SELECT $1, type, now(), now(), path FROM unnest($2::text[], $3::text[]) AS t(type, path)`,
      [organization_id, types, types.map((type) => pathOf(type) && `/api/v1${pathOf(type)}`)],
    );
    await allPublished(client);
    const deliveries = await service.current.query<{ wanted: string[]; type: string }>(
      `SELECT w.types AS wanted, d.type FROM webhook_deliveries d
       JOIN webhook_endpoints w ON w.organization_id = d.organization_id AND w.id = d.webhook_endpoint_id
       WHERE w.organization_id = $1 ORDER BY d.id`,
      [organization_id],
    );
    for (const { wanted, type } of deliveries)
      sent.set(`${wanted}`, [...(sent.get(`${wanted}`) ?? []), type]);
    await service.current.query(`UPDATE webhook_endpoints SET active = false WHERE organization_id = $1`, [
      organization_id,
    ]);
  });

  /** Where the record of an event is shown: behind `/api/v1`. */
  function pathOf(type: string): string | null {
    const { url } = EXAMPLES[type]!.data.subject;
    return url?.slice(url.indexOf('/api/v1') + '/api/v1'.length) ?? null;
  }

  /** The types whose records the token may read: their endpoint does not refuse it. */
  async function readable(requested: Client): Promise<string[]> {
    const endpointOf = (type: string) => conformance.operation('GET', pathOf(type) ?? '/events');
    const allowed = new Map<string, boolean>();
    for (const type of types) {
      const endpoint = endpointOf(type);
      if (!allowed.has(endpoint))
        allowed.set(endpoint, (await requested.get(pathOf(type) ?? '/events')).status !== 403);
    }
    return types.filter((type) => allowed.get(endpointOf(type)));
  }

  const withToken = (token: string) =>
    new Client(
      service.current,
      client.organization_id,
      client.user_id,
      { ...client.tokens, read: token },
      'read',
    );

  it.each(['read', 'write', 'admin', 'confined'] as const)(
    'whoever may read its record, with a token that is %s',
    async (which) => {
      const token = which === 'confined' ? confined : client.tokens[which];
      const requested = withToken(token);
      const expected = await readable(requested);
      const events = await new Follower(requested).read();
      expect(events.map(({ type }) => type)).toEqual(expected);

      const all = await new Follower(client).read();
      // one of each kind of record
      const kinds = new Map(all.map(({ id, type }) => [type.slice(0, type.indexOf('.')), { id, type }]));
      for (const { id, type } of kinds.values()) {
        const { status } = await requested.get(`/events/${id}`);
        expect([type, status]).toEqual([type, expected.includes(type) ? 200 : 404]);
      }

      const authorization = `Token token=${token}`;
      const reader = await StreamReader.open(`${base}/api/v1/events/stream?after=0`, { authorization });
      const heard = await reader.receive(expected.length);
      reader.close();
      expect(heard.map(({ event }) => event)).toEqual(expected);
    },
  );

  it('gives tokens of several roles their own events at the same moment', async () => {
    const other = await service.current.organization();
    const readers = await Promise.all(
      [other.tokens.admin, other.tokens.read].map((token) =>
        StreamReader.open(`${base}/api/v1/events/stream?after=0`, {
          authorization: `Token token=${token}`,
        }),
      ),
    );
    await other.patch('/organization', { weight_unit: 'lb' });
    await other.patch('/organization', { weight_unit: 'kg' });
    await aPort(other);
    const [admin, read] = readers as [StreamReader, StreamReader];
    const heard = async (reader: StreamReader, count: number) =>
      (await reader.receive(count)).map(({ event }) => event);
    expect(await heard(admin, 3)).toEqual(['organization.updated', 'organization.updated', 'port.created']);
    expect(await heard(read, 1)).toEqual(['port.created']);
    for (const reader of readers) reader.close();
  });

  it('of a record that only an admin may read is that of an admin', async () => {
    const others = (await new Follower(client.as('read')).read()).map(({ type }) => type);
    expect(types.filter((type) => !others.includes(type))).toEqual([
      'organization.updated',
      'edi_channel.created',
      'edi_channel.updated',
      'edi_channel.deleted',
      'edi_channel.failing',
      'edi_channel.recovered',
      'webhook_endpoint.created',
      'webhook_endpoint.updated',
      'webhook_endpoint.deleted',
      'webhook_endpoint.deactivated',
    ]);
    expect((await withToken(confined).get('/events?types[]=webhook_endpoint.*')).body.events).toEqual([]);
  });

  it('of a webhook is that of every token, and more only where an admin named the type', async () => {
    expect(sent.get('')).toEqual(await readable(client.as('read')));
    expect(sent.get('webhook_endpoint.*')).toEqual(
      types.filter((type) => type.startsWith('webhook_endpoint.')),
    );
  });
});
