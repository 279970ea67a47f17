import { codes } from '../common/errors/codes';

/** The refusals of erasing. */
export const PERSONAL = codes('personal', {
  driver_expected: 'The driver is inside or announced, and is erased afterwards.',
});
