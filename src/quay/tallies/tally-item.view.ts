import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER } from '../../common/schema/integers';
import { view } from '../../common/view/view';
import { TallyItem } from './tally-item.entity';
import { CARGO_TYPES, ITEM_STATUSES } from './tally-words';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(TallyItem);

/** The type of a container by its code. */
export class TypeOfItem {
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '40HC',
    description: 'Null for what is no container',
  })
  code: string | null;
}

/** The item of a load list. */
export class ListItemOfItem {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
}

/** A piece of cargo that a tally expects or has counted. */
export class TallyItemShow {
  @Out.id() id: number;
  @Out.sql(
    (
      of,
    ) => `CASE WHEN ${of('beyond')} THEN 'over' WHEN ${of('done_quantity')} >= ${of('quantity')} THEN 'done'
      WHEN ${of('tally.closed_at')} IS NULL THEN 'open' ELSE 'short' END`,
    'text',
    {
      nullable: false,
      values: ITEM_STATUSES,
      description:
        '`open` while not all of it was counted, `done` when it was, `over` beyond what is expected, `short` where the tally was closed before',
    },
  )
  status: string;
  @Out.oneOf(CARGO_TYPES, {
    description: '`empties` is one of several empty containers, of which only type and line are known',
  })
  cargo_type: string;
  @Out.reference('container', 'number', {
    description: 'Of `empties`: the container that was loaded as one of them',
    example: 'WHAU4142033',
  })
  container: { id: number; number: string } | null;
  @Out.reference('vehicle', 'vin_number') vehicle: { id: number; vin_number: string } | null;
  @Out.reference('breakbulk', 'reference_number') breakbulk: { id: number; reference_number: string } | null;
  @Out.shaped((of) => jsonObject({ code: of('container_type.code') }), () => TypeOfItem)
  container_type: TypeOfItem;
  @Out.reference('shipping_line', 'code', { description: 'The line of the cargo, when it was expected last' })
  shipping_line: { id: number; code: string } | null;
  @Out.int({ description: 'How many pieces are expected: 0 for what is over', example: 1 }) quantity: number;
  @Out.int({ description: 'How many pieces were counted', example: 1 }) done_quantity: number;
  @Out.shaped(
    (of) => `CASE WHEN ${of('load_list_item_id')} IS NOT NULL
      THEN ${jsonObject({ id: of('load_list_item_id') })} END`,
    () => ListItemOfItem,
    { nullable: true, description: 'The item of the load list that expects it; null in a discharge tally' },
  )
  load_list_item: ListItemOfItem | null;
}
