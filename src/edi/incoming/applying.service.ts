import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { failureOf, Unavailable } from '../../common/errors/database-errors';
import { COMMON } from '../../common/errors/codes';
import { Failure } from '../../common/errors/errors';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { Contrls } from '../acknowledgements/contrl.apply';
import { EDI } from '../edi.codes';
import { eachSegment } from '../edifact/interchange';
import { Tokenizer } from '../edifact/tokenizer';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import { EdiMessage } from '../interchanges/edi-message.entity';
import { EdiMessageShow } from '../interchanges/edi-message.view';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import type { Applies } from './application';
import { Baplies } from './baplie/baplie.apply';
import { Coparns } from './coparn/coparn.apply';
import { Coprars } from './coprar/coprar.apply';
import { TakenBack, Work } from './work';

/** A message that a process works at. */
export interface Claim {
  organization_id: number;
  id: number;
}

/** What came of a message, and whether it was only tried. */
interface Outcome {
  work: Work;
  tried: boolean;
}

/**
 * Applies messages, each in one transaction with its status and events. A preview is the application in a transaction that
 * is taken back.
 */
@Injectable()
export class ApplyingService {
  private readonly kinds: Map<string, Applies>;

  constructor(
    private readonly db: Db,
    private readonly background: Background,
    coparns: Coparns,
    coprars: Coprars,
    baplies: Baplies,
    contrls: Contrls,
  ) {
    this.kinds = new Map([coparns, coprars, baplies, contrls].map((each) => [each.message, each]));
  }

  /** Does what is asked of a message, unless another process has done so meanwhile. */
  async work({ organization_id, id }: Claim): Promise<void> {
    const inTransaction = <T>(work: () => Promise<T>) =>
      this.background.inOrganization(organization_id, `edi message ${id}`, work);
    let outcome: Outcome | undefined;
    try {
      await inTransaction(async () => {
        outcome = undefined;
        const work = await this.begin(id);
        if (!work) return;
        outcome = { work, tried: work.message.asked === 'preview' };
        await this.apply(work);
        outcome.tried = isTried(work);
        if (outcome.tried || work.isRefused) throw new TakenBack();
        await this.finish(work);
      });
    } catch (error) {
      const failure = failureOf(error);
      if (failure instanceof Unavailable || !outcome) throw error;
      if (failure) outcome.work.refuseBy(failure);
      else if (!(error instanceof TakenBack)) throw error;
    }
    if (outcome && (outcome.tried || outcome.work.isRefused))
      await inTransaction(() => this.takeBack(id, outcome!));
  }

  /** Ends a message that cannot be worked at, because of a defect of the service. */
  giveUp({ organization_id, id }: Claim): Promise<void> {
    return this.background.inOrganization(organization_id, `edi message ${id}`, async () => {
      const work = await this.begin(id);
      work?.refuse(COMMON.failed, 'The service failed at this message. The failure was logged.');
      if (work) await this.takeBack(id, { work, tried: false });
    });
  }

  /** Locks the message and reads what its application needs; undefined when nothing is asked of it any more. */
  private async begin(id: number): Promise<Work | undefined> {
    const message = await this.db.find(EdiMessage, { id }, { lock: true });
    if (!message?.asked) return undefined;
    const partner = await this.db.find(EdiPartner, { id: message.partner_id });
    const interchange = await this.db.find(EdiInterchange, { id: message.edi_interchange_id });
    return new Work(this.db, message, partner!, interchange!.prepared_at, interchange!.dry_run);
  }

  private async apply(work: Work): Promise<void> {
    const { message } = work;
    const kind = this.kinds.get(message.message);
    if (!kind)
      return work.refuse(EDI.message_unknown, `Messages of the kind ${message.message} are not read.`, {
        segment: message.first_segment,
        tag: 'UNH',
      });
    const application = kind.begin(work);
    await this.read(message, (segment) => application.take(segment));
    try {
      await application.apply();
    } catch (error) {
      if (!(error instanceof Failure) || error instanceof Unavailable) throw error;
      work.refuseBy(error);
    }
  }

