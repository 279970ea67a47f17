import { fault, type Fault } from '../edifact/fault';
import type { Composed } from '../interchanges/queueing';
import { coarri } from './coarri.message';
import { codeco } from './codeco.message';
import type { Context } from './context';
import type { Document, Item } from './documents';
import type { ToldContainer, ToldHead } from './told';
import type { Directory, Writing } from './values';

/** Writes a document. A size type or code that nobody set up is left empty, with a warning. */
export function writtenDocument(context: Context, document: Document, document_number: string): Composed {
  const { flow, partner } = context;
  const warnings: Fault[] = [];
  const writing: Writing = {
    directory: flow.directory as Directory,
    character_set: partner.character_set,
    time_zone: context.zoneOf(document.shipping_line_id),
  };
  const head: ToldHead = {
    document_number,
    function: document.function as ToldHead['function'],
    takes_back: document.told_by,
    written_at: context.now,
    own_id: context.senderOf(document),
    partner_id: partner.edi_id,
    line: context.lines.get(document.shipping_line_id)!,
    here: context.placeOf(document),
  };
  const containers = document.items.map((item) => containerOf(context, item, warnings));
  const segments =
    flow.message === 'CODECO'
      ? codeco({ ...head, direction: document.code === '34' ? 'in' : 'out', containers }, writing)
      : coarri(
          {
            ...head,
            direction: document.code === '44' ? 'discharge' : 'load',
            voyage: voyageOf(context, document),
            containers: containers.map((container) => ({ ...container, line: head.line })),
          },
          writing,
        );
  const bookings = new Set(containers.flatMap(({ booking }) => booking ?? []));
  return {
    message: flow.message,
    type: [flow.message, 'D', flow.directory, 'UN', flow.association],
    segments,
    directory: flow.directory,
    association: flow.association,
    document_number,
    function: document.function,
    flow_id: flow.id,
    voyage_id: document.voyage_id,
    shipping_line_id: document.shipping_line_id,
    containers_count: containers.length,
    warnings,
    keys: [
      ...containers.map(({ number }) => ({ type: 'container' as const, key: number })),
      ...[...bookings].map((key) => ({ type: 'booking' as const, key })),
    ],
  };
}

function containerOf(context: Context, { id, short }: Item, warnings: Fault[]) {
  const { number, container_type_id, port_of_loading_id, port_of_discharge_id, over, ...facts } =
    context.facts.get(id)!;
  const size_type = context.types.get(container_type_id ?? 0) ?? null;
  if (!size_type)
    warnings.push({
      ...fault('type_unknown', `Container ${number} has no size type of ISO 6346.`),
      container: number,
    });
  const port = (port_id: number | null) => context.ports.get(port_id ?? 0) ?? null;
  return {
    ...(facts satisfies Partial<ToldContainer>),
    number,
    size_type,
    moved_at: facts.moved_at!,
    plate: facts.license_plate,
    port_of_loading: port(port_of_loading_id),
    port_of_discharge: port(port_of_discharge_id),
    difference: short ? ('short' as const) : over ? ('over' as const) : null,
  };
}

/** The voyage, as the line numbers it: in its manifest, else by a code of the partner, else as we do. */
function voyageOf({ voyages, voyageWords }: Context, { voyage_id, shipping_line_id }: Document) {
  const { manifests, id, ...voyage } = voyages.get(voyage_id!)!;
  const line_number = manifests[shipping_line_id] ?? voyageWords.get(id) ?? voyage.number;
  return { ...voyage, line_number };
}
