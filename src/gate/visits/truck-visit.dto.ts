import { In } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { OrderedBy } from '../../common/pagination/order';
import { PageQuery } from '../../common/pagination/page-query';

@OrderedBy('gated_in_at')
export class TruckVisitQuery extends PageQuery {
  @In.bool({ description: 'true for trucks that are inside now, false for those that left' })
  inside?: boolean;
  @In.text({ description: 'The id or the license plate of the truck', example: 'WH-472-B' })
  truck_id?: string;
  @In.id({ description: 'Only visits with this driver, by id' }) truck_driver_id?: number;
  @In.anyText({ description: 'The id, the code or the name of the company' }) trucking_company?: string[];
  @In.text({ description: 'The same as trucking_company, by id or code', example: 'EST', deprecated: true })
  trucking_company_id?: string;
  @In.queryIds({ description: 'The ids of gates that trucks came in by' }) gate_ids?: number[];
  @In.id({ description: 'The user who gated the truck in or out' }) user_id?: number;
  @In.text({ description: 'The id or the number of a container', example: 'WHAU4142033' })
  container_id?: string;
  @In.text({ description: 'The id or the number of a chassis' }) chassis_id?: string;
  @In.text({ description: 'The id or the number of a genset' }) genset_id?: string;
  @In.time({ description: 'Gated in at this time or later' }) gated_in_from?: string;
  @In.endTime({ from: 'gated_in_from', description: 'Gated in at this time or before, or on this day' })
  gated_in_until?: string;
  @In.day({ description: 'The same as gated_in_from, by the day', deprecated: true }) start_date?: string;
  @In.day({ description: 'The same as gated_in_until, by the day', deprecated: true }) end_date?: string;
}

/** What truck visits are counted by. */
export const VISIT_GROUPS = {
  inside: '`true` for trucks that are inside, `false` for those that left',
  gate: 'The name of the gate that they came in by',
  trucking_company: 'The code of the trucking company',
};

export class TruckVisitCountQuery extends counting(TruckVisitQuery, VISIT_GROUPS) {}
