import { PARTIES } from '../../common/view/compiler';
import type { Level, Openness, Told } from '../../common/view/open-to';
import type { Of } from '../../common/view/view';
import { PLACE_FOR_PARTIES, PLACE_TOLD } from '../../places/locations/place-for-parties';

const FIELDS = Object.keys(PLACE_FOR_PARTIES) as (keyof typeof PLACE_FOR_PARTIES)[];

/** The columns of a record that say of which stay it is, and when the container came for that stay. */
interface StayOfRecord {
  id: string;
  in_at: string;
}

/** SQL: whether the actor brings the container for the stay of a record, so that the weight is no secret to it. */
export const bringsForStay =
  ({ id }: StayOfRecord) =>
  (of: Of) =>
    `stay_is_brought_by(${of('organization_id')}, ${of(id)}, ${PARTIES})`;

/**
 * SQL: whether the actor is told where the container is. Before it comes for a stay, that is where the one before left it,
 * unless it comes by a voyage: whoever announces that it brings a container does not learn that.
 */
const isToldPlace = (of: Of, { id, in_at }: StayOfRecord) => `(${of(in_at)} IS NOT NULL
  OR ${of('arrival_voyage_id')} IS NOT NULL
  OR EXISTS (SELECT FROM stay_parties p
    WHERE p.organization_id = ${of('organization_id')} AND p.stay_id = ${of(id)} AND p.party_id = ANY(${PARTIES})
      AND p.level = 'owner'))`;

/**
 * The fields of the place of a container, as parties see them in a stay.
 * @param value makes of the SQL of a field of the container that of the record
 */
export const placeOfStay = (
  stay: StayOfRecord,
  value: (place: (of: Of) => string) => (of: Of) => string = (place) => place,
): Required<Openness>['instead'] =>
  Object.fromEntries(
    FIELDS.map((field) => [
      field,
      (of: Of) => `CASE WHEN ${isToldPlace(of, stay)} THEN ${value(PLACE_FOR_PARTIES[field])(of)} END`,
    ]),
  );

/** Whether a carrier or an owner is told where a container is that has come at this time, or comes by this voyage. */
export const isPlaceTold = (level: Level, in_at: unknown, voyage: unknown): boolean =>
  level === 'owner' || Boolean(in_at ?? voyage);

/** The same fields of records in events. */
export const PLACE_OF_STAY_TOLD: Record<string, Told> = Object.fromEntries(
  FIELDS.map((field) => [
    field,
    (record, level) =>
      isPlaceTold(level, record.in_at, record.arrival_voyage) ? PLACE_TOLD[field](record, level) : null,
  ]),
);
