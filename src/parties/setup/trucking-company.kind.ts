import { Index } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A haulier, whose trucks and drivers visit the terminal. */
@Kind({
  singular: 'trucking_company',
  plural: 'trucking_companies',
  key: 'code',
  role: 'write',
  searched: ['code', 'name'],
  parties: {
    concern: { party: { trucking_company: 'self' } },
    fields: ['code', 'name'],
    filters: ['code', 'name', 'q'],
  },
})
@Index(['organization_id', 'name'])
@Index('ix_trucking_companies_parts', { synchronize: false })
export class TruckingCompany extends Row {
  @Field.key({ example: 'EST' }) code: string;
  @Field.name({ example: 'Estuary Haulage' }) name: string | null;
}
