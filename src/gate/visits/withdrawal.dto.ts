import { In } from '../../common/input/in';

/** Why what was done at the gate is taken back. */
export class TakeBack {
  @In.note({
    required: true,
    min: 1,
    pattern: /\S/,
    must: 'must not be blank',
    example: 'The driver went to the wrong terminal',
  })
  reason: string;
}
