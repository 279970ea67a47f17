import { Check, Entity, Index, Unique } from 'typeorm';
import { Integer, OneOf, Row, Text } from '../../common/schema/columns';
import { DOCUMENT_TYPES, type DocumentType } from '../invoices/invoice.entity';

/** How the numbers of a type of document are written; one that is not stored has its defaults. */
@Entity('number_series')
@Unique(['organization_id', 'document_type'])
@Check('ck_number_series_prefix', `strpos(prefix, '{year}') > 0`)
@Check('ck_number_series_digits', 'digits BETWEEN 3 AND 10')
@Index(['organization_id', 'updated_at', 'id'])
export class NumberSeries extends Row {
  @OneOf(DOCUMENT_TYPES, { required: true }) document_type: DocumentType;
  /** Holds `{year}`. */
  @Text({ required: true }) prefix: string;
  @Integer({ required: true, default: 6 }) digits: number;
}
