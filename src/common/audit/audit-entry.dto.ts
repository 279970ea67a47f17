import { In } from '../input/in';
import { HistoryQuery } from '../pagination/page-query';

export class AuditEntryQuery extends HistoryQuery {
  @In.text({ description: 'The table of the record', example: 'users' }) record_type?: string | null;
  @In.id({ description: 'The id of the record; beside `record_type`' }) record_id?: number | null;
  @In.text({
    max: 2000,
    description: 'The whole number, name, code or address, as it was then',
    example: 'gate@harbour.example',
  })
  record_key?: string | null;
  @In.text({ description: 'The id or the e-mail address of the user', example: 'gate@harbour.example' })
  user?: string | null;
  @In.text({ description: 'The whole operation', example: 'wharfinger import' }) operation?: string | null;
  @In.text({ description: 'The whole `X-Request-Id`' }) request_id?: string | null;
  @In.time({ description: 'Written at this time or later' }) created_from?: string | null;
  @In.endTime({
    from: 'created_from',
    description: 'Written at this time or earlier; a date alone is the end of that day',
  })
  created_until?: string | null;
  @In.time({ description: 'The same as created_from', deprecated: true }) from?: string | null;
  @In.endTime({ from: 'from', description: 'The same as created_until', deprecated: true })
  until?: string | null;
}
