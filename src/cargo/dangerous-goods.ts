import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { In } from '../common/input/in';
import { compactJson } from '../common/view/json-sql';
import type { Of } from '../common/view/view';
import type { FieldMap } from '../common/write/field-map';
import type { WriteRow } from '../common/write/write-row';

/** The most dangerous goods that are stated of one container. */
const MOST_DANGEROUS = 99;

const TEXT = { max: 35 };

/** Dangerous goods in a container, each value as the document that names it says it. */
export class DangerousGoodsFields {
  @In.text({ ...TEXT, description: 'The class of the IMDG code', example: '3' }) imdg_class?: string | null;
  @In.text({ ...TEXT, description: 'The number of the United Nations', example: '1263' }) un_number?:
    string | null;
  @In.text({ ...TEXT, description: 'With its unit where that is known', example: '23 CEL' }) flashpoint?:
    string | null;
  @In.text({ ...TEXT, example: 'III' }) packing_group?: string | null;
}

/** Dangerous goods as they are stored and answered. */
export class DangerousGoods {
  @ApiProperty({ type: 'string', nullable: true, example: '3' }) imdg_class: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: '1263' }) un_number: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: '23 CEL' }) flashpoint: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'III' }) packing_group: string | null;
}

/** The request field of dangerous goods. */
export const dangerousInput = () =>
  In.objects(() => DangerousGoodsFields, {
    description: `The dangerous goods in it, ${MOST_DANGEROUS} at most`,
  });

/** The response field of dangerous goods. */
export const dangerousOutput = (out: {
  shaped: (
    build: (of: Of) => string,
    type: () => Type,
    options: { isArray: true; description: string },
  ) => PropertyDecorator;
}) =>
  out.shaped(
    (of) => compactJson(of('dangerous')),
    () => DangerousGoods,
    {
      isArray: true,
      description: 'The dangerous goods in it, as they were stated',
    },
  );

/** The goods with all their values. */
export function asDangerous(said: Partial<DangerousGoods>[]): DangerousGoods[] {
  return said.map(({ imdg_class = null, un_number = null, flashpoint = null, packing_group = null }) => ({
    imdg_class,
    un_number,
    flashpoint,
    packing_group,
  }));
}

/** Refuses more dangerous goods than may be stated of one container. */
export function refuseManyDangerous(row: WriteRow, said: unknown): void {
  if (Array.isArray(said) && said.length > MOST_DANGEROUS)
    row.invalid('dangerous', `must have at most ${MOST_DANGEROUS} items`);
}

/** The dangerous goods of a list item, as a field of a write model. */
export const dangerousGoods: FieldMap = {
  columns: ['dangerous'],
  value: () => 't.dangerous',
  put: (row, said) => {
    refuseManyDangerous(row, said);
    if (said !== undefined) row.set('dangerous', asDangerous((said ?? []) as Partial<DangerousGoods>[]));
  },
};
