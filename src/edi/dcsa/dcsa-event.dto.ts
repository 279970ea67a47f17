import { In, listOf } from '../../common/input/in';
import { BadValue, toOneOf, toText } from '../../common/input/values';
import type { Place } from './event-id';

/** The words of the standard, of which some are of events that no terminal has. */
const EVENT_TYPES = ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'] as const;
const EQUIPMENT_CODES = [
  'LOAD', 'DISC', 'GTIN', 'GTOT', 'STUF', 'STRP', 'PICK', 'DROP', 'INSP', 'RSEA', 'RMVD',
] as const; // prettier-ignore
const TRANSPORT_CODES = ['ARRI', 'DEPA'] as const;

/** The most values of one parameter. */
const MOST_VALUES = 20;

/** Several values, separated by commas. Returns null for a blank one. */
function several<T>(read: (raw: unknown) => T): (raw: unknown) => T[] | null {
  return (raw) => {
    const values = toText(raw, { max: 2000 })
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
    if (values.length > MOST_VALUES) throw new BadValue(`must be ${MOST_VALUES} at most`);
    return values.length ? listOf(read)(values) : null;
  };
}

const oneOf = (words: readonly string[], description: string, example: string) =>
  In.custom(
    { type: 'string', maxLength: 2000 },
    several((raw) => toOneOf(raw, words)),
    { description: `${description}; several separated by commas`, example },
  );

const texts = (description: string, example: string) =>
  In.custom(
    { type: 'string', maxLength: 2000 },
    several((raw) => toText(raw, { max: 255 })),
    { description: `${description}; several separated by commas`, example },
  );

const createdAt = (what: string) => In.time({ description: `Only events that were written ${what}` });

/** The place behind all that an event of the feed becomes. */
const WHOLE = 9;

/** The place from which an event of the feed is next; before the first one by default. */
export const behind = (event = 0): Place => ({ event, part: WHOLE });

/** A place in the feed as it stands in `cursor`. */
export const cursorOf = ({ event, part }: Place): string =>
  part === WHOLE ? `${event}` : `${event}-${part}`;

/** @throws BadValue */
function toCursor(raw: unknown): Place | null {
  if (raw === '') return null;
  const [, event, part] = /^(\d{1,14})(?:-([0-3]))?$/.exec(toText(raw, { max: 17 })) ?? [];
  if (!event) throw new BadValue('must be one that `Next-Page` or `Current-Page` gave');
  return { event: Number(event), part: part ? Number(part) : WHOLE };
}

/** Which events are asked for. */
export class DcsaEventQuery {
  @oneOf(EVENT_TYPES, 'What they are about: EQUIPMENT or TRANSPORT; there are none of SHIPMENT', 'EQUIPMENT')
  eventType?: string[] | null;

  @oneOf(EQUIPMENT_CODES, 'What happened to a container: GTIN, GTOT, DISC or LOAD', 'GTIN,GTOT')
  equipmentEventTypeCode?: string[] | null;

  @oneOf(TRANSPORT_CODES, 'What happened to a vessel: ARRI or DEPA', 'ARRI')
  transportEventTypeCode?: string[] | null;

  @texts('The number of a container, as it was then', 'WHAU4142033')
  equipmentReference?: string[] | null;

  @texts('The number of the booking that the container was for', 'WHA331057')
  carrierBookingReference?: string[] | null;

  @texts('The IMO number of the vessel', '2001474')
  vesselIMONumber?: string[] | null;

  @texts('The number of the voyage, as the events have it', 'WP2611')
  carrierVoyageNumber?: string[] | null;

  @createdAt('at this time') eventCreatedDateTime?: string | null;
  @createdAt('at this time') 'eventCreatedDateTime:eq'?: string | null;
  @createdAt('at this time or later') 'eventCreatedDateTime:gte'?: string | null;
  @createdAt('after this time') 'eventCreatedDateTime:gt'?: string | null;
  @createdAt('at this time or earlier') 'eventCreatedDateTime:lte'?: string | null;
  @createdAt('before this time') 'eventCreatedDateTime:lt'?: string | null;

  @In.per({
    most: 500,
    description: 'Events an answer: 100 unless given; more than 500 is taken as 500',
    example: 100,
  })
  limit?: number | null;

  @In.custom({ type: 'string', maxLength: 17, pattern: '^\\d{1,14}(-[0-3])?$' }, toCursor, {
    description: 'The place in the feed to go on from, as `Next-Page` gives it',
    example: '4711',
  })
  cursor?: Place | null;
}
