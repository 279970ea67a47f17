import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BayplansService, type SaidCell } from '../../../cargo/bayplans/bayplans.service';
import type { Leg } from '../../../cargo/bayplans/bayplan.entity';
import { DischargeListItemsService } from '../../../cargo/discharge-lists/discharge-list-items.service';
import { DischargeListsService } from '../../../cargo/discharge-lists/discharge-lists.service';
import { Db } from '../../../common/database/db';
import { asDangerous } from '../../../cargo/dangerous-goods';
import { COMMON } from '../../../common/errors/codes';
import { mapInTurns } from '../../../common/turns';
import { EDI } from '../../edi.codes';
import { isOfFlow } from '../../partners/flow-lines';
import type { FoundVoyage } from '../../partners/voyages';
import { namedBy } from '../../partners/words';
import type { MessageKind } from '../message-kind';
import { DISCHARGED, listedContainer } from '../coprar/discharge-list.apply';
import { intentOf, lineAndFlow, noteHead, voyageOf } from '../documents';
import type { Here } from '../../partners/here';
import { portHere } from '../here';
import { noteItems } from '../listed';
import { MessageWeights } from '../message-weights.service';
import { quoted } from '../reading/findings';
import type { Read } from '../reading/reader';
import { containersMeant } from '../announced-containers';
import type { Intent } from '../standing';
import { otherTerminals } from '../terminals';
import type { Attempt } from '../attempt';
import { type Baplie, type BaplieCell, readBaplie } from './baplie.message';

/** A bayplan with the voyage and leg that it is of. */
interface Plan {
  baplie: Baplie;
  voyage: FoundVoyage;
  leg: Leg;
  /** The ports that its words mean, by word. */
  ports: Map<string, number>;
  isForHere: (cell: BaplieCell) => boolean;
  intent: Intent;
}

/** A cell with a container to be discharged here, of a line of the flow. */
interface CellOfLine {
  cell: BaplieCell;
  line: { id: number; code: string };
}

/** Applies BAPLIE: how a vessel is stowed, and what of it is to be discharged here. */
@Injectable()
export class Baplies implements MessageKind<Baplie> {
  readonly message = 'BAPLIE';
  readonly reader = readBaplie;

  constructor(
    private readonly db: Db,
    private readonly bayplans: BayplansService,
    private readonly lists: DischargeListsService,
    private readonly items: DischargeListItemsService,
    private readonly weights: MessageWeights,
  ) {}

  async apply(attempt: Attempt, read: Read<Baplie>): Promise<void> {
    const { head, content: baplie } = read;
    const operator = await this.operatorOf(attempt, baplie);
    await lineAndFlow(attempt, null, false);
    if (operator) attempt.head.shipping_line_id = operator.id;
    if (head) await noteHead(attempt, head, operator);
    if (!baplie) return;
    const voyage = await voyageOf(attempt, baplie.voyage, operator);
    if (voyage === null) attempt.refuse(EDI.missing, 'The message names no voyage.');
    const here = voyage && (await portHere(attempt, voyage.id));
    if (!voyage || !here) return;
    const ports = await this.portsOf(attempt, baplie);
    const departs = ports.get(baplie.port_of_departure?.text ?? '') === here.port_id;
    const leg: Leg = departs ? 'departure' : 'arrival';
    const how = { replaces: true, isPart: baplie.isPartial };
    const intent = await intentOf(attempt, `BAPLIE ${voyage.number} ${leg}`, how);
    if (!intent || attempt.isRefused) return;
    if (leg === 'arrival' && intent !== 'remove') lookForPorts(attempt, baplie);
    const isForHere = await this.forHere(attempt, baplie, ports, here);
    const plan = { baplie, voyage, leg, ports, isForHere, intent };
    if (intent === 'cancel') return this.cancel(attempt, plan);
    const cells = intent === 'remove' ? [] : await this.cellsOfLines(attempt, plan);
    if (attempt.isRefused) return;
    await this.keepPlan(attempt, plan);
    if (leg !== 'arrival') return;
    if (intent !== 'remove') await this.listCells(attempt, plan, cells);
    if (intent !== 'replace') await this.takeOff(attempt, plan, cells);
  }

