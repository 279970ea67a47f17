import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Listed } from '../errors/constraints';
import { IMDG_WORDS } from '../imdg';
import { INVOICE_LANGUAGES, type InvoiceLanguage } from '../languages/invoice-languages';
import {
  DANGEROUS_GOODS_CHECK,
  DIMENSION_UNITS,
  INSPECTION_REQUIRED,
  OFF_SLOT,
  OTHER_TERMINAL,
  PARTY_PICK_UP,
  PERSONAL_DATA,
  VGM_REQUIRED,
  WEIGHT_UNITS,
} from './actor';

/** A terminal operator: the owner of every other record, with the settings for them. */
@Entity('organizations')
@Unique(['name'])
@ForeignKey('HoldType', ['id', 'damage_hold_type_id'], ['organization_id', 'id'])
@Check('ck_organizations_appointment_share_percent', 'appointment_share_percent BETWEEN 1 AND 100')
@Check('ck_organizations_appointment_early_minutes', 'appointment_early_minutes BETWEEN 0 AND 1440')
@Check('ck_organizations_appointment_late_minutes', 'appointment_late_minutes BETWEEN 0 AND 1440')
@Check('ck_organizations_vgm_tolerance', 'vgm_tolerance BETWEEN 0 AND 100')
@Check(
  'ck_organizations_direct_delivery_classes',
  `direct_delivery_classes <@ ARRAY['${IMDG_WORDS.join("', '")}']`,
)
@Check('ck_organizations_audit_entries_kept_months', 'audit_entries_kept_months BETWEEN 12 AND 1200')
@Check('ck_organizations_events_kept_months', 'events_kept_months BETWEEN 1 AND 1200')
@Check('ck_organizations_webhook_deliveries_kept_months', 'webhook_deliveries_kept_months BETWEEN 1 AND 1200')
@Check('ck_organizations_gate_refusals_kept_months', 'gate_refusals_kept_months BETWEEN 1 AND 1200')
@Check('ck_organizations_reefer_readings_kept_months', 'reefer_readings_kept_months BETWEEN 1 AND 1200')
@Check('ck_organizations_reefer_tolerance_degrees', 'reefer_tolerance_degrees BETWEEN 0 AND 100')
@Check('ck_organizations_reefer_tolerance_minutes', 'reefer_tolerance_minutes BETWEEN 0 AND 10080')
@Check('ck_organizations_reefer_unread_hours', 'reefer_unread_hours BETWEEN 1 AND 720')
@Check('ck_organizations_reefer_unplugged_minutes', 'reefer_unplugged_minutes BETWEEN 1 AND 10080')
@Check('ck_organizations_mails_per_minute', 'mails_per_minute BETWEEN 1 AND 10000')
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'text' })
  name: string;

  /** IANA name. A time without an offset is local to it. */
  @Column({ type: 'text', default: 'UTC' })
  time_zone: string;

  @Listed(WEIGHT_UNITS)
  @Column({ type: 'text', default: 'kg' })
  weight_unit: string;

  @Listed(DIMENSION_UNITS)
  @Column({ type: 'text', default: 'm' })
  dimension_unit: string;

  /** That of invoices of customers without one of their own; null for English. */
  @Listed(INVOICE_LANGUAGES)
  @Column({ type: 'text', nullable: true })
  language: InvoiceLanguage | null;

  /** Whether a pre-advice must name its truck. */
  @Column({ type: 'boolean', default: true })
  pre_advice_truck_required: boolean;

  /** Whether the bills of lading of a pre-advice must exist, and full pick-ups must name one. */
  @Column({ type: 'boolean', default: false })
  validates_bills: boolean;

  /** Whether cargo is released only when the invoices that name it are paid. */
  @Column({ type: 'boolean', default: false })
  release_needs_payment: boolean;

  /** Whether the gate takes trucks with an appointment only. */
  @Column({ type: 'boolean', default: false })
  appointments_required: boolean;

  /** The most of a slot that one trucking company may book, in percent; null for all of it. */
  @Column({ type: 'integer', nullable: true })
  appointment_share_percent: number | null;

  /** How many minutes before its slot a truck may arrive. */
  @Column({ type: 'integer', default: 30 })
  appointment_early_minutes: number;

  /** How many minutes after its slot a truck may arrive. */
  @Column({ type: 'integer', default: 30 })
  appointment_late_minutes: number;

  /** What the gate does with a truck that is early or late. */
  @Listed(OFF_SLOT)
  @Column({ type: 'text', default: 'mark' })
  off_slot: string;

  /** What the gate does with cargo, an appointment or an out gate of another terminal than the gate. */
  @Listed(OTHER_TERMINAL)
  @Column({ type: 'text', default: 'mark' })
  other_terminal: (typeof OTHER_TERMINAL)[number];

  /** Whether a new container number needs a valid check digit. */
  @Column({ type: 'boolean', default: false })
  check_digit_required: boolean;

  /** Whether a container stays while charges of its release are not settled. Billing shows and changes it. */
  @Column({ type: 'boolean', default: false })
  release_needs_charges: boolean;

  /** Who sees the personal data of drivers. */
  @Listed(PERSONAL_DATA)
  @Column({ type: 'text', default: 'everyone' })
  personal_data: (typeof PERSONAL_DATA)[number];

  /** Whether a full import container leaves only with the haulier that is nominated for it. */
  @Column({ type: 'boolean', default: false })
  release_needs_nomination: boolean;

  /** Whether a hold type is applied to full imports when they are announced. A trigger keeps it. */
  @Column({ type: 'boolean', default: false })
  holds_full_imports: boolean;

  /** By what a haulier names a container that it collects. */
  @Listed(PARTY_PICK_UP)
  @Column({ type: 'text', default: 'nominated' })
  party_pick_up: (typeof PARTY_PICK_UP)[number];

  /** Whether a container of an equal type takes the line of a booking: of equal size, height and group. */
  @Column({ type: 'boolean', default: false })
  allows_substitute_types: boolean;

  /** Whether a full container needs a verified gross mass to be loaded. */
  @Listed(VGM_REQUIRED)
  @Column({ type: 'text', default: 'never' })
  vgm_required: (typeof VGM_REQUIRED)[number];

  /** By how many percent a weight that is measured here may differ from the verified gross mass; null for any. */
  @Column({ type: 'integer', nullable: true })
  vgm_tolerance: number | null;

  /** What is done with dangerous goods that may not stand where they are put. */
  @Listed(DANGEROUS_GOODS_CHECK)
  @Column({ type: 'text', default: 'off' })
  dangerous_goods_check: (typeof DANGEROUS_GOODS_CHECK)[number];

  /** The classes of dangerous goods that are not placed in the yard; 1.4S only where it is named. */
  @Column({ type: 'text', array: true, default: ['1', '6.2', '7'] })
  direct_delivery_classes: string[];

  /** Whether a payment in cash needs a till that is open. */
  @Column({ type: 'boolean', default: false })
  tills_required: boolean;

  /** The hold type that an open major damage applies to the stay; null for none. Its table is of a higher domain. */
  @Column({ type: 'bigint', nullable: true })
  damage_hold_type_id: number | null;

  /** At which interchanges containers have to be inspected before these are completed. */
  @Listed(INSPECTION_REQUIRED)
  @Column({ type: 'text', default: 'never' })
  inspection_required: (typeof INSPECTION_REQUIRED)[number];

  /** For how many whole months each of what grows is kept; null for ever. `wharfinger maintain` removes the rest. */
  @Column({ type: 'integer', nullable: true })
  audit_entries_kept_months: number | null;

  @Column({ type: 'integer', nullable: true })
  events_kept_months: number | null;

  @Column({ type: 'integer', nullable: true })
  webhook_deliveries_kept_months: number | null;

  @Column({ type: 'integer', nullable: true })
  gate_refusals_kept_months: number | null;

  @Column({ type: 'integer', nullable: true })
  reefer_readings_kept_months: number | null;

  /** By how many degrees the temperature of a reefer may differ from its set point; null for any. */
  @Column({ type: 'double precision', nullable: true })
  reefer_tolerance_degrees: number | null;

  /** For how many minutes it has to differ by more. */
  @Column({ type: 'integer', default: 30 })
  reefer_tolerance_minutes: number;

  /** After how many hours a reefer counts as unread; null for never. */
  @Column({ type: 'integer', nullable: true })
  reefer_unread_hours: number | null;

  /** After how many minutes off power a reefer counts as unplugged; null for never. */
  @Column({ type: 'integer', nullable: true, default: 60 })
  reefer_unplugged_minutes: number | null;

  /** The most mails that are sent for it in a minute. */
  @Column({ type: 'integer', default: 60 })
  mails_per_minute: number;

  /** When the organization was suspended, which refuses its tokens; null while it is not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  suspended_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
