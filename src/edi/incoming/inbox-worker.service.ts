import { Injectable, Logger } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Tries } from '../../common/database/write/tries';
import { EdiMetrics } from '../edi-metrics';
import { Inbox } from '../partners/inbox';
import { ApplyingService, type Claim } from './applying.service';
import { ReadingService } from './reading.service';

/** How often a process looks for what nobody works at, in milliseconds; it is woken for what it received itself. */
const EVERY_MS = 2_000;
/** For how long an interchange or a message belongs to the process that claimed it. */
const CLAIMED = '60 seconds';
/** The most messages that a process applies at a time: of one organization, and in all. */
const MOST_OF_ORGANIZATION = 2;
const MOST = 4;
/** SQL: whether a message is to be applied, and no process is at it. */
const WAITS = sql`asked IS NOT NULL AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())`;

/** An interchange that this process reads, and how often it was taken up. */
interface ClaimedInterchange {
  id: number;
  tries: number;
}

/** A claimed message, its kind, and how often it was tried. */
interface Claimed extends Claim {
  message: string;
  tries: number;
}

/**
 * Reads and applies what came, beside requests. The messages of a partner are applied one after the other, in the order in
 * which they came. One that a dead process held is taken over when its claim is over.
 */
@Injectable()
export class InboxWorker {
  private readonly logger = new Logger('EDI inbox');
  private readonly running = new Map<Promise<void>, number>();
  private readonly wake: () => void;

  constructor(
    private readonly background: Background,
    private readonly tries: Tries,
    private readonly reading: ReadingService,
    private readonly applying: ApplyingService,
    private readonly metrics: EdiMetrics,
    inbox: Inbox,
  ) {
    this.wake = background.repeat('EDI inbox', EVERY_MS, () => this.work());
    inbox.onArrival(() => this.wake());
  }

  /** Reads what came, and starts applying messages as far as there is room. */
  private async work(): Promise<void> {
    await this.readAll();
    for (const claim of await this.claim()) {
      const applied = this.apply(claim).finally(() => {
        this.running.delete(applied);
        this.wake();
      });
      this.running.set(applied, claim.organization_id);
    }
    if (this.background.ends) for (const applied of this.running.keys()) await applied;
  }

  /**
   * Reads the interchanges of each organization in the order in which they came. One that cannot go on is left for the next time,
   * so that it takes no turn from another, and a failure is not met again at once.
   */
  private async readAll(): Promise<void> {
    const left = new Set<number>();
    const find = async () => {
      const found = await this.background.query<{ organization_id: number }>(sql`
      SELECT DISTINCT organization_id FROM edi_interchanges WHERE status = 'received'`);
      return found.filter(({ organization_id }) => !left.has(organization_id));
    };
    await this.background.inTurns('Reading EDI interchanges', find, async ({ organization_id }) => {
      const more = await this.readNext(organization_id);
      if (!more) left.add(organization_id);
      return more;
    });
  }

  /**
   * Reads the next interchange of an organization, unless a process has it. Returns whether the one behind it can be read.
   */
  private async readNext(organization_id: number): Promise<boolean> {
    const [next] = await this.background.query<ClaimedInterchange>(sql`
      UPDATE edi_interchanges e SET claimed_until = clock_timestamp() + ${CLAIMED}::interval, tries = e.tries + 1
      WHERE e.organization_id = ${organization_id} AND e.id = (
          SELECT n.id FROM edi_interchanges n
          WHERE n.organization_id = ${organization_id} AND n.status = 'received' ORDER BY n.id LIMIT 1)
        AND e.status = 'received' AND (e.claimed_until IS NULL OR e.claimed_until <= clock_timestamp())
      RETURNING e.id, e.tries`);
    if (!next) return false;
    const { id, tries } = next;
    const inOrganization = <T>(work: () => Promise<T>) =>
      this.background.inOrganization(organization_id, 'the EDI inbox', work);
    try {
      await this.tries.at(
        { table: 'edi_interchanges', organization_id, id, tries },
        {
          work: async () => {
            const read = await this.reading.envelope({ organization_id, id });
            await inOrganization(() => this.reading.read(id, read));
          },
          giveUp: () => inOrganization(() => this.reading.giveUp(id)),
        },
      );
      return true;
    } catch (error) {
      this.report(`interchange ${id} of organization ${organization_id}`, error);
      await this.release('edi_interchanges', { organization_id, id });
      return false;
    }
  }

  /** Claims the next message of each partner that has none under way, as far as there is room for its organization. */
  private async claim(): Promise<Claimed[]> {
    let room = MOST - this.running.size;
    if (room <= 0 || this.background.ends) return [];
    const counts = new Map<number, number>();
    for (const id of this.running.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    const find = () =>
      this.background.query<{ organization_id: number }>(sql`
      SELECT organization_id FROM edi_messages WHERE ${WAITS} GROUP BY organization_id ORDER BY min(asked_at)`);
    return this.background.claimInTurns('Claiming EDI messages', find, async ({ organization_id }) => {
      const left = MOST_OF_ORGANIZATION - (counts.get(organization_id) ?? 0);
      const most = Math.min(left, room);
      const claimed = most > 0 ? await this.claimOf(organization_id, most) : [];
      room -= claimed.length;
      return claimed;
    });
  }

  /** Claims messages of an organization, so many at most. */
  private claimOf(organization_id: number, most: number): Promise<Claimed[]> {
    return this.background.query<Claimed>(sql`
      WITH next AS (
        SELECT DISTINCT ON (partner_id) partner_id, id FROM edi_messages
        WHERE organization_id = ${organization_id} AND asked IS NOT NULL
        ORDER BY partner_id, asked_at, id
      ), chosen AS (
        SELECT id FROM edi_messages m
        WHERE m.organization_id = ${organization_id} AND m.id IN (SELECT n.id FROM next n) AND ${WAITS} AND NOT EXISTS (
          SELECT FROM edi_messages b
          WHERE b.organization_id = ${organization_id} AND b.partner_id = m.partner_id AND b.asked IS NOT NULL
            AND b.claimed_until > clock_timestamp())
        ORDER BY m.asked_at, m.id LIMIT ${most} FOR NO KEY UPDATE OF m SKIP LOCKED
      )
      UPDATE edi_messages m SET claimed_until = clock_timestamp() + ${CLAIMED}::interval, tries = m.tries + 1
      FROM chosen c WHERE m.organization_id = ${organization_id} AND m.id = c.id
      RETURNING m.organization_id, m.id, m.message, m.tries`);
  }

  private async apply(claim: Claimed): Promise<void> {
    const { organization_id, id, tries } = claim;
    const applied = this.metrics.applying.startTimer();
    try {
      await this.tries.at(
        { table: 'edi_messages', organization_id, id, tries },
        { work: () => this.applying.settle(claim), giveUp: () => this.applying.giveUp(claim) },
      );
      applied({ message: claim.message });
    } catch (error) {
      this.report(`message ${id} of organization ${organization_id}`, error);
      await this.release('edi_messages', claim);
    }
  }

  /** Gives an interchange or a message back, to be tried again in a second. */
  private async release(table: string, { organization_id, id }: Claim): Promise<void> {
    await this.background
      .query(
        sql`UPDATE ${raw(table)} SET claimed_until = clock_timestamp() + interval '1 second'
          WHERE organization_id = ${organization_id} AND id = ${id}`,
      )
      .catch((error: unknown) => this.report(`${table} ${id}`, error));
  }

  private report(what: string, error: unknown): void {
    this.logger.warn(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
