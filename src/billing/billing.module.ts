import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { ManifestObstacles } from '../cargo/manifests/manifest-obstacles';
import { invoiceOfBill } from './invoices/invoice-obstacle';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';

/** What customers are charged for the terminal's work. */
@Module({ imports: [CargoModule], controllers: [InvoicesController], providers: [InvoicesService] })
export class BillingModule {
  constructor(obstacles: ManifestObstacles) {
    obstacles.add(invoiceOfBill);
  }
}
