import { Check, Entity, Index } from 'typeorm';
import { BigInteger, JsonColumn, LooseRow, OneOf, Text } from '../schema/columns';

/** What a write does to a record. */
export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const;

/**
 * What one write did to one record. Triggers write it in the write's own transaction (`database/traces.ts`); of orders
 * that no table traces, `traceOrder` does. The service itself may neither change nor delete it. The user and the record
 * may be gone by now: no foreign key keeps them. The organization is that of the record, which refers to it.
 */
@Entity('audit_entries')
@Check(
  'ck_audit_entries_writer',
  `user_id IS NOT NULL OR operation <> 'wharfinger requests' AND operation !~ '^[A-Z]+ /'`,
)
@Index(['organization_id', 'record_type', 'record_id'])
@Index(['organization_id', 'record_key'])
@Index('ix_audit_entries_user_id', ['organization_id', 'user_id', 'id'], { where: 'user_id IS NOT NULL' })
@Index('ix_audit_entries_operation', ['organization_id', 'operation', 'id'])
@Index(['organization_id', 'request_id'], { where: 'request_id IS NOT NULL' })
@Index(['organization_id', 'created_at'])
export class AuditEntry extends LooseRow {
  @BigInteger() user_id: number | null;
  @BigInteger() token_id: number | null;
  @Text() request_id: string | null;
  /** `PATCH /api/v1/trucks/:truck_license_number`, `wharfinger import`, or the name of another program. */
  @Text({ required: true }) operation: string;
  @OneOf(AUDIT_ACTIONS, { required: true }) action: string;
  /** The table of the record, which mostly is its path, too. */
  @Text({ required: true }) record_type: string;
  @BigInteger({ required: true }) record_id: number;
  /** What people know the record by, such as its number; null where it has no such column. */
  @Text() record_key: string | null;
  /** The columns that changed, as they were; null for a new record. */
  @JsonColumn() before: object | null;
  /** The same columns, as they are; of a new record those that are set; null for a deleted one. */
  @JsonColumn() after: object | null;
}
