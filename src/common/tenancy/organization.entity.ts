import { Check, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Listed } from '../errors/constraints';
import {
  DIMENSION_UNITS,
  OFF_SLOT,
  OTHER_TERMINAL,
  PARTY_PICK_UP,
  PERSONAL_DATA,
  WEIGHT_UNITS,
} from './actor';

/** A terminal operator: the owner of every other record, with the settings for them. */
@Entity('organizations')
@Unique(['name'])
@Check('ck_organizations_appointment_share_percent', 'appointment_share_percent BETWEEN 1 AND 100')
@Check('ck_organizations_appointment_early_minutes', 'appointment_early_minutes BETWEEN 0 AND 1440')
@Check('ck_organizations_appointment_late_minutes', 'appointment_late_minutes BETWEEN 0 AND 1440')
@Check('ck_organizations_audit_entries_kept_months', 'audit_entries_kept_months BETWEEN 12 AND 1200')
@Check('ck_organizations_events_kept_months', 'events_kept_months BETWEEN 1 AND 1200')
@Check('ck_organizations_webhook_deliveries_kept_months', 'webhook_deliveries_kept_months BETWEEN 1 AND 1200')
@Check('ck_organizations_gate_refusals_kept_months', 'gate_refusals_kept_months BETWEEN 1 AND 1200')
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

  /** By what a haulier names a container that it collects. */
  @Listed(PARTY_PICK_UP)
  @Column({ type: 'text', default: 'nominated' })
  party_pick_up: (typeof PARTY_PICK_UP)[number];

  /** For how many whole months each of what grows is kept; null for ever. `wharfinger maintain` removes the rest. */
  @Column({ type: 'integer', nullable: true })
  audit_entries_kept_months: number | null;

  @Column({ type: 'integer', nullable: true })
  events_kept_months: number | null;

  @Column({ type: 'integer', nullable: true })
  webhook_deliveries_kept_months: number | null;

  @Column({ type: 'integer', nullable: true })
  gate_refusals_kept_months: number | null;

  /** When the organization was suspended, which refuses its tokens; null while it is not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  suspended_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
