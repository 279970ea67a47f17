import { Entity, Exclusion, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
import {
  BelongsTo,
  BigInteger,
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
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';

/** A truck, known by its license plate: its letters and digits, and where spaces or hyphens part them (decision 781). */
@Subject({
  type: 'truck',
  key: (of) => of('license_plate'),
  path: (of) => `'/api/v1/trucks/' || url_encode(${of('license_plate')})`,
})
@Concerns({ party: { trucking_company: COMPANY_OF_TRUCK } })
@Entity('trucks')
@Index(['organization_id', 'updated_at', 'id'])
@Named(TRUCK)
@Index(['organization_id', 'license_plate_key'])
@Exclusion(
  'ex_trucks_license_plate',
  `USING gist (organization_id WITH =, license_plate_key WITH =, int8range(license_plate_parting, license_plate_parting, '[]') WITH &&)`,
)
@Index(['organization_id', 'active', 'id'])
@Refuses(
  'ex_trucks_license_plate',
  'License plate is already taken by another truck.',
  'license_plate',
  COMMON.taken,
)
@Index('ix_trucks_parts', { synchronize: false })
export class Truck extends Row {
  @Text({ required: true }) license_plate: string;
  /** The plate in upper case, without spaces and hyphens, for comparison (decision 23). */
  @Text({ required: true }) license_plate_key: string;
  /** Where the plate parts (`plateParting`); null where it has no spaces and hyphens. A trigger keeps it. */
  @BigInteger() license_plate_parting: number | null;
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
