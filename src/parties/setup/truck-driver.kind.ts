import { Check, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
import { NoColumn, Personal, Row, Time } from '../../common/schema/columns';
import { Field, Kind, type KindOut } from '../../common/setup/kind';
import { driverName } from './driver-name';
import { TruckingCompany } from './trucking-company.kind';
import { WITH_NAME } from './trucking-company-reference';

/** A truck driver, known by the driving licence. */
@Kind({
  singular: 'truck_driver',
  plural: 'truck_drivers',
  key: 'license_number',
  role: 'write',
  alsoOf: ['gate'],
  narrowedBy: { trucking_company: ['code', 'name'] },
  searched: ['license_number', 'number', 'firstname', 'lastname'],
  parties: {
    concern: { party: { trucking_company: 'trucking_company' } },
    fields: [
      'license_number',
      'number',
      'firstname',
      'lastname',
      'fullname',
      'twic',
      'active',
      'date_of_birth',
      'telephone_number',
      'email',
      'trucking_company',
      'allowed_until',
      'erased_at',
    ],
    filters: ['license_number', 'trucking_company', 'q'],
    does: { by: 'trucking_company', endpoints: ['create', 'update'] },
  },
})
@Index(['organization_id', 'number'])
@Index('ix_truck_drivers_parts', { synchronize: false })
@Check(
  'ck_truck_drivers_erased',
  `erased_at IS NULL OR (NOT active AND license_number LIKE 'erased-%' AND num_nonnulls(firstname, lastname, twic, date_of_birth, telephone_number, email, remarks) = 0)`,
)
@Refuses(
  'ck_truck_drivers_erased',
  'A truck driver who was erased stays so: add another one.',
  undefined,
  COMMON.cannot_change,
)
export class TruckDriver extends Row {
  @Personal({ stays: true }) @Field.key({ example: 'DL-5520147' }) license_number: string;
  @Field.text({ identifier: 'visible', description: "The terminal's own number for the driver" }) number:
    string | null;
  @Personal({ told: true, stays: true }) @Field.text() firstname: string | null;
  @Personal({ told: true, stays: true }) @Field.text() lastname: string | null;
  @Field.computed((out) => out.sql(driverName, 'text', { description: 'First and last name' }))
  fullname: NoColumn;
  @Personal({ told: true })
  @Field.text({ identifier: 'visible', description: 'Number of the transport worker identification' })
  twic: string | null;
  @Field.flag({ initially: true }) active: boolean;
  @Personal() @Field.date() date_of_birth: string | null;
  @Personal() @Field.text() telephone_number: string | null;
  @Personal({ told: true }) @Field.text({ identifier: 'email' }) email: string | null;
  @Personal({ told: true }) @Field.note() remarks: string | null;
  @Field.ref(() => TruckingCompany, 'code', {
    shown: (out: KindOut) => out.reference('trucking_company', 'code', WITH_NAME),
  })
  trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  @Field.date({ loose: true, description: 'The last day on which the gate lets the driver in' })
  allowed_until: string | null;
  @Field.answered((out) =>
    out.time({ description: 'When the personal data of the driver was erased; null while it is kept' }),
  )
  @Time()
  erased_at: Date | null;
  /** When the driver became inactive, set by a trigger; null while active. */
  @Time() discarded_at: Date | null;
}
