import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import type { Claim } from './channel-claims';
import { ChannelStates, type KeptFile, type Working } from './channel-states';
import { cleaned, pathOf } from './file-names';
import { type Listed, lookAt, MOST_BYTES, type Seen } from './listing';
import type { SftpSession } from './sftp-client';
import { FileTooLarge, SftpFailure } from './sftp-failure';
import { Traffic } from './traffic';

/** The most files of a poll, and for how long it takes files, in milliseconds. */
const MOST_FILES = 500;
const POLL_MS = 150_000;

/** How many files a channel takes a second, so that it takes 600 a minute at most. */
const FILES_A_SECOND = 10;

/** The most names of files that are left that a channel shows. */
const MOST_LEFT = 20;

/** Takes files from the folders of partners. */
@Injectable()
export class PollingService {
  /** What was seen in the folder of each channel at the last look. */
  private readonly seen = new Map<number, ReadonlyMap<string, Seen>>();

  constructor(
    private readonly states: ChannelStates,
    private readonly traffic: Traffic,
  ) {}

  /**
   * Takes the files of a channel's folder one after the other: each is read, kept for good, and only then moved or deleted.
   * A file that cannot be read holds up no other.
   * @throws SftpFailure
   */
  async poll(claim: Claim, { channel, state }: Working, session: SftpSession): Promise<void> {
    const listed = await session.list(channel.in_folder);
    const look = lookAt(listed, this.seen.get(channel.id) ?? new Map<string, Seen>(), Date.now());
    this.seen.set(channel.id, look.seen);
    const left = look.left.slice(0, MOST_LEFT);
    if (left.join('/') !== state.left_files.join('/')) await this.states.leave(claim, left);

    const kept = state.kept_file as KeptFile | null;
    const ends = performance.now() + POLL_MS;
    const failures: SftpFailure[] = [];
    for (const file of look.take.slice(0, Math.min(MOST_FILES, channel.poll_seconds * FILES_A_SECOND))) {
      if (performance.now() > ends) break;
      const bytes = await read(session, pathOf(channel.in_folder, file.name), file, failures);
      if (bytes) await this.take(claim, channel, session, file.name, bytes, kept);
    }
    if (kept || look.take.length) await this.states.moved(claim);
    if (failures[0]) throw failures[0];
  }

  /** Keeps a file, unless it is the one that was kept before a process died, and takes it out of the folder. */
  private async take(
    claim: Claim,
    { id, in_folder, done_folder }: Working['channel'],
    session: SftpSession,
    name: string,
    bytes: Buffer,
    kept: KeptFile | null,
  ): Promise<void> {
    const sha256 = hash('sha256', bytes);
    if (kept?.name !== name || kept.sha256 !== sha256)
      await this.states.within(claim, async (state) => {
        await this.states.keeping(claim, state, { name, sha256 }, bytes.length);
        await this.traffic.keep({ edi_channel_id: id, file_name: cleaned(name), bytes });
      });
    const path = pathOf(in_folder, name);
    if (done_folder) await session.move(path, done_folder, cleaned(name));
    else await session.remove(path);
  }
}

/** The bytes of a file; undefined when it cannot be read, or was not as large as the server said. */
async function read(
  session: SftpSession,
  path: string,
  { size }: Listed,
  failures: SftpFailure[],
): Promise<Buffer | undefined> {
  try {
    const bytes = await session.read(path, MOST_BYTES);
    return bytes.length === size ? bytes : undefined;
  } catch (error) {
    if (error instanceof FileTooLarge) return undefined;
    if (!(error instanceof SftpFailure) || !session.isOpen) throw error;
    failures.push(error);
    return undefined;
  }
}
