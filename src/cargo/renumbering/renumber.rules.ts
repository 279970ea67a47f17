import { COMMON } from '../../common/errors/codes';
import { type Failure, naming, type Refusal, Refused, together } from '../../common/errors/errors';
import { CARGO } from '../cargo.codes';

interface NumberedContainer {
  id: number;
  number: string;
}

/** A container that gets another number, and the one that has this number already, both locked. */
export interface LoadedRenumbering {
  container: NumberedContainer;
  other: (NumberedContainer & Joined) | undefined;
}

/** What decides whether two records can become one, and which of them the one is like. */
export interface Joined {
  /** Whether two of their stays overlap in time. */
  overlap: boolean;
  /** How many of their stays are not over. */
  open: number;
  /** The hold types of which both have a hold that would be of one stay then. */
  held_twice: string[];
  /** The stay that the one will show, and whose it is; null when neither has one. */
  shown: { stay_id: number; container_id: number } | null;
}

/** The reasons why a container cannot get this number, all of them; undefined when it can. */
export function refusalToRenumber(
  { container, other }: LoadedRenumbering,
  number: string,
): Failure | undefined {
  const reasons: Omit<Refusal, 'field'>[] = [];
  if (container.number === number)
    reasons.push({
      code: COMMON.taken,
      sentence: `Container '${number}' has this number already.`,
      records: naming('container', number),
    });
  if (other) {
    const both = `Containers '${container.number}' and '${number}'`;
    const records = naming('container', container.number, number);
    if (other.open > 1)
      reasons.push({
        code: CARGO.containers_apart,
        sentence: `${both} both have a stay that is not over, and cannot become one.`,
        records,
      });
    else if (other.overlap)
      reasons.push({
        code: CARGO.containers_apart,
        sentence: `${both} were here at the same time, and cannot become one.`,
        records,
      });
    if (other.held_twice.length)
      reasons.push({
        code: CARGO.hold_in_force,
        sentence: `${both} both have a hold of the type ${other.held_twice.join(', ')}: lift one of them for good first.`,
        records,
      });
  }
  return together(reasons.map((reason) => new Refused({ ...reason, field: 'number' })));
}

/**
 * The record that stays, which is the older one, the one that goes, and the one whose facts the container has then: type,
 * line, place and all else are those of the record whose stay is open, else of the later stay. Without stays they are those
 * of the record with the right number.
 */
export function joining(
  container: NumberedContainer,
  other: NumberedContainer & Joined,
): { kept: number; gone: number; like: number; stay_id: number | null } {
  const [kept, gone] = [Math.min(container.id, other.id), Math.max(container.id, other.id)];
  const { stay_id = null, container_id = other.id } = other.shown ?? {};
  return { kept, gone, like: container_id, stay_id };
}
