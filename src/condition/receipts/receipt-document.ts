import { ApiProperty } from '@nestjs/swagger';
import { ImdgGoods } from '../../cargo/imdg-goods';
import { CONDITIONS } from '../../cargo/containers/container-words';
import { VGM_METHODS } from '../../cargo/stays/stay-words';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';

import { BIG_INTEGER } from '../../common/schema/integers';
import { SEVERITIES } from '../damages/damage-words';

const text = (description: string, example?: string) => ({ type: 'string', description, example }) as const;
const maybe = (description: string, example?: string) => ({ ...text(description, example), nullable: true });
const degrees = (description: string) =>
  ({ type: 'number', nullable: true, description, example: -18 }) as const;

const centimetres = (description: string) =>
  ({ type: 'number', nullable: true, description, example: 12 }) as const;

class TerminalOfReceipt {
  @ApiProperty(text('How the terminal calls itself', 'North Quay')) name: string;
  @ApiProperty(maybe('Where to write to, in lines')) address: string | null;
}

class CompanyOfReceipt {
  @ApiProperty(text('By which files and messages know it', 'EST')) code: string;
  @ApiProperty(maybe('How people call it', 'Estuary Haulage')) name: string | null;
}

class TypeOfReceipt {
  @ApiProperty(text('By which the organization knows the type', '40HC')) code: string;
  @ApiProperty(maybe('Its code by ISO 6346', '45G1')) iso_type_code: string | null;
  @ApiProperty(maybe('The type in words', '40 ft high cube')) description: string | null;
}

class WordOfReceipt {
  @ApiProperty(text('By which ISO 9897 or the organization knows it', 'DT')) code: string;
  @ApiProperty(maybe('The same in words', 'Dented')) name: string | null;
}

/** Temperatures of a reefer at its handover. */
class ReeferOfReceipt {
  @ApiProperty({ type: 'boolean', description: 'Whether it cools', example: true }) operating: boolean;
  @ApiProperty(degrees('What it is to cool to')) set_point: number | null;
  @ApiProperty(degrees('What it has inside')) temperature: number | null;
  @ApiProperty(degrees('What it blows in')) supply: number | null;
}

/** A damage as it was known at the handover. */
export class DamageOfReceipt {
  @ApiProperty({ ...BIG_INTEGER, description: 'By which the API knows the damage', example: 1 }) id: number;
  @ApiProperty({ type: () => WordOfReceipt, description: 'What happened to the part' })
  damage_type: WordOfReceipt;
  @ApiProperty({ type: () => WordOfReceipt, description: 'Which part of the container has it' })
  component: WordOfReceipt;
  @ApiProperty(text('By up to four characters of ISO 9897', 'LB2N')) location: string;
  @ApiProperty({ type: 'string', enum: [...SEVERITIES], description: 'How bad it is' }) severity: string;
  @ApiProperty({ type: 'integer', description: 'How many there are', example: 1 }) quantity: number;
  @ApiProperty(centimetres('How long it is')) length_cm: number | null;
  @ApiProperty(centimetres('How wide it is')) width_cm: number | null;
  @ApiProperty(centimetres('How deep it is')) depth_cm: number | null;
  @ApiProperty(maybe('What was noted of it')) notes: string | null;
}

