import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Conflict } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import { anyOf } from '../../common/write/lookups';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { EDI } from '../edi.codes';
import { queueInterchange } from '../interchanges/queueing';
import { EdiFlow } from '../partners/edi-flow.kind';
import { contextOf } from './context';
import { type Document, documentsOf, type Item } from './documents';
import { IS_DUE, reversedOf } from './due';
import { factsOf } from './facts';
import { type Flow, follow } from './following';
import { writtenDocument } from './written-document';

/** The most items of one run. */
const MOST_ITEMS = 10_000;

type Partner = Columns<EdiPartner> & { id: number };

/** What a run has made. */
export interface Made {
  /** The ids of the interchanges. */
  interchanges: number[];
  /** Whether more is to be taken or told. */
  more: boolean;
}

/**
 * Takes what happened into flows, and composes what is to be told. A run is one transaction under the lock of its flow, so
 * that nothing is lost or told twice wherever it ends.
 */
@Injectable()
export class ComposingService {
  constructor(private readonly db: Db) {}

  /**
   * Takes new events into a flow, and composes what is due, unless another process does or the flow is not active.
   * @throws Refused while a set-up is missing that messages need
   */
  async run(id: number): Promise<Made> {
    const found = await this.locked(id, true);
    if (!found?.flow.active || !found.partner.active) return { interchanges: [], more: false };
    return this.composeWaiting(found, false);
  }

  /**
   * Composes all that waits, whether it is due or not.
   * @throws Conflict for a flow that is not active; Refused while a set-up is missing that messages need
   */
  async composeNow(id: number): Promise<Made> {
    const found = (await this.locked(id, false))!;
    requireActive(found.flow, found.partner);
    return this.composeWaiting(found, true);
  }

  /**
   * Composes anew what rejected messages told, as far as it stands. Returns the ids of the interchanges.
   * @throws Refused while a set-up is missing that messages need
   */
  async composeAgain(flow_id: number, messages: number[]): Promise<number[]> {
    const { flow, partner } = (await this.locked(flow_id, false))!;
    const { organization_id } = this.db.actor;
    const ofMessages = sql`i.organization_id = ${anyOf(organization_id)} AND i.edi_message_id = ANY(${messages}::bigint[])`;
    // What was taken back meanwhile is told in neither form.
    await this.db.query(sql`
      WITH gone AS (
        UPDATE edi_items i SET status = 'withdrawn', updated_at = now()
        WHERE i.organization_id = ${organization_id} AND i.id IN (${reversedOf(ofMessages)}) RETURNING i.id)
      UPDATE edi_items i SET status = 'withdrawn', updated_at = now() FROM gone g
      WHERE i.organization_id = ${organization_id} AND i.takes_back_id = g.id AND i.status = 'waiting'`);
    const items = await this.db.query<Item>(sql`${SELECT_ITEMS}
      WHERE ${ofMessages} AND i.status = 'told' ORDER BY i.id`);
    const made: number[] = [];
    for (let left = items; left.length;) {
      const documents = documentsOf(left, flow.per_message);
      made.push(...(await this.queue(flow, partner, documents)));
      const told = new Set(documents.flatMap((document) => document.items.map((item) => item.id)));
      left = left.filter((item) => !told.has(item.id));
    }
    return made;
  }

  private async composeWaiting(
    { flow, partner }: { flow: Flow; partner: Partner },
    all: boolean,
  ): Promise<Made> {
    let isBehind = await follow(this.db, flow);
    while (all && isBehind) {
      flow.last_event_id = (await this.db.find(EdiFlow, { id: flow.id }))!.last_event_id;
      isBehind = await follow(this.db, flow);
    }
    await this.withdraw(flow);
    const items = await this.waiting(flow, all);
    const documents = documentsOf(items, flow.per_message);
    const told = documents.reduce((sum, document) => sum + document.items.length, 0);
    const interchanges = documents.length ? await this.queue(flow, partner, documents) : [];
    await this.db.query(sql`
      UPDATE edi_flows SET tries = 0, try_at = NULL
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${flow.id} AND (tries > 0 OR try_at IS NOT NULL)`);
    return { interchanges, more: isBehind || told < items.length || items.length === MOST_ITEMS };
  }

  /** Locks a flow; undefined when another process has it, and `skips`. */
  private async locked(id: number, skips: boolean): Promise<{ flow: Flow; partner: Partner } | undefined> {
    const [locked] = await this.db.query(sql`
      SELECT id FROM edi_flows WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id}
      FOR NO KEY UPDATE ${skips ? sql`SKIP LOCKED` : empty}`);
    if (!locked) return undefined;
    const flow = (await this.db.find(EdiFlow, { id }))!;
    return { flow, partner: (await this.db.find(EdiPartner, { id: flow.partner_id }))! };
  }