  /** The operator of the vessel, where its word is known. */
  private async operatorOf(attempt: Attempt, baplie: Baplie | null) {
    const word = baplie?.line?.text;
    if (!word) return null;
    const found = (await namedBy(this.db, attempt.partner.id, 'shipping_line', [word])).get(word);
    return found && 'id' in found ? { id: found.id, code: found.key } : null;
  }

  private async portsOf(
    attempt: Attempt,
    { cells, port_of_departure }: Baplie,
  ): Promise<Map<string, number>> {
    const words = new Set(cells.flatMap((cell) => cell.port_of_discharge?.text ?? []));
    for (const cell of cells) if (cell.port_of_loading) words.add(cell.port_of_loading.text);
    if (port_of_departure) words.add(port_of_departure.text);
    const found = await namedBy(this.db, attempt.partner.id, 'port', words);
    return new Map([...found].flatMap(([word, named]) => ('id' in named ? [[word, named.id] as const] : [])));
  }

  /** Which cells are for here: their port is, and their related place is no other terminal of it. */
  private async forHere(
    attempt: Attempt,
    { cells }: Baplie,
    ports: Map<string, number>,
    here: Here & { port_id: number },
  ): Promise<Plan['isForHere']> {
    const isInPort = ({ port_of_discharge }: BaplieCell) =>
      ports.get(port_of_discharge?.text ?? '') === here.port_id;
    const words = cells
      .filter(isInPort)
      .map(({ terminal_of_discharge, number }) => ({ word: terminal_of_discharge, container: number }));
    const others = await otherTerminals(attempt, words, here);
    return (cell) => isInPort(cell) && !others.has(cell.terminal_of_discharge?.text ?? '');
  }

  /** The containers to be discharged here that are of a line of the flow. Others are a warning, each line once. */
  private async cellsOfLines(attempt: Attempt, { baplie, leg, isForHere }: Plan): Promise<CellOfLine[]> {
    attempt.head.containers_count = baplie.cells.filter(({ number }) => number).length;
    if (leg === 'departure') return [];
    const here = baplie.cells.filter(isForHere);
    for (const { holds, number, called, named } of here)
      if (holds === 'container' && number === null && called === null)
        attempt.warn('container_unnamed', 'the container for here has no number.', named);
    const cells = here.filter(({ number }) => number);
    // A container without a line is of the operator of the vessel.
    const lineOf = (cell: BaplieCell) => cell.line ?? baplie.line;
    const lines = await this.linesOf(
      attempt,
      cells.flatMap((cell) => lineOf(cell)?.text ?? []),
    );
    const warned = new Set<string>();
    return cells.flatMap((cell) => {
      const word = lineOf(cell)?.text ?? '';
      const line = lines.get(word);
      if (line) return [{ cell, line }];
      if (!warned.has(word))
        attempt.warn(
          'line_not_in_flow',
          word ? `line ${quoted(word)} is in no flow for BAPLIE.` : 'the container is of no line.',
          cell.line ?? cell.named,
          cell.number,
        );
      warned.add(word);
      return [];
    });
  }

  /** The lines of the flow that words of cells mean. */
  private async linesOf(
    attempt: Attempt,
    words: string[],
  ): Promise<Map<string, { id: number; code: string }>> {
    const found = await namedBy(this.db, attempt.partner.id, 'shipping_line', words);
    const known = [...found].flatMap(([word, named]) =>
      'id' in named ? [[word, { id: named.id, code: named.key }] as const] : [],
    );
    const ids = known.map(([, { id }]) => id);
    const ofFlow = await this.db.query<{ id: number }>(sql`
      SELECT l.id FROM shipping_lines l
      JOIN edi_flows f ON f.organization_id = l.organization_id AND f.id = ${attempt.flow!.id}
      WHERE l.organization_id = ${this.db.actor.organization_id} AND l.id = ANY(${ids}::bigint[]) AND ${isOfFlow('f')}`);
    const isOf = new Set(ofFlow.map(({ id }) => id));
    return new Map(known.filter(([, { id }]) => isOf.has(id)));
  }

