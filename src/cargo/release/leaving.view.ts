import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { DueSum } from './due-of-stays';

/** What has to be paid in one currency before something leaves. */
export class DueSumShow implements DueSum {
  @ApiProperty({ type: 'string', nullable: true, description: 'Three capitals (ISO 4217)', example: 'EUR' })
  currency: string | null;
  @ApiProperty({ type: 'string', description: 'The sum of all payers, with taxes', example: '43.56' })
  due: string;
}

const WITH = 'only with `with=leaving`';

/** Adds to the rows of a list what they carry where it is requested. */
export function carriesLeaving(row: new () => object): void {
  ApiPropertyOptional({
    type: 'boolean',
    nullable: true,
    description: `Whether it may leave now, as the gate would say; null where it is not here; ${WITH}`,
  })(row.prototype as object, 'may_leave');
  ApiPropertyOptional({
    type: () => DueSumShow,
    isArray: true,
    nullable: true,
    description: `What has to be paid before it leaves, by currency; null where it is not here; ${WITH}`,
  })(row.prototype as object, 'due');
}
