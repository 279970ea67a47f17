import { Check } from 'typeorm';
import { Refuses } from '../errors/constraints';
import { In } from '../input/in';
import { Integer, OneOf, Row, Text } from '../schema/columns';
import { Field, Kind } from '../setup/kind';
import { NUMBERED_TYPES, type NumberedType } from './number-series.rules';

/** How the numbers of a type of document are written; a type that is not stored has its defaults. */
@Kind({ singular: 'number_series', plural: 'number_series', key: 'document_type' })
@Check('ck_number_series_prefix', `strpos(prefix, '{year}') > 0`)
@Check('ck_number_series_digits', 'digits BETWEEN 3 AND 10')
@Refuses('uq_number_series_document_type', 'This type of document has a series already.', 'document_type')
export class NumberSeries extends Row {
  @OneOf(NUMBERED_TYPES, { required: true })
  @Field.customColumn(
    In.oneOf(NUMBERED_TYPES, { required: true, description: 'What is numbered', example: 'invoice' }),
    (out) => out.oneOf(NUMBERED_TYPES),
  )
  document_type: NumberedType;
  @Text({ required: true })
  @Field.customColumn(
    In.text({
      min: 1,
      max: 100,
      trim: true,
      notNull: true,
      identifier: 'visible',
      pattern: /\{year\}/,
      must: 'must hold {year}',
      description:
        'How numbers begin; holds `{year}`. `INV-{year}-`, `CN-{year}-`, `PAY-{year}-`, `TC-{year}-` or `EIR-{year}-` unless given',
      example: 'INV-{year}-',
    }),
    (out) => out.text({ example: 'INV-{year}-' }),
  )
  prefix: string;
  @Integer({ required: true, default: 6 })
  @Field.customColumn(
    In.int({ min: 3, max: 10, notNull: true, description: 'How many digits follow; 6 unless given' }),
    (out) => out.int({ example: 6 }),
  )
  digits: number;
}
