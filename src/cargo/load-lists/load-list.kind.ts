import { linesOfList, ofLineOfList, theirItems } from './items-of-lines';
import { OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import { type NoColumn, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { LoadListEntry } from './load-list-item.dto';
import { LoadListItem } from './load-list-item.entity';
import { LoadListItemShow } from './load-list-item.view';

/** The most items that a load list shows itself (decision 343). */
const MOST_SHOWN = 1_000;

/** What a shipping line wants loaded on a voyage. */
@Kind({
  singular: 'load_list',
  plural: 'load_lists',
  key: 'name',
  role: 'write',
  filters: { voyage_number: In.text({ description: 'The whole number of the voyage', example: 'TH2612' }) },
  parties: {
    concern: { rows: ofLineOfList, whose: linesOfList },
    fields: ['name', 'voyage', 'shipping_line', 'items'],
    instead: { items_count: theirItems },
    filters: ['name', 'voyage_number'],
  },
})
export class LoadList extends Row {
  @Field.key({ example: 'TH2612-TDK' }) name: string;
  @Field.ref(() => Voyage, 'number') voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;

  @Field.computed((out) =>
    out.sql(
      (of) => `SELECT count(*) FROM load_list_items i
        WHERE i.organization_id = ${of('organization_id')} AND i.load_list_id = ${of('id')}`,
      'integer',
      { nullable: false },
    ),
  )
  items_count: NoColumn;

  @Field.custom(In.objects(() => LoadListEntry), (out) =>
    out.many('items', () => LoadListItemShow, {
      most: MOST_SHOWN,
      description: `What is to be loaded, item by item; left out where there are more than ${MOST_SHOWN}, which \`GET /load_lists/{load_list_id}/load_list_items\` has in pages`,
    }),
  )
  @OneToMany(() => LoadListItem, (item) => item.load_list)
  items: Relation<LoadListItem>[];
}
