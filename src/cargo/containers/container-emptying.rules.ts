import { COMMON } from '../../common/errors/codes';
import { type Failure, naming, type Refusal, Refused, together } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import { CARGO_SAYS } from '../cargo.sentences';
import { CARGO } from '../cargo.codes';
import { refusalOfHeld } from '../held/holdable-cargo';
import { type LastMoved, refusalOfEarlier, timeOfUndated } from './movement-time.rules';

/** A locked container, and what decides whether it can be made empty. */
export interface LoadedEmptying extends LastMoved {
  id: number;
  container_status: string | null;
  /** Whether it is at the terminal, and since when. */
  here: boolean;
  in_at: Date | null;
  /** A packing list item with packages that were not taken out of it. */
  packed: string | null;
  held: boolean;
  now: Date;
}

/** When a container is made empty: at the time that the request says, or else now. */
export function timeOfEmptying(loaded: LoadedEmptying, at: string | null | undefined): Date {
  return at ? new Date(at) : timeOfUndated(loaded.now, loaded.last_moved_at, loaded.in_at);
}

/**
 * The refusal to make a container empty that is not at the terminal, empty already or held, or that has known packages
 * left (decision 431). It combines all reasons.
 */
export function refusalToEmpty(loaded: LoadedEmptying, at: string | null | undefined): Failure | undefined {
  const { number, container_status, here, packed, held, in_at } = loaded;
  const records = naming('container', number);
  const time = timeOfEmptying(loaded, at);
  const refusals: (Refusal | false | null | undefined | '')[] = [
    held && refusalOfHeld('container', number, 'stripped'),
    !here && {
      code: CARGO.container_not_at_terminal,
      sentence: CARGO_SAYS.container_not_at_terminal({ container: number }),
      records,
    },
    container_status === 'empty' && {
      code: CARGO.container_empty,
      sentence: `Container '${number}' is empty already.`,
      records,
    },
    packed !== null && {
      code: CARGO.packages_left,
      sentence: `Container '${number}' has packages of packing list item ${packed} left: strip them.`,
      records: [...records, ...naming('packing_list_item', packed)],
    },
    at &&
      isToCome(at, loaded.now) && {
        code: COMMON.time_to_come,
        sentence: 'A container is not emptied at a time to come.',
        field: 'at',
      },
    refusalOfEarlier(time, [loaded], 'at') ??
      (in_at && time < in_at
        ? {
            code: COMMON.out_of_sequence,
            sentence: `Container '${number}' was not at the terminal yet at this time.`,
            field: 'at',
            records,
          }
        : undefined),
  ];
  return together(refusals.flatMap((refusal) => (refusal ? new Refused(refusal) : [])));
}
