import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';

/** What customers are charged for the terminal's work. */
@Module({ imports: [CargoModule], controllers: [InvoicesController], providers: [InvoicesService] })
export class BillingModule {}
