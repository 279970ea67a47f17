import { Injectable } from '@nestjs/common';
import { Booking } from '../../../cargo/setup/booking.kind';
import { Db } from '../../../common/database/db';
import { COMMON } from '../../../common/errors/codes';
import { EDI } from '../../edi.codes';
import { containersMeant, typesMeant } from '../announced-containers';
import type { Attempt } from '../attempt';
import { containersOfWords, intentOf, lineAndFlow, noteHead, portsAsLocodes, voyageOf } from '../documents';
import type { MessageKind } from '../message-kind';
import type { Read } from '../reading/reader';
import { AcceptedContainers } from './accepted-containers';
import { BookingOrders } from './booking.apply';
import { type Coparn, readCoparn } from './coparn.message';
import type { CoparnOrder } from './coparn-order';
import { ReleaseOrders } from './release.apply';

/** Applies COPARN: the bookings of lines, the empties that they release, and the containers that they have accepted. */
@Injectable()
export class Coparns implements MessageKind<Coparn> {
  readonly message = 'COPARN';
  readonly reader = readCoparn;

  constructor(
    private readonly db: Db,
    private readonly bookings: BookingOrders,
    private readonly releases: ReleaseOrders,
    private readonly accepted: AcceptedContainers,
  ) {}

  async apply(attempt: Attempt, { head, content }: Read<Coparn>): Promise<void> {
    const line = await lineAndFlow(attempt, content?.line ?? head?.line ?? null);
    if (head) await noteHead(attempt, head, line ?? null);
    if (!content) return;
    const order = await this.load(attempt, content, line ?? null);
    if (!order || attempt.isRefused) return;
    if (content.order === 'release') return this.releases.apply(attempt, order);
    if (content.order === 'booking') return this.bookings.apply(attempt, order);
    return this.accepted.apply(attempt, order);
  }

  /** Looks up what the message names. Undefined when it is refused. */
  private async load(
    attempt: Attempt,
    coparn: Coparn,
    line: CoparnOrder['line'] | null,
  ): Promise<CoparnOrder | undefined> {
    attempt.keys.push({ type: 'booking', key: coparn.booking.text });
    attempt.head.containers_count = coparn.containers.length;
    attempt.head.quantity = coparn.quantity;
    const voyage = await voyageOf(attempt, coparn.voyage, line);
    const types = await typesMeant(
      attempt,
      coparn.groups.map(({ size_type }) => size_type),
      containersOfWords(coparn.groups, ({ size_type }) => [size_type]),
    );
    const containers = await containersMeant(attempt, coparn.containers, line?.id ?? null);
    const ports = await portsAsLocodes(attempt, coparn);
    const subject = subjectOf(attempt, coparn);
    const intent = await intentOf(attempt, subject, { addsNew: coparn.order === 'release' });
    if (!line || !intent) return undefined;
    const booking = await this.db.find(Booking, { number: coparn.booking.text }, { lock: true });
    if (booking?.shipping_line_id && booking.shipping_line_id !== line.id) refuseForeign(attempt, coparn);
    return {
      coparn,
      line,
      voyage_id: voyage?.id ?? null,
      ports,
      groups: coparn.groups.map((equipment) => ({
        equipment,
        container_type_id: types.get(equipment.size_type?.text ?? '')?.id ?? null,
      })),
      containers,
      booking,
      intent,
    };
  }
}

/** The booking of a line outside of the message: it is not told whose it is. */
function refuseForeign(attempt: Attempt, { booking, function: does }: Coparn): void {
  if (does === 'original')
    attempt.refuse(COMMON.taken, `Booking number '${booking.text}' is taken.`, booking);
  else attempt.refuse(COMMON.unknown_reference, `Booking '${booking.text}' is unknown.`, booking);
}

const CODES: Record<Coparn['order'], string> = { booking: '126', release: '12', acceptance: '11' };

/**
 * What a COPARN is about: its booking and its kind. A release and an acceptance are of their document, too, so that each
 * changes itself alone.
 */
function subjectOf(attempt: Attempt, { order, booking }: Coparn): string {
  const subject = `COPARN ${CODES[order]} ${booking.text}`;
  const { document_number } = attempt.head;
  if (order === 'release' && !document_number)
    attempt.refuse(EDI.missing, 'The release has no document number (BGM 1004), by which it is known.');
  return order === 'booking' ? subject : `${subject} ${document_number ?? ''}`.trim();
}
