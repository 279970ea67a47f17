import type { Gate } from '../../places/setup/gate.kind';
import { naming, type NamedRecord, type Refusal } from '../../common/errors/errors';
import { GATE } from '../gate.codes';

/** A terminal by id and name; null where a gate or a place belongs to none. */
export interface OfTerminal {
  terminal_id: number | null;
  terminal: string | null;
}

/** A gate with its terminal. */
export interface GateOfTerminal extends OfTerminal {
  id: number;
  name: string;
  direction: Gate['direction'];
}

/** Whether something is of another terminal than the gate. What belongs to no terminal fits anywhere (decision 365). */
export function isOtherTerminal(gate: OfTerminal, { terminal_id }: OfTerminal): boolean {
  return gate.terminal_id !== null && terminal_id !== null && gate.terminal_id !== terminal_id;
}

/**
 * The refusal of something that is of another terminal than the gate.
 * @param what the beginning of the sentence: `Container 'X'`
 */
export function refusalOfTerminal(
  what: string,
  gate: GateOfTerminal,
  { terminal }: OfTerminal,
  { field, records }: { field: string; records: NamedRecord[] },
): Refusal {
  return {
    code: GATE.other_terminal,
    sentence: `${what} belongs to terminal '${terminal}', and gate '${gate.name}' to terminal '${gate.terminal}'.`,
    field,
    records: [...records, ...naming('gate', gate.name)],
  };
}
