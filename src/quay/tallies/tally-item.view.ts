import { RecordById, recordById, view } from '../../common/view/view';
import { TallyItem } from './tally-item.entity';
import { CARGO_TYPES, ITEM_STATUSES } from './tally-words';

const Out = view(TallyItem);

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
  @Out.reference('container_type', 'code', { description: 'null for what is no container', example: '40HC' })
  container_type: { id: number; code: string } | null;
  @Out.reference('shipping_line', 'code', { description: 'The line of the cargo, when it was expected last' })
  shipping_line: { id: number; code: string } | null;
  @Out.int({ description: 'How many pieces are expected: 0 for what is over', example: 1 }) quantity: number;
  @Out.int({ description: 'How many pieces were counted', example: 1 }) done_quantity: number;
  @Out.shaped((of) => recordById(of('load_list_item_id')), () => RecordById, {
    nullable: true,
    description: 'The item of the load list that expects it; null in a discharge tally',
  })
  load_list_item: RecordById | null;
}
