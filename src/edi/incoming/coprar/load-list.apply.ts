import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { LoadListPuttingService } from '../../../cargo/load-lists/load-list-putting.service';
import type { ContainerToLoad } from '../../../cargo/load-lists/load-list-putting.rules';
import { LoadListsService } from '../../../cargo/load-lists/load-lists.service';
import { asDangerous } from '../../../cargo/dangerous-goods';
import type { PutItem } from '../../../cargo/voyage-lists/putting.rules';
import { COMMON } from '../../../common/errors/codes';
import { EDI } from '../../edi.codes';
import { isOfFlow } from '../../partners/flow-lines';
import { idsOf, type ListWords, noteItems } from '../listed';
import type { MeantContainer } from '../announced-containers';
import type { Attempt } from '../attempt';
import { leaveUnsaid, type ListOrder } from './list-order';

const LOADED: ListWords = { changed: 'load_list_items', type: 'load_list_item', done: 'loaded' };

/** Applies a COPRAR of containers to be loaded. */
@Injectable()
export class LoadListOrders {
  constructor(
    private readonly lists: LoadListsService,
    private readonly putting: LoadListPuttingService,
  ) {}

  async apply(attempt: Attempt, order: ListOrder): Promise<void> {
    const { voyage, line, containers, intent } = order;
    const bookings = await this.bookingsOf(attempt, containers);
    const items = containers.map((container) => itemOf(attempt, container, order, bookings));
    if (attempt.isRefused) return;
    if (intent !== 'replace') items.forEach(leaveUnsaid);
    const load_list_id = await this.lists.ofVoyage({
      voyage_id: voyage.id,
      shipping_line_id: line.id,
      name: `${voyage.number}-${line.code}`,
    });
    if (intent === 'cancel') return this.cancel(attempt, order, load_list_id);
    const segments = new Map(
      containers.flatMap(({ equipment: { number, named } }) =>
        number ? [[number, named.segment!] as const] : [],
      ),
    );
    const put =
      intent === 'remove'
        ? await this.putting.takeOff(load_list_id, await idsOf(attempt, [...segments.keys()]), {
            told: true,
            empties: items.filter(({ load_list_item_type }) => load_list_item_type === 'empties'),
          })
        : await this.putting.put(load_list_id, items, {
            told: true,
            replace: intent === 'replace' && attempt.stood !== undefined,
          });
    await this.note(attempt, put, segments);
  }

  private note(attempt: Attempt, put: PutItem[], segments: Map<string, number>): Promise<void> {
    return noteItems(attempt, LOADED, put, segments);
  }

  private async cancel(attempt: Attempt, { voyage, line }: ListOrder, list: number): Promise<void> {
    const put = await this.putting.put(list, [], { replace: true, told: true });
    const left = put.filter(({ did }) => did === 'left').length;
    if (left)
      return attempt.refuse(
        COMMON.happened_since,
        `The load list of ${line.code} for voyage ${voyage.number} cannot be cancelled: ${left} of its items ${left === 1 ? 'was' : 'were'} loaded.`,
      );
    await this.note(attempt, put, new Map());
  }

  /** The bookings that items name; those of lines outside of the flow are unknown, which is a warning. */
  private async bookingsOf(attempt: Attempt, containers: MeantContainer[]): Promise<Map<string, number>> {
    const words = containers.flatMap(({ equipment }) => equipment.booking ?? []);
    const numbers = [...new Set(words.map(({ text }) => text))];
    if (!numbers.length) return new Map();
    for (const key of numbers) attempt.keys.push({ type: 'booking', key });
    const { organization_id } = attempt.db.actor;
    const found = await attempt.db.query<{ id: number; number: string }>(sql`
      SELECT b.id, b.number FROM bookings b
      JOIN edi_flows f ON f.organization_id = b.organization_id AND f.id = ${attempt.flow!.id}
      LEFT JOIN shipping_lines l ON l.organization_id = b.organization_id AND l.id = b.shipping_line_id
      WHERE b.organization_id = ${organization_id} AND b.number = ANY(${numbers}::text[])
        AND (l.id IS NULL OR ${isOfFlow('f')})`);
    const bookings = new Map(found.map(({ id, number }) => [number, id]));
    for (const { equipment } of containers) {
      const word = equipment.booking;
      if (word && !bookings.has(word.text))
        attempt.warn('booking_unknown', `Booking '${word.text}' is unknown.`, word, equipment.number);
    }
    return bookings;
  }
}

/** What a message says of an item of a load list. Refuses empties of an unknown type. */
function itemOf(
  attempt: Attempt,
  { equipment, facts }: MeantContainer,
  { ports }: ListOrder,
  bookings: Map<string, number>,
): ContainerToLoad {
  const { number, size_type, booking } = equipment;
  if (!number && !facts.container_type_id)
    attempt.refuse(
      EDI.type_unknown,
      `Size type '${size_type?.text ?? ''}' is unknown, which empties are named by.`,
      size_type ?? equipment.named,
    );
  return {
    ...facts,
    load_list_item_type: number ? (equipment.container_status ?? 'full') : 'empties',
    ...(!number && { quantity: equipment.quantity }),
    booking_id: booking ? (bookings.get(booking.text) ?? null) : null,
    port_of_loading_id: ports.get(equipment.port_of_loading?.text ?? '')?.id ?? null,
    port_of_discharge_id: ports.get(equipment.port_of_discharge?.text ?? '')?.id ?? null,
    cell: equipment.cell,
    dangerous: asDangerous(equipment.dangerous),
  };
}
