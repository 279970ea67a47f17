import { In } from '../../common/input/in';

export class AvailabilityQuery {
  @In.queryTexts({ most: 100, description: 'The containers that are asked about, by their whole numbers' })
  container_numbers?: string[] | null;
  @In.text({ description: 'The number of a bill of lading, in place of container_numbers' })
  bill_of_lading_number?: string | null;
}
