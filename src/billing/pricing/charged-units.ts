import type { Unit } from './count-units';

import type { Counting } from '../tariffs/rate';

/** A unit that is charged. */
export interface ChargedUnit extends Unit {
  /** Counts the charged units from 1. */
  number: number;
  /** The number by which tiers go. */
  tier: number;
  /** The unit that made it be charged: itself, or the first one behind free time that is lost. */
  due: Unit;
}

/**
 * Those of the units that are charged. The first `free` ones are not; with `free_excludes_closed` a closed day does not
 * use up free time, and is free while it lasts. Behind it closed days are charged, unless `charge_excludes_closed`.
 * With `free_time: lost` all units are charged as soon as one is.
 */
export function* chargedUnits(
  units: Iterable<Unit>,
  counting: Counting,
  free: number,
  isClosed: (day: number) => boolean,
): Generator<ChargedUnit, void> {
  const { free_excludes_closed, charge_excludes_closed, free_time, tiers_count } = counting;
  const lost: Unit[] = [];
  let left = free;
  let number = 0;
  let last = 0;
  const charge = (unit: Unit, due: Unit): ChargedUnit => {
    number += 1;
    const { n, day, begin } = unit;
    return { n, day, begin, number, tier: tiers_count === 'all' ? n : number, due };
  };
  for (const unit of units) {
    // those that were left out before it cost nothing, and are charged
    number += unit.n - last - 1;
    last = unit.n;
    const closed = isClosed(unit.day);
    const uncharged = closed && charge_excludes_closed;
    if (left > 0) {
      if (!(closed && free_excludes_closed)) left -= 1;
      if (!uncharged) lost.push(unit);
    } else if (!uncharged) {
      if (free_time === 'lost') for (const each of lost.splice(0)) yield charge(each, unit);
      yield charge(unit, unit);
    }
  }
}
