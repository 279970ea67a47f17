import { ApiProperty } from '@nestjs/swagger';
import {
  DANGEROUS_GOODS_CHECK,
  DIMENSION_UNITS,
  INSPECTION_REQUIRED,
  OFF_SLOT,
  OTHER_TERMINAL,
  PARTY_PICK_UP,
  PERSONAL_DATA,
  Role,
  ROLES,
  VGM_REQUIRED,
  WEIGHT_UNITS,
} from '../tenancy/actor';
import { INVOICE_LANGUAGES } from '../languages/invoice-languages';
import { EdiPartnerOfToken } from './bound-partner';
import { PartyShow } from '../party-wall/party-reference';
import { INTEGER } from '../schema/integers';

const WHO_SEES =
  'Who sees birth date, telephone, e-mail, twic and remarks of drivers: everyone, or those that need them';

const INSPECTED_AT = 'At which interchanges containers have to be inspected before these are completed';

/** An organization with its settings. */
export class OrganizationShow {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'Port of Westhaven' }) name: string;
  @ApiProperty({ type: 'string', example: 'Europe/Amsterdam' }) time_zone: string;
  @ApiProperty({ type: 'string', enum: [...WEIGHT_UNITS] }) weight_unit: string;
  @ApiProperty({ type: 'string', enum: [...DIMENSION_UNITS] }) dimension_unit: string;
  @ApiProperty({
    type: 'string',
    enum: [...INVOICE_LANGUAGES, null],
    nullable: true,
    description: 'The language of invoices as PDF whose customer has none; null for English',
  })
  language: string | null;
  @ApiProperty({ type: 'boolean' }) pre_advice_truck_required: boolean;
  @ApiProperty({ type: 'boolean' }) validates_bills: boolean;
  @ApiProperty({ type: 'boolean' }) release_needs_payment: boolean;
  @ApiProperty({ type: 'boolean' }) appointments_required: boolean;
  @ApiProperty({ ...INTEGER, nullable: true, example: 50 }) appointment_share_percent: number | null;
  @ApiProperty({ ...INTEGER, example: 30 }) appointment_early_minutes: number;
  @ApiProperty({ ...INTEGER, example: 30 }) appointment_late_minutes: number;
  @ApiProperty({ type: 'string', enum: [...OFF_SLOT] }) off_slot: string;
  @ApiProperty({ type: 'string', enum: [...OTHER_TERMINAL] }) other_terminal: string;
  @ApiProperty({ type: 'boolean' }) check_digit_required: boolean;
  @ApiProperty({ type: 'string', enum: [...PERSONAL_DATA], description: WHO_SEES }) personal_data: string;
  @ApiProperty({ type: 'boolean' }) release_needs_nomination: boolean;
  @ApiProperty({ type: 'string', enum: [...PARTY_PICK_UP] }) party_pick_up: string;
  @ApiProperty({ type: 'boolean' }) allows_substitute_types: boolean;
  @ApiProperty({ type: 'string', enum: [...VGM_REQUIRED] }) vgm_required: string;
  @ApiProperty({ ...INTEGER, nullable: true, example: 5 }) vgm_tolerance: number | null;
  @ApiProperty({ type: 'string', enum: [...DANGEROUS_GOODS_CHECK] }) dangerous_goods_check: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: ['1', '6.2', '7'] })
  direct_delivery_classes: string[];
  @ApiProperty({ type: 'boolean' }) tills_required: boolean;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The name of the hold type that an open major damage applies to the stay; null for none',
    example: 'Damage survey',
  })
  damage_hold_type: string | null;
  @ApiProperty({ type: 'string', enum: [...INSPECTION_REQUIRED], description: INSPECTED_AT })
  inspection_required: string;
  @ApiProperty({ ...INTEGER, nullable: true, example: 24 }) audit_entries_kept_months: number | null;
  @ApiProperty({ ...INTEGER, nullable: true, example: 13 }) events_kept_months: number | null;
  @ApiProperty({ ...INTEGER, nullable: true, example: 3 }) webhook_deliveries_kept_months: number | null;
  @ApiProperty({ ...INTEGER, nullable: true, example: 13 }) gate_refusals_kept_months: number | null;
  @ApiProperty({ ...INTEGER, nullable: true, example: 13 }) reefer_readings_kept_months: number | null;
  @ApiProperty({ type: 'number', nullable: true, example: 2 }) reefer_tolerance_degrees: number | null;
  @ApiProperty({ ...INTEGER, example: 30 }) reefer_tolerance_minutes: number;
  @ApiProperty({ ...INTEGER, nullable: true, example: 6 }) reefer_unread_hours: number | null;
  @ApiProperty({ ...INTEGER, nullable: true, example: 60 }) reefer_unplugged_minutes: number | null;
  @ApiProperty({ ...INTEGER, example: 60 }) mails_per_minute: number;
}

const HIDDEN = { nullable: true, 'x-parties': 'hidden' } as const;

