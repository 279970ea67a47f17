import { fault, type Fault } from '../edifact/fault';
import type { Composed } from '../interchanges/queueing';
import { coarri } from './coarri.message';
import { codeco } from './codeco.message';
import type { Context } from './context';
import type { Document, Item } from './documents';
import type { ItemContainer, ItemHead } from './edi-item-values';
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
  const head: ItemHead = {
    document_number,
    function: document.function as ItemHead['function'],
    takes_back: document.told_by,
    written_at: context.now,
    own_id: context.senderOf(document),
    partner_id: partner.edi_id,
    line: context.lines.get(document.shipping_line_id)!,
    here: context.placeOf(document),
  };
  const containers = document.items.map((item) => containerOf(context, document, item, warnings));
  const segments =
    flow.message === 'CODECO'
      ? codeco({ ...head, direction: document.code === '34' ? 'in' : 'out', containers }, writing)
      : coarri(
          {
            ...head,
            direction: document.code === '44' ? 'discharge' : 'load',
            voyage: voyageOf(context, document, document.voyage_id!),
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

function containerOf(context: Context, document: Document, { id, short }: Item, warnings: Fault[]) {
  const {
    number,
    container_type_id,
    port_of_loading_id,
    port_of_discharge_id,
    booked_port_of_loading,
    booked_port_of_discharge,
    departure_voyage_id,
    over,
    damages,
    ...facts
  } = context.facts.get(id)!;
  const size_type = context.types.get(container_type_id ?? 0) ?? null;
  if (!size_type)
    warnings.push({
      ...fault('type_unknown', `Container ${number} has no size type of ISO 6346.`),
      container: number,
    });
  const port = (port_id: number | null, booked: string | null) => context.ports.get(port_id ?? 0) ?? booked;
  return {
    ...(facts satisfies Partial<ItemContainer>),
    number,
    size_type,
    damages: damages.map(({ damage_type_id, component_id, location, severity }) => ({
      damage_type: context.damageTypes.get(damage_type_id)!,
      component: context.components.get(component_id)!,
      location,
      severity,
    })),
    moved_at: facts.moved_at!,
    plate: facts.license_plate,
    voyage: departure_voyage_id === null ? null : voyageOf(context, document, departure_voyage_id),
    port_of_loading: port(port_of_loading_id, booked_port_of_loading),
    port_of_discharge: port(port_of_discharge_id, booked_port_of_discharge),
    difference: short ? ('short' as const) : over ? ('over' as const) : null,
  };
}

/** The voyage, as the line numbers it: in its manifest, else by a code of the partner, else as we do. */
function voyageOf({ voyages, voyageWords }: Context, { shipping_line_id }: Document, voyage_id: number) {
  const { manifests, id, ...voyage } = voyages.get(voyage_id)!;
  const line_number = manifests[shipping_line_id] ?? voyageWords.get(id) ?? voyage.number;
  return { ...voyage, line_number };
}
