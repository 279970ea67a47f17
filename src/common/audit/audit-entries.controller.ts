import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../endpoint/endpoint';
import { page } from '../endpoint/returns';
import { AuditEntriesService } from './audit-entries.service';
import { AuditEntryQuery } from './audit-entry.dto';
import { AuditEntryShow } from './audit-entry.view';

@ApiTags('Audit')
@Controller('audit_entries')
export class AuditEntriesController {
  constructor(private readonly entries: AuditEntriesService) {}

  @Get()
  @Endpoint({
    summary: 'List what was written, by whom',
    description:
      'One entry for each record that a write created, changed or deleted. Nobody can change or delete an entry through the service.',
    returns: page('audit_entries', AuditEntryShow),
    role: 'admin',
    errors: [400],
  })
  list(@Query() query: AuditEntryQuery) {
    return this.entries.list(query);
  }
}
