import { Injectable } from '@nestjs/common';
import { Db } from '../../../common/database/db';
import { EDI } from '../../edi.codes';
import type { Application, Applies } from '../application';
import { containersOfWords, intentOf, lineAndFlow, meant, noteHead, voyageOf } from '../documents';
import type { MessageReader } from '../reading/reader';
import { containersMeant } from '../said-containers';
import type { Work } from '../work';
import { type Coprar, readCoprar } from './coprar.message';
import { DischargeListOrders } from './discharge-list.apply';
import type { ListOrder } from './list-order';
import { LoadListOrders } from './load-list.apply';

const CODES: Record<Coprar['direction'], string> = { load: '45', discharge: '43' };

/** Applies COPRAR: what a line wants loaded on a voyage, or discharged from it. */
@Injectable()
export class Coprars implements Applies {
  readonly message = 'COPRAR';

  constructor(
    private readonly db: Db,
    private readonly discharging: DischargeListOrders,
    private readonly loading: LoadListOrders,
  ) {}

  begin(work: Work): Application {
    const reader = readCoprar({ weight_unit: this.db.actor.weight_unit });
    return { take: (segment) => reader.take(segment), apply: () => this.apply(work, reader) };
  }

  private async apply(work: Work, reader: MessageReader<Coprar>): Promise<void> {
    const { head, said: coprar, findings } = reader.end();
    work.found(findings);
    const line = await lineAndFlow(work, coprar?.line ?? head?.line ?? null);
    if (head) await noteHead(work, head, line ?? null);
    if (!coprar) return;
    const voyage = await voyageOf(work, coprar.voyage, line ?? null);
    if (voyage === null) work.refuse(EDI.missing, 'The message names no voyage.');
    work.head.containers_count = coprar.items.length;
    const containers = await containersMeant(work, coprar.items, line?.id ?? null);
    const ports = await portsMeant(work, coprar.items);
    if (!line || !voyage) return;
    const subject = `COPRAR ${CODES[coprar.direction]} ${voyage.number} ${line.code}`;
    const intent = await intentOf(work, subject);
    if (!intent || work.isRefused) return;
    const order: ListOrder = { voyage, line, intent, containers, ports };
    await (coprar.direction === 'load' ? this.loading : this.discharging).apply(work, order);
  }
}

/** The ports of items; an unknown one is a warning. */
function portsMeant(work: Work, items: Coprar['items']): Promise<ListOrder['ports']> {
  const wordsOf = ({ port_of_loading, port_of_discharge }: Coprar['items'][number]) => [
    port_of_loading,
    port_of_discharge,
  ];
  const words = items.flatMap(wordsOf);
  const containers = containersOfWords(items, wordsOf);
  return meant(work, 'port', words, { what: 'Port', code: 'port_unknown', warns: true }, containers);
}
