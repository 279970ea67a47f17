import { Refused } from '../../common/errors/errors';
import { type CargoKind, type Done, refusalOfHeld } from './holdable-cargo';

/** Cargo with its name, by which a refusal names it. */
interface NamedCargo {
  id: number;
  name: string;
}

/** Cargo in a container that is announced again, and the ended stay in which a truck inside took the container. */
export interface OnTruck extends NamedCargo {
  stay_id: number;
}

/**
 * The names of the held cargo by id, in order of the ids.
 * @param onTrucks cargo that is held as well when its ended stay is
 * @param heldStays the ended stays that are held
 */
export function namesOfHeld(
  held: NamedCargo[],
  onTrucks: OnTruck[],
  heldStays: { id: number }[],
): Map<number, string> {
  const stays = new Set(heldStays.map(({ id }) => id));
  const all = [...held, ...onTrucks.filter(({ stay_id }) => stays.has(stay_id))];
  return new Map(all.toSorted((one, other) => one.id - other.id).map(({ id, name }) => [id, name]));
}

/**
 * Requires that no cargo is held.
 * @param held the names of held cargo
 * @param done what the caller is about to do with the cargo
 * @throws Refused naming the first held cargo
 */
export function requireFree(kind: CargoKind, held: Map<number, string>, done: Done, field: string): void {
  const [name] = held.values();
  if (name) throw new Refused({ ...refusalOfHeld(kind, name, done), field });
}
