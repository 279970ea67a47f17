import { Injectable, Logger } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { STANDS } from '../../cargo/interests/standing-nominations';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { Conflict } from '../../common/errors/errors';
import { MOST_TRIES, Tries } from '../../common/database/write/tries';
import { record } from '../../common/recording/record';
import { EndingNominations } from './ending-nominations.service';
import { Nomination } from './nomination.entity';
import { NominationShow } from './nomination.view';

/** The interval of the search, in milliseconds. */
const EVERY_MS = 15_000;

/** How many nominations of an organization are worked on at a time. */
const BATCH = 500;

/** SQL: whether the time of the nomination `n` is over while it stands; and whether it is still to be ended. */
const IS_OVER_YET = raw(`n.${STANDS} AND n.valid_until IS NOT NULL AND n.valid_until <= now()`);
const IS_OVER = sql`${IS_OVER_YET} AND n.tries <= ${MOST_TRIES}`;
/** SQL: whether no event tells yet that the nomination `n` was used, or that the database revoked it. Triggers notice both. */
const IS_UNTOLD = raw(`n.status IN ('used', 'revoked') AND NOT n.is_told`);
const IS_USED = raw(`n.status = 'used'`);
const IS_REVOKED = raw(`n.status = 'revoked'`);

/** A nomination whose time is over, and its place in its chain. */
interface Over {
  depth: number;
  id: number;
}

/** How far an organization is noticed: the last of each kind. */
interface Noticed {
  revoked: number;
  lost: number;
  over: Over;
}

/**
 * Ends nominations whose time is over, tells which were used and which the database revoked, and cancels the appointments for
 * containers that left the bill or booking of one. Several processes may run it: row locks make sure that it happens once.
 */
@Injectable()
export class NominationExpiryService {
  private readonly logger = new Logger('Nominations');

  constructor(
    private readonly background: Background,
    private readonly db: Db,
    private readonly ending: EndingNominations,
    private readonly tries: Tries,
  ) {
    background.repeat('Noticing nominations', EVERY_MS, () => this.noticeAll());
  }

  /** Notices those of every organization. One that fails, as where its container is locked for long, is left for the next time. */
  async noticeAll(): Promise<void> {
    const noticed = new Map<number, Noticed>();
    await this.background.inTurns(
      'Noticing nominations',
      () => this.organizations(),
      ({ organization_id }) => {
        const before = noticed.get(organization_id) ?? { revoked: 0, lost: 0, over: { depth: 0, id: 0 } };
        noticed.set(organization_id, before);
        return this.notice(organization_id, before);
      },
    );
  }

  /** Works on a batch of each kind. Returns whether there is more. */
  private async notice(id: number, noticed: Noticed): Promise<boolean> {
    const used = (await this.trying(() => this.tellUsed(id))) ?? 0;
    const revoked = await this.each(
      () => this.revoked(id, noticed.revoked),
      (nomination_id) => this.tellRevoked(id, nomination_id),
    );
    noticed.revoked = revoked.at(-1) ?? noticed.revoked;
    const lost = await this.each(
      () => this.rightsLost(id, noticed.lost),
      (stay_id) => this.cancelOf(id, stay_id),
    );
    noticed.lost = lost.at(-1) ?? noticed.lost;
    const over = await this.each(
      () => this.over(id, noticed.over),
      (each) => this.expire(id, each.id),
    );
    noticed.over = over.at(-1) ?? noticed.over;
    return [used, revoked.length, lost.length, over.length].includes(BATCH);
  }

  /** Works on each of those that are found by itself, and returns them. */
  private async each<T>(find: () => Promise<T[]>, work: (one: T) => Promise<void>): Promise<T[]> {
    const found = (await this.trying(find)) ?? [];
    for (const one of found) await this.trying(() => work(one));
    return found;
  }

