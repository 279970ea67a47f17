import { In } from '../../common/input/in';
import { GroupBy } from '../frame/group-by';
import { ReportQuery } from '../frame/report-query.dto';
import { dwell } from './dwell.report';

const DWELL_BY = ['shipping_line', 'usage', 'size'] as const;
export type DwellBy = (typeof DWELL_BY)[number];

/** The report of what left. */
export class DwellQuery extends ReportQuery {
  @GroupBy(dwell) group_by?: string | null;
}

export class DwellOrNowQuery extends DwellQuery {
  @In.oneOf(DWELL_BY, {
    description:
      'Asks about the containers that are here now, and says what they are counted by; no other parameter counts then',
  })
  by?: DwellBy | null;
}
