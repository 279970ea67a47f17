import { OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { LoadListEntry } from './load-list-item.dto';
import { LoadListItem } from './load-list-item.entity';
import { LoadListItemShow } from './load-list-item.view';

/** What a shipping line wants loaded on a voyage. */
@Kind({
  singular: 'load_list',
  plural: 'load_lists',
  key: 'name',
  role: 'write',
  filters: { voyage_number: In.text({ description: 'The whole number of the voyage', example: 'TH2612' }) },
})
export class LoadList extends Row {
  @Field.key({ example: 'TH2612-TDK' }) name: string;
  @Field.ref(() => Voyage, 'number') voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;

  @Field.custom(In.objects(() => LoadListEntry), (out) => out.many('items', () => LoadListItemShow))
  @OneToMany(() => LoadListItem, (item) => item.load_list)
  items: Relation<LoadListItem>[];
}
