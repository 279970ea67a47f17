import { anEdiChannel, anEdiPartner, namedPartner } from '../factories/edi-channels';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';

const HOST_KEY = 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8';
const SERVER = {
  kind: 'sftp',
  host: 'sftp.hub.example',
  username: 'northquay',
  in_folder: 'in',
  out_folder: 'out',
};
const PASSWORD = 'correct horse battery';

describe('channels', () => {
  const service = useService();
  let client: Client;
  let partner: object;
  beforeEach(async () => {
    client = await service.current.organization();
    partner = namedPartner(await anEdiPartner(client));
  });
  const post = (body: object) => client.post('/edi_channels', { partner, direction: 'both', ...body });

  it('are mailboxes, active unless that is said otherwise, without a key', async () => {
    const channel = await anEdiChannel(client, { partner, description: 'They fetch at noon' });
    expect(channel).toMatchObject({
      partner: { name: (partner as { name: string }).name },
      direction: 'both',
      kind: 'mailbox',
      active: true,
      description: 'They fetch at noon',
      public_key: null,
      failing_since: null,
      last_error: null,
      last_worked_at: null,
    });
    expect((await client.get(`/edi_channels/${channel.id}`)).body.edi_channel).toEqual(channel);
  });

  it('are SFTP with a key of their own and what is usual, active only with a host key', async () => {
    const { body } = await post(SERVER);
    expect(body.edi_channel).toMatchObject({
      ...SERVER,
      active: false,
      port: 22,
      poll_seconds: 60,
      file_name: '{message}_{control_reference}.edi',
      host_key: null,
      done_folder: null,
      legacy_algorithms: false,
      public_key: expect.stringMatching(/^ssh-ed25519 \S{68} wharfinger$/),
      previous_public_key: null,
      left_files: [],
    });
    const path = `/edi_channels/${body.edi_channel.id}`;
    const sentence =
      'A channel of the kind sftp is active only with the host key of its server: test it, compare the key, and store it.';
    for (const answer of [
      await post({ ...SERVER, active: true }),
      await client.patch(path, { active: true }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        error: sentence,
        code: 'host_key_missing',
        errors: { host_key: [sentence] },
      });
    }
    const active = await client.patch(path, { host_key: HOST_KEY, active: true });
    expect(active.body.edi_channel).toMatchObject({ active: true, host_key: HOST_KEY });
    expect((await client.patch(path, { host_key: null })).status).toBe(422);
    expect((await client.patch(path, { host_key: null, active: false })).status).toBe(200);
    expect((await post({ ...SERVER, host_key: HOST_KEY })).body.edi_channel.active).toBe(true);
  });

  it('refuse what could not be, naming the field', async () => {
    const both = { in_folder: 'x', out_folder: 'x/' };
    for (const [body, field, reason] of [
      [{ kind: 'sftp', username: 'x' }, 'host', 'is required of a channel of the kind sftp'],
      [{ kind: 'sftp', host: 'x.example' }, 'username', 'is required of a channel of the kind sftp'],
      [{ ...SERVER, host: 'a b' }, 'host', 'must be a name or an address of a host'],
      [{ ...SERVER, host: '-x' }, 'host', 'must be a name or an address of a host'],
      [{ ...SERVER, host_key: 'SHA256:short' }, 'host_key', 'must be SHA256: and 43 characters'],
      [{ ...SERVER, port: 0 }, 'port', 'must be at least 1'],
      [{ ...SERVER, port: 65_536 }, 'port', 'must be at most 65535'],
      [{ ...SERVER, poll_seconds: 29 }, 'poll_seconds', 'must be at least 30'],
      [{ ...SERVER, poll_seconds: 3601 }, 'poll_seconds', 'must be at most 3600'],
      [{ ...SERVER, in_folder: 'a\nb' }, 'in_folder', 'must be a path without control characters'],
      [{ ...SERVER, file_name: '../{message}' }, 'file_name', expect.stringContaining('must be of letters')],
      [{ ...SERVER, file_name: '{other}' }, 'file_name', expect.stringContaining('must be of letters')],
      [{ ...SERVER, ...both }, 'out_folder', 'must not be in_folder'],
      [{ ...SERVER, in_folder: '/x', done_folder: '/x' }, 'done_folder', 'must not be in_folder'],
      [{ ...SERVER, direction: 'up' }, 'direction', 'must be one of in, out, both'],
      [{ ...SERVER, in_folder: null, out_folder: null }, 'out_folder', 'must not be in_folder'],
      [{ kind: 'pigeon' }, 'kind', 'must be one of mailbox, sftp'],
      [{ ...SERVER, password: '' }, 'password', expect.any(String)],
    ] as [object, string, unknown][]) {
      const answer = await post(body);
      expect([field, answer.status, answer.body.errors[field]]).toEqual([field, 422, [reason]]);
    }
    for (const edge of [{ port: 1 }, { port: 65_535 }, { poll_seconds: 30 }, { poll_seconds: 3600 }])
      expect((await post({ ...SERVER, ...edge })).status).toBe(201);
    const unknown = await post({ ...SERVER, partner: { name: 'Nobody' } });
    expect(unknown.status).toBe(422);
    expect(unknown.body).toMatchObject({
      code: 'unknown_reference',
      error: "EDI partner 'Nobody' is unknown.",
    });
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    'fd00::1',
  ])('do not lead to %s, which is not public', async (host) => {
    const sentence = `Host must not be ${host}, which is not public.`;
    const answer = await post({ ...SERVER, host });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'address_refused', errors: { host: [sentence] } });
    const { body } = await post(SERVER);
    expect((await client.patch(`/edi_channels/${body.edi_channel.id}`, { host })).status).toBe(422);
  });

  it('of a partner are one for each way, of those that are active', async () => {
    const taken = 'Another active channel of the partner goes this way.';
    await anEdiChannel(client, { partner, direction: 'in' });
    for (const direction of ['in', 'both']) {
      const answer = await post({ kind: 'mailbox', direction });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: 'taken', error: taken, errors: { active: [taken] } });
    }
    const out = await post({ kind: 'mailbox', direction: 'out' });
    expect(out.status).toBe(201);
    const { body } = await post({ kind: 'mailbox', direction: 'both', active: false });
    expect((await client.patch(`/edi_channels/${body.edi_channel.id}`, { active: true })).status).toBe(422);
    expect((await client.get('/edi_channels?active=true')).body.edi_channels).toHaveLength(2);
    expect((await client.get('/edi_channels?direction=both')).body.edi_channels).toHaveLength(1);
    expect((await client.get('/edi_channels?kind=sftp')).body.edi_channels).toEqual([]);
  });

  it('of a partner are listed by it, and keep it from being deleted', async () => {
    const other = await anEdiPartner(client);
    await anEdiChannel(client, { partner });
    const { id } = await anEdiChannel(client, { partner: namedPartner(other) });
    const { body } = await client.get(`/edi_channels?partner=${other.id}`);
    expect(body.edi_channels.map((channel: { id: number }) => channel.id)).toEqual([id]);
    expect((await client.delete(`/edi_partners/${other.id}`)).status).toBe(409);
    expect((await client.delete(`/edi_channels/${id}`)).body.message).toBe(
      'EDI channel was successfully deleted.',
    );
    expect((await client.delete(`/edi_partners/${other.id}`)).status).toBe(200);
    expect((await client.get(`/edi_channels/${id}`)).status).toBe(404);
  });

  it('of an organization are 500 at most', async () => {
    await service.current.query(
      `INSERT INTO edi_channels (organization_id, partner_id, direction, kind)
       SELECT $1, id, 'in', 'mailbox' FROM edi_partners, generate_series(1, 499) WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect((await post({ kind: 'mailbox' })).status).toBe(201);
    const answer = await post({ kind: 'mailbox', active: false });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'too_many',
      error: 'An organization has at most 500 EDI channels.',
    });
  });

  it('are shown to admins alone, and their events as well', async () => {
    const { id } = await anEdiChannel(client, { partner });
    for (const role of ['read', 'write'] as const) {
      const other = client.as(role);
      for (const answer of [
        await other.get('/edi_channels'),
        await other.get(`/edi_channels/${id}`),
        await other.post('/edi_channels', {}),
        await other.patch(`/edi_channels/${id}`, {}),
        await other.delete(`/edi_channels/${id}`),
        await other.post(`/edi_channels/${id}/test`),
        await other.post(`/edi_channels/${id}/rotate_key`),
      ])
        expect(answer.status).toBe(403);
    }
    await new Follower(client).find('edi_channel.created');
    expect((await new Follower(client.as('write')).read()).map(({ type }) => type)).not.toContain(
      'edi_channel.created',
    );
  });

  it('of another organization are not there', async () => {
    const { id } = await anEdiChannel(client, { partner, ...SERVER });
    const stranger = await service.current.organization();
    for (const answer of [
      await stranger.get(`/edi_channels/${id}`),
      await stranger.patch(`/edi_channels/${id}`, { active: false }),
      await stranger.delete(`/edi_channels/${id}`),
      await stranger.post(`/edi_channels/${id}/test`),
      await stranger.post(`/edi_channels/${id}/rotate_key`),
    ])
      expect(answer.status).toBe(404);
    expect((await stranger.get('/edi_channels')).body.edi_channels).toEqual([]);
  });

  it('keep the key that a server knows while new ones are made', async () => {
    const { id, public_key: first } = await anEdiChannel(client, { partner, ...SERVER });
    const rotate = async () => (await client.post(`/edi_channels/${id}/rotate_key`)).body.edi_channel;
    const second = await rotate();
    expect(second.public_key).not.toBe(first);
    expect(second.previous_public_key).toBe(first);
    const third = await rotate();
    expect(third.public_key).not.toBe(second.public_key);
    expect(third.previous_public_key).toBe(first);
    const follower = new Follower(client, 'types[]=edi_channel.updated');
    const told = await eventually('both are told', async () => {
      await follower.read();
      return follower.events.length === 2 && follower.events;
    });
    expect(told.map(({ changes }) => changes)).toEqual([
      { public_key: [first, second.public_key], previous_public_key: [null, first] },
      { public_key: [second.public_key, third.public_key] },
    ]);
    const mailbox = await anEdiChannel(client);
    const answer = await client.post(`/edi_channels/${mailbox.id}/rotate_key`);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'channel_connects_to_nothing',
      error: `EDI channel ${mailbox.id} is a mailbox, which connects to nothing.`,
    });
    expect((await client.post(`/edi_channels/${mailbox.id}/test`)).status).toBe(409);
  });

  it('tell their password and private keys nowhere', async () => {
    const { body } = await post({ ...SERVER, password: PASSWORD });
    const { id } = body.edi_channel;
    await client.post(`/edi_channels/${id}/rotate_key`);
    await client.patch(`/edi_channels/${id}`, { password: `${PASSWORD} staple`, port: 2222 });
    const [stored] = await service.current.query<Record<string, string>>(
      'SELECT password, private_key, previous_private_key FROM edi_channels WHERE id = $1',
      [id],
    );
    expect(stored!.password).toBe(`${PASSWORD} staple`);
    const follower = new Follower(client);
    await follower.find('edi_channel.updated');
    const { body: traces } = await client.get(`/audit_entries?record_type=edi_channels&per=100`);
    expect(traces.audit_entries.map(({ action }: { action: string }) => action)).toContain('update');
    const exported = (await exportFiles(client))['edi_channels.ndjson']!;
    expect(JSON.parse(exported)).toMatchObject({ host: SERVER.host, port: 2222 });
    const told = JSON.stringify([
      body,
      (await client.get(`/edi_channels/${id}`)).body,
      follower.events,
      traces,
      exported,
    ]);
    for (const secret of [
      PASSWORD,
      'PRIVATE KEY',
      ...[stored!.private_key!, stored!.previous_private_key!].map((key) => key.slice(100, 140)),
    ])
      expect(told).not.toContain(secret);
    expect(exported).not.toMatch(/"(active|password|public_key)"/);
  });

  it('that are imported are inactive and have no secrets, and get a key with the first change', async () => {
    const line = {
      partner,
      direction: 'in',
      kind: 'sftp',
      host: 'sftp.hub.example',
      username: 'x',
      host_key: HOST_KEY,
    };
    const said = await importFiles(client, { 'edi_channels.ndjson': [line] });
    expect(said).toMatchObject({ bad: [] });
    const [channel] = (await client.get('/edi_channels')).body.edi_channels;
    expect(channel).toMatchObject({ host_key: HOST_KEY, active: false, public_key: null });
    const { body } = await client.patch(`/edi_channels/${channel.id}`, { active: true });
    expect(body.edi_channel).toMatchObject({
      active: true,
      public_key: expect.stringContaining('ssh-ed25519'),
    });
    const again = await importFiles(client, {
      'edi_channels.ndjson': [
        { ...line, active: true, password: PASSWORD, description: 'From a file' },
        { ...line, host: undefined },
      ],
    });
    expect(again.bad).toEqual(['edi_channels.ndjson:2: host: is required of a channel of the kind sftp']);
    const more = await importFiles(client, {
      'edi_channels.ndjson': [{ ...line, active: false, password: PASSWORD, description: 'From a file' }],
    });
    expect(more.bad).toEqual([]);
    const stored = await service.current.query(
      'SELECT active, password, description FROM edi_channels WHERE organization_id = $1',
      [client.organization_id],
    );
    expect(stored).toEqual([{ active: true, password: null, description: 'From a file' }]);
  });
});
