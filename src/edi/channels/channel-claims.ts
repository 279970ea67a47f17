import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { isDatabaseOut } from '../../common/errors/database-errors';

/** How long a claim lasts unless it is renewed, so that a dead process keeps a channel no longer, in seconds. */
const CLAIMED_SECONDS = 60;

/** The most connections of a process, and the share of one organization. */
const MOST = 10;
const MOST_OF_ORGANIZATION = 5;

/** The share of channels that fail, so that however many they are, they delay no other. */
const MOST_FAILING = 5;

/** A channel that this process works at until the claim ends. */
export interface Claim {
  organization_id: number;
  edi_channel_id: number;
  claim: number;
  /** The row of the claim, and how often the channel was taken up. */
  id: number;
  tries: number;
  is_failing: boolean;
  /** Whether its folder is to be looked at now. */
  polls: boolean;
}

/** A channel that has something to do. */
type Chosen = Omit<Claim, 'edi_channel_id' | 'claim' | 'tries'>;

/** Claims channels for this process: each is worked at by one process at a time. */
@Injectable()
export class ChannelClaims {
  private readonly logger = new Logger('EDI channels');

  constructor(private readonly background: Background) {}

  /**
   * Claims channels that have something to do: those that are well first, and those that wait for longest.
   * @param held what this process works at already
   */
  async take(held: Claim[]): Promise<Claim[]> {
    const room = MOST - held.length;
    if (room <= 0) return [];
    const failing = MOST_FAILING - held.filter(({ is_failing }) => is_failing).length;
    const counts = new Map<number, number>();
    for (const { organization_id } of held)
      counts.set(organization_id, (counts.get(organization_id) ?? 0) + 1);
    const organizations = JSON.stringify([...counts].map(([id, count]) => ({ id, count })));
    const find = () =>
      this.background.query<Chosen>(sql`
      WITH due AS (
        SELECT c.organization_id, c.id, s.failing_since IS NOT NULL AS is_failing, s.try_at, s.poll_at,
          c.direction <> 'out' AND (s.poll_at IS NULL OR s.poll_at <= clock_timestamp()) AS polls,
          coalesce(h.count, 0) + row_number() OVER (
            PARTITION BY c.organization_id ORDER BY s.failing_since IS NOT NULL, s.last_worked_at NULLS FIRST, c.id) AS nth
        FROM edi_channels c
        JOIN organizations o ON o.id = c.organization_id AND o.suspended_at IS NULL
        LEFT JOIN edi_channel_states s ON s.organization_id = c.organization_id AND s.edi_channel_id = c.id
        LEFT JOIN jsonb_to_recordset(${organizations}::jsonb) AS h(id bigint, count integer) ON h.id = c.organization_id
        WHERE c.active AND c.kind = 'sftp'
          AND (s.claimed_until IS NULL OR s.claimed_until <= clock_timestamp())
          AND (s.try_at IS NULL OR s.try_at <= clock_timestamp())
          AND (c.direction <> 'out' AND (s.poll_at IS NULL OR s.poll_at <= clock_timestamp())
            OR c.direction <> 'in' AND EXISTS (
              SELECT FROM edi_interchanges i
              WHERE i.organization_id = c.organization_id AND i.partner_id = c.partner_id AND i.status = 'queued'))
      )
        (SELECT organization_id, id, is_failing, polls FROM due
         WHERE NOT is_failing AND nth <= ${MOST_OF_ORGANIZATION} ORDER BY nth, poll_at NULLS FIRST LIMIT ${room})
        UNION ALL
        (SELECT organization_id, id, is_failing, polls FROM due
         WHERE is_failing AND nth <= ${MOST_OF_ORGANIZATION} ORDER BY nth, try_at LIMIT ${Math.max(0, failing)})
        LIMIT ${room}`);
    return this.background.claimInTurns(
      'Claiming an EDI channel',
      find,
      async ({ id, organization_id, ...rest }) => {
        const claimed = await this.background.query<
          Pick<Claim, 'edi_channel_id' | 'claim' | 'id' | 'tries'>
        >(sql`
        INSERT INTO edi_channel_states AS s (organization_id, edi_channel_id, claim, tries, claimed_until)
        VALUES (${organization_id}, ${id}, 1, 1, clock_timestamp() + make_interval(secs => ${CLAIMED_SECONDS}::integer))
        ON CONFLICT (organization_id, edi_channel_id) DO UPDATE
          SET claim = s.claim + 1, tries = s.tries + 1, claimed_until = excluded.claimed_until
          WHERE s.claimed_until IS NULL OR s.claimed_until <= clock_timestamp()
        RETURNING s.edi_channel_id, s.claim, s.id, s.tries`);
        return claimed.map((each) => ({ organization_id, ...each, ...rest }));
      },
    );
  }

  /** Renews claims. Returns those that were lost to another process. One that cannot be renewed now is tried again in time. */
  async renew(held: Claim[]): Promise<Claim[]> {
    const lost: Claim[] = [];
    for (const each of held)
      try {
        if (!(await this.renewOne(each))) lost.push(each);
      } catch (error) {
        if (isDatabaseOut(error)) throw error;
        this.logger.warn(`The claim of channel ${each.edi_channel_id} was not renewed: ${String(error)}`);
      }
    return lost;
  }

  /** Returns whether the claim was still ours. */
  private async renewOne({ organization_id, edi_channel_id, claim }: Claim): Promise<boolean> {
    const kept = await this.background.query(sql`
      UPDATE edi_channel_states
      SET claimed_until = clock_timestamp() + make_interval(secs => ${CLAIMED_SECONDS}::integer)
      WHERE organization_id = ${organization_id} AND edi_channel_id = ${edi_channel_id} AND claim = ${claim}
      RETURNING edi_channel_id`);
    return kept.length > 0;
  }
}
