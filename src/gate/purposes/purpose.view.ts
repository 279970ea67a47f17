import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { view } from '../../common/view/view';
import { lineNumber, releaseNumber } from '../../cargo/booking-lines/of-booking';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../../cargo/containers/container-words';
import { CARGO_TYPES, Purpose, PURPOSE_TYPES } from './purpose.entity';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(Purpose);

/** The announced part of a purpose for its interchange. */
export class PurposeInterchange {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Seal numbers, separated by commas',
    example: 'BR884127',
  })
  seals: string | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Gross weight in kilograms, whatever unit the organization uses elsewhere',
    example: 22680,
  })
  weight: number | null;
}

const nullable = { type: 'string', nullable: true } as const;

/** The cargo of a purpose in the shape of the request, so that a form can load it and send it back. */
export class PurposeCargo {
  @ApiProperty({ type: 'string', enum: CARGO_TYPES, example: 'container' }) cargo_type: string;
  @ApiProperty({ ...nullable, example: 'WHAU4195162' }) container_number: string | null;
  @ApiProperty({ ...nullable, description: 'The code of the type', example: '40HC' })
  container_type: string | null;
  @ApiProperty({ ...nullable, enum: [...CONTAINER_STATUSES, null], example: 'full' })
  container_status: string | null;
  @ApiProperty({ ...nullable, enum: [...CONTAINER_USAGES, null], example: 'export' })
  container_usage: string | null;
  @ApiProperty({ ...nullable, description: 'The code of the line', example: 'WHA' })
  shipping_line: string | null;
  @ApiProperty(nullable) goods: string | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Gross weight in kilograms, whatever unit the organization uses elsewhere',
    example: 18500,
  })
  weight: number | null;
  @ApiProperty({ ...nullable, example: 'WHAZ4007607' }) chassis_number: string | null;
}

@OpenTo.parties({
  fields: [
    'purpose_type',
    'cargo',
    'booking',
    'booking_line',
    'release',
    'dock_receipt',
    'bill_of_lading',
    'delivery_order',
    'interchange',
    'cargo_details',
  ],
})
export class PurposeShow {
  @Out.oneOf(PURPOSE_TYPES, { example: 'drop off' }) purpose_type: (typeof PURPOSE_TYPES)[number];
  @Out.sql(
    (of) => `CASE ${of('cargo_type')} WHEN 'container' THEN ${of('container.number')}
      WHEN 'chassis' THEN ${of('chassis.number')} ELSE ${of('delivery_order.number')} END`,
    'text',
    {
      description:
        'The number of the container or chassis, for general cargo that of the delivery order; null for an ' +
        'empty that the terminal chooses',
      example: 'WHAU4195162',
    },
  )
  cargo: string | null;
  @Out.sql((of) => of('booking.number'), 'text', {
    description: 'Number of the booking',
    example: 'WHA331057',
  })
  booking: string | null;
  @Out.sql(lineNumber, 'integer', {
    description: 'Number of the line of the booking; null until one is chosen',
    example: 1,
  })
  booking_line: number | null;
  @Out.sql(releaseNumber, 'text', { description: 'Number of the release that it names', example: 'R1' })
  release: string | null;
  @Out.sql((of) => of('dock_receipt.number'), 'text', {
    description: 'Number of the dock receipt that it is dropped off for',
    example: 'DR-5001',
  })
  dock_receipt: string | null;
  @Out.text({ description: 'Number of the bill of lading', example: 'WHA26110041' })
  bill_of_lading: string | null;
  @Out.sql((of) => of('delivery_order.number'), 'text', {
    description: 'Number of the delivery order',
    example: 'DO-3001',
  })
  delivery_order: string | null;
  @Out.shaped(
    (of) =>
      jsonObject({
        seals: `nullif(array_to_string(${of('seals')}, ','), '')`,
        weight: `trim_scale(${of('interchange_weight')})`,
      }),
    () => PurposeInterchange,
  )
  interchange: PurposeInterchange;
  @Out.shaped(
    (of) =>
      jsonObject({
        cargo_type: of('cargo_type'),
        container_number: of('container.number'),
        container_type: of('container_type.code'),
        container_status: of('container_status'),
        container_usage: of('container_usage'),
        shipping_line: of('shipping_line.code'),
        goods: of('goods'),
        weight: `trim_scale(${of('weight')})`,
        chassis_number: of('chassis.number'),
      }),
    () => PurposeCargo,
  )
  cargo_details: PurposeCargo;
}
