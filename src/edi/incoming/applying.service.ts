import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { MOST_TRIES } from '../../common/database/write/tries';
import { failureOf, Unavailable } from '../../common/errors/database-errors';
import { COMMON } from '../../common/errors/codes';
import { Failure } from '../../common/errors/errors';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { answerRefusal } from '../acknowledgements/answering-rules';
import { Aperaks } from '../acknowledgements/aperak.apply';
import { Contrls } from '../acknowledgements/contrl.apply';
import { EDI } from '../edi.codes';
import { eachSegment } from '../edifact/interchange';
import { Tokenizer } from '../edifact/tokenizer';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import { EdiMessage } from '../interchanges/edi-message.entity';
import { EdiMessageShow } from '../interchanges/edi-message.view';
import { bytesOf } from '../interchanges/payloads';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { Attempt, TakenBack } from './attempt';
import { Baplies } from './baplie/baplie.apply';
import { Coparns } from './coparn/coparn.apply';
import { Coprars } from './coprar/coprar.apply';
import { Coreors } from './coreor/coreor.apply';
import { Vermases } from './vermas/vermas.apply';
import type { MessageKind } from './message-kind';

/** A message that a process works at. */
export interface Claim {
  organization_id: number;
  id: number;
}

/** What came of a message, and whether it was only tried. */
interface Outcome {
  attempt: Attempt;
  tried: boolean;
}

/**
 * Applies messages, each in one transaction with its status and events. A preview is the application in a transaction that
 * is taken back.
 */
@Injectable()
export class ApplyingService {
  private readonly kinds: Map<string, MessageKind>;

  constructor(
    private readonly db: Db,
    private readonly background: Background,
    coparns: Coparns,
    coprars: Coprars,
    baplies: Baplies,
    coreors: Coreors,
    vermases: Vermases,
    contrls: Contrls,
    aperaks: Aperaks,
  ) {
    const kinds: MessageKind[] = [coparns, coprars, baplies, coreors, vermases, contrls, aperaks];
    this.kinds = new Map(kinds.map((kind) => [kind.message, kind]));
  }

  /** Does what is asked of a message, unless another process has done so meanwhile. */
  async settle({ organization_id, id }: Claim): Promise<void> {
    const inTransaction = <T>(what: () => Promise<T>) =>
      this.background.inOrganization(organization_id, `edi message ${id}`, what);
    let outcome: Outcome | undefined;
    try {
      await inTransaction(async () => {
        outcome = undefined;
        const attempt = await this.load(id);
        if (!attempt) return;
        outcome = { attempt, tried: attempt.message.asked === 'preview' };
        await this.readAndApply(attempt);
        outcome.tried = isTried(attempt);
        if (outcome.tried || attempt.isRefused) throw new TakenBack();
        await this.finish(attempt);
      });
    } catch (error) {
      const failure = failureOf(error);
      if (failure instanceof Unavailable || !outcome) throw error;
      if (failure) outcome.attempt.refuseBy(failure);
      else if (!(error instanceof TakenBack)) throw error;
    }
    if (outcome && (outcome.tried || outcome.attempt.isRefused))
      await inTransaction(() => this.takeBack(id, outcome!));
  }

  /** Ends a message that cannot be worked at, because of a defect of the service. */
  giveUp({ organization_id, id }: Claim): Promise<void> {
    return this.background.inOrganization(organization_id, `edi message ${id}`, async () => {
      const attempt = await this.load(id);
      attempt?.refuse(
        COMMON.failed,
        `The service failed at this message ${MOST_TRIES} times. The failures were logged.`,
      );
      if (attempt) await this.takeBack(id, { attempt, tried: false });
    });
  }

  /** Locks the message and reads what its application needs; undefined when nothing is asked of it any more. */
  private async load(id: number): Promise<Attempt | undefined> {
    const message = await this.db.find(EdiMessage, { id }, { lock: true });
    if (!message?.asked) return undefined;
    const partner = await this.db.find(EdiPartner, { id: message.partner_id });
    const interchange = await this.db.find(EdiInterchange, { id: message.edi_interchange_id });
    return new Attempt(this.db, message, partner!, interchange!.prepared_at, interchange!.dry_run);
  }

  private async readAndApply(attempt: Attempt): Promise<void> {
    const { message } = attempt;
    const kind = this.kinds.get(message.message);
    if (!kind)
      return attempt.refuse(EDI.message_unknown, `Messages of the kind ${message.message} are not read.`, {
        segment: message.first_segment,
        tag: 'UNH',
      });
    const reader = kind.reader({ weight_unit: this.db.actor.weight_unit });
    await this.read(message, (segment) => reader.take(segment));
    const read = reader.end();
    attempt.found(read.findings);
    try {
      await kind.apply(attempt, read);
    } catch (error) {
      if (!(error instanceof Failure) || error instanceof Unavailable) throw error;
      attempt.refuseBy(error);
    }
  }

