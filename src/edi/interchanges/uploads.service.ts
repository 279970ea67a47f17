import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { Refused, Unknown } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { currentScope } from '../../common/tenancy/scope';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { Unreadable } from '../edifact/fault';
import { headerOf } from '../edifact/tokenizer';
import { Inbox } from '../partners/inbox';
import { partnerOfSender } from '../partners/senders';
import type { UploadQuery } from './edi-interchange.dto';
import { EdiInterchangesService } from './edi-interchanges.service';
import { KeepingService } from './keeping.service';

/** Takes interchanges that clients upload. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly db: Db,
    private readonly keeping: KeepingService,
    private readonly interchanges: EdiInterchangesService,
    private readonly inbox: Inbox,
  ) {}

  /** @throws Unknown for the partner; Refused when the sender is another one; TooManyAtOnce */
  async upload(bytes: Buffer, { file_name, dry_run, partner }: UploadQuery): Promise<Json> {
    const { edi_partner_id } = this.db.actor;
    await this.requireSender(bytes, partner ?? null, edi_partner_id);
    await this.keeping.count(bytes.length); // first, because storing 16 MB costs the most of an upload
    const id = await this.keeping.keep({
      bytes,
      file_name,
      dry_run: dry_run ?? false,
      partner_id: edi_partner_id,
    });
    currentScope().afterCommit?.add(() => this.inbox.wake());
    return this.interchanges.show(id);
  }

  /**
   * The sender has to be the partner that the request names. A token that is bound to a partner sends for no other one;
   * what has no known sender is kept with its partner.
   */
  private async requireSender(bytes: Buffer, asked: number | null, bound: number | null): Promise<void> {
    const expected = asked ?? bound;
    if (expected === null) return;
    const partner = await this.db.find(EdiPartner, { id: expected });
    if (!partner || (bound !== null && bound !== expected))
      throw new Unknown('EDI partner', expected, 'partner');
    const found = await partnerOfSender(this.db, ...senderOf(bytes));
    if (found?.id === expected || (!found && asked === null)) return;
    throw new Refused({
      code: COMMON.mismatch,
      sentence: `The sender of the interchange is not EDI partner '${partner.name}'.`,
      field: 'partner',
      status: 422,
    });
  }
}

/** The sender of an interchange and its qualifier, as far as its header can be read. */
function senderOf(bytes: Buffer): [id: string, qualifier: string | null] {
  try {
    const [id = '', qualifier] = headerOf(bytes).elements[1] ?? [];
    return [id, qualifier || null];
  } catch (error) {
    if (error instanceof Unreadable) return ['', null];
    throw error;
  }
}
