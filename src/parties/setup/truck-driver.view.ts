import { OpenTo } from '../../common/party-wall/open-to';
import { PARTIES } from '../../common/view/compiler';
import { type Of, view } from '../../common/view/view';
import { driverName } from './driver-name';
import { TruckDriver } from './truck-driver.kind';

const Out = view(TruckDriver);

/** SQL: the name of the company that a driver works for. */
const companyName = (of: Of) =>
  `coalesce(nullif(${of('trucking_company.name')}, ''), ${of('trucking_company.code')})`;

/** SQL: the same for a driver of one of the actor's parties: whom others work for by now is no business of theirs. */
const ownCompanyName = (of: Of) => `CASE WHEN EXISTS (
  SELECT FROM parties p WHERE p.organization_id = ${of('organization_id')} AND p.id = ANY(${PARTIES})
    AND p.trucking_company_id = ${of('trucking_company_id')}) THEN ${companyName(of)} END`;

/** The short form of a truck driver, in the answer to a gate-out and on an invoice (decision 23). */
@OpenTo.parties({ fields: ['id', 'number', 'license_number', 'firstname', 'lastname', 'twic', 'active'] })
export class TruckDriverShort {
  @Out.id() id: number;
  @Out.text({ description: "The terminal's own number for the driver", example: 'D-101' })
  number: string | null;
  @Out.text({ example: 'DL-5520147' }) license_number: string;
  @Out.text({ example: 'Anneke' }) firstname: string | null;
  @Out.text({ example: 'Vroom' }) lastname: string | null;
  @Out.text({ description: 'Number of the transport worker identification' }) twic: string | null;
  @Out.bool({ description: 'The gate lets in active drivers only' }) active: boolean;
  @Out.time({ description: 'When the driver was made inactive; null while active' })
  discarded_at: string | null;
}

/** The full form of a truck driver, in records of the gate (decision 23). */
@OpenTo.parties({
  fields: [
    'id',
    'fullname',
    'license_number',
    'twic',
    'number',
    'active',
    'date_of_birth',
    'telephone_number',
    'email',
    'allowed_until',
    'created_at',
    'updated_at',
  ],
  instead: { trucking_company: ownCompanyName },
})
export class TruckDriverSummary {
  @Out.id() id: number;
  @Out.sql(driverName, 'text', { example: 'Anneke Vroom' }) fullname: string | null;
  @Out.text({ example: 'DL-5520147' }) license_number: string;
  @Out.text({ description: 'Number of the transport worker identification' }) twic: string | null;
  @Out.text({ description: "The terminal's own number for the driver", example: 'D-101' })
  number: string | null;
  @Out.bool({ description: 'The gate lets in active drivers only' }) active: boolean;
  @Out.date({ example: '1987-04-12' }) date_of_birth: string | null;
  @Out.text({ example: '+31 6 0000 0101' }) telephone_number: string | null;
  @Out.text({ example: 'anneke.vroom@estuary.example' }) email: string | null;
  @Out.text() remarks: string | null;
  @Out.sql(companyName, 'text', {
    description: 'The name of the trucking company, or its code when it has none',
    example: 'Estuary Haulage',
  })
  trucking_company: string | null;
  @Out.date({ description: 'The last day on which the gate lets the driver in' })
  allowed_until: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
