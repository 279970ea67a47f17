import { jsonObject } from '../../common/view/json-sql';
import type { Of } from '../../common/view/view';
import type { Told } from '../../common/party-wall/open-to';
import { atTerminal, isAtTerminal, locationName } from './locations';
import { terminalId } from './place-of';

/** Types of places elsewhere that everybody knows. */
const KNOWN = ['Ship', 'Voyage', 'Port'];

const typeOf = (of: Of) => of('current_location_type');

/** SQL: a value of the terminal for places at one, another for ships, voyages and ports, which all know; else NULL. */
const byPlace = (inside: (of: Of) => string, known: (of: Of) => string) => (of: Of) =>
  `CASE WHEN ${atTerminal(typeOf(of))} THEN ${inside(of)}
    WHEN ${typeOf(of)} IN ('${KNOWN.join("', '")}') THEN ${known(of)} END`;

const type = (of: Of) => `CASE WHEN ${atTerminal(typeOf(of))} THEN 'Terminal' ELSE ${typeOf(of)} END`;
const id = byPlace(
  (of) => `(${terminalId(of)})`,
  (of) => of('current_location_id'),
);
const name = byPlace(
  (of) => `(SELECT n.name FROM terminals n
    WHERE n.organization_id = ${of('organization_id')} AND n.id = (${terminalId(of)}))`,
  locationName,
);

/**
 * The fields of a place as parties see them: all places at a terminal are that terminal, and those elsewhere are named
 * only where everybody knows them. A consignee or another container would tell whose it is.
 */
export const PLACE_FOR_PARTIES = {
  current_location_type: type,
  current_location_id: id,
  current_location: name,
  location: (of: Of) =>
    `CASE WHEN ${typeOf(of)} IS NOT NULL THEN ${jsonObject({ type: type(of), id: id(of), name: name(of) })} END`,
};

/** The place of a stored record, for parties. A record that does not name its terminal tells that it is at one. */
function placeTold(record: Parameters<Told>[0]) {
  const type = record.current_location_type as string | null;
  if (type === null) return null;
  if (isAtTerminal(type)) {
    const { id = null, name = null } = (record.terminal ?? {}) as { id?: number; name?: string };
    return { type: 'Terminal', id, name };
  }
  const isKnown = KNOWN.includes(type);
  const { current_location_id: id, current_location: name } = record;
  return { type, id: isKnown ? id : null, name: isKnown ? name : null };
}

/** The same of records in events. */
export const PLACE_TOLD: Record<keyof typeof PLACE_FOR_PARTIES, Told> = {
  current_location_type: (record) => placeTold(record)?.type ?? null,
  current_location_id: (record) => placeTold(record)?.id ?? null,
  current_location: (record) => placeTold(record)?.name ?? null,
  location: placeTold,
};
