import { In } from '../../common/input/in';
import type { KindField } from '../../common/setup/kind';
import { LOCATION_TYPES, locationName } from './locations';
import { locationOf, LocationShow } from './place-of';

/** The request and answer fields for the location of a record. */
export const locationTypeInput = () =>
  In.oneOf(LOCATION_TYPES, { description: 'What kind of place current_location names', example: 'YardSlot' });
export const locationTypeOutput: KindField['output'] = (out) => out.oneOf(LOCATION_TYPES);
export const locationInput = () =>
  In.text({
    description:
      "The name, number or code of the place; of a train visit or another place, the terminal's own number",
    example: 'A1-01',
  });
export const locationIdInput = () =>
  In.id({ description: 'The id of the place, instead of current_location' });
export const locationOutput: KindField['output'] = (out) =>
  out.sql(locationName, 'text', { description: 'The place, as requests name it', example: 'A1-01' });
export const locationShown: KindField['output'] = (out) =>
  out.shaped(locationOf(), () => LocationShow, {
    nullable: true,
    description: 'Where it is; null where that is not known',
  });
