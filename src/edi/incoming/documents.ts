import sql from 'sql-template-tag';
import { COMMON } from '../../common/errors/codes';
import { BadValue } from '../../common/input/values';
import type { Columns } from '../../common/schema/columns';
import { timeZoneNamed } from '../../common/tenancy/time-zone';
import { EdiSettings } from '../../parties/shipping-lines/edi-settings.entity';
import { EDI } from '../edi.codes';
import type { EdiFlow } from '../partners/edi-flow.kind';
import { isOfFlow } from '../partners/flow-lines';
import { type Named, namedBy } from '../partners/words';
import { type FoundVoyage, voyageNamed } from '../partners/voyages';
import { quoted } from './reading/findings';
import type { Head, VoyageWords } from './reading/head';
import { timeOf } from './reading/moments';
import { type NamedParty, stored, type Word } from './reading/words';
import { isFault, type Intent, standingOf, takenAs } from './standing';
import type { Attempt } from './attempt';

/** A shipping line of a message. */
export interface Line {
  id: number;
  code: string;
}

/** The container that each word is said of. */
export type ContainersOfWords = ReadonlyMap<Word | null, string | null>;

/** The containers that words of items are said of. */
export const containersOfWords = <T extends { number: string | null }>(
  items: T[],
  words: (item: T) => (Word | null)[],
): ContainersOfWords =>
  new Map(items.flatMap((item) => words(item).map((word) => [word, item.number] as const)));

/**
 * The records that words name; what is unknown or ambiguous is refused, or a warning where the record may be missing.
 * @param containers the container that a word is said of
 */
export async function meant(
  attempt: Attempt,
  list: 'shipping_line' | 'container_type' | 'port',
  words: (Word | null)[],
  unless: { what: string; code: string; warns: boolean },
  containers?: ContainersOfWords,
): Promise<Map<string, { id: number; key: string }>> {
  const named = words.flatMap((word) => word ?? []);
  const found = await namedBy(
    attempt.db,
    attempt.partner.id,
    list,
    named.map(({ text }) => text),
  );
  const known = new Map<string, { id: number; key: string }>();
  const noted = new Set<string>();
  for (const word of named) {
    const record: Named | undefined = found.get(word.text);
    if (record && 'id' in record) known.set(word.text, record);
    else if (!noted.has(word.text)) {
      noted.add(word.text);
      const container = containers?.get(word) ?? null;
      if (record)
        attempt.refuse(
          COMMON.ambiguous_reference,
          `${unless.what} ${quoted(word.text)} may be ${record.several.join(' or ')}.`,
          word,
          container,
        );
      else
        attempt[unless.warns ? 'warn' : 'refuse'](
          unless.code,
          `${unless.what} ${quoted(word.text)} is unknown.`,
          word,
          container,
        );
    }
  }
  return known;
}

const LINES = { what: 'Shipping line', code: COMMON.unknown_reference, warns: false };

/** The lines that words name; an unknown one is refused. */
export const linesMeant = (attempt: Attempt, words: (Word | null)[], containers?: ContainersOfWords) =>
  meant(attempt, 'shipping_line', words, LINES, containers);

/**
 * Finds the line of a message and its flow. A message touches only the lines of its flow. Returns undefined when it is
 * refused.
 */
export async function lineAndFlow(
  attempt: Attempt,
  word: Word | null,
  needsLine = true,
): Promise<Line | null | undefined> {
  const lines = await linesMeant(attempt, [word]);
  const found = word && lines.get(word.text);
  const line = found ? { id: found.id, code: found.key } : null;
  if (!line && needsLine && !attempt.isRefused)
    attempt.refuse(EDI.missing, 'The message names no shipping line.');
  await chooseFlow(attempt, line);
  if (line) attempt.head.shipping_line_id = line.id;
  return attempt.isRefused ? undefined : line;
}

