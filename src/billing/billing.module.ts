import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { ManifestObstacles } from '../cargo/manifests/manifest-obstacles';
import { ReleaseRules } from '../cargo/release/release-rules.service';
import { invoiceOfBill } from './invoices/invoice-obstacle';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { unpaid } from './invoices/unpaid.rule';

/** What customers are charged for the terminal's work. */
@Module({ imports: [CargoModule], controllers: [InvoicesController], providers: [InvoicesService] })
export class BillingModule {
  constructor(obstacles: ManifestObstacles, release: ReleaseRules) {
    obstacles.add(invoiceOfBill);
    release.add(unpaid);
  }
}
