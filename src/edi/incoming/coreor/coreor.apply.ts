import { Injectable } from '@nestjs/common';
import { HoldType } from '../../../cargo/held/hold-type.kind';
import { Db } from '../../../common/database/db';
import { EDI } from '../../edi.codes';
import { voyageNamed } from '../../partners/voyages';
import { containersMeant } from '../announced-containers';
import type { Attempt } from '../attempt';
import { intentOf, type Line, lineAndFlow, noteHead, partyMeant, zoneOf } from '../documents';
import type { MessageKind } from '../message-kind';
import { endOf, timeOf } from '../reading/moments';
import type { Read } from '../reading/reader';
import type { NamedParty } from '../reading/words';
import { type Coreor, readCoreor, type ReleaseTerms } from './coreor.message';
import type { MeantTerms, ReleaseOrder } from './release-order';
import { ReleaseWriting } from './release-writing.service';

/** Applies COREOR: the containers that lines release (decisions 840 to 843). */
@Injectable()
export class Coreors implements MessageKind<Coreor> {
  readonly message = 'COREOR';
  readonly reader = readCoreor;

  constructor(
    private readonly db: Db,
    private readonly writing: ReleaseWriting,
  ) {}

  async apply(attempt: Attempt, { head, content }: Read<Coreor>): Promise<void> {
    const line = await lineAndFlow(attempt, content?.line ?? head?.line ?? null);
    if (head) await noteHead(attempt, head, line ?? null);
    if (!content) return;
    const order = await this.load(attempt, content, line ?? null);
    if (order && !attempt.isRefused) await this.writing.apply(attempt, order);
  }

  /** Looks up what the message names. Undefined when it is refused. */
  private async load(attempt: Attempt, coreor: Coreor, line: Line | null): Promise<ReleaseOrder | undefined> {
    attempt.head.containers_count = coreor.containers.length;
    const { document_number } = attempt.head;
    if (!document_number)
      attempt.refuse(EDI.missing, 'The release has no document number (BGM 1004), by which it is known.');
    const equipment = coreor.containers.map((each) => each.equipment);
    const meant = await containersMeant(attempt, equipment, line?.id ?? null);
    await this.noteVoyage(attempt, coreor, line);
    if (!line || !document_number) return undefined;
    const intent = await intentOf(attempt, `COREOR ${line.code} ${document_number}`);
    if (!intent) return undefined;
    const hold_type = (await this.db.find(HoldType, { id: attempt.flow!.hold_type_id! }))!;
    const zone = await zoneOf(attempt, line);
    const termsOf = this.meaning(attempt, zone);
    const containers = [];
    for (const [at, { equipment, terms }] of coreor.containers.entries())
      containers.push({
        named: equipment.named,
        number: equipment.number!,
        bill_of_lading: equipment.bill_of_lading?.text ?? null,
        shipping_line_id: meant[at]!.facts.shipping_line_id ?? line.id,
        terms: await termsOf(terms),
      });
    return {
      intent,
      line,
      hold_type,
      document_number,
      bill_of_lading: coreor.bill_of_lading,
      terms: await termsOf(coreor.terms),
      containers,
    };
  }

  /** A release may name its voyage; whether that is known makes no difference. */
  private async noteVoyage(attempt: Attempt, { voyage }: Coreor, line: Line | null): Promise<void> {
    if (!voyage) return;
    const text = (word: { text: string } | null) => word?.text ?? null;
    const outcome = await voyageNamed(this.db, attempt.partner.id, line?.id ?? null, {
      imo: text(voyage.imo),
      call_sign: text(voyage.call_sign),
      vessel: text(voyage.vessel),
      conveyance: text(voyage.conveyance),
      von: text(voyage.voyage),
    });
    if ('voyage' in outcome) attempt.head.voyage_id = outcome.voyage.id;
  }

  /** Says what terms mean; a party that several containers name is looked up once. */
  private meaning(attempt: Attempt, zone: string): (terms: ReleaseTerms) => Promise<MeantTerms> {
    const known = new Map<NamedParty, ReturnType<typeof partyMeant>>();
    const meant = (list: Parameters<typeof partyMeant>[1], party: NamedParty | null) => {
      if (!party) return null;
      const found = known.get(party) ?? partyMeant(attempt, list, party);
      known.set(party, found);
      return found;
    };
    return async ({ reference, valid_from, valid_until, forwarder, haulier }) => {
      const freight_forwarder = await meant('freight_forwarder', forwarder);
      const trucking_company = await meant('trucking_company', haulier);
      const names = [freight_forwarder?.name, trucking_company?.name].filter(Boolean);
      return {
        reference,
        valid_from: valid_from && timeOf(valid_from, zone),
        valid_until: valid_until && endOf(valid_until, zone),
        freight_forwarder_id: freight_forwarder?.id ?? null,
        trucking_company_id: trucking_company?.id ?? null,
        party_name: names.join(', ') || null,
      };
    };
  }
}
