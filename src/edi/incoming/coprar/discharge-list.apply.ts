import { Injectable } from '@nestjs/common';
import { DischargeListItemsService } from '../../../cargo/discharge-lists/discharge-list-items.service';
import { DischargeListsService } from '../../../cargo/discharge-lists/discharge-lists.service';
import type { ListedContainer } from '../../../cargo/discharge-lists/listed-containers.rules';
import { asDangerous } from '../../../cargo/dangerous-goods';
import { COMMON } from '../../../common/errors/codes';
import { portHere } from '../here';
import { idsOf, type ListWords, noteItems } from '../listed';
import type { MeantContainer } from '../announced-containers';
import { otherTerminals } from '../terminals';
import type { Attempt } from '../attempt';
import { leaveUnsaid, type ListOrder } from './list-order';

export const DISCHARGED: ListWords = {
  changed: 'discharge_list_items',
  type: 'discharge_list_item',
  done: 'discharged',
};

/** Applies a COPRAR of containers to be discharged. */
@Injectable()
export class DischargeListOrders {
  constructor(
    private readonly lists: DischargeListsService,
    private readonly items: DischargeListItemsService,
  ) {}

  async apply(attempt: Attempt, order: ListOrder): Promise<void> {
    const here = await portHere(attempt, order.voyage.id);
    if (!here) return;
    const { voyage, line, containers, ports, intent } = order;
    const discharge_list_id = await this.lists.ofVoyage({
      voyage_id: voyage.id,
      shipping_line_id: line.id,
      name: `${voyage.number}-${line.code}`,
    });
    if (intent === 'cancel') return this.cancel(attempt, order, discharge_list_id);
    const segments = new Map(
      containers.map(({ equipment }) => [equipment.number!, equipment.named.segment!]),
    );
    if (intent === 'remove') {
      const ids = await idsOf(attempt, [...segments.keys()]);
      const named = ids.map((container_id) => ({ discharge_list_id, container_id }));
      return noteItems(attempt, DISCHARGED, await this.items.takeOff(named, { told: true }), segments);
    }
    const elsewhere = await otherTerminals(
      attempt,
      containers
        .filter(({ equipment }) => ports.get(equipment.port_of_discharge?.text ?? '')?.id === here.port_id)
        .map(({ equipment }) => ({ word: equipment.terminal_of_discharge, container: equipment.number })),
      here,
    );
    const listed = containers.map((container) => {
      const item = listedContainer(container, ports, discharge_list_id);
      // Where a bayplan has it, a list need not say it.
      item.cell ??= undefined;
      if (intent !== 'replace') leaveUnsaid(item);
      const isHere =
        item.port_of_discharge_id === here.port_id &&
        !elsewhere.has(container.equipment.terminal_of_discharge?.text ?? '');
      if (container.equipment.port_of_discharge && !isHere)
        attempt.warn(
          'port_unknown',
          `container ${container.equipment.number} is not to be discharged here.`,
          container.equipment.port_of_discharge,
          container.equipment.number,
        );
      return { ...item, usage: usageOf(container.equipment, isHere, intent) };
    });
    const put = await this.items.put(listed, {
      told: true,
      ...(attempt.stood && intent === 'replace' && { replaced: [discharge_list_id] }),
    });
    await noteItems(attempt, DISCHARGED, put, segments);
  }

  /** Takes all items off, but those that a bayplan made. */
  private async cancel(attempt: Attempt, { voyage, line }: ListOrder, list: number): Promise<void> {
    const put = await this.items.put([], { replaced: [list], told: true });
    const left = put.filter(({ did }) => did === 'left').length;
    if (left)
      return attempt.refuse(
        COMMON.happened_since,
        `The discharge list of ${line.code} for voyage ${voyage.number} cannot be cancelled: ${left} of its containers ${left === 1 ? 'was' : 'were'} discharged.`,
      );
    await noteItems(attempt, DISCHARGED, put, new Map());
  }
}

/** Import, unless it goes on from here. One that is changed keeps its usage where nothing is said of it. */
function usageOf(
  { port_of_discharge, equipment_status }: MeantContainer['equipment'],
  isHere: boolean,
  intent: ListOrder['intent'],
): string | undefined {
  if (equipment_status === '6' || (port_of_discharge && !isHere)) return 'unknown';
  return port_of_discharge || intent === 'replace' ? 'import' : undefined;
}

/** What a message says of an item of a discharge list. */
export function listedContainer(
  { equipment, facts }: MeantContainer,
  ports: ListOrder['ports'],
  discharge_list_id: number,
): ListedContainer {
  return {
    ...facts,
    discharge_list_id,
    bill_of_lading_number: equipment.bill_of_lading?.text ?? null,
    port_of_loading_id: ports.get(equipment.port_of_loading?.text ?? '')?.id ?? null,
    port_of_discharge_id: ports.get(equipment.port_of_discharge?.text ?? '')?.id ?? null,
    cell: equipment.cell,
    dangerous: asDangerous(equipment.dangerous),
  };
}
