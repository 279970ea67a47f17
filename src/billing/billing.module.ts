import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { ManifestObstacles } from '../cargo/manifests/manifest-obstacles';
import { ReleaseRules } from '../cargo/release/release-rules.service';
import { LeavingCosts } from '../gate/availability/leaving-costs';
import { GateModule } from '../gate/gate.module';
import { setupResources } from '../common/setup/setup-resource';
import { freeTimeAgreementModel, payerNominationModel } from './agreements/agreements.write';
import { calendarModel } from './calendars/calendar.write';
import { ChargesController } from './charges/charges.controller';
import { ChargesService } from './charges/charges.service';
import { ChargingService } from './charges/charging.service';
import { billingAccountModel } from './customers/billing-account.write';
import { ServiceOrder } from './orders/service-order.kind';
import { ServiceOrdersController } from './orders/service-orders.controller';
import { ServiceOrdersService } from './orders/service-orders.service';
import { AskedContainers } from './previews/asked-containers';
import { DocumentsController } from './documents/documents.controller';
import { DocumentsService } from './documents/documents.service';
import { PdfThreads } from './documents/pdf-threads';
import { PreviewsController } from './previews/previews.controller';
import { PreviewsService } from './previews/previews.service';
import { Quotations } from './previews/quotations';
import { ReleaseService } from './previews/release.service';
import { chargesDue } from './release/charges-due.rule';
import { VoyagePreviews } from './previews/voyage-previews';
import { BillingProfileController } from './profile/billing-profile.controller';
import { BillingProfileService } from './profile/billing-profile.service';
import { chargeCodeModel } from './tariffs/charge-code.write';
import { TariffRate } from './tariffs/tariff-rate.kind';
import { TariffRatesService } from './tariffs/tariff-rates.service';
import { Tariff } from './tariffs/tariff.kind';
import { TariffsController } from './tariffs/tariffs.controller';
import { TariffsService } from './tariffs/tariffs.service';
import { TaxRule } from './taxes/tax-rule.kind';
import { taxModel } from './taxes/tax.write';
import { CreditsService } from './drafts/credits.service';
import { DemandService } from './drafts/demand.service';
import { DraftedSubjects } from './drafts/drafted-subjects';
import { BillingRunsController } from './runs/billing-runs.controller';
import { BillingRunsService } from './runs/billing-runs.service';
import { RunSteps } from './runs/run-steps.service';
import { RunWorker } from './runs/run-worker.service';
import { DraftsController } from './drafts/drafts.controller';
import { Recharges } from './drafts/recharges';
import { DraftWriter } from './drafts/draft-writer';
import { DraftsService } from './drafts/drafts.service';
import { invoiceOfBill } from './invoices/invoice-obstacle';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { numberSeriesModel } from './invoices/number-series.write';
import { Numbering } from './invoices/numbering';
import { unpaid } from './invoices/unpaid.rule';

const setup = setupResources(
  billingAccountModel,
  calendarModel,
  taxModel,
  TaxRule,
  chargeCodeModel,
  [Tariff, TariffsService],
  [TariffRate, TariffRatesService],
  freeTimeAgreementModel,
  payerNominationModel,
  [ServiceOrder, ServiceOrdersService],
  numberSeriesModel,
);

/** What customers are charged for the terminal's work. */
@Module({
  imports: [CargoModule, GateModule],
  controllers: [
    InvoicesController,
    BillingProfileController,
    TariffsController,
    ServiceOrdersController,
    PreviewsController,
    DraftsController,
    BillingRunsController,
    DocumentsController,
    ChargesController,
    ...setup.controllers,
  ],
  providers: [
    InvoicesService,
    Numbering,
    ChargingService,
    DraftWriter,
    DraftsService,
    BillingRunsService,
    RunSteps,
    RunWorker,
    DraftedSubjects,
    DemandService,
    CreditsService,
    Recharges,
    BillingProfileService,
    AskedContainers,
    ReleaseService,
    PreviewsService,
    Quotations,
    DocumentsService,
    ChargesService,
    PdfThreads,
    VoyagePreviews,
    ...setup.providers,
  ],
})
export class BillingModule {
  constructor(
    obstacles: ManifestObstacles,
    release: ReleaseRules,
    costs: LeavingCosts,
    charges: ReleaseService,
  ) {
    obstacles.add(invoiceOfBill);
    release.add(unpaid);
    release.add(chargesDue(charges));
    costs.answeredBy((ids) => charges.ofContainers(ids));
  }
}
