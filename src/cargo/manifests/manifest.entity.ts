import { OF_LINE } from '../../parties/shipping-lines/lines-of-parties';
import { Concerns } from '../../common/party-wall/concerns';
import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, CalendarDate, Row, Text } from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { Subject } from '../../common/recording/subject';

/** A shipping line's list of the bills of lading that it carries on a voyage. */
@Subject({
  type: 'manifest',
  key: (of) => of('client_identifier'),
  path: (of) => `'/api/v1/manifests/' || url_encode(${of('client_identifier')})`,
})
@Concerns(OF_LINE)
@Entity('manifests')
@Index(['organization_id', 'updated_at', 'id'])
@Index('ix_manifests_shipping_line_voyage_number', ['organization_id', 'shipping_line_voyage_number'], {
  where: 'shipping_line_voyage_number IS NOT NULL',
})
@Unique(['organization_id', 'client_identifier'])
@Refuses(
  'uq_manifests_client_identifier',
  'Client identifier is already taken.',
  'manifest.client_identifier',
)
export class Manifest extends Row {
  @Text({ required: true }) client_identifier: string;
  @Text() remarks: string | null;
  @CalendarDate() sailing_date: string | null;
  /** The line's own voyage number, for its messages. */
  @Text() shipping_line_voyage_number: string | null;

  @BelongsTo(() => Voyage, { required: true }) voyage: Relation<Voyage>;
  voyage_id: number;
  @BelongsTo(() => ShippingLine, { required: true }) shipping_line: Relation<ShippingLine>;
  shipping_line_id: number;
}
