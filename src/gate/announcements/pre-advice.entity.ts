import { Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row, Text, Time } from '../../common/schema/columns';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { COMPANY_OF_ANNOUNCEMENT } from '../../parties/setup/trucking-company-reference';
import { Truck } from '../../parties/trucks/truck.entity';
import { Purpose } from '../purposes/purpose.entity';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';

/** The announcement of a truck visit: truck, driver, time and purposes. One visit uses it up. */
@Subject({
  type: 'pre_advice',
  key: (of) => of('advice_number'),
  path: (of) => `'/api/v1/pre_advices/' || url_encode(${of('advice_number')})`,
  concerns: {
    container: (of) => `SELECT p.container_id FROM purposes p
      WHERE p.organization_id = ${of('organization_id')} AND p.pre_advice_id = ${of('id')} AND p.container_id IS NOT NULL`,
  },
})
@Concerns({ party: { trucking_company: COMPANY_OF_ANNOUNCEMENT } })
@Entity('pre_advices')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'advice_number'])
@Index(['organization_id', 'expected_at', 'id'])
@Index('ix_pre_advices_unused', ['organization_id', 'id'], { where: 'used_at IS NULL' })
export class PreAdvice extends Row {
  @Text({ required: true }) advice_number: string;
  @Text() comments: string | null;
  @Time() expected_at: Date | null;
  /** The time of the gate-in that used it. */
  @Time() used_at: Date | null;

  @BelongsTo(() => Truck) truck: Relation<Truck> | null;
  truck_id: number | null;
  @BelongsTo(() => TruckDriver, { sparse: true }) truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
  @BelongsTo(() => TruckingCompany, { sparse: true }) trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  /** The company by decision 388, kept by triggers: while the announcement is open that of now, then that of then. */
  @BelongsTo(() => TruckingCompany, { sparse: true }) company: Relation<TruckingCompany> | null;
  company_id: number | null;

  @OneToMany(() => Purpose, (purpose) => purpose.pre_advice) purposes: Relation<Purpose>[];
}
