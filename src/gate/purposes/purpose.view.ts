import { ApiProperty } from '@nestjs/swagger';
import { view } from '../../common/view/view';
import { Purpose } from './purpose.entity';

const Out = view(Purpose);

/** What was noted at the hand-over, as answered. */
export class PurposeInterchange {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Seal numbers, separated by commas',
    example: 'BR884127',
  })
  seals: string | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'In kilograms', example: 22680 })
  weight: number | null;
}

/** One thing that a truck comes for, as answered. */
export class PurposeShow {
  @Out.text({ example: 'drop off' }) purpose_type: string;
  @Out.sql(
    (of) => `coalesce(${of('container.number')}, ${of('chassis.number')}, ${of('delivery_order.number')})`,
    'text',
    {
      description: 'The number of the cargo; null for an empty that the terminal chooses',
      example: 'WHAU4195162',
    },
  )
  cargo: string | null;
  @Out.sql((of) => of('booking.number'), 'text', { description: 'Number of the booking' }) booking:
    string | null;
  @Out.text({ description: 'Number of the bill of lading' }) bill_of_lading: string | null;
  @Out.sql((of) => of('delivery_order.number'), 'text', { description: 'Number of the delivery order' })
  delivery_order: string | null;
  @Out.shaped(
    (of) =>
      `json_build_object('seals', nullif(array_to_string(${of('seals')}, ','), ''), 'weight', trim_scale(${of('interchange_weight')}))`,
    () => PurposeInterchange,
  )
  interchange: PurposeInterchange;
}
