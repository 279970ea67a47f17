import type { Gate } from '../../places/setup/gate.kind';
import type { Sentence } from '../../common/languages/sentence';
import { naming, type NamedRecord, type Refusal } from '../../common/errors/errors';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

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

/** The sentence of something that is of another terminal than the gate. */
export type OtherTerminal = (of: {
  terminal: string | null;
  gate: string;
  gate_terminal: string | null;
}) => Sentence;

export const ofContainer =
  (container: string): OtherTerminal =>
  (of) =>
    SAYS['other_terminal.container']({ ...of, container });
export const ofOutGate =
  ({ name: out_gate }: GateOfTerminal): OtherTerminal =>
  (of) =>
    SAYS['other_terminal.out_gate']({ ...of, out_gate });

/**
 * The refusal of something that is of another terminal than the gate.
 * @param other makes the sentence
 */
export function refusalOfTerminal(
  other: OtherTerminal,
  gate: GateOfTerminal,
  { terminal }: OfTerminal,
  { field, records }: { field: string; records: NamedRecord[] },
): Refusal {
  return {
    code: GATE.other_terminal,
    sentence: other({ terminal, gate: gate.name, gate_terminal: gate.terminal }),
    field,
    records: [...records, ...naming('gate', gate.name)],
  };
}
