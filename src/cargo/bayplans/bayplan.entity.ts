import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, BigInteger, Integer, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** When a vessel is stowed as a bayplan says: before it arrives here, or when it leaves. */
export const LEGS = ['arrival', 'departure'] as const;
export type Leg = (typeof LEGS)[number];

/** How a vessel is stowed when it arrives on a voyage, or when it leaves. A later plan replaces the one before. */
@Entity('bayplans')
@Unique(['organization_id', 'voyage_id', 'leg'])
export class Bayplan extends Row {
  @BelongsTo(() => Voyage, { required: true, onDelete: 'CASCADE', unindexed: 'uq_bayplans_voyage_id_leg' })
  voyage: Relation<Voyage>;
  voyage_id: number;
  @OneOf(LEGS, { required: true }) leg: Leg;
  @Text() document_number: string | null;
  @Time() document_date: Date | null;
  /** UN/LOCODEs, as the document has them. */
  @Text() port_of_departure: string | null;
  @Text() next_port: string | null;
  @Integer({ required: true, default: 0 }) cells_count: number;
  @Integer({ required: true, default: 0 }) for_here_count: number;
  /** The message that said it, which a higher domain keeps; null for others. */
  @BigInteger() edi_message_id: number | null;
}
