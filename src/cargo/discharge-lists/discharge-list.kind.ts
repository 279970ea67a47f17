import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import { type NoColumn, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { DischargeListItemFields } from './discharge-list-item.dto';

/** What a shipping line wants discharged from a voyage. */
@Kind({
  singular: 'discharge_list',
  plural: 'discharge_lists',
  key: 'name',
  role: 'write',
  filters: { voyage_number: In.text({ description: 'The whole number of the voyage', example: 'WP2611' }) },
})
export class DischargeList extends Row {
  @Field.key({ example: 'WP2611-WHA' }) name: string;
  @Field.ref(() => Voyage, 'number') voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;

  @Field.computed((out) =>
    out.sql(
      (of) => `SELECT count(*) FROM discharge_list_items i
        WHERE i.organization_id = ${of('organization_id')} AND i.discharge_list_id = ${of('id')}`,
      'integer',
      { nullable: false },
    ),
  )
  items_count: NoColumn;

  @Field.custom(
    In.objects(() => DischargeListItemFields, {
      description:
        'The containers to discharge, in place of those on the list; the answer has none of them, `GET /discharge_lists/{discharge_list_id}/discharge_list_items` has them in pages',
    }),
  )
  items: NoColumn;
}
