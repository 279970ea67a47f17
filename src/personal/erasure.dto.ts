import { In } from '../common/input/in';

/** Why personal data is erased. The reason is kept, so it should not tell of whom. */
export class Erasure {
  @In.note({
    required: true,
    description: 'Why; it is kept in the trace of the erasure, so it should not name the person',
    example: 'Asked for on 20 November, case 4711',
  })
  reason: string;
}
