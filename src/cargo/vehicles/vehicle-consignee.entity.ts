import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row } from '../../common/schema/columns';
import { Consignee } from '../../parties/consignees/consignee.entity';
import type { Vehicle } from './vehicle.kind';

/** A consignee of a vehicle. A vehicle may have several, in order of these ids. */
@Entity('vehicle_consignees')
@Unique(['organization_id', 'vehicle_id', 'consignee_id'])
export class VehicleConsignee extends Row {
  @BelongsTo('Vehicle', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_vehicle_consignees_vehicle_id_consignee_id',
  })
  vehicle: Relation<Vehicle>;
  vehicle_id: number;
  @BelongsTo(() => Consignee, { required: true }) consignee: Relation<Consignee>;
  consignee_id: number;
}
