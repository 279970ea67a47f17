import { OpenTo } from '../../common/party-wall/open-to';
import { Of, RecordById, recordById, view } from '../../common/view/view';
import { TruckDriverSummary } from '../../parties/setup/truck-driver.view';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { hasOwnDriver, OWN_DRIVER_TOLD } from '../../parties/setup/own-driver';
import { companyBy, COMPANY_OF_ANNOUNCEMENT } from '../../parties/setup/trucking-company-reference';
import { PurposeShow } from '../purposes/purpose.view';
import { PreAdvice } from './pre-advice.entity';

const CompanyOut = view(TruckingCompany);

export class CompanyOfPreAdvice {
  @CompanyOut.id() id: number;
  @CompanyOut.text({ example: 'Estuary Haulage' }) name: string | null;
  @CompanyOut.text({ example: 'EST' }) code: string;
}

const Out = view(PreAdvice);

/** SQL: the id of the visit that used the pre-advice. A cancelled visit leaves it unused. */
const visit = (of: Of) => `CASE WHEN ${of('used_at')} IS NOT NULL THEN (
  SELECT max(v.id) FROM truck_visits v
  WHERE v.organization_id = ${of('organization_id')} AND v.pre_advice_id = ${of('id')}) END`;

@OpenTo.parties({
  fields: [
    'advice_number',
    'truck',
    'comments',
    'expected_at',
    'purposes',
    'id',
    'trucking_company',
    'used_at',
    'truck_visit_id',
    'truck_visit',
    'created_at',
    'updated_at',
  ],
  own: { truck_driver: hasOwnDriver },
  told: OWN_DRIVER_TOLD,
})
export class PreAdviceShow {
  @Out.text({ example: 'PA-1001' }) advice_number: string;
  @Out.sql((of) => of('truck.license_plate'), 'text', {
    example: 'LN-905-F',
  })
  truck: string | null;
  @Out.one('truck_driver', () => TruckDriverSummary) truck_driver: TruckDriverSummary | null;
  @Out.text({ example: 'Weighed at the maltings' }) comments: string | null;
  @Out.time() expected_at: string | null;
  @Out.many('purposes', () => PurposeShow, { orderBy: 'position' }) purposes: PurposeShow[];
  @Out.id() id: number;
  @Out.shaped(companyBy(COMPANY_OF_ANNOUNCEMENT, ['id', 'name', 'code']), () => CompanyOfPreAdvice, {
    nullable: true,
    description: 'The one that is announced, else that of the truck, else that of the driver',
  })
  trucking_company: CompanyOfPreAdvice | null;
  @Out.time({ description: 'When a truck was let in with it; it serves one visit' }) used_at: string | null;
  @Out.sql(visit, 'bigInteger', { description: 'Replaced by truck_visit', deprecated: true, example: 1 })
  truck_visit_id: number | null;
  @Out.shaped((of) => recordById(visit(of)), () => RecordById, {
    nullable: true,
    description: 'The visit that it was used for; null while no truck came with it',
  })
  truck_visit: RecordById | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
