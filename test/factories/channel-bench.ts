import { join } from 'node:path';
import { newKeyPair } from '../../src/edi/channels/keys';
import type { SftpTarget } from '../../src/edi/channels/sftp-client';
import { ChannelWorker } from '../../src/edi/channels/channel-worker.service';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import type { Service } from '../setup/service';
import { namesIn, putFiles, type SftpServer } from '../setup/sftp-folder';
import { aChannelTo, anEdiPartner, aQueuedInterchange, namedPartner } from './edi-channels';
import { interchange } from './edi-upload';

export type Ask<T> = () => Promise<T | undefined | false> | T | undefined | false;

/** Waits for what channels come to, which look for work meanwhile. */
export const soonOf = <T>(service: Service, what: string, ask: Ask<T>): Promise<T> =>
  eventually(what, () => {
    service.app.get(ChannelWorker, { strict: false }).wake();
    return ask();
  });

/** Ends what channels of a test do, so that nobody connects to the port of a server that is gone. */
export async function restChannels(service: Service, server: SftpServer): Promise<void> {
  await service.query('UPDATE edi_channels SET active = false');
  await server.stop();
  await eventually('no channel is worked at', async () => {
    const rows = await service.query('SELECT 1 FROM edi_channel_states WHERE claimed_until > now()');
    return rows.length === 0;
  });
}

/** What connects to a server with a key of its own. */
export function targetOf(server: SftpServer): SftpTarget {
  const { private_key, public_key } = newKeyPair();
  server.allow(public_key);
  return {
    host: '127.0.0.1',
    port: server.port,
    username: server.username,
    host_key: server.hostKey,
    password: null,
    keys: [private_key],
    legacy_algorithms: false,
  };
}

/** What a test of a channel has. */
export class ChannelBench {
  client!: Client;
  partner: any;
  channel: any;

  private constructor(
    private readonly service: Service,
    readonly server: SftpServer,
  ) {}

  static async at(service: Service, server: SftpServer, body: object = {}): Promise<ChannelBench> {
    const bench = new ChannelBench(service, server);
    bench.client = await service.organization();
    bench.partner = await anEdiPartner(bench.client);
    const partner = namedPartner(bench.partner);
    bench.channel = await aChannelTo(server, bench.client, { partner, direction: 'both', ...body });
    return bench;
  }

  folder = (name: string) => join(this.server.folder, name);
  put = (files: Record<string, string | Buffer>) => putFiles(this.folder('in'), files);
  names = (name: string) => namesIn(this.folder(name));
  /** An interchange of the partner without messages that are read. */
  text = (reference: string) =>
    interchange({ sender: this.partner.edi_id }, [['COPARN:D:00B:UN', ['BGM+126+1+9']]], reference);
  shown = async () => (await this.client.get(`/edi_channels/${this.channel.id}`)).body.edi_channel;
  came = async (): Promise<any[]> =>
    (await this.client.get('/edi_interchanges?direction=in&per=100')).body.edi_interchanges;
  gone = async (): Promise<any[]> =>
    (await this.client.get('/edi_interchanges?direction=out&per=100')).body.edi_interchanges;
  queue = (reference: string, text?: string) =>
    aQueuedInterchange(this.client, this.partner.id, reference, text);
  sent = (count: number) =>
    soonOf(this.service, `${count} that are sent`, async () => {
      const all = await this.gone();
      return all.filter(({ status }) => status === 'sent').length === count && all;
    });
  /** Lets the time pass until the next poll and the next try. */
  letWaitPass = () =>
    this.service.query(
      'UPDATE edi_channel_states SET poll_at = NULL, try_at = NULL WHERE edi_channel_id = $1',
      [this.channel.id],
    );
  state = async () =>
    (
      await this.service.query<any>('SELECT * FROM edi_channel_states WHERE edi_channel_id = $1', [
        this.channel.id,
      ])
    )[0];
  /** Waits until the channel was worked at once more, with or without success. */
  worked = async () => {
    const before = await soonOf(this.service, 'the channel is at rest', async () => {
      const now = await this.state();
      return now && !now.claimed_until && now;
    });
    await this.letWaitPass();
    return soonOf(this.service, 'the channel is worked at', async () => {
      const now = await this.state();
      return now.claim !== before.claim && !now.claimed_until && now;
    });
  };
  failed = (sentence: string) =>
    soonOf(this.service, sentence, async () => {
      const { last_error } = await this.shown();
      return last_error === sentence;
    });
}
