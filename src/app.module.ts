import { DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { AroundHandler } from './around-handler';
import { AuditModule } from './common/audit/audit.module';
import { AuthModule } from './common/auth/auth.module';
import { DomainGuard } from './common/auth/domain.guard';
import { PartyRefusals } from './common/party-wall/party-refusals';
import { PartiesGuard } from './common/party-wall/parties.guard';
import { PartnerGuard } from './common/auth/partner.guard';
import { RoleGuard } from './common/auth/role.guard';
import type { Config } from './common/config/config';
import { ConfigModule } from './common/config/config.module';
import { DatabaseModule } from './common/database/database.module';
import { Answers } from './common/http/answers';
import { ExceptionsFilter } from './common/http/exception.filter';
import { Preconditions } from './common/http/preconditions';
import { RequestScope } from './common/http/request-scope';
import { WholeListsModule } from './common/http/whole-lists.module';
import { Repetitions } from './common/idempotency/repetitions';
import { IdempotencyModule } from './common/idempotency/idempotency.module';
import { InputPipe } from './common/input/input.pipe';
import { FlexFieldsModule } from './common/flex-fields/flex-fields.module';
import { FilesModule } from './common/files/files.module';
import { ObservabilityModule } from './common/observability/observability.module';
import { OutboxModule } from './common/mail/outbox.module';
import { BillingModule } from './billing/billing.module';
import { CargoModule } from './cargo/cargo.module';
import { ConditionModule } from './condition/condition.module';
import { EdiModule } from './edi/edi.module';
import { DcsaModule } from './edi/dcsa/dcsa.module';
import { EventsModule } from './events/events.module';
import { GateModule } from './gate/gate.module';
import { HoldsModule } from './holds/holds.module';
import { MailModule } from './mail/mail.module';
import { TransferModule } from './transfer/transfer.module';
import { PersonalDataModule } from './personal/personal-data.module';
import { PartiesModule } from './parties/parties.module';
import { PlacesModule } from './places/places.module';
import { ReportsModule } from './reports/reports.module';
import { QuayModule } from './quay/quay.module';
import { YardModule } from './yard/yard.module';
import { VoyagesModule } from './voyages/voyages.module';

/** The root module: global guards, interceptors, filter and pipe, and the domain modules. */
@Module({})
export class AppModule {
  /** Builds the module for a configuration and a connected database. */
  static with(config: Config, dataSource: DataSource): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.of(dataSource),
        AuthModule,
        ObservabilityModule.with(config),
        FlexFieldsModule,
        OutboxModule,
        FilesModule,
        PlacesModule,
        PartiesModule,
        VoyagesModule,
        CargoModule,
        HoldsModule,
        GateModule,
        QuayModule,
        YardModule,
        ConditionModule,
        BillingModule,
        ReportsModule,
        EventsModule,
        MailModule,
        EdiModule,
        DcsaModule,
        AuditModule,
        PersonalDataModule,
        TransferModule,
        IdempotencyModule,
        WholeListsModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ExceptionsFilter },
        { provide: APP_GUARD, useClass: PartnerGuard },
        { provide: APP_GUARD, useClass: PartiesGuard },
        { provide: APP_GUARD, useClass: RoleGuard },
        { provide: APP_GUARD, useClass: DomainGuard },
        { provide: APP_INTERCEPTOR, useClass: AroundHandler },
        PartyRefusals,
        RequestScope,
        Preconditions,
        Repetitions,
        Answers,
        { provide: APP_PIPE, useClass: InputPipe },
      ],
    };
  }
}
