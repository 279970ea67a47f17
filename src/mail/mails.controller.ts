import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../common/endpoint/endpoint';
import { PathId } from '../common/endpoint/path-param';
import { one, page } from '../common/endpoint/returns';
import { MailQuery } from './mail.dto';
import { MailShow } from '../common/mail/mail.view';
import { MailsService } from './mails.service';

const PathMail = () => PathId('Mail', 'id', 'The id of the mail');

@ApiTags('Mails')
@Controller('mails')
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  @Endpoint({
    summary: 'List mails',
    description: 'Each with how far it has come, how often it was tried and why the last try failed.',
    returns: page('mails', MailShow),
    errors: [422],
  })
  list(@Query() query: MailQuery) {
    return this.mails.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a mail',
    description: 'Without its text, which is made of the record when it is sent.',
    returns: one('mail', MailShow),
    errors: [404],
  })
  show(@PathMail() id: number) {
    return this.mails.show(id);
  }

  @Post(':id/resend')
  @Endpoint({
    summary: 'Send a mail again',
    operationId: 'resendMail',
    description:
      'As a new mail with a message id of its own, whatever became of the one before; one that waits is refused with 409. Mails of invoices need a token that writes in billing, all others one that writes in condition.',
    returns: one('mail', MailShow),
    status: 201,
    alsoOf: ['billing', 'condition'],
    errors: [404, 409],
  })
  resend(@PathMail() id: number) {
    return this.mails.resend(id);
  }
}