/** A container as it was handed over. */
class ContainerOfReceipt {
  @ApiProperty(text('What stands on its doors', 'WHAU4142033')) number: string;
  @ApiProperty({
    type: () => TypeOfReceipt,
    nullable: true,
    description: 'What kind of container it was taken for',
  })
  type: TypeOfReceipt | null;
  @ApiProperty({ ...maybe('Full or empty', 'full'), enum: ['full', 'empty', null] }) status: string | null;
  @ApiProperty({
    type: () => CompanyOfReceipt,
    nullable: true,
    description: 'Whose container it was in that stay',
  })
  shipping_line: CompanyOfReceipt | null;
  @ApiProperty({
    type: 'string',
    isArray: true,
    description: 'What the handover left on its doors',
    example: ['BR884127'],
  })
  seals: string[];
  @ApiProperty({ type: 'number', nullable: true, description: 'Its weight in `weight_unit`', example: 21580 })
  weight: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Its verified gross mass in `weight_unit`; null where none is stated for the stay',
    example: 21610,
  })
  vgm: number | null;
  @ApiProperty({
    ...maybe('How that was found by SOLAS VI/2; null where nobody says so', 'weighing'),
    enum: [...VGM_METHODS, null],
  })
  vgm_method: string | null;
  @ApiProperty({ type: () => ReeferOfReceipt, nullable: true, description: 'Null for what is no reefer' })
  reefer: ReeferOfReceipt | null;
  @ApiProperty({
    type: () => ImdgGoods,
    isArray: true,
    description: 'By the IMDG code; none where nothing was stated',
  })
  dangerous_goods: ImdgGoods[];
}

/**
 * What one issue of a receipt states, as it was then. Language, zone and unit are those of the organization then, so that the
 * same receipt is drawn alike for ever.
 */
export class ReceiptDocument {
  @ApiProperty(text('Who operates the terminal', 'Westhaven Terminals')) organization: string;
  @ApiProperty(text('In which its PDF is drawn', 'en')) language: InvoiceLanguage;
  @ApiProperty(text('Of the times in its PDF', 'Europe/Amsterdam')) time_zone: string;
  @ApiProperty(text('What `weight` is counted in', 'kg')) weight_unit: string;
  @ApiProperty({ ...text('When it was handed over', '2026-03-17T09:12:00.000Z'), format: 'date-time' })
  completed_at: string;
  @ApiProperty({ type: () => TerminalOfReceipt, nullable: true, description: 'That of the gate' })
  terminal: TerminalOfReceipt | null;
  @ApiProperty(text('Where it was handed over', 'In 1')) gate: string;
  @ApiProperty(text('The license plate of the truck', 'WH-472-B')) truck: string;
  @ApiProperty({ type: () => CompanyOfReceipt, nullable: true, description: 'The haulier' })
  trucking_company: CompanyOfReceipt | null;
  @ApiProperty({
    type: () => ContainerOfReceipt,
    nullable: true,
    description: 'Null for a chassis without one, and for general cargo',
  })
  container: ContainerOfReceipt | null;
  @ApiProperty(maybe('The number of the chassis', 'WHAZ4003730')) chassis: string | null;
  @ApiProperty(maybe('The number of the genset')) genset: string | null;
  @ApiProperty(maybe('The number of the booking', 'WHA331057')) booking: string | null;
  @ApiProperty({ type: 'string', isArray: true, description: 'The numbers of its bills', example: [] })
  bills_of_lading: string[];
  @ApiProperty(maybe('The number of the delivery order')) delivery_order: string | null;
  @ApiProperty(maybe('The number of the dock receipt', 'DR-5001')) dock_receipt: string | null;
  @ApiProperty(maybe('What general cargo it was')) cargo: string | null;
  @ApiProperty({
    ...maybe('What its inspection found; null where nobody has looked', 'sound'),
    enum: [...CONDITIONS, null],
  })
  condition: string | null;
  @ApiProperty({ type: 'boolean', nullable: true, description: 'Whether it was clean inside' })
  is_clean: boolean | null;
  @ApiProperty({ type: 'boolean', nullable: true, description: 'Whether its seals were those announced' })
  seals_as_announced: boolean | null;
  @ApiProperty({
    type: () => DamageOfReceipt,
    isArray: true,
    description: 'The damages that were found then',
  })
  damages: DamageOfReceipt[];
  @ApiProperty({ type: () => DamageOfReceipt, isArray: true, description: 'Those that were open before' })
  known: DamageOfReceipt[];
  @ApiProperty(maybe('What the inspection noted')) remarks: string | null;
  @ApiProperty(maybe('Who completed it', 'Tess Ter')) released_by: string | null;
}
