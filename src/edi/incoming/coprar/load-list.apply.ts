import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { LoadListPuttingService, type PutToLoad } from '../../../cargo/load-lists/load-list-putting.service';
import type { ContainerToLoad } from '../../../cargo/load-lists/load-list-putting.rules';
import { LoadListsService } from '../../../cargo/load-lists/load-lists.service';
import { COMMON } from '../../../common/errors/codes';
import { EDI } from '../../edi.codes';
import { isOfFlow } from '../../partners/flow-lines';
import { idsOf, type ListWords, noteItems } from '../listed';
import type { MeantContainer } from '../said-containers';
import type { Work } from '../work';
import { leaveUnsaid, type ListOrder } from './list-order';

const LOADED: ListWords = { changed: 'load_list_items', type: 'load_list_item', done: 'loaded' };

/** Applies a COPRAR of containers to be loaded. */
@Injectable()
export class LoadListOrders {
  constructor(
    private readonly lists: LoadListsService,
    private readonly putting: LoadListPuttingService,
  ) {}

  async apply(work: Work, order: ListOrder): Promise<void> {
    const { voyage, line, containers, intent } = order;
    const bookings = await this.bookingsOf(work, containers);
    const items = containers.map((container) => itemOf(work, container, order, bookings));
    if (work.isRefused) return;
    if (intent !== 'replace') items.forEach(leaveUnsaid);
    const load_list_id = await this.lists.ofVoyage({
      voyage_id: voyage.id,
      shipping_line_id: line.id,
      name: `${voyage.number}-${line.code}`,
    });
    if (intent === 'cancel') return this.cancel(work, order, load_list_id);
    const segments = new Map(
      containers.flatMap(({ equipment: { number, named } }) =>
        number ? [[number, named.segment!] as const] : [],
      ),
    );
    const put =
      intent === 'remove'
        ? await this.putting.takeOff(load_list_id, await idsOf(work, [...segments.keys()]), {
            told: true,
            empties: items.filter(({ load_list_item_type }) => load_list_item_type === 'empties'),
          })
        : await this.putting.put(load_list_id, items, {
            told: true,
            replace: intent === 'replace' && work.stood !== undefined,
          });
    await this.note(work, put, segments);
  }

  private note(work: Work, put: PutToLoad[], segments: Map<string, number>): Promise<void> {
    return noteItems(work, LOADED, put, segments);
  }

  private async cancel(work: Work, { voyage, line }: ListOrder, list: number): Promise<void> {
    const put = await this.putting.put(list, [], { replace: true, told: true });
    const left = put.filter(({ did }) => did === 'left').length;
    if (left)
      return work.refuse(
        COMMON.happened_since,
        `The load list of ${line.code} for voyage ${voyage.number} cannot be cancelled: ${left} of its items ${left === 1 ? 'was' : 'were'} loaded.`,
      );
    await this.note(work, put, new Map());
  }

  /** The bookings that items name; those of lines outside of the flow are unknown, which is a warning. */
  private async bookingsOf(work: Work, containers: MeantContainer[]): Promise<Map<string, number>> {
    const words = containers.flatMap(({ equipment }) => equipment.booking ?? []);
    const numbers = [...new Set(words.map(({ text }) => text))];
    if (!numbers.length) return new Map();
    for (const key of numbers) work.keys.push({ type: 'booking', key });
    const { organization_id } = work.db.actor;
    const found = await work.db.query<{ id: number; number: string }>(sql`
      SELECT b.id, b.number FROM bookings b
      JOIN edi_flows f ON f.organization_id = b.organization_id AND f.id = ${work.flow!.id}
      LEFT JOIN shipping_lines l ON l.organization_id = b.organization_id AND l.id = b.shipping_line_id
      WHERE b.organization_id = ${organization_id} AND b.number = ANY(${numbers}::text[])
        AND (l.id IS NULL OR ${isOfFlow('f')})`);
    const bookings = new Map(found.map(({ id, number }) => [number, id]));
    for (const { equipment } of containers) {
      const word = equipment.booking;
      if (word && !bookings.has(word.text))
        work.warn('booking_unknown', `Booking '${word.text}' is unknown.`, word, equipment.number);
    }
    return bookings;
  }
}

/** What a message says of an item of a load list. Refuses empties of an unknown type. */
function itemOf(
  work: Work,
  { equipment, said }: MeantContainer,
  { ports }: ListOrder,
  bookings: Map<string, number>,
): ContainerToLoad {
  const { number, size_type, booking } = equipment;
  if (!number && !said.container_type_id)
    work.refuse(
      EDI.type_unknown,
      `Size type '${size_type?.text ?? ''}' is unknown, which empties are named by.`,
      size_type ?? equipment.named,
    );
  return {
    ...said,
    load_list_item_type: number ? (equipment.container_status ?? 'full') : 'empties',
    ...(!number && { quantity: equipment.quantity }),
    booking_id: booking ? (bookings.get(booking.text) ?? null) : null,
    port_of_loading_id: ports.get(equipment.port_of_loading?.text ?? '')?.id ?? null,
    port_of_discharge_id: ports.get(equipment.port_of_discharge?.text ?? '')?.id ?? null,
    cell: equipment.cell,
    dangerous: equipment.dangerous,
  };
}
