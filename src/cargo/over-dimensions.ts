import { ApiProperty } from '@nestjs/swagger';
import { In } from '../common/input/in';
import { INTEGER } from '../common/schema/integers';
import type { FieldMap } from '../common/write/field-map';

/** The most that cargo stands out on one side, in centimetres. */
const MOST_CM = 9999;

const side = () => In.int({ min: 0, max: MOST_CM, description: 'In centimetres', example: 35 });

/** How far cargo stands out of its container on each side, in centimetres. */
export class OverFields {
  @side() height?: number | null;
  @side() left?: number | null;
  @side() right?: number | null;
  @side() front?: number | null;
  @side() back?: number | null;
}

const shown = () => ApiProperty({ ...INTEGER, nullable: true, description: 'In centimetres', example: 35 });

/** The same as it is stored and answered; null where nothing stands out, or it is not known. */
export class Over {
  @shown() height: number | null;
  @shown() left: number | null;
  @shown() right: number | null;
  @shown() front: number | null;
  @shown() back: number | null;
}

/** The request field of what stands out. */
export const overInput = () =>
  In.object(() => OverFields, { description: 'How far the cargo stands out on each side' });

/** What stands out with all its sides; null where no side is stated. */
export function asOver(said: OverFields | null): Over | null {
  const { height = null, left = null, right = null, front = null, back = null } = said ?? {};
  const over = { height, left, right, front, back };
  return Object.values(over).some((each) => each !== null) ? over : null;
}

/** What stands out of a stay or of a line of a booking, as a field of a write model. */
export const overDimensions: FieldMap = {
  columns: ['over'],
  value: () => 't.over',
  put: (row, said) => {
    if (said !== undefined) row.set('over', asOver(said));
  },
};
