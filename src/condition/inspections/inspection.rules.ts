import { Conflict, type Failure, naming, Refused } from '../../common/errors/errors';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';

/** What is known of damages where a condition is stated. */
export interface KnownOfCondition {
  container: string;
  /** How many damages the inspection found that were not withdrawn since. */
  found: number;
  /** How many others of the container were open before it. */
  known: number;
}

/** The refusal of a condition that contradicts the damages; undefined where it may be. */
export function refusalOfCondition(
  condition: string,
  { container, found, known }: KnownOfCondition,
): Failure | undefined {
  const contradicts = condition === 'sound' ? found > 0 : found + known === 0;
  if (!contradicts) return undefined;
  const which = condition === 'sound' ? 'sound' : 'damaged';
  return new Refused({
    code: CONDITION.condition_contradicts,
    sentence: CONDITION_SAYS[`condition_contradicts.${which}`]({ container }),
    field: 'condition',
    records: naming('container', container),
  });
}

/** The handover or move that an inspection is of. */
export interface Inspected {
  type: 'interchange' | 'tally_move';
  id: number;
}

/** @throws Conflict for what was inspected already */
export function requireUninspected(
  { type }: Inspected,
  inspection_id: number | null,
  container: string,
): void {
  if (inspection_id === null) return;
  throw new Conflict({
    code: CONDITION.inspected,
    sentence: CONDITION_SAYS[`inspected.${type}`]({ container }),
    records: naming('inspection', inspection_id),
  });
}

/** @throws Conflict for an inspection whose truck has left, or whose tally is closed */
export function requireCorrectable(inspection_id: number, type: Inspected['type'], isOver: boolean): void {
  if (!isOver) return;
  throw new Conflict({
    code: CONDITION.inspection_over,
    sentence: CONDITION_SAYS[`inspection_over.${type}`]({}),
    records: naming('inspection', inspection_id),
  });
}

/** Whether interchanges of a type need an inspection where an organization says so. */
export const needsInspection = (required: string, type: string): boolean =>
  required === 'both' || type === `interchange_${required}`;
