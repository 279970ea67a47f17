import type { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import { timeZoneNamed } from '../../common/tenancy/time-zone';
import type { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { EDI } from '../edi.codes';
import { type Here, hereAt, hereOf, portMissing } from '../partners/here';
import { wordsFor } from '../partners/words';
import type { Document } from './documents';
import { type Facts, type LineFacts, linesOf, type VoyageFacts, voyagesOf } from './facts';
import type { Flow } from './following';
import type { ItemHead } from './edi-item-values';

/** The terminal as messages name it. */
type Place = ItemHead['here'];

/** Everything that documents of a flow are written from. */
export interface Context {
  flow: Flow;
  partner: Columns<EdiPartner>;
  now: Date;
  /** The zone of local times to a line. */
  zoneOf: (line: number) => string;
  /** Who the terminal is to the line of a document. */
  senderOf: (document: Document) => string;
  facts: Map<number, Facts>;
  voyages: Map<number, VoyageFacts>;
  /** The words of the partner. */
  lines: Map<number, string>;
  types: Map<number, string>;
  ports: Map<number, string>;
  damageTypes: Map<number, string>;
  components: Map<number, string>;
  /** What the partner calls voyages; their numbers where it has no word. */
  voyageWords: Map<number, string>;
  /** Where what a document tells happened. */
  placeOf: (document: Document) => Place;
}

/**
 * Reads what documents need beside the facts of their containers: by as many statements for one as for all, but for one for
 * each voyage and gate.
 * @throws Refused while a terminal has no port, or nothing says who the terminal is
 */
export async function contextOf(
  db: Db,
  flow: Flow,
  partner: Columns<EdiPartner> & { id: number },
  documents: Document[],
  facts: Map<number, Facts>,
): Promise<Context> {
  const all = [...facts.values()];
  const damages = all.flatMap((each) => each.damages);
  const lineIds = distinct(documents.map(({ shipping_line_id }) => shipping_line_id));
  const voyageIds = distinct([
    ...documents.map(({ voyage_id }) => voyage_id),
    ...all.map(({ departure_voyage_id }) => departure_voyage_id),
  ]);
  const lines = await linesOf(db, partner.id, lineIds);
  const voyages = await voyagesOf(db, voyageIds);
  const places = await placesOf(db, flow, documents);
  const words = (list: Parameters<typeof wordsFor>[2], ids: (number | null)[]) =>
    wordsFor(db, partner.id, list, distinct(ids));
  const ports = all.flatMap(({ port_of_loading_id, port_of_discharge_id }) => [
    port_of_loading_id,
    port_of_discharge_id,
  ]);
  return {
    flow,
    partner,
    now: await db.now(),
    // the settings of a line take any text
    zoneOf: (line) =>
      timeZoneNamed(lines.get(line)?.time_zone ?? '') || partner.time_zone || db.actor.time_zone,
    senderOf: ({ shipping_line_id }) => senderOf(lines.get(shipping_line_id), partner),
    facts,
    voyages,
    lines: await words('shipping_line', lineIds),
    types: await words(
      'container_type',
      all.map(({ container_type_id }) => container_type_id),
    ),
    ports: await words('port', ports),
    damageTypes: await words(
      'damage_type',
      damages.map(({ damage_type_id }) => damage_type_id),
    ),
    components: await words(
      'damage_component',
      damages.map(({ component_id }) => component_id),
    ),
    voyageWords: await words('voyage', voyageIds),
    placeOf: (document) => places.get(placeKey(flow, document))!,
  };
}

const distinct = (ids: (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))];

function senderOf(line: LineFacts | undefined, partner: Columns<EdiPartner>): string {
  const sender = line?.sender ?? partner.own_edi_id;
  if (sender) return sender;
  throw new Refused({
    code: EDI.own_id_missing,
    sentence: `EDI partner '${partner.name}' has no own_edi_id, which messages have to name.`,
  });
}

/** What decides where a document happened: the voyage, or the gate's terminal. */
const placeKey = ({ message }: Flow, { voyage_id, terminal_id }: Document) =>
  message === 'COARRI' ? voyage_id : terminal_id;

async function placesOf(db: Db, flow: Flow, documents: Document[]): Promise<Map<number | null, Place>> {
  const find = flow.message === 'COARRI' ? hereOf : hereAt;
  const places = new Map<number | null, Place>();
  for (const id of new Set(documents.map((document) => placeKey(flow, document))))
    places.set(id, await placeAt(db, await find(db, id)));
  return places;
}

async function placeAt(db: Db, here: Here | undefined): Promise<Place> {
  if (here?.locode) return { port: here.locode, smdg_code: here.smdg_code };
  throw new Refused({ code: EDI.no_port, sentence: await portMissing(db, here) });
}
