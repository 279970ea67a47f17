import { Injectable } from '@nestjs/common';
import type { StoredRelease } from '../../../cargo/booking-releases/booking-release.rules';
import { BookingReleasesService } from '../../../cargo/booking-releases/booking-releases.service';
import { Booking } from '../../../cargo/setup/booking.kind';
import { Db } from '../../../common/database/db';
import type { Attempt, Deed } from '../attempt';
import { partyMeant, zoneOf } from '../documents';
import { endOf, timeOf } from '../reading/moments';
import type { Intent } from '../standing';
import { refuseUnknown } from './accepted-containers';
import { BookingWriting } from './booking-writing.service';
import type { CoparnOrder, StoredBooking } from './coparn-order';
import { linesOf, type OrderedLine } from './ordered-lines';
import { type PairedRelease, pairedReleases } from './standing-releases';

/** A release as the message has it. */
type Terms = Record<string, unknown>;

/** Applies a COPARN of a release (12): what of a booking is fetched, until when and by whom. */
@Injectable()
export class ReleaseOrders {
  constructor(
    private readonly db: Db,
    private readonly releases: BookingReleasesService,
    private readonly writing: BookingWriting,
  ) {}

  async apply(attempt: Attempt, order: CoparnOrder): Promise<void> {
    const { intent, coparn, groups } = order;
    const lines = linesOf(groups);
    const booking = order.booking ?? (await this.made(attempt, order, lines));
    if (!booking) return refuseUnknown(attempt, coparn);
    const standing = await this.standing(attempt, booking);
    if (intent === 'cancel') return this.cancel(attempt, booking, standing);
    const terms = await this.terms(attempt, order);
    if (intent === 'change' || intent === 'add') await this.writeTerms(attempt, booking, standing, terms);
    const paired = pairedReleases(attempt.head.document_number!, standing, lines, intent);
    for (const each of paired)
      if (intent === 'remove') await this.lower(attempt, booking, each);
      else await this.write(attempt, booking, each, { terms, intent });
    if (intent !== 'replace') return;
    const kept = new Set(paired.map(({ known }) => known));
    await this.cancel(
      attempt,
      booking,
      standing.filter((release) => !kept.has(release)),
    );
  }

  /** A booking that nobody has named before is made, with what is released of it as its lines. */
  private async made(
    attempt: Attempt,
    order: CoparnOrder,
    lines: OrderedLine[],
  ): Promise<StoredBooking | null> {
    const { intent, coparn, voyage_id, ports } = order;
    if (intent === 'cancel' || intent === 'remove') return null;
    const fields = { voyage_id, goods: coparn.goods, ...ports };
    const id = await this.writing.create(attempt, order, fields, lines);
    return this.db.find(Booking, { id }, { lock: true });
  }

  /** The releases of the document: its number, and for further types with a suffix. */
  private async standing({ head }: Attempt, { id }: StoredBooking): Promise<StoredRelease[]> {
    const number = head.document_number!;
    const all = await this.releases.ofBooking(id);
    return all.filter(
      (release) =>
        release.number === number ||
        (release.number.startsWith(number) && /^-\d+$/.test(release.number.slice(number.length))),
    );
  }

  /** From when until when, by whom: what the message does not name is null. */
  private async terms(attempt: Attempt, { coparn, line }: CoparnOrder): Promise<Terms> {
    const zone = await zoneOf(attempt, line);
    const { valid_from, valid_until, company, remarks } = coparn;
    const haulier = await partyMeant(attempt, 'trucking_company', company);
    return {
      valid_from: valid_from && timeOf(valid_from, zone),
      valid_until: valid_until && endOf(valid_until, zone),
      trucking_company_id: haulier?.id ?? null,
      company_name: haulier?.name ?? null,
      remarks,
    };
  }

  private async write(
    attempt: Attempt,
    booking: StoredBooking,
    { known, number, line }: PairedRelease<OrderedLine>,
    { terms, intent }: { terms: Terms; intent: Intent },
  ): Promise<void> {
    const { container_type_id } = line;
    const isWhole = intent === 'replace';
    const quantity = (line.quantity ?? 1) + (intent === 'add' && known ? known.quantity : 0);
    const lines = await this.writing.linesOf(booking);
    const ofType = lines.filter((each) => each.container_type_id === container_type_id);
    const release = {
      // with several lines of its type it is of all of them
      line: ofType.length === 1 ? ofType[0]!.number : null,
      container_type_id,
      quantity,
      ...((isWhole || !known) && terms),
    };
    const { id, warnings } = known
      ? await this.releases.change(booking.id, number, release, { warns: true })
      : await this.releases.add(booking.id, { number, ...release }, { warns: true });
    for (const { code, sentence } of warnings) attempt.warn(code, String(sentence));
    this.did(attempt, known ? 'updated' : 'created', number, id);
  }

  /** What a change or an addition states of the terms holds for all that the document released; the others stay. */
  private async writeTerms(
    attempt: Attempt,
    booking: StoredBooking,
    standing: StoredRelease[],
    terms: Terms,
  ): Promise<void> {
    const named = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null));
    if (!Object.keys(named).length) return;
    for (const { number, status } of standing) {
      if (status === 'cancelled') continue;
      const { id } = await this.releases.change(booking.id, number, named, { warns: true });
      this.did(attempt, 'updated', number, id);
    }
  }

  /** Takes containers away from a release; one of which nothing is left and nothing went is cancelled. */
  private async lower(
    attempt: Attempt,
    booking: StoredBooking,
    { known, line }: PairedRelease<OrderedLine>,
  ): Promise<void> {
    if (!known) return;
    const quantity = Math.max(0, known.quantity - (line.quantity ?? 1));
    if (quantity === 0 && known.released === 0) return this.cancel(attempt, booking, [known]);
    const { id } = await this.releases.change(booking.id, known.number, { quantity }, { warns: true });
    this.did(attempt, 'updated', known.number, id);
  }

  private async cancel(attempt: Attempt, booking: StoredBooking, standing: StoredRelease[]): Promise<void> {
    for (const { number, released, status } of standing) {
      if (status === 'cancelled') continue;
      const id = await this.releases.cancel(booking.id, number, `Document ${attempt.head.document_number}.`);
      this.did(attempt, released ? 'left' : 'removed', number, id);
      if (released) attempt.warn('left', `${released} of release ${number} went, and stay released.`);
    }
  }

  private did(attempt: Attempt, deed: Deed, key: string, record_id: number): void {
    attempt.did(deed, 'booking_releases', { segment: null, type: 'booking_release', key, record_id });
  }
}
