import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import type { Columns } from '../../common/schema/columns';
import type { Fault } from '../edifact/fault';
import type { Application, Applies } from '../incoming/application';
import type { MessageReader } from '../incoming/reading/reader';
import type { Work } from '../incoming/work';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import { EdiMessage } from '../interchanges/edi-message.entity';
import { bring } from '../interchanges/sending';
import { type Contrl, readContrl } from './contrl.message';

/** Applies CONTRL: what a partner says of an interchange that was sent to it. */
@Injectable()
export class Contrls implements Applies {
  readonly message = 'CONTRL';

  constructor(private readonly db: Db) {}

  begin(work: Work): Application {
    const reader = readContrl();
    return { take: (segment) => reader.take(segment), apply: () => this.apply(work, reader) };
  }

  private async apply(work: Work, reader: MessageReader<Contrl>): Promise<void> {
    const { said, findings } = reader.end();
    work.found(findings);
    if (!said) return;
    work.head.document_number = said.control_reference;
    const interchange = await this.find(work, said);
    if (!interchange)
      return work.refuse(
        COMMON.unknown_reference,
        `Interchange ${said.control_reference} was not sent to '${work.partner.name}'.`,
        { tag: 'UCI' },
      );
    if (work.isRefused) return;
    await this.note(work, interchange.id, said);
  }

  /** The interchange of ours that it speaks of, locked: the last one of that number to the partner. */
  private async find(
    { partner }: Work,
    { control_reference, sender, recipient }: Contrl,
  ): Promise<(Columns<EdiInterchange> & { id: number }) | null> {
    const [found] = await this.db.query<{ id: number }>(sql`
      SELECT e.id FROM edi_interchanges e
      WHERE e.organization_id = ${this.db.actor.organization_id} AND e.control_reference = ${control_reference}
        AND e.direction = 'out' AND e.partner_id = ${partner.id} AND e.kinds <> '{CONTRL}'
        AND ${sender} IN ('', e.sender) AND ${recipient} IN ('', e.recipient)
      ORDER BY e.id DESC LIMIT 1`);
    return found ? this.db.find(EdiInterchange, { id: found.id }, { lock: true }) : null;
  }

  private async note(work: Work, id: number, { action, error, messages }: Contrl): Promise<void> {
    const { organization_id } = this.db.actor;
    await bring(this.db, [id], action, [
      sql`acknowledgement_id = ${work.message.edi_interchange_id}`,
      sql`acknowledged_at = clock_timestamp()`,
      sql`overdue = false`,
      sql`errors = ${JSON.stringify(error ? [error] : [])}::jsonb`,
    ]);
    const ours = await this.db.findAll(
      EdiMessage,
      { edi_interchange_id: id },
      { only: ['reference', 'first_segment'] },
    );
    const first = new Map(ours.map(({ reference, first_segment }) => [reference, first_segment]));
    const said = messages.map(({ reference, errors, ...message }) => ({
      reference,
      status: action === 'rejected' ? action : message.action,
      errors: errors.map((each) => inInterchange(each, first.get(reference) ?? 1)),
      errors_count: errors.length,
    }));
    await this.db.query(sql`
      UPDATE edi_messages m SET status = r.status, errors = r.errors, errors_count = r.errors_count, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
        AS r(reference text, status text, errors jsonb, errors_count integer)
      WHERE m.organization_id = ${organization_id} AND m.edi_interchange_id = ${id} AND m.reference = r.reference`);
  }
}

/** A fault whose segment is counted from the UNH of its message, counted from the UNB. */
function inInterchange(error: Fault, first_segment: number): Fault {
  if (error.segment === null) return error;
  const segment = error.segment + first_segment - 1;
  return { ...error, segment, sentence: error.sentence.replace(/^Segment \d+/, `Segment ${segment}`) };
}
