import { In } from '../../common/input/in';

/** The body of an emptying. */
export class EmptyAt {
  @In.time({ description: 'Now unless given' }) at?: string | null;
}