  /** Logs a failure, and goes on. */
  private async trying<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn(String(error));
      return undefined;
    }
  }

  private organizations(): Promise<{ organization_id: number }[]> {
    return this.background.query<{ organization_id: number }>(sql`
      SELECT o.id AS organization_id FROM organizations o
      WHERE EXISTS (SELECT FROM nominations n WHERE n.organization_id = o.id AND ${IS_OVER})
        OR EXISTS (SELECT FROM nominations n WHERE n.organization_id = o.id AND ${IS_UNTOLD})
        OR EXISTS (SELECT FROM container_stays s WHERE s.organization_id = o.id AND s.right_lost)`);
  }

  private revoked(organization_id: number, behind: number): Promise<number[]> {
    return this.background.inOrganization(organization_id, 'nominations were revoked', async () => {
      const found = await this.db.query<{ id: number }>(sql`
        SELECT n.id FROM nominations n WHERE n.organization_id = ${organization_id} AND ${IS_UNTOLD} AND ${IS_REVOKED}
          AND n.id > ${behind}
        ORDER BY n.id LIMIT ${BATCH}`);
      return found.map(({ id }) => id);
    });
  }

  private tellRevoked(organization_id: number, id: number): Promise<void> {
    return this.background.inOrganization(organization_id, 'a nomination was revoked', async () => {
      const seen = await this.db.find(Nomination, { id });
      if (!seen) return;
      await this.ending.lock(seen);
      const [untold] = await this.db.query(sql`
        SELECT FROM nominations n WHERE n.organization_id = ${organization_id} AND n.id = ${id} AND ${IS_UNTOLD} FOR UPDATE`);
      if (untold) await this.ending.tellRevoked(seen);
    });
  }

  private rightsLost(organization_id: number, behind: number): Promise<number[]> {
    return this.background.inOrganization(organization_id, 'rights to collect were lost', async () => {
      const found = await this.db.query<{ id: number }>(sql`
        SELECT s.id FROM container_stays s WHERE s.organization_id = ${organization_id} AND s.right_lost
          AND s.id > ${behind} ORDER BY s.id LIMIT ${BATCH}`);
      return found.map(({ id }) => id);
    });
  }

  private cancelOf(organization_id: number, stay_id: number): Promise<void> {
    return this.background.inOrganization(organization_id, 'a right to collect was lost', () =>
      this.ending.fallOf(stay_id),
    );
  }

  /** The next of those whose time is over. The first of a chain come first, since those behind fall with them. */
  private over(organization_id: number, behind: Over): Promise<Over[]> {
    return this.background.inOrganization(organization_id, 'nominations expire', () =>
      this.db.query<Over>(sql`
        SELECT n.depth, n.id FROM nominations n WHERE n.organization_id = ${organization_id} AND ${IS_OVER}
          AND (n.depth, n.id) > (${behind.depth}, ${behind.id})
        ORDER BY n.depth, n.id LIMIT ${BATCH}`),
    );
  }

  /**
   * Ends one whose time is over, unless a truck is inside for it: then it is looked at again. One that is given up stands no less
   * over, since whoever asks looks at its time.
   */
  private async expire(organization_id: number, id: number): Promise<void> {
    const [taken] = await this.background.query<{ tries: number }>(sql`
      UPDATE nominations n SET tries = n.tries + 1
      WHERE n.organization_id = ${organization_id} AND n.id = ${id} AND ${IS_OVER} RETURNING n.tries`);
    if (!taken) return;
    await this.tries.at(
      { table: 'nominations', organization_id, id, tries: taken.tries },
      { work: () => this.end(organization_id, id), giveUp: () => Promise.resolve() },
    );
  }

  private async end(organization_id: number, id: number): Promise<void> {
    try {
      await this.background.inOrganization(organization_id, 'a nomination expires', async () => {
        const seen = await this.db.find(Nomination, { id });
        if (!seen) return;
        await this.ending.lock(seen);
        const [over] = await this.db.query(sql`
          SELECT FROM nominations n WHERE n.organization_id = ${organization_id} AND n.id = ${id}
            AND ${IS_OVER_YET} FOR UPDATE`);
        if (over) await this.ending.end(seen, { status: 'expired' });
      });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      await this.background.query(sql`
        UPDATE nominations SET tries = 0 WHERE organization_id = ${organization_id} AND id = ${id}`);
    }
  }

  private tellUsed(organization_id: number): Promise<number> {
    return this.background.inOrganization(organization_id, 'nominations were used', async () => {
      const used = await this.db.query<{ id: number }>(sql`
        UPDATE nominations u SET is_told = true
        WHERE u.organization_id = ${organization_id} AND u.id = ANY(ARRAY(
          SELECT n.id FROM nominations n WHERE n.organization_id = ${organization_id} AND ${IS_UNTOLD} AND ${IS_USED}
          ORDER BY n.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
        RETURNING u.id`);
      await record(
        this.db,
        'nomination.used',
        NominationShow,
        used.map(({ id }) => id),
      );
      return used.length;
    });
  }
}
