import type { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { EDI } from '../edi.codes';
import { type Here, hereAt, hereOf } from '../partners/here';
import { wordsFor } from '../partners/words';
import type { Document } from './documents';
import { type Facts, type LineFacts, linesOf, type VoyageFacts, voyagesOf } from './facts';
import type { Flow } from './following';

/** The terminal as messages name it. */
export interface Place {
  port: string;
  terminal: string | null;
}

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
  /** What the partner calls voyages; their numbers where it has no word. */
  voyageWords: Map<number, string>;
  /** Where a container of a document was handed over. */
  placeOf: (document: Document, facts: Facts) => Place;
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
  const lineIds = distinct(documents.map(({ shipping_line_id }) => shipping_line_id));
  const voyageIds = distinct(documents.map(({ voyage_id }) => voyage_id));
  const lines = await linesOf(db, partner.id, lineIds);
  const voyages = await voyagesOf(db, voyageIds);
  const places = await placesOf(db, flow, voyageIds, all);
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
    zoneOf: (line) => lines.get(line)?.time_zone || partner.time_zone || db.actor.time_zone,
    senderOf: ({ shipping_line_id }) => senderOf(lines.get(shipping_line_id), partner),
    facts,
    voyages,
    lines: await words('shipping_line', lineIds),
    types: await words(
      'container_type',
      all.map(({ container_type_id }) => container_type_id),
    ),
    ports: await words('port', ports),
    voyageWords: await words('voyage', voyageIds),
    placeOf: ({ voyage_id }, { terminal_id }) =>
      places.get(flow.message === 'COARRI' ? `v${voyage_id}` : `t${terminal_id}`)!,
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

/** The places of voyages, or of the terminals of gates; of a gate without one, that of the terminal that is here. */
async function placesOf(
  db: Db,
  flow: Flow,
  voyages: number[],
  facts: Facts[],
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  if (flow.message === 'COARRI') {
    for (const id of voyages) places.set(`v${id}`, placeAt(await hereOf(db, id)));
    return places;
  }
  const terminals = new Set(facts.map(({ terminal_id }) => terminal_id));
  for (const id of terminals) places.set(`t${id}`, placeAt(await hereAt(db, id)));
  return places;
}

function placeAt(here: Here | undefined): Place {
  if (here?.locode) return { port: here.locode, terminal: here.smdg_code };
  throw new Refused({
    code: EDI.no_port,
    sentence: here
      ? `Terminal '${here.name}' has no port, which messages have to name.`
      : 'No terminal is the only one with a port, which messages have to name.',
  });
}
