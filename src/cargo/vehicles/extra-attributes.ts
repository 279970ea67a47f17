import { In } from '../../common/input/in';
import { BadValue, toText } from '../../common/input/values';

/** The most characters of extra attributes as JSON. */
export const MOST_CHARACTERS = 10_000;
/** The deepest nesting of extra attributes; the object itself is one level. */
export const DEEPEST = 10;

/** The request field for the extra attributes of a vehicle: an object with any keys. */
export const extraAttributes = () =>
  In.custom(
    { type: 'object', additionalProperties: true },
    (raw) => (raw === '' ? null : toExtraAttributes(raw)),
    {
      description: `Any object of up to ${MOST_CHARACTERS} characters as JSON, ${DEEPEST} levels deep; it replaces the one before`,
      example: { engine_hours: 6120 },
    },
  );

/** Takes an object of plain JSON values. Throws BadValue for a value that an answer could not repeat as it was sent. */
export function toExtraAttributes(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new BadValue('must be an object');
  check(raw, 1);
  if (JSON.stringify(raw).length > MOST_CHARACTERS)
    throw new BadValue(`must be at most ${MOST_CHARACTERS} characters long as JSON`);
  return raw as Record<string, unknown>;
}

function check(value: unknown, level: number): void {
  if (typeof value === 'string') toText(value, { max: MOST_CHARACTERS });
  // The JSON parser reads a number that is too large as Infinity.
  if (typeof value === 'number' && !Number.isFinite(value)) throw new BadValue('must have finite numbers');
  if (typeof value !== 'object' || value === null) return;
  if (level > DEEPEST) throw new BadValue(`must be at most ${DEEPEST} levels deep`);
  for (const [key, inner] of Object.entries(value)) {
    toText(key, { max: MOST_CHARACTERS });
    check(inner, level + 1);
  }
}
