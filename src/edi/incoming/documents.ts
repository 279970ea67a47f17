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
import type { Word } from './reading/words';
import { isFault, type Intent, standingOf, takenAs } from './standing';
import type { Work } from './work';

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
  work: Work,
  list: 'shipping_line' | 'container_type' | 'port',
  words: (Word | null)[],
  unless: { what: string; code: string; warns: boolean },
  containers?: ContainersOfWords,
): Promise<Map<string, { id: number; key: string }>> {
  const said = words.flatMap((word) => word ?? []);
  const found = await namedBy(
    work.db,
    work.partner.id,
    list,
    said.map(({ text }) => text),
  );
  const known = new Map<string, { id: number; key: string }>();
  const told = new Set<string>();
  for (const word of said) {
    const named: Named | undefined = found.get(word.text);
    if (named && 'id' in named) known.set(word.text, named);
    else if (!told.has(word.text)) {
      told.add(word.text);
      const container = containers?.get(word) ?? null;
      if (named)
        work.refuse(
          COMMON.ambiguous_reference,
          `${unless.what} ${quoted(word.text)} may be ${named.several.join(' or ')}.`,
          word,
          container,
        );
      else
        work[unless.warns ? 'warn' : 'refuse'](
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
export const linesMeant = (work: Work, words: (Word | null)[], containers?: ContainersOfWords) =>
  meant(work, 'shipping_line', words, LINES, containers);

/**
 * Finds the line of a message and its flow. A message touches only the lines of its flow. Returns undefined when it is
 * refused.
 */
export async function lineAndFlow(
  work: Work,
  word: Word | null,
  needsLine = true,
): Promise<Line | null | undefined> {
  const lines = await linesMeant(work, [word]);
  const found = word && lines.get(word.text);
  const line = found ? { id: found.id, code: found.key } : null;
  if (!line && needsLine && !work.isRefused) work.refuse(EDI.missing, 'The message names no shipping line.');
  await chooseFlow(work, line);
  if (line) work.head.shipping_line_id = line.id;
  return work.isRefused ? undefined : line;
}

/** Chooses the flow of a message: one for its kind, its directory, and its line. */
async function chooseFlow(work: Work, line: Line | null): Promise<void> {
  const { db, message, partner } = work;
  const flows = await db.query<Columns<EdiFlow> & { id: number; has_line: boolean }>(sql`
    SELECT f.*, l.id IS NULL OR ${isOfFlow('f')} AS has_line
    FROM edi_flows f
    LEFT JOIN shipping_lines l ON l.organization_id = f.organization_id AND l.id = ${line?.id ?? null}::bigint
    WHERE f.organization_id = ${db.actor.organization_id} AND f.partner_id = ${partner.id} AND f.direction = 'in'
      AND f.message = ${message.message} AND f.active ORDER BY f.id`);
  const unh = { segment: message.first_segment, tag: 'UNH' };
  if (!flows.length)
    return work.refuse(
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
    return work.refuse(
      EDI.directory_unknown,
      `${message.message} ${which} is in no flow from '${partner.name}'.`,
      unh,
    );
  }
  const flow = read.find(({ has_line }) => has_line);
  work.flow = flow ?? read[0];
  work.head.flow_id = work.flow!.id;
  if (!flow)
    work.refuse(
      EDI.line_not_in_flow,
      `Line '${line!.code}' is in no flow for ${message.message} from '${partner.name}'.`,
    );
}

/** Notes what the head of a document says of it; times are local to the line, else the partner. */
export async function noteHead(work: Work, head: Head, line: Line | null): Promise<void> {
  work.head.document_number = head.document_number;
  work.head.function = head.function_code ?? (head.function ? '9' : null);
  work.head.document_date = await dateOf(work, head, line);
}

async function dateOf(work: Work, head: Head, line: Line | null): Promise<Date | null> {
  if (!head.document_date) return work.prepared_at;
  const zone = await zoneOf(work, line);
  try {
    return new Date(timeOf(head.document_date, zone));
  } catch (error) {
    if (error instanceof BadValue) return work.prepared_at;
    throw error;
  }
}

/** The zone of local times in a message: that of the line, else of the partner, else of the organization. */
async function zoneOf({ db, partner }: Work, line: Line | null): Promise<string> {
  const settings = line && (await db.find(EdiSettings, { shipping_line_id: line.id }));
  const ofLine = settings?.time_zone && timeZoneNamed(settings.time_zone);
  return ofLine || partner.time_zone || db.actor.time_zone;
}

/**
 * Decides what a document does with what stands for its subject. Returns undefined when it is refused.
 * @param always whether an original replaces another one, as a bayplan does
 */
export async function intentOf(work: Work, subject: string, always = false): Promise<Intent | undefined> {
  const { message, head } = work;
  head.subject = subject;
  const standing = await standingOf(work.db, work.partner.id, subject, message.id);
  const taken = takenAs(
    {
      function: head.function ?? null,
      document_number: head.document_number ?? null,
      document_date: head.document_date ?? null,
      replaces: always || (work.flow?.original_replaces ?? false),
      force: message.force,
    },
    standing,
  );
  if (isFault(taken)) {
    work.errors.add(taken);
    return undefined;
  }
  work.warnings.add(...taken.warnings);
  const isWhole = taken.intent === 'replace' || taken.intent === 'cancel';
  work.stood = isWhole ? taken.stood : undefined;
  work.cancels = taken.intent === 'cancel';
  return taken.intent;
}

/** Finds the voyage that a message names; null when it names none. Returns undefined when it is refused. */
export async function voyageOf(
  work: Work,
  words: VoyageWords | null,
  line: Line | null,
): Promise<FoundVoyage | null | undefined> {
  if (!words) return null;
  const place = words.conveyance ?? words.voyage ?? words.imo ?? words.call_sign ?? words.vessel ?? {};
  const outcome = await voyageNamed(work.db, work.partner.id, line?.id ?? null, {
    imo: words.imo?.text ?? null,
    call_sign: words.call_sign?.text ?? null,
    vessel: words.vessel?.text ?? null,
    conveyance: words.conveyance?.text ?? null,
    von: words.voyage?.text ?? null,
  });
  if ('voyage' in outcome) {
    work.head.voyage_id = outcome.voyage.id;
    return outcome.voyage;
  }
  const said = words.conveyance?.text ?? words.voyage?.text ?? '';
  if ('several' in outcome)
    work.refuse(
      EDI.voyage_ambiguous,
      `Voyage ${quoted(said)} may be ${outcome.several.join(' or ')}.`,
      place,
    );
  else if ('over' in outcome)
    work.refuse(EDI.voyage_over, `Voyage ${outcome.over} has departed or was cancelled.`, place);
  else {
    const vessel = words.vessel?.text ?? words.imo?.text ?? words.call_sign?.text;
    const open = outcome.open.length ? ` Its voyages that are to come: ${outcome.open.join(', ')}.` : '';
    work.refuse(
      EDI.voyage_unknown,
      `Voyage ${quoted(said)}${vessel ? ` of vessel ${quoted(vessel)}` : ''} is unknown.${open}`,
      place,
    );
  }
  return undefined;
}
