import { COMMON } from '../../common/errors/codes';
import { naming, type Refusal } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import { CARGO } from '../../cargo/cargo.codes';
import { type LastMoved, refusalOfEarlier } from '../../cargo/containers/movement-time.rules';
import { type ContainerMove, refusalsOfStacks, type Stacks } from '../../cargo/containers/stacks.rules';
import { isAtTerminal } from '../../places/locations/locations';

/** A container that is to be moved, locked. */
export interface Moving extends LastMoved {
  current_location_type: string | null;
  current_location_id: number | null;
  /** The name of the place that it is to go to. */
  to_name: string;
}

/**
 * Why a container is not moved at the terminal: it is not here, it is at this place already, the time is wrong, or it
 * does not fit the slot (decision 440). A hold does not keep it from being moved.
 * @param isDated whether the request dates the move; the time of one that it does not date may follow a clock that was ahead
 */
export function againstMove(
  container: Moving,
  move: ContainerMove,
  stacks: Stacks,
  isDated: boolean,
): Refusal[] {
  const { number, current_location_type: type, current_location_id: id, to_name } = container;
  const records = naming('container', number);
  if (!isAtTerminal(type))
    return [
      {
        code: CARGO.container_not_at_terminal,
        sentence: CARGO_SAYS.container_not_at_terminal({ container: number }),
        records,
      },
    ];
  const refusals: Refusal[] = [];
  if (type === move.to!.type && id === move.to!.id)
    refusals.push({
      code: CARGO.same_place,
      sentence: `Container '${number}' is at ${to_name} already.`,
      field: 'to',
      records,
    });
  if (isDated && isToCome(move.moved_at))
    refusals.push({
      code: COMMON.time_to_come,
      sentence: 'A container cannot have been moved at a time to come.',
      field: 'moved_at',
    });
  const early = refusalOfEarlier(move.moved_at, [container], 'moved_at');
  if (early) refusals.push(early);
  const ofStacks = refusals.some(({ field }) => field === 'to') ? [] : refusalsOfStacks([move], stacks);
  return [...refusals, ...ofStacks.map(({ field, refusal }) => ({ ...refusal, field }))];
}
