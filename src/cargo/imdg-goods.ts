import { ApiProperty } from '@nestjs/swagger';
import { IMDG_CLASS } from '../common/imdg';
import { In } from '../common/input/in';
import type { FieldMap } from '../common/write/field-map';

/** The most dangerous goods that are stated of one container. */
const MOST_GOODS = 99;

const CLASS_MUST = 'must be a class of the IMDG code, such as 3 or 1.4S';

/** Dangerous goods in a container, by the IMDG code. */
export class ImdgGoodsFields {
  @In.text({ pattern: /^\d{4}$/, must: 'must be 4 digits', example: '1263' })
  un_number?: string | null;
  @In.text({ example: 'PAINT' }) proper_shipping_name?: string | null;
  @In.text({ pattern: IMDG_CLASS, must: CLASS_MUST, description: 'With its division', example: '3' })
  imdg_class?: string | null;
  @In.texts({ pattern: IMDG_CLASS, must: CLASS_MUST, description: 'The subsidiary hazards' })
  subsidiary_classes?: string[] | null;
  @In.text({ max: 35, example: 'III' }) packing_group?: string | null;
  @In.number({ description: 'In degrees Celsius, closed cup', example: 23 })
  flashpoint_celsius?: number | null;
  @In.bool() marine_pollutant?: boolean | null;
  @In.bool() limited_quantity?: boolean | null;
  @In.number({ min: 0, description: "In the organization's weight unit" }) net_weight?: number | null;
  @In.text({ max: 35, description: 'The emergency schedules', example: 'F-E,S-E' }) ems?: string | null;
  @In.text({ description: 'Whom to call in an emergency' }) contact?: string | null;
  @In.text({ description: 'What was stated in words that the other fields do not take' })
  remarks?: string | null;
}

const nullable = { type: 'string', nullable: true } as const;

/** Dangerous goods as they are stored and answered. */
export class ImdgGoods {
  @ApiProperty({ ...nullable, example: '1263' }) un_number: string | null;
  @ApiProperty({ ...nullable, example: 'PAINT' }) proper_shipping_name: string | null;
  @ApiProperty({ ...nullable, example: '3' }) imdg_class: string | null;
  @ApiProperty({ type: 'string', isArray: true }) subsidiary_classes: string[];
  @ApiProperty({ ...nullable, example: 'III' }) packing_group: string | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'In degrees Celsius', example: 23 })
  flashpoint_celsius: number | null;
  @ApiProperty({ type: 'boolean' }) marine_pollutant: boolean;
  @ApiProperty({ type: 'boolean' }) limited_quantity: boolean;
  @ApiProperty({ type: 'number', nullable: true }) net_weight: number | null;
  @ApiProperty({ ...nullable, example: 'F-E,S-E' }) ems: string | null;
  @ApiProperty({ ...nullable, description: 'Whom to call in an emergency' }) contact: string | null;
  @ApiProperty({ ...nullable, description: 'What was stated in words that the other fields do not take' })
  remarks: string | null;
}

/** The request field of dangerous goods. */
export const imdgGoodsInput = () =>
  In.objects(() => ImdgGoodsFields, { description: `The dangerous goods in it, ${MOST_GOODS} at most` });

/** The goods with all their values. */
export function asImdgGoods(said: Partial<ImdgGoodsFields>[]): ImdgGoods[] {
  return said.map((goods) => ({
    un_number: goods.un_number ?? null,
    proper_shipping_name: goods.proper_shipping_name ?? null,
    imdg_class: goods.imdg_class ?? null,
    subsidiary_classes: goods.subsidiary_classes ?? [],
    packing_group: goods.packing_group ?? null,
    flashpoint_celsius: goods.flashpoint_celsius ?? null,
    marine_pollutant: goods.marine_pollutant ?? false,
    limited_quantity: goods.limited_quantity ?? false,
    net_weight: goods.net_weight ?? null,
    ems: goods.ems ?? null,
    contact: goods.contact ?? null,
    remarks: goods.remarks ?? null,
  }));
}

/** The dangerous goods of a stay or of a line of a booking, as a field of a write model. What is sent replaces what was. */
export const imdgGoods: FieldMap = {
  columns: ['dangerous_goods'],
  value: () => 't.dangerous_goods',
  put: (row, said) => {
    if (said === undefined) return;
    const goods = (said ?? []) as Partial<ImdgGoodsFields>[];
    if (goods.length > MOST_GOODS) row.invalid('dangerous_goods', `must have at most ${MOST_GOODS} items`);
    row.set('dangerous_goods', asImdgGoods(goods));
  },
};
