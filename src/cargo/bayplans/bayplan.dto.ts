import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { LEGS, type Leg } from './bayplan.entity';

export class BayplanQuery extends PageQuery {
  @In.oneOf(LEGS, {
    description: 'How the vessel arrives, unless given, or how it leaves',
    example: 'arrival',
  })
  leg?: Leg | null;
  @In.int({ min: 0, max: 999, description: 'Cells of this bay only', example: 19 }) bay?: number | null;
  @In.text({ description: 'Only what goes to this port, by its UN/LOCODE', example: 'NLRTM' })
  port_of_discharge?: string | null;
  @In.text({ description: 'The whole number of a container', example: 'WHAU4142033' }) container_number?:
    string | null;
  @In.bool({ description: 'Whether it is to be discharged here' }) for_here?: boolean | null;
  @In.bool({ description: 'Whether it has dangerous goods' }) dangerous?: boolean | null;
  @In.bool({ description: 'Whether it has a temperature or is a refrigerated container by its type' })
  reefer?: boolean | null;
  @In.per({ most: 500, description: 'Cells a page: 10 unless given; more than 500 is taken as 500' })
  override per?: number | null;
}
