import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';

export class TruckVisitQuery extends PageQuery {
  @In.bool({ description: 'true for trucks that are inside now, false for those that left' })
  inside?: boolean;
  @In.text({ description: 'The id or the license plate of the truck', example: 'WH-472-B' })
  truck_id?: string;
  @In.id({ description: 'Only visits with this driver, by id' }) truck_driver_id?: number;
  @In.text({ description: 'The id or the code of the company', example: 'EST' })
  trucking_company_id?: string;
  @In.queryIds({ description: 'The ids of gates that trucks came in by' }) gate_ids?: number[];
  @In.id({ description: 'The user who gated the truck in or out' }) user_id?: number;
  @In.text({ description: 'The id or the number of a container', example: 'WHAU4142033' })
  container_id?: string;
  @In.text({ description: 'The id or the number of a chassis' }) chassis_id?: string;
  @In.text({ description: 'The id or the number of a genset' }) genset_id?: string;
  @In.day({ description: 'Gated in on this day or later' }) start_date?: string;
  @In.day({ description: 'Gated in on this day or before' }) end_date?: string;
}
