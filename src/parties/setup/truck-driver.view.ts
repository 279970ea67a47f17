import { ApiSchema } from '@nestjs/swagger';
import { view } from '../../common/view/view';
import { TruckDriver } from './truck-driver.kind';

const Out = view(TruckDriver);

/** A truck driver as shown inside other records: always the full set of keys (decision 23). */
@ApiSchema({ name: 'TruckDriverSummary' })
export class TruckDriverShow {
  @Out.id() id: number;
  @Out.sql((of) => `nullif(concat_ws(' ', ${of('firstname')}, ${of('lastname')}), '')`, 'text', {
    example: 'Anneke Vroom',
  })
  fullname: string | null;
  @Out.text({ example: 'DL-5520147' }) license_number: string;
  @Out.text() twic: string | null;
  @Out.text() number: string | null;
  @Out.bool() active: boolean;
  @Out.date() date_of_birth: string | null;
  @Out.text() telephone_number: string | null;
  @Out.text() email: string | null;
  @Out.text() remarks: string | null;
  @Out.sql(
    (of) => `coalesce(nullif(${of('trucking_company.name')}, ''), ${of('trucking_company.code')})`,
    'text',
    {
      description: 'The name of the company',
      example: 'Estuary Haulage',
    },
  )
  trucking_company: string | null;
  @Out.date() allowed_until: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
