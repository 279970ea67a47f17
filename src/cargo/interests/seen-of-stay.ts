import { Sql } from 'sql-template-tag';
import { PARTIES } from '../../common/view/compiler';
import { type Level, levelOf, type Openness, type Told } from '../../common/party-wall/open-to';
import { isOwnConsignee } from '../../common/party-wall/own-company';
import type { Of } from '../../common/view/view';
import { PLACE_FOR_PARTIES, PLACE_TOLD } from '../../places/locations/place-for-parties';
import type { PartyOfActor } from '../../common/party-wall/party-types';
import { STAY_WAYS } from './ways';

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

/** The ways of those who read the name of a consignee that is another party. */
const READ_NAMES = STAY_WAYS.line | STAY_WAYS.agent | STAY_WAYS.nominated_forwarder;

/**
 * SQL: whether the actor reads who the consignee of a stay is: its line, the agent and nominated forwarders do, and the
 * consignee itself. The consignee of a bill does not learn who else has goods in the container.
 */
export const seesConsignee =
  ({ id }: StayOfRecord) =>
  (of: Of) =>
    `(${isOwnConsignee(of('organization_id'), of('consignee_id'))}
    OR EXISTS (SELECT FROM stay_parties p WHERE p.organization_id = ${of('organization_id')} AND p.stay_id = ${of(id)}
      AND p.party_id = ANY(${PARTIES}) AND p.ways & ${READ_NAMES} > 0))`;

/** The consignee of a record in events. */
export const CONSIGNEE_TOLD: Record<'consignee', Told> = {
  consignee: ({ consignee }, { as, own }) => {
    if (as === 'owner' || as === 'forwarder') return consignee;
    const { id } = (consignee ?? {}) as { id?: number };
    return id !== undefined && own.consignees.includes(id) ? consignee : null;
  },
};

/**
 * SQL: whether the actor is told what is known of the container from before: its type, and where it is. Before it comes for a
 * stay, that is where the one before left it. A carrier is told when it has come, or if it comes by a voyage: whoever announces
 * that it brings a container does not learn that.
 */
const isTold = (of: Of, { id, in_at }: StayOfRecord) => `(${of(in_at)} IS NOT NULL
  OR ${of('arrival_voyage_id')} IS NOT NULL
  OR EXISTS (SELECT FROM stay_parties p
    WHERE p.organization_id = ${of('organization_id')} AND p.stay_id = ${of(id)} AND p.party_id = ANY(${PARTIES})
      AND p.level = 'owner'))`;

/** What the type of a container tells. */
const OF_TYPE = ['container_type', 'size', 'is_high_cube', 'is_reefer'] as const;

/** The fields of the type of a container, by SQL of whether the actor is told them. */
export const typeOfStay = (stay: StayOfRecord): Required<Openness>['own'] =>
  Object.fromEntries(OF_TYPE.map((field) => [field, (of: Of) => isTold(of, stay)]));

/** SQL: whether these parties are told the type of a container, so that a filter by it finds the record. */
export function isTypeTold(of: Of, stay: StayOfRecord, parties: readonly PartyOfActor[]): Sql {
  const text = isTold(of, stay).split(PARTIES);
  return new Sql(
    text,
    text.slice(1).map(() => parties.map(({ id }) => id)),
  );
}

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
      (of: Of) => `CASE WHEN ${isTold(of, stay)} THEN ${value(PLACE_FOR_PARTIES[field])(of)} END`,
    ]),
  );

/** Whether a carrier or an owner is told where a container is, and its type, that has come at this time or comes by this voyage. */
export const isPlaceTold = (level: Level, in_at: unknown, voyage: unknown): boolean =>
  level === 'owner' || Boolean(in_at ?? voyage);

/** The same fields of records in events. */
export const PLACE_OF_STAY_TOLD: Record<string, Told> = Object.fromEntries(
  FIELDS.map((field) => [
    field,
    (record, reader) =>
      isPlaceTold(levelOf(reader), record.in_at, record.arrival_voyage)
        ? PLACE_TOLD[field](record, reader)
        : null,
  ]),
);

/** The fields of its type in events. */
export const TYPE_OF_STAY_TOLD: Record<string, Told> = Object.fromEntries(
  OF_TYPE.map((field) => [
    field,
    (record, reader) =>
      isPlaceTold(levelOf(reader), record.in_at, record.arrival_voyage) ? record[field] : null,
  ]),
);
