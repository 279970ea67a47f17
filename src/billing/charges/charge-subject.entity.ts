import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, CalendarDate, LooseRow } from '../../common/schema/columns';
import { Breakbulk } from '../../cargo/breakbulks/breakbulk.kind';
import { Vehicle } from '../../cargo/vehicles/vehicle.kind';
import { PackingListItem } from '../../cargo/packing-list-items/packing-list-item.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Appointment } from '../../gate/announcements/appointment.kind';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { ServiceOrder } from '../orders/service-order.kind';

/** A record that charges are for. Whoever charges it locks this row, several of them in order of their ids. */
@Entity('charge_subjects')
@Check(
  'ck_charge_subjects_one',
  'num_nonnulls(stay_id, voyage_id, truck_visit_id, appointment_id, packing_list_item_id, service_order_id, vehicle_id, breakbulk_id) = 1',
)
@Unique(['organization_id', 'stay_id'])
@Unique(['organization_id', 'voyage_id'])
@Unique(['organization_id', 'truck_visit_id'])
@Unique(['organization_id', 'appointment_id'])
@Unique(['organization_id', 'packing_list_item_id'])
@Unique(['organization_id', 'service_order_id'])
@Unique(['organization_id', 'vehicle_id'])
@Unique(['organization_id', 'breakbulk_id'])
export class ChargeSubject extends LooseRow {
  @BelongsTo(() => ContainerStay, { onDelete: 'CASCADE', unindexed: 'uq_charge_subjects_stay_id' })
  stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @BelongsTo(() => Voyage, { onDelete: 'CASCADE', unindexed: 'uq_charge_subjects_voyage_id' })
  voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @BelongsTo(() => TruckVisit, { onDelete: 'CASCADE', unindexed: 'uq_charge_subjects_truck_visit_id' })
  truck_visit: Relation<TruckVisit> | null;
  truck_visit_id: number | null;
  @BelongsTo(() => Appointment, { onDelete: 'CASCADE', unindexed: 'uq_charge_subjects_appointment_id' })
  appointment: Relation<Appointment> | null;
  appointment_id: number | null;
  @BelongsTo(() => PackingListItem, {
    onDelete: 'CASCADE',
    unindexed: 'uq_charge_subjects_packing_list_item_id',
  })
  packing_list_item: Relation<PackingListItem> | null;
  packing_list_item_id: number | null;
  @BelongsTo(() => ServiceOrder, { onDelete: 'CASCADE', unindexed: 'uq_charge_subjects_service_order_id' })
  service_order: Relation<ServiceOrder> | null;
  service_order_id: number | null;
  @BelongsTo(() => Vehicle, { onDelete: 'CASCADE', unindexed: 'uq_charge_subjects_vehicle_id' })
  vehicle: Relation<Vehicle> | null;
  vehicle_id: number | null;
  @BelongsTo(() => Breakbulk, { onDelete: 'CASCADE', unindexed: 'uq_charge_subjects_breakbulk_id' })
  breakbulk: Relation<Breakbulk> | null;
  breakbulk_id: number | null;
  /** The last day through which what is counted was charged; null while nothing was. */
  @CalendarDate() charged_through: string | null;
  @CalendarDate() last_free_day: string | null;
}
