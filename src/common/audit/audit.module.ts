import { Module } from '@nestjs/common';
import { AuditEntriesController } from './audit-entries.controller';
import { AuditEntriesService } from './audit-entries.service';

/** Who wrote what, and when; the database itself writes it down (database/traces.ts). */
@Module({ controllers: [AuditEntriesController], providers: [AuditEntriesService] })
export class AuditModule {}
