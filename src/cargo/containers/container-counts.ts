import { counting } from '../../common/pagination/counts';
import { kindClasses } from '../../common/setup/kind-classes';
import { kindOf } from '../../common/setup/kind';
import { Container } from './container.kind';
import { PLACE_GROUPS } from './place-counts';

/** What containers are counted by. */
export const CONTAINER_GROUPS = {
  container_status: 'Full or empty',
  usage: 'What it is at the terminal for',
  current_location_type: 'What kind of place it is in',
  shipping_line: 'The code of the shipping line',
  container_type: 'The code of the type',
  arrival_voyage: 'The number of the voyage that it arrives with',
  departure_voyage: 'The number of the voyage that it departs with',
  ...PLACE_GROUPS,
};

export class ContainerCountQuery extends counting(kindClasses(kindOf(Container)).Query, CONTAINER_GROUPS) {}
