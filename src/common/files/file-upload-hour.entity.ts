import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What a token has uploaded in an hour, for the limit of a day. `token_id` is minus the id of the identity where the token is of
 * an identity provider.
 */
@Entity('file_upload_hours')
export class FileUploadHour {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;
  @PrimaryColumn({ type: 'bigint' }) token_id: number;
  @PrimaryColumn({ type: 'timestamptz', precision: 0 }) hour: Date;
  @Column({ type: 'bigint' }) bytes: number;
}
