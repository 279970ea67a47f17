import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { ConditionModule } from '../condition/condition.module';
import { Composing } from './composing.service';
import { DamageAlertMail } from './kinds/damage-alert-mail.service';
import { DockReceiptMail } from './kinds/dock-receipt-mail.service';
import { InvoiceMail } from './kinds/invoice-mail.service';
import { ReeferAlertMail } from './kinds/reefer-alert-mail.service';
import { ReminderMail } from './kinds/reminder-mail.service';
import { MailLog } from './mail-log.service';
import { MailMetrics } from './mail-metrics';
import { MailSender } from './mail-sender.service';
import { MailsController } from './mails.controller';
import { MailsService } from './mails.service';

/** The e-mails that domains have put into their outbox, and the process that sends them. */
@Module({
  imports: [BillingModule, ConditionModule],
  controllers: [MailsController],
  providers: [
    MailsService,
    MailMetrics,
    MailLog,
    Composing,
    InvoiceMail,
    ReminderMail,
    DockReceiptMail,
    DamageAlertMail,
    ReeferAlertMail,
    MailSender,
  ],
})
export class MailModule {}
