import { In } from '../../common/input/in';
import type { KindField } from '../../common/setup/kind';
import { LOCATION_TYPES, locationLabel } from './locations';

/** The request fields of a record that is somewhere, and how it answers where. */
export const locationTypeInput = () =>
  In.oneOf(LOCATION_TYPES, { description: 'What kind of place current_location names', example: 'YardSlot' });
export const locationInput = () =>
  In.text({ description: 'The name, number or code of the place', example: 'A1-01' });
export const locationOutput: KindField['output'] = (out) =>
  out.sql(locationLabel, 'text', { description: 'Where it is, as a label', example: 'Yard Slot: A1-01' });
