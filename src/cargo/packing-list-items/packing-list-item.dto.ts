import { In } from '../../common/input/in';

/** How many packages of an item are taken out, or handed over. */
export class Packages {
  @In.int({ required: true, min: 1, description: 'How many packages, beside those before', example: 40 })
  quantity: number;
}
