import type { GateOfTerminal } from '../visitors/other-terminal.rules';
import { isMarked, requireOutGate } from './visit-changes.rules';

const north: GateOfTerminal = { direction: 'both', id: 1, name: 'In 1', terminal_id: 1, terminal: 'North' };
const south: GateOfTerminal = { direction: 'both', id: 2, name: 'Out 2', terminal_id: 2, terminal: 'South' };
const ferry: GateOfTerminal = { direction: 'both', id: 3, name: 'Ferry', terminal_id: null, terminal: null };

describe('the out gate of a visit', () => {
  const name = (gate: GateOfTerminal | undefined, other_terminal: 'refuse' | 'mark' | 'ignore') =>
    requireOutGate(gate, 'Out 2', north, { other_terminal });

  it('is known, and of the terminal of the gate where another one is refused', () => {
    expect(() => name(undefined, 'ignore')).toThrow("Gate 'Out 2' is unknown.");
    expect(() => name(south, 'refuse')).toThrow(
      "Out gate 'Out 2' belongs to terminal 'South', and gate 'In 1' to terminal 'North'.",
    );
    expect([name(south, 'mark'), name(south, 'ignore'), name(ferry, 'refuse')]).toEqual([
      south,
      south,
      ferry,
    ]);
  });

  it('marks the visit, as an appointment does, where another terminal is marked', () => {
    expect(isMarked(north, [null, south], { other_terminal: 'mark' })).toBe(true);
    expect(isMarked(north, [south, undefined], { other_terminal: 'ignore' })).toBe(false);
    expect(isMarked(north, [north, ferry], { other_terminal: 'mark' })).toBe(false);
    expect(isMarked(ferry, [south], { other_terminal: 'mark' })).toBe(false);
  });
});