  private async keepPlan(attempt: Attempt, { baplie, voyage, leg, isForHere, intent }: Plan): Promise<void> {
    const said = await mapInTurns(baplie.cells, (cell): SaidCell => ({
      cell: cell.cell,
      container_number: cell.number ?? cell.called,
      size_type: cell.size_type?.text ?? null,
      container_status: cell.container_status,
      weight: cell.weight,
      port_of_loading: cell.port_of_loading?.text ?? null,
      port_of_discharge: cell.port_of_discharge?.text ?? null,
      for_here: cell.holds !== null && isForHere(cell),
      shipping_line: cell.line?.text ?? null,
      temperature: cell.set_point,
      dangerous: asDangerous(cell.dangerous),
      edi_partner_id: attempt.partner.id,
    }));
    // A plan takes the place of what the partner said before, not of what others did.
    const stored = await this.bayplans.cells(
      voyage.id,
      leg,
      intent === 'replace' ? attempt.partner.id : null,
    );
    const others = othersThan(said, stored, intent, attempt.partner.id);
    const cells = intent === 'remove' ? others : [...others, ...said];
    const { created, updated, unchanged, removed, bayplan_id } = await this.bayplans.replace(
      voyage.id,
      leg,
      {
        document_number: attempt.head.document_number ?? null,
        document_date: attempt.head.document_date ?? null,
        port_of_departure: baplie.port_of_departure?.text ?? null,
        next_port: baplie.next_port?.text ?? null,
        edi_message_id: attempt.message.id,
      },
      cells,
    );
    Object.assign(attempt.changes.cells, { created, updated, unchanged: unchanged - others.length, removed });
    attempt.touched.push({
      segment: null,
      type: 'bayplan',
      record_id: bayplan_id,
      key: `${voyage.number} ${leg}`,
      did: attempt.stood || intent !== 'replace' ? 'updated' : 'created',
    });
  }

  /** Puts what is to be discharged here on the discharge lists of its lines, and takes off what a plan before had put. */
  private async listCells(
    attempt: Attempt,
    { voyage, ports, intent }: Plan,
    cells: CellOfLine[],
  ): Promise<void> {
    const meant = await containersMeant(
      attempt,
      cells.map(({ cell }) => cell),
      null,
    );
    if (attempt.isRefused) return;
    const lists = await this.listsOf(voyage, cells);
    const named = new Map([...ports].map(([word, id]) => [word, { id, key: word }]));
    const listed = await mapInTurns(meant, (container, at) => ({
      ...listedContainer(container, named, lists.get(cells[at]!.line.id)!),
      shipping_line_id: cells[at]!.line.id,
      usage: container.equipment.equipment_status === '6' ? 'unknown' : 'import',
    }));
    const replaced =
      intent === 'replace' ? [...(await this.listsWithPlanned(attempt, voyage)), ...lists.values()] : [];
    const put = await this.items.put(listed, {
      bayplan: attempt.partner.id,
      replaced: [...new Set(replaced)],
    });
    const segments = new Map(cells.map(({ cell }) => [cell.number!, cell.named.segment!]));
    await noteItems(attempt, DISCHARGED, put, segments);
    await this.weights.take(
      attempt,
      cells.map(({ cell }) => cell),
      null,
    );
  }

  /** Takes the named containers that are not for here any more off their lists, if a bayplan alone had put them there. */
  private async takeOff(attempt: Attempt, { baplie, voyage }: Plan, cells: CellOfLine[]): Promise<void> {
    const kept = new Set(cells.map(({ cell }) => cell.number));
    const gone = baplie.cells.filter(({ number }) => number && !kept.has(number));
    const lists = await this.listsWithPlanned(attempt, voyage);
    const items = await this.db.query<{ discharge_list_id: number; container_id: number }>(sql`
      SELECT i.discharge_list_id, i.container_id FROM containers c
      JOIN discharge_list_items i ON i.organization_id = c.organization_id AND i.container_id = c.id
        AND i.discharge_list_id = ANY(${lists}::bigint[]) AND i.from_bayplan
        AND (i.edi_partner_id IS NULL OR i.edi_partner_id = ${attempt.partner.id})
      WHERE c.organization_id = ${this.db.actor.organization_id}
        AND c.number = ANY(${gone.map(({ number }) => number)}::text[])`);
    if (!items.length) return;
    const segments = new Map(gone.map(({ number, named }) => [number!, named.segment!]));
    await noteItems(attempt, DISCHARGED, await this.items.takeOff(items), segments);
  }

