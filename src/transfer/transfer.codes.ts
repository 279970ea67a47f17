import { codes } from '../common/errors/codes';

/** The refusals of imports. */
export const TRANSFER = codes('transfer', {
  kind_unknown: 'No kind of records is called so, and no import takes it.',
  file_empty: 'The body that was to be a file is empty.',
  too_many_imports: 'As many imports of the organization wait as may.',
});
