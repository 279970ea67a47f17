import { Injectable } from '@nestjs/common';
import { Db } from '../../../common/database/db';
import { EDI } from '../../edi.codes';
import type { MessageKind } from '../message-kind';
import { containersOfWords, intentOf, lineAndFlow, meant, noteHead, voyageOf } from '../documents';
import type { Read } from '../reading/reader';
import { containersMeant } from '../announced-containers';
import type { Attempt } from '../attempt';
import { type Coprar, readCoprar } from './coprar.message';
import { DischargeListOrders } from './discharge-list.apply';
import type { ListOrder } from './list-order';
import { MessageWeights } from '../message-weights.service';
import { LoadListOrders } from './load-list.apply';

const CODES: Record<Coprar['direction'], string> = { load: '45', discharge: '43' };

/** Applies COPRAR: what a line wants loaded on a voyage, or discharged from it. */
@Injectable()
export class Coprars implements MessageKind<Coprar> {
  readonly message = 'COPRAR';
  readonly reader = readCoprar;

  constructor(
    private readonly db: Db,
    private readonly discharging: DischargeListOrders,
    private readonly loading: LoadListOrders,
    private readonly weights: MessageWeights,
  ) {}

  async apply(attempt: Attempt, read: Read<Coprar>): Promise<void> {
    const { head, content: coprar } = read;
    const line = await lineAndFlow(attempt, coprar?.line ?? head?.line ?? null);
    if (head) await noteHead(attempt, head, line ?? null);
    if (!coprar) return;
    const voyage = await voyageOf(attempt, coprar.voyage, line ?? null);
    if (voyage === null) attempt.refuse(EDI.missing, 'The message names no voyage.');
    attempt.head.containers_count = coprar.items.length;
    const containers = await containersMeant(attempt, coprar.items, line?.id ?? null);
    const ports = await portsMeant(attempt, coprar.items);
    if (!line || !voyage) return;
    const subject = `COPRAR ${CODES[coprar.direction]} ${voyage.number} ${line.code}`;
    const intent = await intentOf(attempt, subject);
    if (!intent || attempt.isRefused) return;
    const order: ListOrder = { voyage, line, intent, containers, ports };
    await (coprar.direction === 'load' ? this.loading : this.discharging).apply(attempt, order);
    if (intent !== 'cancel' && intent !== 'remove' && !attempt.isRefused)
      await this.weights.take(attempt, coprar.items, line);
  }
}

/** The ports of items; an unknown one is a warning. */
function portsMeant(attempt: Attempt, items: Coprar['items']): Promise<ListOrder['ports']> {
  const wordsOf = ({ port_of_loading, port_of_discharge }: Coprar['items'][number]) => [
    port_of_loading,
    port_of_discharge,
  ];
  const words = items.flatMap(wordsOf);
  const containers = containersOfWords(items, wordsOf);
  return meant(attempt, 'port', words, { what: 'Port', code: 'port_unknown', warns: true }, containers);
}