  private async listsOf(voyage: FoundVoyage, cells: CellOfLine[]): Promise<Map<number, number>> {
    const lists = new Map<number, number>();
    const lines = new Map(cells.map(({ line }) => [line.id, line]));
    for (const { id, code } of [...lines.values()].sort((one, other) => one.id - other.id))
      lists.set(
        id,
        await this.lists.ofVoyage({
          voyage_id: voyage.id,
          shipping_line_id: id,
          name: `${voyage.number}-${code}`,
        }),
      );
    return lists;
  }

  /** The lists of a voyage, of lines of the flow, with items that only a bayplan made. */
  private async listsWithPlanned(attempt: Attempt, voyage: FoundVoyage): Promise<number[]> {
    const found = await this.db.query<{ id: number }>(sql`
      SELECT d.id FROM discharge_lists d
      JOIN edi_flows f ON f.organization_id = d.organization_id AND f.id = ${attempt.flow!.id}
      JOIN shipping_lines l ON l.organization_id = d.organization_id AND l.id = d.shipping_line_id AND ${isOfFlow('f')}
      WHERE d.organization_id = ${this.db.actor.organization_id} AND d.voyage_id = ${voyage.id} AND EXISTS (
        SELECT FROM discharge_list_items i
        WHERE i.organization_id = d.organization_id AND i.discharge_list_id = d.id AND i.from_bayplan)`);
    return found.map(({ id }) => id);
  }

  /** Takes the plan back, and what it alone put on lists. */
  private async cancel(attempt: Attempt, { voyage, leg }: Plan): Promise<void> {
    if (leg === 'arrival') {
      const put = await this.items.put([], {
        bayplan: attempt.partner.id,
        replaced: await this.listsWithPlanned(attempt, voyage),
      });
      const left = put.filter(({ did }) => did === 'left').length;
      if (left)
        return attempt.refuse(
          COMMON.happened_since,
          `The bayplan of voyage ${voyage.number} cannot be cancelled: ${left} of its containers ${left === 1 ? 'was' : 'were'} discharged.`,
        );
      await noteItems(attempt, DISCHARGED, put, new Map());
    }
    attempt.changes.cells.removed = await this.bayplans.remove(voyage.id, leg, attempt.partner.id);
  }
}

/** Refuses a plan that names no port of discharge, and warns of containers without one, since a port decides what is for here. */
function lookForPorts(attempt: Attempt, { cells }: Baplie): void {
  const containers = cells.filter(({ holds }) => holds === 'container');
  const without = containers.filter(({ port_of_discharge }) => !port_of_discharge);
  if (without.length && without.length === containers.length)
    return attempt.refuse(EDI.missing, 'No container of the plan names a port of discharge (LOC+11).');
  for (const { named, number } of without)
    attempt.warn('port_missing', 'the container names no port of discharge (LOC+11).', named, number);
}

/**
 * The stored cells that stay. A cell goes when the message names its container. A cell whose place the message names stays
 * only if it has a container and the message adds or removes. What other partners said is not removed.
 */
function othersThan(said: SaidCell[], stored: SaidCell[], intent: Intent, partner_id: number): SaidCell[] {
  const numbers = new Set(said.flatMap(({ container_number }) => container_number ?? []));
  const places = new Set(said.map(({ cell }) => cell));
  return stored.filter(({ cell, container_number, edi_partner_id }) => {
    if (intent === 'remove' && edi_partner_id && edi_partner_id !== partner_id) return true;
    if (container_number && numbers.has(container_number)) return false;
    const isWritten = intent === 'change' || intent === 'replace';
    return !places.has(cell) || (!isWritten && container_number !== null);
  });
}
