import { In } from '../../common/input/in';

/** What rows of lists carry where it is requested. */
const CARRIED = ['leaving'] as const;

/** The parameters by which lists of containers and stays say what may leave. */
export const leavingFilters = {
  may_leave: In.bool({
    description: 'Those here that may leave now, as the gate would say, or those here that may not',
  }),
  with: In.oneOf(CARRIED, {
    description: '`leaving`: rows have `may_leave` and `due`, but not those of a file',
  }),
};