  /** What was taken back while nobody followed the feed is told in neither form. */
  private async withdraw(flow: Flow): Promise<void> {
    const { organization_id } = this.db.actor;
    const waiting = sql`i.organization_id = ${organization_id} AND i.edi_flow_id = ${flow.id} AND i.status = 'waiting'`;
    await this.db.query(sql`
      UPDATE edi_items SET status = 'withdrawn', updated_at = now()
      WHERE organization_id = ${organization_id} AND id IN (${reversedOf(waiting)})`);
  }

  private waiting(flow: Flow, all: boolean): Promise<Item[]> {
    return this.db.query<Item>(sql`${SELECT_ITEMS}
      JOIN edi_flows f ON f.organization_id = i.organization_id AND f.id = i.edi_flow_id
      JOIN edi_partners p ON p.organization_id = f.organization_id AND p.id = f.partner_id
      JOIN organizations o ON o.id = i.organization_id
      WHERE i.organization_id = ${anyOf(this.db.actor.organization_id)} AND i.edi_flow_id = ${flow.id}
        AND i.status = 'waiting' ${all ? empty : sql`AND ${IS_DUE}`}
      ORDER BY i.id LIMIT ${MOST_ITEMS}`);
  }

  /** Writes documents as an interchange, those of lines with a sender of their own as one of theirs. */
  private async queue(flow: Flow, partner: Partner, documents: Document[]): Promise<number[]> {
    const items = documents.flatMap((document) => document.items.map(({ id }) => id));
    const facts = await factsOf(this.db, items);
    const context = await contextOf(this.db, flow, partner, documents, facts);
    const first = await this.numbers(flow, documents.length);
    const written = documents.map((document, at) => ({
      document,
      sender: context.senderOf(document),
      composed: writtenDocument(context, document, `${flow.document_prefix}${digits(first + at)}`),
    }));
    const ids: number[] = [];
    for (const sender of new Set(written.map((each) => each.sender))) {
      const own = written.filter((each) => each.sender === sender);
      const { id, messages } = await queueInterchange(
        this.db,
        partner,
        { id: sender, qualifier: sender === partner.own_edi_id ? partner.own_qualifier : null },
        { id: partner.edi_id, qualifier: partner.edi_qualifier },
        own.map(({ composed }) => composed),
      );
      await this.told(own.map(({ document }, at) => ({ document, message: messages[at]! })));
      ids.push(id);
    }
    return ids;
  }

  /** Counts documents of a flow. Returns the number of the first. */
  private async numbers(flow: Flow, count: number): Promise<number> {
    const [counted] = await this.db.query<{ last_document: number }>(sql`
      UPDATE edi_flows SET last_document = last_document + ${count}
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${flow.id} RETURNING last_document`);
    return counted!.last_document - count + 1;
  }

  private async told(documents: { document: Document; message: number }[]): Promise<void> {
    const rows = documents.flatMap(({ document, message }) =>
      document.items.map(({ id }) => ({ id, message })),
    );
    await this.db.query(sql`
      UPDATE edi_items i SET status = 'told', held = false, edi_message_id = r.message, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id bigint, message bigint)
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.id = r.id`);
  }
}

const SELECT_ITEMS = sql`
  SELECT i.id, i.container_id, i.container_number, i.shipping_line_id, i.voyage_id, i.code, i.function, i.short,
    g.terminal_id, d.document_number AS told_by
  FROM edi_items i
  LEFT JOIN container_movements w ON w.organization_id = i.organization_id AND w.id = i.movement_id
  LEFT JOIN truck_visits v ON v.organization_id = w.organization_id AND v.id = w.truck_visit_id
  LEFT JOIN gates g ON g.organization_id = v.organization_id
    AND g.id = CASE i.code WHEN '36' THEN coalesce(v.out_gate_id, v.gate_id) ELSE v.gate_id END
  LEFT JOIN edi_items b ON b.organization_id = i.organization_id AND b.id = i.takes_back_id
  LEFT JOIN edi_messages d ON d.organization_id = b.organization_id AND d.id = b.edi_message_id`;

const digits = (number: number) => String(number).padStart(8, '0');

/** @throws Conflict for a flow that tells nothing */
export function requireActive(flow: Flow, partner: Partner): void {
  if (flow.direction !== 'out')
    throw new Conflict({
      code: EDI.flow_over,
      sentence: `EDI flow '${flow.name}' is of messages that come: only one of messages that go tells something.`,
    });
  if (!flow.active || !partner.active)
    throw new Conflict({
      code: EDI.flow_over,
      sentence: flow.active
        ? `EDI partner '${partner.name}' is not active.`
        : `EDI flow '${flow.name}' is not active.`,
    });
}
