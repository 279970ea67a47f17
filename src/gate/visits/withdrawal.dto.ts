import { In } from '../../common/input/in';

/** The reason for a cancellation or reversal. */
export class Withdrawal {
  @In.note({ required: true, example: 'The driver went to the wrong terminal' }) reason: string;
}
