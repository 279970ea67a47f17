import { eventTypes, PARTY_ADDED } from '../../common/recording/event-types';
import { subjectTypes } from '../../common/recording/subject';
import { In, listOf } from '../../common/input/in';
import { BadValue, toInteger, toOneOf, toText } from '../../common/input/values';

/**
 * The event types that a name or a pattern such as `container.*` matches.
 * @throws BadValue when there are none
 */
function typesOf(raw: unknown): string[] {
  const name = toText(raw, { min: 1, max: 255 });
  const all = [...eventTypes().keys(), PARTY_ADDED];
  const types = name === '*' ? all : all.filter((type) => isOf(type, name));
  if (!types.length) throw new BadValue(`is no type of event: '${name}'`);
  return types;
}

/** Whether a type equals the name or matches a pattern such as `container.*`. */
export function isOf(type: string, name: string): boolean {
  return name.endsWith('.*') ? type.startsWith(name.slice(0, -1)) : type === name;
}

const queryList = (raw: unknown) => listOf(typesOf)(Array.isArray(raw) ? raw : [raw]).flat();

/** The subject types of events. */
export const subjects = (): string[] =>
  [...subjectTypes().keys(), 'billing_profile', 'import', 'organization'].sort();

/** The query parameters of the feed that are open to tokens that are limited to parties. */
export const OPEN_FILTERS = [
  'after',
  'types',
  'types[]',
  'subject_type',
  'subject',
  'about',
  'occurred_from',
  'occurred_until',
];

/** Filters events. */
export class EventFilter {
  @In.custom(
    { type: 'array', items: { type: 'string', maxLength: 255 }, maxItems: 1000 },
    (raw) => (raw === '' ? null : queryList(raw)),
    { description: 'Types of event, or all of a kind of record: `container.*`', example: ['container.*'] },
  )
  types?: string[] | null;

  @In.custom({ type: 'string', maxLength: 255 }, (raw) => (raw === '' ? null : toOneOf(raw, subjects())), {
    description: 'What kind of record they are about',
    example: 'container',
  })
  subject_type?: string | null;

  @In.text({
    max: 2000,
    description: 'The id or the key of the record that they are about',
    example: 'WHAU4142033',
  })
  subject?: string | null;

  @In.custom({ type: 'string', maxLength: 2100 }, toRecord, {
    description: 'The record that they concern, by what it is called and its id or key',
    example: 'container:WHAU4142033',
  })
  about?: { type: string; record: string } | null;

  @In.time({ description: 'Happened at this time or later' }) occurred_from?: string | null;
  @In.endTime({
    from: 'occurred_from',
    description: 'Happened at this time or earlier; a date alone is the end of that day',
  })
  occurred_until?: string | null;
}

/** The start in the feed and a filter, for the feed and for streams. */
export class PlaceQuery extends EventFilter {
  @In.custom(
    {
      type: 'integer',
      oneOf: [
        { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'string', pattern: '^latest$', maxLength: 6 },
      ],
    },
    toPlace,
    {
      description:
        'The id of the event behind which to begin, 0 for before the first; `latest` for the end of the feed',
      example: 4711,
    },
  )
  after?: number | 'latest' | null;
}

/** A page of the feed. */
export class EventQuery extends PlaceQuery {
  @In.per({
    most: 500,
    description: 'Events a page: 100 unless given; more than 500 is taken as 500',
    example: 100,
  })
  per?: number | null;
}

function toPlace(raw: unknown): number | 'latest' | null {
  if (raw === '' || raw === 'latest') return raw || null;
  return toInteger(raw, { min: 0, max: Number.MAX_SAFE_INTEGER });
}

function toRecord(raw: unknown): { type: string; record: string } | null {
  const text = toText(raw, { max: 2100 });
  if (!text) return null;
  const [, type, record] = /^([a-z_]+):(.+)$/s.exec(text) ?? [];
  if (!type || !record || !subjectTypes().has(type))
    throw new BadValue('must be what a record is called and its id or key, such as container:WHAU4142033');
  return { type, record };
}
