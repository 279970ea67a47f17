import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Background } from '../../common/database/write/background';
import { Tries } from '../../common/database/write/tries';
import { ChannelClaims, type Claim } from './channel-claims';
import { ChannelStates, ClaimLost, type Working } from './channel-states';
import { targetOf } from './channel-target';
import { PollingService } from './polling.service';
import { SendingService } from './sending.service';
import { SftpSession } from './sftp-client';
import { SftpFailure } from './sftp-failure';
import { Traffic } from './traffic';

/** How often due channels are looked for, in milliseconds. */
const EVERY_MS = 1_000;

/** How often claims are renewed, in milliseconds. */
const RENEW_MS = 20_000;

/** For how long a connection is used, in milliseconds. */
const CONNECTION_MS = 300_000;

/** How long a stopping service waits for channels to be given back, in milliseconds. */
const STOP_MS = 2_000;

/** A claimed channel that is being worked at. */
interface Run {
  session?: SftpSession;
}

/**
 * Connects to the servers of partners, in every process of the service. A channel is worked at by one process at a time,
 * over one connection; one that a dead process held is taken over when its claim is over.
 */
@Injectable()
export class ChannelWorker implements OnModuleDestroy {
  private readonly logger = new Logger('EDI channels');
  private readonly runs = new Map<Claim, Run>();
  private renewedAt = 0;
  private stops = false;
  /** Looks for due channels now. */
  readonly wake: () => void;

  constructor(
    background: Background,
    private readonly tries: Tries,
    private readonly claims: ChannelClaims,
    private readonly states: ChannelStates,
    private readonly polling: PollingService,
    private readonly sending: SendingService,
    private readonly traffic: Traffic,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.wake = background.repeat('EDI channels', EVERY_MS, () => this.work());
  }

  /** Ends all connections, and gives the channels back. */
  async onModuleDestroy(): Promise<void> {
    this.stops = true;
    for (const { session } of this.runs.values()) session?.close();
    const end = performance.now() + STOP_MS;
    while (this.runs.size && performance.now() < end) await pause(10);
  }

  private async work(): Promise<void> {
    if (this.stops) return;
    if (performance.now() - this.renewedAt > RENEW_MS) {
      this.renewedAt = performance.now();
      for (const lost of await this.claims.renew([...this.runs.keys()]))
        this.runs.get(lost)?.session?.close();
    }
    for (const claim of await this.claims.take([...this.runs.keys()])) {
      const run: Run = {};
      this.runs.set(claim, run);
      void this.serve(claim, run).finally(() => this.runs.delete(claim));
    }
  }

  /** Works at a channel, or gives it up. */
  private async serve(claim: Claim, run: Run): Promise<void> {
    const { organization_id, id, edi_channel_id, tries } = claim;
    const unlessLost = (work: () => Promise<void>) => () =>
      work().catch((error: unknown) => {
        if (!(error instanceof ClaimLost)) throw error;
      });
    try {
      await this.tries.at(
        { table: 'edi_channel_states', organization_id, id, tries },
        {
          work: unlessLost(() => this.workAt(claim, run)),
          giveUp: unlessLost(() => this.states.giveUp(claim)),
        },
      );
    } catch (error) {
      this.logger.warn(`Channel ${edi_channel_id} of organization ${organization_id}: ${String(error)}`);
    }
  }

  /**
   * Works at a channel, and gives it back.
   * @throws ClaimLost
   */
  private async workAt(claim: Claim, run: Run): Promise<void> {
    const working = await this.states.load(claim);
    if (!working || this.stops) return this.states.release(claim);
    const failure = await this.carry(claim, working, run);
    if (this.stops) return this.states.release(claim);
    const { direction, partner_id, poll_seconds } = working.channel;
    if (failure === undefined) return this.states.succeeded(claim, claim.polls ? poll_seconds : undefined);
    return this.states.failed(claim, failure, async () => {
      if (direction !== 'in') await this.traffic.tried(partner_id);
    });
  }

  /** Sends and takes over one connection. Returns the sentence of the first failure. */
  private async carry(claim: Claim, working: Working, run: Run): Promise<string | undefined> {
    const { channel } = working;
    const failures: string[] = [];
    const attempt = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof SftpFailure)) throw error;
        failures.push(error.message);
      }
    };
    await attempt(async () => {
      run.session = await SftpSession.open(targetOf(channel), {
        anywhere: this.config.edi_allow_private,
        ms: CONNECTION_MS,
      });
    });
    const { session } = run;
    if (!session) return failures[0];
    if (this.stops) session.close();
    try {
      if (channel.previous_private_key && session.acceptedKey === channel.private_key)
        await this.states.acceptKey(claim, session.acceptedKey);
      if (channel.direction !== 'in') await attempt(() => this.sending.send(claim, working, session));
      if (claim.polls) await attempt(() => this.polling.poll(claim, working, session));
    } finally {
      session.close();
    }
    return failures[0];
  }
}
