import { Inject, Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Db } from '../../common/database/db';
import { Conflict, NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { EVENTS } from '../../events/events.codes';
import { closedAddress } from '../../common/http/addresses';
import { EDI } from '../edi.codes';
import type { CreateEdiChannel, EdiChannelQuery, UpdateEdiChannel } from './edi-channel.dto';
import { EdiChannel } from './edi-channel.entity';
import { EdiChannelShow } from './edi-channel.view';
import { ediChannelModel } from './edi-channel.write';
import { newKeyPair } from './keys';

/** The channels of an organization. */
@Injectable()
export class EdiChannelsService {
  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(query: EdiChannelQuery): Promise<Page> {
    return this.db
      .read(EdiChannelShow)
      .filter(query.partner, (partner) => sql`t.partner_id = ${partner}`)
      .filter(query.kind, (kind) => sql`t.kind = ${kind}`)
      .filter(query.direction, (direction) => sql`t.direction = ${direction}`)
      .filter(query.active, (active) => sql`t.active = ${active}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(EdiChannelShow, id, 'EDI channel');
  }

  /** @throws Invalid, and Refused by a rule */
  async create(input: CreateEdiChannel): Promise<Json> {
    this.requirePublic(input);
    const id = await ediChannelModel.create(this.db, input);
    await this.giveKey(await this.lock(id));
    await record(this.db, 'edi_channel.created', EdiChannelShow, id);
    return this.show(id);
  }

  /** @throws NotFound, and Invalid and Refused as `create` does */
  async update(id: number, input: UpdateEdiChannel): Promise<Json> {
    const before = await this.lock(id);
    // an imported address is checked when the channel becomes active
    this.requirePublic(input.active ? { host: before.host, ...input } : input);
    await recordUpdate(this.db, 'edi_channel.updated', EdiChannelShow, id, async () => {
      await ediChannelModel.update(this.db, before, input);
      await this.giveKey(await this.lock(id));
      await this.tryNow(id, !before.active);
    });
    return this.show(id);
  }

  /** @throws NotFound, and Conflict while an interchange names it */
  async remove(id: number): Promise<string> {
    await this.lock(id);
    await record(this.db, 'edi_channel.deleted', EdiChannelShow, id);
    await this.db.remove(EdiChannel, id, 'EDI channel');
    return 'EDI channel was successfully deleted.';
  }

  /**
   * Makes a new key. The one before is offered as well until the server takes the new one.
   * @throws NotFound, and Conflict for a mailbox
   */
  async rotateKey(id: number): Promise<Json> {
    const before = await this.lock(id);
    if (before.kind !== 'sftp')
      throw new Conflict({
        code: EDI.channel_connects_to_nothing,
        sentence: `EDI channel ${id} is a mailbox, which connects to nothing.`,
      });
    await recordUpdate(this.db, 'edi_channel.updated', EdiChannelShow, id, () =>
      this.db.update(EdiChannel, id, {
        ...newKeyPair(),
        // a new key that the server never took is given up, and the one that it knows is kept
        previous_private_key: before.previous_private_key ?? before.private_key,
        previous_public_key: before.previous_public_key ?? before.public_key,
      }),
    );
    return this.show(id);
  }

  /** Gives a channel of SFTP its own key, unless it has one. */
  private async giveKey({ id, kind, private_key }: Columns<EdiChannel>): Promise<void> {
    if (kind === 'sftp' && !private_key) await this.db.update(EdiChannel, id, newKeyPair());
  }

  /** Has a channel tried at once, since it may be mended now. */
  private async tryNow(id: number, isNew: boolean): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      UPDATE edi_channel_states s SET try_at = NULL, poll_at = NULL, failures = 0, tries = 0,
        failing_since = CASE WHEN ${isNew} THEN NULL ELSE s.failing_since END,
        is_told = s.is_told AND NOT ${isNew}
      WHERE s.organization_id = ${organization_id} AND s.edi_channel_id = ${id}`);
  }

  /** Refuses an address that is not public. Names are looked at when they are resolved. */
  private requirePublic({ host }: UpdateEdiChannel): void {
    if (!host || !closedAddress(host, this.config.edi_allow_private)) return;
    throw new Refused({
      code: EVENTS.address_refused,
      sentence: `Host must not be ${host}, which is not public.`,
      field: 'host',
      status: 422,
    });
  }

  /** The channel, locked. Throws NotFound. */
  private async lock(id: number): Promise<Columns<EdiChannel>> {
    const channel = await this.db.find(EdiChannel, { id }, { lock: true });
    if (!channel) throw new NotFound('EDI channel', id);
    return channel;
  }
}
