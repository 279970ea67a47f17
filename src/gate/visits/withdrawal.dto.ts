import { In } from '../../common/input/in';

/** Why what was done or agreed on is taken back. */
export class Withdrawal {
  @In.note({ required: true, example: 'The driver went to the wrong terminal' }) reason: string;
}
