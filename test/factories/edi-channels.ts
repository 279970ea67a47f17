import { createHash } from 'node:crypto';
import type { Client } from '../setup/client';
import { OwnSftpServer } from '../setup/own-sftp-server';
import type { SftpServer } from '../setup/sftp-folder';
import { next } from './record';

type Body = any;

/** A partner that sends under an id of its own. */
export async function anEdiPartner(client: Client, body: object = {}): Promise<Body> {
  const nth = next();
  const fields = { name: `Hub ${nth}`, edi_id: `HUB${nth}`, own_edi_id: 'NORTHQUAY' };
  return (await client.as('admin').create('/edi_partners', { ...fields, ...body })).edi_partner;
}

/** What a body names a partner by. */
export const namedPartner = ({ name, edi_id }: Body) => ({ name, edi_id });

/** A mailbox of a new partner unless it is given. */
export async function anEdiChannel(client: Client, body: object = {}): Promise<Body> {
  const { partner = namedPartner(await anEdiPartner(client)) } = body as { partner?: object };
  const fields = { partner, direction: 'both', kind: 'mailbox' };
  return (await client.as('admin').create('/edi_channels', { ...fields, ...body })).edi_channel;
}

/** An active channel to a server, which lets it in by its key. */
export async function aChannelTo(server: SftpServer, client: Client, body: object = {}): Promise<Body> {
  const channel = await anEdiChannel(client, {
    kind: 'sftp',
    active: false,
    host: '127.0.0.1',
    port: server.port,
    username: server.username,
    host_key: server.hostKey,
    in_folder: 'in',
    out_folder: 'out',
    ...(server instanceof OwnSftpServer && { password: OwnSftpServer.password }),
    ...body,
  });
  server.allow(channel.public_key);
  const { active = true } = body as { active?: boolean };
  if (!active) return channel;
  return (await client.as('admin').patch(`/edi_channels/${channel.id}`, { active })).body.edi_channel;
}

/** An interchange that waits to be sent to a partner. Returns its id. */
export async function aQueuedInterchange(
  client: Client,
  partner_id: number,
  control_reference = String(next()),
  text = `UNB+${control_reference}`,
): Promise<number> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const [made] = await client.service.query<{ id: number }>(
    `WITH made AS (
       INSERT INTO edi_interchanges (organization_id, direction, partner_id, control_reference, status, size, sha256, kinds)
       VALUES ($1, 'out', $2, $3, 'queued', $4, $5, '{CODECO}') RETURNING organization_id, id)
     INSERT INTO edi_payloads (organization_id, edi_interchange_id, bytes)
     SELECT organization_id, id, $6 FROM made RETURNING edi_interchange_id AS id`,
    [client.organization_id, partner_id, control_reference, text.length, sha256, Buffer.from(text)],
  );
  return made!.id;
}
