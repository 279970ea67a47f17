import { INTEGER } from '../../common/schema/integers';
import { ApiProperty } from '@nestjs/swagger';
import {
  countryFault,
  endpointSchemeFault,
  registrationSchemeFault,
  vatNumberFault,
} from './e-invoice.rules';
import { In } from '../../common/input/in';
import { LIMIT_RULES, type LimitRule } from './billing-profile.entity';

const text = (description: string, example?: string) => In.text({ description, ...(example && { example }) });

/** What an organization says about itself as a seller; what is not sent stays. */
export class UpdateBillingProfile {
  @text('The name of the seller', 'Port of Westhaven B.V.') name?: string | null;
  @text('Street and house number of the seller', 'Havenkade 1') street?: string | null;
  @text('The place of the seller, as it stands on invoices', 'Westhaven') city?: string | null;
  @text('The code that the post sorts the address of the seller by', '4380 AA') postal_code?: string | null;
  @In.text({
    pattern: /^([A-Z]{2})?$/,
    must: 'must be two capitals (ISO 3166-1)',
    fault: countryFault,
    description: 'Where the seller is (ISO 3166-1)',
    example: 'NL',
  })
  country?: string | null;
  @In.text({
    fault: vatNumberFault,
    description: 'What the tax office knows the seller by, with the code of its country (EL for Greece)',
    example: 'NL001234567B01',
  })
  vat_number?: string | null;
  @text('Its number in the register of companies', '22000001') registration_number?: string | null;
  @In.text({
    pattern: /^(\d{4})?$/,
    must: 'must be 4 digits',
    fault: registrationSchemeFault,
    description: 'The register of that number (ICD list of ISO 6523): 0106 the Dutch chamber of commerce',
    example: '0106',
  })
  registration_scheme?: string | null;
  @In.text({ identifier: 'email', description: 'Its address for questions about invoices' })
  email?: string | null;
  @text('Its telephone number') phone?: string | null;
  @text('The account that is paid to', 'NL91ABNA0417164300') iban?: string | null;
  @text('The bank of the account', 'ABNANL2A') bic?: string | null;
  @In.text({
    pattern: /^(\d{4})?$/,
    must: 'must be 4 digits',
    fault: endpointSchemeFault,
    description: 'The scheme of its address for e-invoices (EAS)',
    example: '0106',
  })
  endpoint_scheme?: string | null;
  @text('Its address for e-invoices in that scheme', '22000001') endpoint_id?: string | null;
  @In.note({ description: 'What stands on every invoice' }) note?: string | null;
  @In.text({ description: 'The calendar of rates that name none', example: 'NL 2026' })
  calendar?: string | null;
  @In.bool({
    notNull: true,
    description: 'Whether a container leaves only once the charges of its release are settled',
  })
  release_needs_charges?: boolean;
  @In.bool({
    notNull: true,
    description: 'Whether units that were charged ahead and not used are taken back; true unless changed',
  })
  refunds_unused_units?: boolean;
  @In.int({
    notNull: true,
    min: 0,
    max: 365,
    description: 'How many days ahead a draft on demand may charge; 60 unless changed',
  })
  charge_ahead_days?: number;
  @In.oneOf(LIMIT_RULES, {
    notNull: true,
    description:
      'What the gate does about a customer beyond its credit limit, where release needs charges: `refuse` counts its account as blocked, `warn` lets its containers go; `refuse` unless changed',
  })
  credit_limit_reached?: LimitRule;
}

const shown = { type: 'string', nullable: true } as const;

/** The billing profile of an organization. */
export class BillingProfileShow {
  @ApiProperty({ ...shown, example: 'Port of Westhaven B.V.' }) name: string | null;
  @ApiProperty(shown) street: string | null;
  @ApiProperty(shown) city: string | null;
  @ApiProperty(shown) postal_code: string | null;
  @ApiProperty({ ...shown, example: 'NL' }) country: string | null;
  @ApiProperty(shown) vat_number: string | null;
  @ApiProperty(shown) registration_number: string | null;
  @ApiProperty({ ...shown, example: '0106' }) registration_scheme: string | null;
  @ApiProperty(shown) email: string | null;
  @ApiProperty(shown) phone: string | null;
  @ApiProperty(shown) iban: string | null;
  @ApiProperty(shown) bic: string | null;
  @ApiProperty(shown) endpoint_scheme: string | null;
  @ApiProperty(shown) endpoint_id: string | null;
  @ApiProperty({ ...shown, description: 'What stands on every invoice' }) note: string | null;
  @ApiProperty({
    type: 'object',
    nullable: true,
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
    required: ['id', 'name'],
    additionalProperties: false,
    description: 'The calendar of rates that name none',
  })
  calendar: object | null;
  @ApiProperty({
    type: 'boolean',
    description: 'Whether a container leaves only once the charges of its release are settled',
  })
  release_needs_charges: boolean;
  @ApiProperty({
    type: 'boolean',
    description: 'Whether units that were charged ahead and not used are taken back',
  })
  refunds_unused_units: boolean;
  @ApiProperty({ ...INTEGER, example: 60, description: 'How many days ahead drafts on demand charge' })
  charge_ahead_days: number;
  @ApiProperty({
    type: 'string',
    enum: LIMIT_RULES,
    example: 'refuse',
    description: 'What the gate does about a customer beyond its credit limit',
  })
  credit_limit_reached: LimitRule;
}
