import { OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { Row, Time } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { CreatePurpose } from './purpose.dto';
import { Purpose } from './purpose.entity';
import { PurposeShow } from './purpose.view';
import { In } from '../../common/input/in';

/** A time slot at the gate, with what the truck comes for. It serves one visit. */
@Kind({ singular: 'appointment', plural: 'appointments', key: 'number', role: 'write' })
export class Appointment extends Row {
  @Field.key({ example: 'AP-2001' }) number: string;
  @Field.ref(() => Truck, 'license_plate') truck: Relation<Truck> | null;
  truck_id: number | null;
  @Field.ref(() => TruckDriver, 'license_number') truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
  @Field.time() expected_at: Date | null;
  /** When a truck was gated in with it. */
  @Time() used_at: Date | null;

  @Field.custom(In.objects(() => CreatePurpose), (out) =>
    out.many('purposes', () => PurposeShow, { orderBy: 'position' }),
  )
  @OneToMany(() => Purpose, (purpose) => purpose.appointment)
  purposes: Relation<Purpose>[];
}