  private async read(
    message: Columns<EdiMessage>,
    take: (segment: Parameters<Parameters<typeof eachSegment>[1]>[0]) => void,
  ): Promise<void> {
    const bytes = await bytesOf(this.db, message.organization_id, message.edi_interchange_id);
    const tokenizer = new Tokenizer(bytes).from({
      at: message.first_byte,
      number: message.first_segment,
    });
    await eachSegment(tokenizer, (segment) => {
      take(segment);
      return segment.tag !== 'UNT';
    });
  }

  /** Writes what an applied message came to. */
  private async finish(attempt: Attempt): Promise<void> {
    const { message, head, changes, warnings, touched, stood } = attempt;
    await this.db.update(EdiMessage, message.id, {
      ...head,
      status: 'applied',
      asked: null,
      claimed_until: null,
      force: false,
      errors: [],
      errors_count: 0,
      warnings: warnings.kept,
      warnings_count: warnings.count,
      changes,
      applied_at: await this.db.now(),
      applied_by_id: message.asked_by_id,
      replaces_id: attempt.cancels ? null : (stood?.id ?? null),
    });
    await this.keepKeys(attempt);
    for (const some of inSets(touched))
      await this.db.query(sql`
        INSERT INTO edi_message_records (organization_id, edi_message_id, segment, type, record_id, key, did)
        SELECT ${message.organization_id}::bigint, ${message.id}::bigint, r.segment, r.type, r.record_id, r.key, r.did
        FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
          AS r(segment integer, type text, record_id bigint, key text, did text)`);
    if (stood) await this.endStood(attempt);
    await record(this.db, 'edi_message.applied', EdiMessageShow, message.id);
  }

  /** The documents of the subject that stood until now stand no more. */
  private async endStood({ message, head, cancels }: Attempt): Promise<void> {
    const status = cancels ? 'cancelled' : 'replaced';
    const ended = await this.db.query<{ id: number }>(sql`
      UPDATE edi_messages SET status = ${status}, updated_at = now(),
        replaced_by_id = CASE WHEN ${cancels}::boolean THEN replaced_by_id ELSE ${message.id}::bigint END
      WHERE organization_id = ${message.organization_id} AND partner_id = ${message.partner_id} AND direction = 'in'
        AND status = 'applied' AND subject = ${head.subject} AND id <> ${message.id}
      RETURNING id`);
    if (cancels)
      await record(
        this.db,
        'edi_message.cancelled',
        EdiMessageShow,
        ended.map(({ id }) => id),
      );
  }

  /** Writes why a message is refused, or what applying it would do. */
  private async takeBack(id: number, { attempt, tried }: Outcome): Promise<void> {
    const message = await this.db.find(EdiMessage, { id }, { lock: true });
    if (!message?.asked) return;
    // What was asked meanwhile is worked at next.
    if (!isOrderOf(attempt, message)) return this.db.update(EdiMessage, id, { claimed_until: null });
    const isNew = message.status === 'received';
    const status = isNew && tried ? 'waiting' : tried ? message.status : 'refused';
    const { errors, warnings } = attempt;
    await this.db.update(EdiMessage, id, {
      ...attempt.head,
      status,
      asked: null,
      claimed_until: null,
      force: false,
      errors: errors.kept,
      errors_count: errors.count,
      warnings: warnings.kept,
      warnings_count: warnings.count,
      changes: attempt.changes,
      ...(tried && { previewed_at: await this.db.now() }),
    });
    await this.keepKeys(attempt);
    if (status === 'waiting' && isNew) await record(this.db, 'edi_message.waiting', EdiMessageShow, id);
    if (status !== 'refused' || tried) return;
    await record(this.db, 'edi_message.refused', EdiMessageShow, id);
    if (message.status !== 'refused')
      await answerRefusal(this.db, message, attempt.head.document_number ?? null, errors.kept);
  }

  private async keepKeys({ message, keys }: Attempt): Promise<void> {
    for (const some of inSets(keys))
      await this.db.query(sql`
        INSERT INTO edi_message_keys (organization_id, type, key, edi_message_id)
        SELECT DISTINCT ${message.organization_id}::bigint, k.type, k.key, ${message.id}::bigint
        FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS k(type text, key text)
        ON CONFLICT DO NOTHING`);
  }
}

/** Whether a message is only tried: somebody asks for a preview, or nobody has decided yet and somebody has to. */
function isTried({ message, flow, dry_run }: Attempt): boolean {
  if (message.asked === 'preview') return true;
  return message.asked_by_id === null && (dry_run || flow?.apply === 'by_hand');
}

/** Whether a message is still to be done what this attempt is for. */
const isOrderOf = ({ message }: Attempt, { asked, asked_at }: Columns<EdiMessage>): boolean =>
  asked === message.asked && asked_at?.getTime() === message.asked_at?.getTime();
