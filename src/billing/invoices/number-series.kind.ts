import { Check } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { Integer, OneOf, Row, Text } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { DOCUMENT_TYPES, type DocumentType } from './invoice.entity';

/** How the numbers of a type of document are written; a type that is not stored has its defaults. */
@Kind({ singular: 'number_series', plural: 'number_series', key: 'document_type' })
@Check('ck_number_series_prefix', `strpos(prefix, '{year}') > 0`)
@Check('ck_number_series_digits', 'digits BETWEEN 3 AND 10')
@Refuses('uq_number_series_document_type', 'This type of document has a series already.', 'document_type')
export class NumberSeries extends Row {
  @OneOf(DOCUMENT_TYPES, { required: true })
  @Field.customColumn(
    In.oneOf(DOCUMENT_TYPES, { required: true, description: 'What is numbered', example: 'invoice' }),
    (out) => out.oneOf(DOCUMENT_TYPES),
  )
  document_type: DocumentType;
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
      description: 'How numbers begin; holds `{year}`. `INV-{year}-` or `CN-{year}-` unless given',
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
