import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Listed } from '../errors/constraints';
import { DIMENSION_UNITS, WEIGHT_UNITS } from './actor';

/** A terminal operator: the owner of every other record, and the settings that its records are read by. */
@Entity('organizations')
@Unique(['name'])
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'text' })
  name: string;

  /** IANA name; a time that a client sends without an offset is local to it. */
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

  /** Whether bills of lading that a pre-advice names must exist, and full pick-ups must name one. */
  @Column({ type: 'boolean', default: false })
  validates_bills: boolean;

  /** Since when its tokens are refused; null while they are not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  suspended_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
