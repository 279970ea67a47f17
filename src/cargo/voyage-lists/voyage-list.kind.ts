import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import { Row } from '../../common/schema/columns';
import { Field, type KindField } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** What a list is of: what is to be loaded on a voyage, or discharged from it. Its table is the plural of it. */
export type ListType = 'load_list' | 'discharge_list';

/** What a shipping line wants loaded on a voyage, or discharged from it. */
export abstract class VoyageList extends Row {
  @Field.key({ example: 'WP2611-WHA' }) name: string;
  @Field.ref(() => Voyage, 'number') voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
}

/** The filter of lists by their voyage; `VoyageListsService` applies it. */
export const VOYAGE_FILTER = {
  voyage_number: In.text({ description: 'The whole number of the voyage', example: 'WP2611' }),
};

/** The response field of how many items a list has. */
export const itemsCount =
  (type: ListType): KindField['output'] =>
  (out) =>
    out.sql(
      (of) => `SELECT count(*) FROM ${type}_items i
        WHERE i.organization_id = ${of('organization_id')} AND i.${type}_id = ${of('id')}`,
      'integer',
      { nullable: false },
    );
