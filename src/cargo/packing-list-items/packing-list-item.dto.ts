import { In } from '../../common/input/in';

/** A number of packages to strip or deliver. */
export class Packages {
  @In.int({ required: true, min: 1, description: 'How many packages, beside those before', example: 40 })
  quantity: number;
}
