import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { ManifestObstacles } from '../cargo/manifests/manifest-obstacles';
import { DueOfStays } from '../cargo/release/due-of-stays';
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
import { RequestedContainers } from './previews/requested-containers';
import {
  DocumentsController,
  ReceiptsController,
  TillClosingDocumentsController,
} from './documents/documents.controller';
import { InvoiceMailsController } from './documents/invoice-mails.controller';
import { InvoiceMailsService } from './documents/invoice-mails.service';
import { DocumentsService } from './documents/documents.service';
import { DocumentsModule } from '../common/documents/documents.module';
import { PreviewsController } from './previews/previews.controller';
import { PreviewsService } from './previews/previews.service';
import { VisitDueController } from './previews/visit-due.controller';
import { VisitDueService } from './previews/visit-due.service';
import { Quotations } from './previews/quotations';
import { ReleaseService } from './previews/release.service';
import { chargesDue, chargesUnknown, limitReached } from './release/charges-due.rule';
import { CreditLimits } from './release/credit-limits.service';
import { KeptReleases } from './release/kept-releases.service';
import { ShownCosts } from './release/shown-costs.service';
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
import { BillingProblemsController } from './runs/billing-problems.controller';
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
import { Till } from './tills/till.kind';
import { TillsController } from './tills/tills.controller';
import { TillsService } from './tills/tills.service';
import { LedgerController } from './statements/ledger.controller';
import { LedgerService } from './statements/ledger.service';
import { ReceivablesController } from './statements/receivables.controller';
import { ReceivablesService } from './statements/receivables.service';
import { RemindersService } from './statements/reminders.service';
import { StatementsController } from './statements/statements.controller';
import { StatementsService } from './statements/statements.service';
import { unpaid } from './invoices/unpaid.rule';
import { CreditNotesService } from './payments/credit-notes.service';
import { InvoiceStatusController } from './payments/invoice-status.controller';
import { InvoiceStatusService } from './payments/invoice-status.service';
import { PaymentWriter } from './payments/payment-writer';
import { PaymentsController } from './payments/payments.controller';
import { PaymentsService } from './payments/payments.service';

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
  [Till, TillsService],
);

/** What customers are charged for the terminal's work. */
@Module({
  imports: [CargoModule, GateModule, DocumentsModule],
  controllers: [
    InvoicesController,
    InvoiceStatusController,
    PaymentsController,
    TillsController,
    StatementsController,
    ReceivablesController,
    LedgerController,
    BillingProfileController,
    TariffsController,
    ServiceOrdersController,
    PreviewsController,
    VisitDueController,
    DraftsController,
    BillingRunsController,
    BillingProblemsController,
    DocumentsController,
    InvoiceMailsController,
    ReceiptsController,
    TillClosingDocumentsController,
    ChargesController,
    ...setup.controllers,
  ],
  providers: [
    InvoicesService,
    Numbering,
    PaymentWriter,
    PaymentsService,
    CreditNotesService,
    InvoiceStatusService,
    StatementsService,
    ReceivablesService,
    RemindersService,
    LedgerService,
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
    RequestedContainers,
    ReleaseService,
    KeptReleases,
    ShownCosts,
    CreditLimits,
    PreviewsService,
    VisitDueService,
    Quotations,
    DocumentsService,
    InvoiceMailsService,
    ChargesService,
    VoyagePreviews,
    ...setup.providers,
  ],
  exports: [DocumentsService],
})
export class BillingModule {
  constructor(
    obstacles: ManifestObstacles,
    release: ReleaseRules,
    costs: LeavingCosts,
    charges: ReleaseService,
    kept: KeptReleases,
    shown: ShownCosts,
    limits: CreditLimits,
    dueOfStays: DueOfStays,
    visitDue: VisitDueService,
  ) {
    obstacles.add(invoiceOfBill);
    release.add(unpaid);
    release.add(chargesDue(charges, kept, limits));
    release.add(limitReached);
    release.add(chargesUnknown);
    costs.answeredBy((ids) => shown.ofContainers(ids));
    dueOfStays.answeredBy((stays) => visitDue.ofStays(stays));
  }
}
