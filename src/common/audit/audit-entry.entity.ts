import { Check, Entity, Index } from 'typeorm';
import { BigInteger, JsonColumn, LooseRow, MonthKey, OneOf, Text } from '../schema/columns';

/** The kinds of write. */
export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const;

/**
 * The trace of one write to one record. Triggers write it in the transaction of the write (`database/traces.ts`);
 * `traceOrder` writes those of orders that no table traces. The service's role may neither change nor delete traces;
 * only the function that erases personal data changes them.
 * The user and the record have no foreign key, because they may be deleted. The organization is that of the record,
 * which has the foreign key.
 */
@Entity('audit_entries')
@Check(
  'ck_audit_entries_writer',
  `user_id IS NOT NULL OR operation <> 'wharfinger requests' AND operation !~ '^[A-Z]+ /'`,
)
@Index(['organization_id', 'record_type', 'record_id'])
@Index(['organization_id', 'record_key'])
@Index('ix_audit_entries_user_id', ['organization_id', 'user_id', 'id'], { where: 'user_id IS NOT NULL' })
@Index('ix_audit_entries_operation_hash', { synchronize: false })
@Index('ix_audit_entries_request_id_hash', { synchronize: false })
@Index(['organization_id', 'created_at'])
@Index('ix_audit_entries_refused_drivers', { synchronize: false })
export class AuditEntry extends LooseRow {
  @MonthKey() override created_at: Date;
  @BigInteger() user_id: number | null;
  @BigInteger() token_id: number | null;
  /** The row of `user_identities`, and the application, of a token of an identity provider. */
  @BigInteger() identity_id: number | null;
  @Text() client_id: string | null;
  @Text() request_id: string | null;
  /** `PATCH /api/v1/trucks/:truck_license_number`, `wharfinger import`, or the name of another program. */
  @Text({ required: true }) operation: string;
  @OneOf(AUDIT_ACTIONS, { required: true }) action: string;
  /** The table of the record, which mostly is its path as well. */
  @Text({ required: true }) record_type: string;
  @BigInteger({ required: true }) record_id: number;
  /** The key by which people know the record; null where it has no such column. */
  @Text() record_key: string | null;
  /** The changed columns with their old values; null for a new record. */
  @JsonColumn() before: object | null;
  /** The changed columns with their new values, all that are not null for a new record; null for a deleted one. */
  @JsonColumn() after: object | null;
}
