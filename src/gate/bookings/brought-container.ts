import { type Code } from '../../common/errors/codes';
import { naming } from '../../common/errors/errors';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { type GateReason, gateReason } from '../refusals/refused-at-gate';

/** A container that a truck brings, as it is known before the truck hands it over. */
export interface BroughtContainer {
  container: string;
  /** Whether it is at the terminal. */
  here: boolean;
  /** The number of the voyage that it is expected with; null for none. */
  expected_by: string | null;
}

/** The reason against a drop-off of a container that is here. */
export function alreadyHere(container: string): GateReason<Code> {
  return gateReason(GATE.already_here, SAYS.already_here({ container }), naming('container', container));
}

/** The reason against a drop-off of a container whose stay a voyage announced (decision 780). */
export function expectedByVoyage(container: string, voyage: string): GateReason<Code> {
  return gateReason(
    GATE.expected_by_voyage,
    SAYS.expected_by_voyage({ container, voyage }),
    naming('container', container),
  );
}

/** The reason against a drop-off of this container; undefined when a truck may bring it. */
export function againstBringing({
  container,
  here,
  expected_by,
}: BroughtContainer): GateReason<Code> | undefined {
  if (here) return alreadyHere(container);
  return expected_by === null ? undefined : expectedByVoyage(container, expected_by);
}
