import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { Claim } from './channel-claims';
import { ChannelStates, type Working } from './channel-states';
import { fileName } from './file-names';
import type { SftpSession } from './sftp-client';
import { Traffic } from './traffic';

/** For how long interchanges are sent before the folder is looked at, in milliseconds. */
const SEND_MS = 60_000;

/** For how long the connection waits for more after something was sent, and how often it looks, in milliseconds. */
const LINGER_MS = 3_000;
const PACE_MS = 500;

/** Puts interchanges into the folders of partners. */
@Injectable()
export class SendingService {
  constructor(
    private readonly states: ChannelStates,
    private readonly traffic: Traffic,
  ) {}

  /**
   * Sends what waits for the partner of a channel, in the order of numbers: each is put and noted before the next one.
   * @throws SftpFailure for one that is not put, which holds those behind it
   */
  async send(claim: Claim, { channel }: Working, session: SftpSession): Promise<void> {
    const { id, out_folder, file_name } = channel;
    const ends = performance.now() + SEND_MS;
    let last = -Infinity;
    let next = await this.states.within(claim, () => this.traffic.next(id));
    while (session.isOpen && performance.now() < ends) {
      if (next) {
        const { id: sent, bytes, is_again } = next;
        const name = await session.put(out_folder, fileName(file_name, next), bytes, is_again);
        next = await this.states.within(claim, async () => {
          await this.traffic.sent(sent, id, name);
          return this.traffic.next(id);
        });
        last = performance.now();
      } else if (performance.now() < last + LINGER_MS) {
        await pause(PACE_MS);
        next = await this.states.within(claim, () => this.traffic.next(id));
      } else return;
    }
  }
}
