import { In } from '../../common/input/in';
import { RequiredWithout } from '../../common/input/required-with';

export class AvailabilityQuery {
  @RequiredWithout('bill_of_lading_number')
  @In.queryTexts({ most: 100, description: 'The containers that are asked about, by their whole numbers' })
  container_numbers?: string[] | null;
  @In.text({ description: 'The number of a bill of lading, in place of container_numbers' })
  bill_of_lading_number?: string | null;
}
