import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import {
  BelongsTo,
  CalendarDate,
  Decimal,
  Flag,
  Integer,
  Row,
  Text,
  type Numeric,
} from '../../common/schema/columns';
import { Named } from '../../common/write/lookups';
import { TRUCK } from './plate';
import { TruckDriver } from '../setup/truck-driver.kind';
import { TruckingCompany } from '../setup/trucking-company.kind';
import { COMPANY_OF_TRUCK } from '../setup/trucking-company-reference';
import { Concerns } from '../../common/schema/concerns';
import { Subject } from '../../common/recording/subject';

/** A truck, known by its license plate, whatever the case, spaces and hyphens. */
@Subject({
  type: 'truck',
  key: (of) => of('license_plate'),
  path: (of) => `'/api/v1/trucks/' || url_encode(${of('license_plate')})`,
})
@Concerns({ party: { trucking_company: COMPANY_OF_TRUCK } })
@Entity('trucks')
@Index(['organization_id', 'updated_at', 'id'])
@Named(TRUCK)
@Unique(['organization_id', 'license_plate_key'])
@Index(['organization_id', 'active', 'id'])
@Refuses('uq_trucks_license_plate_key', 'License plate is already taken by another truck.', 'license_plate')
@Index('ix_trucks_parts', { synchronize: false })
export class Truck extends Row {
  @Text({ required: true }) license_plate: string;
  /** The plate in upper case, without spaces and hyphens, for comparison (decision 23). */
  @Text({ required: true }) license_plate_key: string;
  @Text() number: string | null;
  /** In the organization's weight unit. */
  @Decimal() weight: Numeric | null;
  @Flag(true) active: boolean;
  /** A hex code such as `#1f6feb`. */
  @Text() color: string | null;
  @Flag() is_mule: boolean;
  /** The last day on which the gate admits the truck. */
  @CalendarDate() allowed_until: string | null;
  @Integer() year: number | null;
  @Text() make: string | null;
  @Text() model: string | null;

  @BelongsTo(() => TruckingCompany, { listed: true }) trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;

  @BelongsTo(() => TruckDriver) truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
}
