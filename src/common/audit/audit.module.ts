import { Module } from '@nestjs/common';
import { AuditEntriesController } from './audit-entries.controller';
import { AuditEntriesService } from './audit-entries.service';

/** The traces of writes, which triggers of the database record (database/traces.ts). */
@Module({ controllers: [AuditEntriesController], providers: [AuditEntriesService] })
export class AuditModule {}