/** Chooses the flow of a message: one for its kind, its directory, and its line. */
async function chooseFlow(attempt: Attempt, line: Line | null): Promise<void> {
  const { db, message, partner } = attempt;
  const flows = await db.query<Columns<EdiFlow> & { id: number; has_line: boolean }>(sql`
    SELECT f.*, l.id IS NULL OR ${isOfFlow('f')} AS has_line
    FROM edi_flows f
    LEFT JOIN shipping_lines l ON l.organization_id = f.organization_id AND l.id = ${line?.id ?? null}::bigint
    WHERE f.organization_id = ${db.actor.organization_id} AND f.partner_id = ${partner.id} AND f.direction = 'in'
      AND f.message = ${message.message} AND f.active ORDER BY f.id`);
  const unh = { segment: message.first_segment, tag: 'UNH' };
  if (!flows.length)
    return attempt.refuse(
      EDI.no_flow,
      `there is no active flow for ${message.message} from '${partner.name}'.`,
      unh,
    );
  const read = flows.filter(
    ({ directory, association }) =>
      (directory === null || directory === message.directory) &&
      (association === null || association === message.association),
  );
  if (!read.length) {
    const which = [message.directory, message.association].filter(Boolean).join(' ');
    return attempt.refuse(
      EDI.directory_unknown,
      `${message.message} ${which} is in no flow from '${partner.name}'.`,
      unh,
    );
  }
  const flow = read.find(({ has_line }) => has_line);
  attempt.flow = flow ?? read[0];
  attempt.head.flow_id = attempt.flow!.id;
  if (!flow)
    attempt.refuse(
      EDI.line_not_in_flow,
      `Line '${line!.code}' is in no flow for ${message.message} from '${partner.name}'.`,
    );
}

/** Notes what the head of a document says of it; times are local to the line, else the partner. */
export async function noteHead(attempt: Attempt, head: Head, line: Line | null): Promise<void> {
  attempt.head.document_number = head.document_number;
  attempt.head.function = head.function_code ?? (head.function ? '9' : null);
  attempt.head.document_date = await dateOf(attempt, head, line);
}

async function dateOf(attempt: Attempt, head: Head, line: Line | null): Promise<Date | null> {
  if (!head.document_date) return attempt.prepared_at;
  const zone = await zoneOf(attempt, line);
  try {
    return new Date(timeOf(head.document_date, zone));
  } catch (error) {
    if (error instanceof BadValue) return attempt.prepared_at;
    throw error;
  }
}

/** The zone of local times in a message: that of the line, else of the partner, else of the organization. */
export async function zoneOf({ db, partner }: Attempt, line: Line | null): Promise<string> {
  const settings = line && (await db.find(EdiSettings, { shipping_line_id: line.id }));
  const ofLine = settings?.time_zone && timeZoneNamed(settings.time_zone);
  return ofLine || partner.time_zone || db.actor.time_zone;
}

/**
 * Decides what a document does with what stands for its subject. Returns undefined when it is refused.
 * @param how `replaces`: whether an original replaces another one, as a bayplan does; `isPart`: whether it says a part of
 *   its subject alone; `addsNew`: whether an addition to nothing is an original
 */
export async function intentOf(
  attempt: Attempt,
  subject: string,
  how: { replaces?: boolean; isPart?: boolean; addsNew?: boolean } = {},
): Promise<Intent | undefined> {
  const { message, head } = attempt;
  head.subject = subject;
  const standing = await standingOf(attempt.db, attempt.partner.id, subject, message.id);
  const taken = takenAs(
    {
      function: head.function ?? null,
      document_number: head.document_number ?? null,
      document_date: head.document_date ?? null,
      isPart: how.isPart,
      addsNew: how.addsNew,
      replaces: how.replaces || (attempt.flow?.original_replaces ?? false),
      force: message.force,
    },
    standing,
  );
  if (isFault(taken)) {
    attempt.errors.add(taken);
    return undefined;
  }
  attempt.warnings.add(...taken.warnings);
  const isWhole = taken.intent === 'replace' || taken.intent === 'cancel';
  attempt.stood = isWhole ? taken.stood : undefined;
  attempt.cancels = taken.intent === 'cancel';
  return taken.intent;
}

