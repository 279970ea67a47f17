import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { expectedVoyageNumber } from '../../cargo/stays/expected-voyage';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { isTheirs } from '../../common/party-wall/party-wall';
import { Db } from '../../common/database/db';
import { NotFound, Unknown } from '../../common/errors/errors';
import { toldReason } from '../../cargo/release/release-reason.view';
import { atTerminal } from '../../places/locations/locations';
import { type BookingNow, type ContainerKind, filledOf, type LineNow } from './booking-now';
import type { BookingReason } from './booking-reason';
import { BookingRules } from './booking-rules.service';
import { againstBringing, type BroughtContainer } from './brought-container';
import { nothingTaken, otherLine, placeIn, reasonsOfBooking } from './place.rules';
import type { ReceivingQuery } from './receiving.dto';
import { gateReason } from '../refusals/refused-at-gate';
import type { Receiving, ReceivingLine, ReceivingReason } from './receiving.view';

/** A container that is asked for, or the type of one. */
type AskedContainer = ContainerKind & Partial<BroughtContainer & { id: number }>;

const ANY: AskedContainer = {
  shipping_line_id: null,
  shipping_line: null,
  container_type_id: null,
  container_type: null,
};

/** Answers whether the gate receives full containers for a booking, by the rules of gate-in (decision 228). */
@Injectable()
export class ReceivingService {
  constructor(
    private readonly db: Db,
    private readonly bookings: BookingRules,
  ) {}

  /** @throws NotFound; Unknown for a container type */
  async ofBooking(number: string, query: ReceivingQuery = {}): Promise<Receiving> {
    const { dataSource, actor } = this.db;
    const theirs = isTheirs(dataSource, Booking, 'b', actor);
    const asked = await this.asked(query);
    const types = sql`SELECT ${asked.container_type_id}::bigint`;
    const [booking] = (
      await this.db.run(this.bookings.now(sql`b.number = ${number.trim()} AND ${theirs}`, types))
    ).values();
    if (!booking) throw new NotFound('Booking', number);
    const { quantity, cut_off } = booking;
    const [received, released] = [filledOf(booking, 'received'), filledOf(booking, 'released')];
    const all = reasonsOfBooking(booking, 'received').map((reason) => ofBooking(booking, reason));
    const reasons = [...all, ...ofPlace(booking, asked), ...ofContainer(booking, asked)];
    return {
      receives: !reasons.length,
      reasons,
      received: received.done,
      released: released.done,
      inside: received.inside,
      inside_released: released.inside,
      quantity,
      lines: booking.lines
        .filter(({ ranks }) => asked.container_type_id === null || asked.container_type_id in ranks)
        .map((line) => ofLine(booking, line, all)),
      cut_off,
    };
  }

  /** The container that a query names, or the type; of a container that is not known nothing is known. */
  private async asked({ container_number, container_type }: ReceivingQuery): Promise<AskedContainer> {
    if (container_number) return this.container(container_number);
    if (!container_type) return ANY;
    const type = await this.db.find(ContainerType, { code: container_type.trim() });
    if (!type) throw new Unknown('Container type', container_type, 'container_type');
    const { id } = type as typeof type & { id: number };
    return { ...ANY, container_type_id: id, container_type: type.code };
  }

  private async container(number: string): Promise<AskedContainer> {
    const [container] = await this.db.query<BroughtContainer & ContainerKind & { id: number }>(sql`
      SELECT c.id, c.number AS container, (${raw(atTerminal('c.current_location_type'))}) IS TRUE AS here,
        ${expectedVoyageNumber} AS expected_by, l.id AS shipping_line_id, l.code AS shipping_line,
        k.id AS container_type_id, k.code AS container_type
      FROM containers c
      LEFT JOIN shipping_lines l ON l.organization_id = c.organization_id AND l.id = c.shipping_line_id
      LEFT JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.number = ${normalizeContainerNumber(number)}`);
    return container ?? ANY;
  }
}

function ofBooking(booking: BookingNow, { code, sentence }: BookingReason): ReceivingReason {
  return {
    ...toldReason(gateReason(code, sentence)),
    code,
    since: code === 'past_cut_off' ? booking.cut_off : null,
    source: { type: 'booking', id: booking.id },
  };
}

/** The reason against a place for the container; none where there is one. */
function ofPlace(
  booking: BookingNow,
  asked: AskedContainer,
  named_line_id: number | null = null,
): ReceivingReason[] {
  const { reason } = placeIn(
    booking,
    { ...asked, direction: 'received', counts: true, named_line_id },
    nothingTaken(),
  );
  return reason ? [ofBooking(booking, reason)] : [];
}

function ofLine(booking: BookingNow, line: LineNow, all: ReceivingReason[]): ReceivingLine {
  const reasons = [...all, ...ofPlace(booking, ANY, line.id)];
  return {
    number: line.number,
    container_type: line.container_type_id
      ? { id: line.container_type_id, code: line.container_type! }
      : null,
    quantity: line.quantity,
    received: line.received.done,
    released: line.released.done,
    inside: line.received.inside,
    inside_released: line.released.inside,
    receives: !reasons.length,
    reasons,
  };
}

/** The reasons of a container against its reception; none of one that is not known. */
function ofContainer(booking: BookingNow, asked: AskedContainer): ReceivingReason[] {
  const { id, container, here, expected_by } = asked;
  if (id === undefined || container === undefined) return [];
  const against = againstBringing({ container, here: here!, expected_by: expected_by ?? null });
  return [...(against ? [against] : []), ...otherLine(booking, asked)].map((reason) => ({
    ...toldReason({ ...reason, container: { id, number: container } }),
    code: reason.code as ReceivingReason['code'],
  }));
}
