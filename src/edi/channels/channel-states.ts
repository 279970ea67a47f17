import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { IN_AN_HOUR, MOST_TRIES } from '../../common/database/write/tries';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import type { Claim } from './channel-claims';
import { EdiChannel, EdiChannelState } from './edi-channel.entity';
import { EdiChannelShow } from './edi-channel.view';
import { secondsUntilRetry } from './retries';
import { SftpFailure } from './sftp-failure';

/** What the traces of its writes name. */
const OPERATION = 'EDI channels';

/** After how long a channel that fails is told of, in milliseconds. */
const TOLD_MS = 3_600_000;

/** How many bytes a channel takes within 24 hours. */
const MOST_BYTES_A_DAY = 1024 ** 3;

const GIVEN_UP = `The service failed at this channel ${MOST_TRIES} times: it is tried again in an hour, or when it is changed.`;

/** Another process works at the channel by now. */
export class ClaimLost extends Error {}

/** A file that was kept, and lay in its folder then. */
export interface KeptFile {
  name: string;
  sha256: string;
}

/** A channel as it is worked at. */
export interface Working {
  channel: Columns<EdiChannel>;
  state: Columns<EdiChannelState>;
}

/** Reads and notes what becomes of a channel that this process has claimed. */
@Injectable()
export class ChannelStates {
  constructor(
    private readonly db: Db,
    private readonly background: Background,
  ) {}

  /** The channel of a claim; undefined where it is not active any more. */
  async load(claim: Claim): Promise<Working | undefined> {
    return this.within(claim, async (state) => {
      const channel = await this.db.find(EdiChannel, {
        id: claim.edi_channel_id,
        active: true,
        kind: 'sftp',
      });
      return channel ? { channel, state } : undefined;
    });
  }

  /**
   * Runs work in a transaction of the organization that holds the claim, so that no other process does the same.
   * @throws ClaimLost
   */
  async within<T>(claim: Claim, work: (state: Columns<EdiChannelState>) => Promise<T>): Promise<T> {
    return this.background.inOrganization(claim.organization_id, OPERATION, async () => {
      // the number of a claim grows with each, so whoever still has it is alone
      const { edi_channel_id, claim: number } = claim;
      const state = await this.db.find(EdiChannelState, { edi_channel_id, claim: number }, { lock: true });
      if (!state?.claimed_until) throw new ClaimLost();
      return work(state);
    });
  }

  /** Notes that the server took the new key, after which the one before is not offered any more. */
  async acceptKey(claim: Claim, private_key: string): Promise<void> {
    await this.within(claim, () =>
      recordUpdate(this.db, 'edi_channel.updated', EdiChannelShow, claim.edi_channel_id, () =>
        this.db.query(sql`
          UPDATE edi_channels c
          SET previous_private_key = NULL, previous_public_key = NULL, updated_at = now()
          WHERE c.organization_id = ${claim.organization_id} AND c.id = ${claim.edi_channel_id}
            AND c.private_key = ${private_key}`),
      ),
    );
  }

  /** Notes which files are left, and tells it when one is new. */
  async leave(claim: Claim, files: string[]): Promise<void> {
    await this.within(claim, () =>
      recordUpdate(this.db, 'edi_channel.updated', EdiChannelShow, claim.edi_channel_id, () =>
        this.set(claim, sql`left_files = ${files}::text[]`),
      ),
    );
  }

  /**
   * Notes that a file is being kept within the running transaction, and counts its bytes.
   * @throws SftpFailure when that is more than a channel takes in a day
   */
  async keeping(claim: Claim, state: Columns<EdiChannelState>, kept: KeptFile, size: number): Promise<void> {
    const now = await this.db.now();
    const isNew = !state.counted_since || now.getTime() - state.counted_since.getTime() > 24 * 3_600_000;
    const bytes = size + (isNew ? 0 : state.counted_bytes);
    if (bytes > MOST_BYTES_A_DAY)
      throw new SftpFailure('The channel took 1 GiB within a day: the other files wait there.');
    await this.set(
      claim,
      sql`kept_file = ${JSON.stringify(kept)}::jsonb, counted_bytes = ${bytes},
        counted_since = ${isNew ? now : state.counted_since}`,
    );
  }

  /** Notes that no file that was kept lies in the folder any more. */
  async moved(claim: Claim): Promise<void> {
    await this.within(claim, () => this.set(claim, sql`kept_file = NULL`));
  }

  /** Gives a channel back that was worked at as far as it went. */
  async release(claim: Claim): Promise<void> {
    await this.within(claim, () => this.set(claim, sql`claimed_until = NULL`));
  }

  /**
   * Notes that all went well, and gives the channel back.
   * @param polls after how many seconds its folder is looked at again; undefined when it was not looked at now
   */
  async succeeded(claim: Claim, polls: number | undefined): Promise<void> {
    await this.within(claim, async ({ is_told }) => {
      const next =
        polls === undefined
          ? sql`poll_at`
          : sql`clock_timestamp() + make_interval(secs => ${polls}::integer)`;
      await this.set(
        claim,
        sql`claimed_until = NULL, tries = 0, try_at = NULL, poll_at = ${next}, failures = 0, failing_since = NULL, is_told = false,
          last_error = NULL, last_worked_at = clock_timestamp()`,
      );
      if (is_told) await record(this.db, 'edi_channel.recovered', EdiChannelShow, claim.edi_channel_id);
    });
  }

  /** Notes a failure, and gives the channel back until the next try. What fails for an hour is told. */
  async failed(claim: Claim, sentence: string, beside: () => Promise<void>): Promise<void> {
    await this.fail(claim, sentence, beside, (failures) => {
      const seconds = secondsUntilRetry(failures);
      return sql`tries = 0, try_at = clock_timestamp() + make_interval(secs => ${seconds})`;
    });
  }

  /** Gives a channel up for an hour at which the service failed again and again, and tells it. */
  async giveUp(claim: Claim): Promise<void> {
    await this.fail(
      claim,
      GIVEN_UP,
      () => Promise.resolve(),
      () => IN_AN_HOUR,
      true,
    );
  }

  private async fail(
    claim: Claim,
    sentence: string,
    beside: () => Promise<void>,
    next: (failures: number) => Sql,
    isFinal = false,
  ): Promise<void> {
    await this.within(claim, async (state) => {
      const now = await this.db.now();
      const failures = state.failures + 1;
      const since = state.failing_since ?? now;
      const isLong = isFinal || now.getTime() - since.getTime() >= TOLD_MS;
      await this.set(
        claim,
        sql`claimed_until = NULL, failures = ${failures}, failing_since = ${since}, last_error = ${sentence},
          is_told = ${isLong}, ${next(failures)}`,
      );
      await beside();
      if (isLong && !state.is_told)
        await record(this.db, 'edi_channel.failing', EdiChannelShow, claim.edi_channel_id);
    });
  }

  private async set(claim: Claim, columns: Sql): Promise<void> {
    await this.db.query(sql`
      UPDATE edi_channel_states s SET ${columns}
      WHERE s.organization_id = ${claim.organization_id} AND s.edi_channel_id = ${claim.edi_channel_id}`);
  }
}
