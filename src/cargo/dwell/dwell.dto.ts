import { In } from '../../common/input/in';

const DWELL_BY = ['shipping_line', 'usage', 'size'] as const;
export type DwellBy = (typeof DWELL_BY)[number];

export class DwellQuery {
  @In.oneOf(DWELL_BY, {
    required: true,
    description: 'What the containers are counted by: their shipping line, usage, or length',
  })
  by: DwellBy;
}