/** A haulier or forwarder of a message: the record that is known, or else its name in words. */
export type MeantParty = { id: number; name: null } | { id: null; name: string };

/** The haulier or forwarder that a party is, by its code, else by its name. One that may be several is in words as well. */
export async function partyMeant(
  { db, partner }: Attempt,
  list: 'trucking_company' | 'freight_forwarder',
  party: NamedParty | null,
): Promise<MeantParty | null> {
  if (!party) return null;
  const words = [party.word.text, party.name ?? party.word.text];
  const found = await namedBy(db, partner.id, list, words);
  const known = words.map((word) => found.get(word)).find((named) => named && 'id' in named);
  if (known && 'id' in known) return { id: known.id, name: null };
  return { id: null, name: party.name ?? stored(party.word.text) };
}

/** The places of a booking, as UN/LOCODE. */
export interface Locodes {
  port_of_loading: string | null;
  port_of_discharge: string | null;
  place_of_delivery: string | null;
}

/** What words of places name as UN/LOCODE; a word that is none, and of no port, is a warning. */
export async function portsAsLocodes(
  attempt: Attempt,
  places: Record<keyof Locodes, Word | null>,
): Promise<Locodes> {
  const { port_of_loading, port_of_discharge, place_of_delivery } = places;
  const words = [port_of_loading, port_of_discharge, place_of_delivery].flatMap((word) => word?.text ?? []);
  const found = await namedBy(attempt.db, attempt.partner.id, 'port', words);
  const locodeOf = (word: Word | null): string | null => {
    if (!word) return null;
    const port = found.get(word.text);
    if (port && 'id' in port) return port.key;
    if (/^[A-Z]{2}[A-Z2-9]{3}$/i.test(word.text)) return word.text.toUpperCase();
    attempt.warn('port_unknown', `Port ${quoted(word.text)} is unknown.`, word);
    return null;
  };
  return {
    port_of_loading: locodeOf(port_of_loading),
    port_of_discharge: locodeOf(port_of_discharge),
    place_of_delivery: locodeOf(place_of_delivery),
  };
}

/** Finds the voyage that a message names; null when it names none. Returns undefined when it is refused. */
export async function voyageOf(
  attempt: Attempt,
  words: VoyageWords | null,
  line: Line | null,
): Promise<FoundVoyage | null | undefined> {
  if (!words) return null;
  const place = words.conveyance ?? words.voyage ?? words.imo ?? words.call_sign ?? words.vessel ?? {};
  const named = {
    imo: words.imo?.text ?? null,
    call_sign: words.call_sign?.text ?? null,
    vessel: words.vessel?.text ?? null,
    conveyance: words.conveyance?.text ?? null,
    von: words.voyage?.text ?? null,
  };
  const outcome = await voyageNamed(attempt.db, attempt.partner.id, line?.id ?? null, named);
  if ('voyage' in outcome) {
    attempt.head.voyage_id = outcome.voyage.id;
    return outcome.voyage;
  }
  const number = words.conveyance?.text ?? words.voyage?.text ?? '';
  if ('several' in outcome)
    attempt.refuse(
      EDI.voyage_ambiguous,
      `Voyage ${quoted(number)} may be ${outcome.several.join(' or ')}.`,
      place,
    );
  else if ('over' in outcome)
    attempt.refuse(EDI.voyage_over, `Voyage ${outcome.over} has departed or was cancelled.`, place);
  else {
    const vessel = words.vessel?.text ?? words.imo?.text ?? words.call_sign?.text;
    const open = outcome.open.length ? ` Its voyages that are to come: ${outcome.open.join(', ')}.` : '';
    attempt.refuse(
      EDI.voyage_unknown,
      `Voyage ${quoted(number)}${vessel ? ` of vessel ${quoted(vessel)}` : ''} is unknown.${open}`,
      place,
    );
  }
  return undefined;
}