  private async read(
    message: Columns<EdiMessage>,
    take: (segment: Parameters<Parameters<typeof eachSegment>[1]>[0]) => void,
  ): Promise<void> {
    const [payload] = await this.db.query<{ bytes: Buffer }>(sql`
      SELECT bytes FROM edi_payloads
      WHERE organization_id = ${message.organization_id} AND edi_interchange_id = ${message.edi_interchange_id}`);
    const tokenizer = new Tokenizer(payload!.bytes).from({
      at: message.first_byte,
      number: message.first_segment,
    });
    await eachSegment(tokenizer, (segment) => {
      take(segment);
      return segment.tag !== 'UNT';
    });
  }

  /** Writes what an applied message came to. */
  private async finish(work: Work): Promise<void> {
    const { message, head, changes, warnings, touched, stood } = work;
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
      replaces_id: work.cancels ? null : (stood?.id ?? null),
    });
    await this.keepKeys(work);
    await this.db.query(sql`
      INSERT INTO edi_message_records (organization_id, edi_message_id, segment, type, record_id, key, did)
      SELECT ${message.organization_id}::bigint, ${message.id}::bigint, r.segment, r.type, r.record_id, r.key, r.did
      FROM jsonb_to_recordset(${JSON.stringify(touched)}::jsonb)
        AS r(segment integer, type text, record_id bigint, key text, did text)`);
    if (stood) await this.endStood(work);
    await record(this.db, 'edi_message.applied', EdiMessageShow, message.id);
  }

  /** The documents of the subject that stood until now stand no more. */
  private async endStood({ message, head, cancels }: Work): Promise<void> {
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
  private async takeBack(id: number, { work, tried }: Outcome): Promise<void> {
    const message = await this.db.find(EdiMessage, { id }, { lock: true });
    if (!message?.asked) return;
    // What was asked meanwhile is worked at next.
    if (!isOrderOf(work, message)) return this.db.update(EdiMessage, id, { claimed_until: null });
    const isNew = message.status === 'received';
    const status = isNew && tried ? 'waiting' : tried ? message.status : 'refused';
    const { errors, warnings } = work;
    await this.db.update(EdiMessage, id, {
      ...work.head,
      status,
      asked: null,
      claimed_until: null,
      force: false,
      errors: errors.kept,
      errors_count: errors.count,
      warnings: warnings.kept,
      warnings_count: warnings.count,
      changes: work.changes,
      ...(tried && { previewed_at: await this.db.now() }),
    });
    await this.keepKeys(work);
    if (status === 'waiting' && isNew) await record(this.db, 'edi_message.waiting', EdiMessageShow, id);
    if (status === 'refused' && !tried) await record(this.db, 'edi_message.refused', EdiMessageShow, id);
  }

  private async keepKeys({ message, keys }: Work): Promise<void> {
    if (!keys.length) return;
    await this.db.query(sql`
      INSERT INTO edi_message_keys (organization_id, type, key, edi_message_id)
      SELECT DISTINCT ${message.organization_id}::bigint, k.type, k.key, ${message.id}::bigint
      FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k(type text, key text)
      ON CONFLICT DO NOTHING`);
  }
}

/** Whether a message is only tried: somebody asks for a preview, or nobody has decided yet and somebody has to. */
function isTried({ message, flow, dry_run }: Work): boolean {
  if (message.asked === 'preview') return true;
  return message.asked_by_id === null && (dry_run || flow?.apply === 'by_hand');
}

/** Whether a message is still asked what this work was begun for. */
const isOrderOf = ({ message }: Work, { asked, asked_at }: Columns<EdiMessage>): boolean =>
  asked === message.asked && asked_at?.getTime() === message.asked_at?.getTime();
