import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { failureOf, isDatabaseOut, Unavailable } from '../../common/errors/database-errors';
import { Failure } from '../../common/errors/errors';
import { record } from '../../common/recording/record';
import { Resting } from '../../common/resting';
import { Db } from '../../common/database/db';
import { IN_AN_HOUR, Tries } from '../../common/database/write/tries';
import { PUBLISHED } from '../../events/publishing/channels';
import { EdiInterchangeShow } from '../interchanges/edi-interchange.view';
import { ComposingService, type Made } from './composing.service';
import { EVENTS, IS_DUE } from './due';

/** How often a process looks for what is to be told, in milliseconds; events wake it. */
const EVERY_MS = 2_000;
/** How long it waits for further events once some came, in milliseconds, so that they go together. */
const SOON_MS = 500;
/** How long a flow rests that failed, in milliseconds, and one that lacks a set-up or an interchange that failed. */
const REST_MS = 10_000;
const UNREADY_MS = 60_000;
/** The most flows of a turn, and the most overdue interchanges of an organization's. */
const MOST = 500;

const NOTHING: Made = { interchanges: [], more: false };

/** SQL: whether the interchange `e` is one whose answer is overdue, of which nobody was told. */
const IS_OVERDUE = sql`e.status = 'sent' AND NOT e.overdue AND e.answer_due_at IS NOT NULL AND e.answer_due_at <= now()`;

interface Found {
  organization_id: number;
  id: number;
}

/**
 * Follows the feeds of all organizations for their outgoing flows and composes what is due, beside requests. Of several
 * processes, one at a time works at a flow.
 */
