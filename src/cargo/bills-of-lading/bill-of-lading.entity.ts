import { Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Decimal, Row, Text, type Numeric } from '../../common/schema/columns';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { Exporter } from '../../parties/setup/exporter.kind';
import { Port } from '../../places/setup/port.kind';
import { Manifest } from '../manifests/manifest.entity';
import type { PackingListItem } from '../packing-list-items/packing-list-item.kind';
import { PackageType } from '../setup/package-type.kind';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';

/** The contract of carriage of one consignment. Its number is unique within its manifest. */
@Subject({
  type: 'bill_of_lading',
  key: (of) => of('number'),
  path: (of) => `'/api/v1/manifests/' || url_encode(${of('manifest.client_identifier')})
    || '/bill_of_ladings/' || ${of('id')}`,
  concerns: {
    voyage: (of) => `SELECT ${of('manifest.voyage_id')}`,
    container: (of) => `SELECT s.container_id FROM container_bills l
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id
      WHERE l.organization_id = ${of('organization_id')} AND l.bill_of_lading_id = ${of('id')}`,
  },
})
@Concerns({ bill: 'self' })
@Entity('bill_of_ladings')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'manifest_id', 'number'])
@Index('ix_bill_of_ladings_number_any_case', { synchronize: false })
@Index(['organization_id', 'number'])
@Refuses(
  'uq_bill_of_ladings_manifest_id_number',
  'Number is already taken in this manifest.',
  'bill_of_lading.number',
)
@Index('ix_bill_of_ladings_parts', { synchronize: false })
export class BillOfLading extends Row {
  @BelongsTo(() => Manifest, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_bill_of_ladings_manifest_id_number',
  })
  manifest: Relation<Manifest>;
  manifest_id: number;

  @Text({ required: true }) number: string;
  @Text() remarks: string | null;
  /** In the organization's unit. */
  @Decimal() weight: Numeric | null;
  @Text() volume_in_cubic_meters: string | null;
  @Text() goods_description: string | null;
  @Text() type_of_contract: string | null;
  @Text() destination_code: string | null;
  @Text() usage: string | null;
  @Text() consignee_address: string | null;
  @Text() exporter_address: string | null;
  @Text() shipping_marks: string | null;

  @BelongsTo(() => Port) port_of_loading: Relation<Port> | null;
  port_of_loading_id: number | null;
  @BelongsTo(() => Port) port_of_discharge: Relation<Port> | null;
  port_of_discharge_id: number | null;
  @BelongsTo(() => Port) port_of_delivery: Relation<Port> | null;
  port_of_delivery_id: number | null;
  @BelongsTo(() => Consignee) consignee: Relation<Consignee> | null;
  consignee_id: number | null;
  @BelongsTo(() => Exporter) exporter: Relation<Exporter> | null;
  exporter_id: number | null;
  @BelongsTo(() => PackageType) package_type: Relation<PackageType> | null;
  package_type_id: number | null;

  @OneToMany('PackingListItem', 'bill_of_lading') packing_list_items: Relation<PackingListItem>[];
}