/** The organization of a token. Whoever is limited to parties gets null for settings that concern the terminal alone. */
export class OrganizationOfToken extends OrganizationShow {
  @ApiProperty({ type: 'boolean', ...HIDDEN }) declare release_needs_payment: boolean;
  @ApiProperty({ ...INTEGER, example: 50, ...HIDDEN }) declare appointment_share_percent: number | null;
  @ApiProperty({ type: 'string', enum: [...OFF_SLOT], ...HIDDEN }) declare off_slot: string;
  @ApiProperty({ type: 'string', enum: [...OTHER_TERMINAL], ...HIDDEN }) declare other_terminal: string;
  @ApiProperty({ type: 'boolean', ...HIDDEN }) declare check_digit_required: boolean;
  @ApiProperty({ type: 'string', enum: [...PERSONAL_DATA], description: WHO_SEES, ...HIDDEN })
  declare personal_data: string;
  @ApiProperty({ ...INTEGER, example: 5, ...HIDDEN }) declare vgm_tolerance: number | null;
  @ApiProperty({ type: 'string', enum: [...DANGEROUS_GOODS_CHECK], ...HIDDEN })
  declare dangerous_goods_check: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: ['1', '6.2', '7'], ...HIDDEN })
  declare direct_delivery_classes: string[];
  @ApiProperty({ type: 'boolean', ...HIDDEN }) declare tills_required: boolean;
  @ApiProperty({
    type: 'string',
    description: 'The name of the hold type that an open major damage applies to the stay; null for none',
    example: 'Damage survey',
    ...HIDDEN,
  })
  declare damage_hold_type: string | null;
  @ApiProperty({ type: 'string', enum: [...INSPECTION_REQUIRED], description: INSPECTED_AT, ...HIDDEN })
  declare inspection_required: string;
  @ApiProperty({ ...INTEGER, example: 24, ...HIDDEN }) declare audit_entries_kept_months: number | null;
  @ApiProperty({ ...INTEGER, example: 13, ...HIDDEN }) declare events_kept_months: number | null;
  @ApiProperty({ ...INTEGER, example: 3, ...HIDDEN }) declare webhook_deliveries_kept_months: number | null;
  @ApiProperty({ ...INTEGER, example: 13, ...HIDDEN }) declare gate_refusals_kept_months: number | null;
  @ApiProperty({ ...INTEGER, example: 13, ...HIDDEN }) declare reefer_readings_kept_months: number | null;
  @ApiProperty({ type: 'number', example: 2, ...HIDDEN }) declare reefer_tolerance_degrees: number | null;
  @ApiProperty({ ...INTEGER, example: 30, ...HIDDEN }) declare reefer_tolerance_minutes: number;
  @ApiProperty({ ...INTEGER, example: 6, ...HIDDEN }) declare reefer_unread_hours: number | null;
  @ApiProperty({ ...INTEGER, example: 60, ...HIDDEN }) declare reefer_unplugged_minutes: number | null;
  @ApiProperty({ ...INTEGER, example: 60, ...HIDDEN }) declare mails_per_minute: number;
}

/** The settings that whoever is limited to parties does not see. */
export const HIDDEN_SETTINGS = [
  'release_needs_payment',
  'appointment_share_percent',
  'off_slot',
  'other_terminal',
  'check_digit_required',
  'personal_data',
  'vgm_tolerance',
  'dangerous_goods_check',
  'direct_delivery_classes',
  'tills_required',
  'damage_hold_type',
  'inspection_required',
  'audit_entries_kept_months',
  'events_kept_months',
  'webhook_deliveries_kept_months',
  'gate_refusals_kept_months',
  'reefer_readings_kept_months',
  'reefer_tolerance_degrees',
  'reefer_tolerance_minutes',
  'reefer_unread_hours',
  'reefer_unplugged_minutes',
  'mails_per_minute',
] as const satisfies (keyof OrganizationOfToken)[];

/** The user of a token. */
export class UserOfToken {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'gate@harbour.example' }) email: string;
  @ApiProperty({ type: 'string', nullable: true }) firstname: string | null;
  @ApiProperty({ type: 'string', nullable: true }) lastname: string | null;
  @ApiProperty({ type: 'string', description: 'The full name, or the e-mail when there is none' })
  name: string;
}

/** The user and organization of the token, and the rights of the token. */
export class Me {
  @ApiProperty({ type: () => UserOfToken }) user: UserOfToken;
  @ApiProperty({ type: () => OrganizationOfToken }) organization: OrganizationOfToken;
  @ApiProperty({ type: 'string', enum: [...ROLES] }) role: Role;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    description: 'The domains that the role counts in, elsewhere the token may read; null for everywhere',
    example: ['gate', 'holds'],
  })
  domains: string[] | null;
  @ApiProperty({
    type: () => EdiPartnerOfToken,
    nullable: true,
    description: 'The EDI partner that the token is bound to; null for a token of the terminal',
  })
  edi_partner: EdiPartnerOfToken | null;
  @ApiProperty({ type: 'boolean', description: 'Whether the token sees only what is of its parties' })
  limited: boolean;
  @ApiProperty({
    type: () => PartyShow,
    isArray: true,
    description: 'The parties of a limited token; without any it sees nothing',
  })
  parties: PartyShow[];
}
