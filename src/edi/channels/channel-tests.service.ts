import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Db } from '../../common/database/db';
import { Conflict, NotFound, TooManyAtOnce } from '../../common/errors/errors';
import { FairTurns } from '../../common/fair-turns';
import { currentScope } from '../../common/tenancy/scope';
import { EDI } from '../edi.codes';
import { targetOf } from './channel-target';
import { EdiChannel } from './edi-channel.entity';
import type { EdiChannelTest } from './edi-channel.view';
import { pathOf } from './file-names';
import { SftpSession } from './sftp-client';
import { SftpFailure } from './sftp-failure';

/** How long a test takes at most, in milliseconds, which is less than a request may take. */
const TEST_MS = 15_000;

/** What a test writes and removes. */
const TEST_FILE = '.wharfinger-test';

/** Tries channels while somebody waits for the answer. */
@Injectable()
export class ChannelTestsService {
  private readonly turns = new FairTurns({
    most: 5,
    ofOrganization: 2,
    waiting: 0,
    refusal: () =>
      new TooManyAtOnce(EDI.too_many_tests, 'Other channels are being tested: try again in a moment.'),
  });

  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Connects to the server of a channel and looks at its folders, also of one that is not active.
   * @throws NotFound; Conflict for a mailbox; TooManyAtOnce
   */
  async test(id: number): Promise<EdiChannelTest> {
    const { actor, base, deadline } = currentScope();
    // beside the transaction of the request, which then holds no connection to the database while others take their time
    const channel = await this.db.reading(actor, base, () => this.db.find(EdiChannel, { id }), deadline);
    if (!channel) throw new NotFound('EDI channel', id);
    if (channel.kind !== 'sftp')
      throw new Conflict({
        code: EDI.channel_connects_to_nothing,
        sentence: `EDI channel ${id} is a mailbox, which connects to nothing.`,
      });
    return this.turns.run(() => this.try(channel));
  }

  private async try(channel: EdiChannelOf): Promise<EdiChannelTest> {
    const began = performance.now();
    const result: EdiChannelTest = {
      connected: false,
      host_key: null,
      folders: {
        in: channel.direction === 'out' ? null : { exists: false, files: 0 },
        out: channel.direction === 'in' ? null : { exists: false, writable: false },
      },
      milliseconds: 0,
      error: null,
    };
    const attempt = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof SftpFailure)) throw error;
        result.error ??= error.message;
      }
    };
    await attempt(async () => {
      const session = await SftpSession.open(targetOf(channel), {
        anywhere: this.config.edi_allow_private,
        ms: TEST_MS,
        onHostKey: (shown) => (result.host_key = shown),
      });
      result.connected = true;
      await attempt(() => lookIn(session, channel, result));
      await attempt(() => writeOut(session, channel, result));
      session.close();
    });
    result.milliseconds = Math.round(performance.now() - began);
    return result;
  }
}

type EdiChannelOf = Parameters<typeof targetOf>[0];

async function lookIn(
  session: SftpSession,
  { in_folder }: EdiChannelOf,
  { folders }: EdiChannelTest,
): Promise<void> {
  if (!folders.in) return;
  const listed = await session.list(in_folder);
  folders.in = { exists: true, files: listed.filter(({ isFile }) => isFile).length };
}

async function writeOut(
  session: SftpSession,
  { out_folder }: EdiChannelOf,
  { folders }: EdiChannelTest,
): Promise<void> {
  if (!folders.out) return;
  await session.list(out_folder);
  folders.out.exists = true;
  const path = pathOf(out_folder, TEST_FILE);
  await session.write(path, Buffer.from('Wharfinger tests whether it can write here.\n'));
  await session.remove(path);
  folders.out.writable = true;
}