@Injectable()
export class OutboxWorker {
  private readonly logger = new Logger('EDI outbox');
  /** Flows, by id. */
  private readonly resting = new Resting<number>();
  /** Interchanges of which it could not be told that they are overdue, by id. */
  private readonly untold = new Resting<number>();
  private soon?: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    private readonly background: Background,
    private readonly tries: Tries,
    private readonly composing: ComposingService,
  ) {
    const wake = background.repeat('EDI outbox', EVERY_MS, () => this.work());
    background.listen(PUBLISHED, () => {
      this.soon ??= setTimeout(() => {
        this.soon = undefined;
        wake();
      }, SOON_MS).unref();
    });
    background.repeat('Overdue EDI interchanges', EVERY_MS, () => this.tellOverdue());
  }

  private async work(): Promise<void> {
    let flows = await this.due();
    while (flows.length && !this.background.ends) {
      const left: Found[] = [];
      for (const flow of flows) if (!this.background.ends && (await this.run(flow)).more) left.push(flow);
      flows = left;
    }
  }

  /** The flows that have new events, or something that is due. */
  private due(): Promise<Found[]> {
    const types = JSON.stringify(
      Object.entries(EVENTS).flatMap(([message, each]) => each.map((type) => ({ message, type }))),
    );
    return this.background.query<Found>(sql`
      SELECT f.organization_id, f.id FROM edi_flows f
      JOIN edi_partners p ON p.organization_id = f.organization_id AND p.id = f.partner_id AND p.active
      JOIN organizations o ON o.id = f.organization_id AND o.suspended_at IS NULL
      WHERE f.direction = 'out' AND f.active AND f.last_event_id IS NOT NULL
        AND (f.try_at IS NULL OR f.try_at <= clock_timestamp())
        AND NOT f.id = ANY(${this.resting.keys()}::bigint[])
        AND (EXISTS (
            SELECT FROM jsonb_to_recordset(${types}::jsonb) AS t(message text, type text)
            CROSS JOIN LATERAL (
              SELECT FROM events e WHERE e.organization_id = f.organization_id AND e.type = t.type
                AND e.id > f.last_event_id ORDER BY e.id LIMIT 1) e
            WHERE t.message = f.message)
          OR EXISTS (
            SELECT FROM events e WHERE e.organization_id = f.organization_id AND e.movement_type = 'reversal'
              AND e.id > f.last_event_id)
          OR EXISTS (
            SELECT FROM edi_items i WHERE i.organization_id = f.organization_id AND i.edi_flow_id = f.id
              AND i.status = 'waiting' AND ${IS_DUE}))
      ORDER BY f.organization_id, f.id LIMIT ${MOST}`);
  }

  /** Runs a flow that no process is at, or gives it up for an hour. */
  private async run(flow: Found): Promise<Made> {
    const { organization_id, id } = flow;
    const inFlow = <T>(work: () => Promise<T>) =>
      this.background.inOrganization(organization_id, `edi flow ${id}`, work);
    const own = sql`organization_id = ${organization_id} AND id = ${id}`;
    try {
      const [taken] = await this.background.query<{ tries: number }>(sql`
        UPDATE edi_flows SET tries = tries + 1 WHERE organization_id = ${organization_id} AND id = (
          SELECT f.id FROM edi_flows f WHERE f.organization_id = ${organization_id} AND f.id = ${id} FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING tries`);
      if (!taken) return NOTHING;
      return await this.tries.at(
        { table: 'edi_flows', organization_id, id, tries: taken.tries },
        {
          work: () =>
            inFlow(() => this.composing.run(id)).catch(async (error: unknown) => {
              if (!isUnready(error)) throw error;
              await this.background.query(sql`UPDATE edi_flows SET tries = 0 WHERE ${own}`);
              return this.rest(flow, error);
            }),
          giveUp: async () => {
            await this.background.query(sql`UPDATE edi_flows SET ${IN_AN_HOUR} WHERE ${own}`);
            return NOTHING;
          },
        },
      );
    } catch (error) {
      return this.rest(flow, error);
    }
  }

  /** Leaves a flow alone for a while, and says why. */
  private rest({ organization_id, id }: Found, error: unknown): Made {
    this.resting.rest(id, error instanceof Failure ? UNREADY_MS : REST_MS);
    const why = error instanceof Failure || !(error instanceof Error) ? String(error) : error.stack;
    this.logger.warn(`flow ${id} of organization ${organization_id}: ${why}`);
    return NOTHING;
  }

  /** Tells of interchanges that their partners have not acknowledged in time, once of each. */
  private async tellOverdue(): Promise<void> {
    const find = () =>
      this.background.query<Pick<Found, 'organization_id'>>(sql`
      SELECT o.id AS organization_id FROM organizations o WHERE EXISTS (
        SELECT FROM edi_interchanges e WHERE e.organization_id = o.id AND ${IS_OVERDUE})`);
    await this.background.inTurns('Overdue EDI interchanges', find, ({ organization_id }) =>
      this.tellOverdueOf(organization_id),
    );
  }

  /** Tells of the longest overdue interchanges of an organization. Returns whether there may be more. */
  private async tellOverdueOf(organization_id: number): Promise<boolean> {
    const overdue = await this.background.query<{ id: number }>(sql`
      SELECT e.id FROM edi_interchanges e
      WHERE e.organization_id = ${organization_id} AND ${IS_OVERDUE} AND e.id <> ALL(${this.untold.keys()}::bigint[])
      ORDER BY e.answer_due_at LIMIT ${MOST}`);
    for (const { id } of overdue)
      try {
        await this.background.inOrganization(organization_id, 'the EDI outbox', () => this.markOverdue(id));
      } catch (error) {
        if (isDatabaseOut(error)) throw error;
        this.untold.rest(id, UNREADY_MS);
        // waiting for each of many would take the time of the others
        if (failureOf(error) instanceof Unavailable) throw error;
        this.logger.warn(`interchange ${id} of organization ${organization_id}: ${String(error)}`);
      }
    return overdue.length === MOST;
  }

  private async markOverdue(id: number): Promise<void> {
    const marked = await this.db.query<{ id: number }>(sql`
      UPDATE edi_interchanges SET overdue = true, updated_at = now()
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id} AND status = 'sent' AND NOT overdue
        AND answer_due_at <= now() RETURNING id`);
    if (marked.length) await record(this.db, 'edi_interchange.overdue', EdiInterchangeShow, id);
  }
}

/** Whether a set-up is missing, which says nothing against the flow. */
const isUnready = (error: unknown) => error instanceof Failure && !(error instanceof Unavailable);
