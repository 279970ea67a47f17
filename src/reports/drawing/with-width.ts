import type { Type } from '@nestjs/common';
import { In } from '../../common/input/in';

const NARROWEST = 320;
const WIDEST = 2000;

/** The query of a report with the width of its picture; extend it under a name of its own. */
export function WithWidth<T extends object>(query: Type<T>): Type<T & { width?: number | null }> {
  class Drawn extends (query as Type<object>) {}
  In.int({
    min: NARROWEST,
    max: WIDEST,
    description: 'The width of the picture in pixels; 1,000 unless given',
    example: 640,
  })(Drawn.prototype, 'width');
  return Drawn as Type<T & { width?: number | null }>;
}
