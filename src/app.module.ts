import { DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { AuditModule } from './common/audit/audit.module';
import { AuthModule } from './common/auth/auth.module';
import { DomainGuard } from './common/auth/domain.guard';
import { PartiesInterceptor } from './common/auth/parties/parties.interceptor';
import { PartiesGuard } from './common/auth/parties.guard';
import { PartnerGuard } from './common/auth/partner.guard';
import { RoleGuard } from './common/auth/role.guard';
import type { Config } from './common/config/config';
import { ConfigModule } from './common/config/config.module';
import { DatabaseModule } from './common/database/database.module';
import { AnswerInterceptor } from './common/http/answer.interceptor';
import { ExceptionsFilter } from './common/http/exception.filter';
import { ParametersInterceptor } from './common/http/parameters.interceptor';
import { PreconditionInterceptor } from './common/http/precondition.interceptor';
import { RequestScopeInterceptor } from './common/http/request-scope.interceptor';
import { WholeLists } from './common/http/whole-lists';
import { IdempotencyInterceptor } from './common/idempotency/idempotency.interceptor';
import { IdempotencyModule } from './common/idempotency/idempotency.module';
import { InputPipe } from './common/input/input.pipe';
import { FlexFieldsModule } from './common/flex-fields/flex-fields.module';
import { ObservabilityModule } from './common/observability/observability.module';
import { BillingModule } from './billing/billing.module';
import { CargoModule } from './cargo/cargo.module';
import { EdiModule } from './edi/edi.module';
import { DcsaModule } from './edi/dcsa/dcsa.module';
import { EventsModule } from './events/events.module';
import { GateModule } from './gate/gate.module';
import { HoldsModule } from './holds/holds.module';
import { PersonalDataModule } from './personal/personal-data.module';
import { PartiesModule } from './parties/parties.module';
import { PlacesModule } from './places/places.module';
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
        PlacesModule,
        PartiesModule,
        VoyagesModule,
        CargoModule,
        HoldsModule,
        GateModule,
        QuayModule,
        YardModule,
        BillingModule,
        EventsModule,
        EdiModule,
        DcsaModule,
        AuditModule,
        PersonalDataModule,
        IdempotencyModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ExceptionsFilter },
        { provide: APP_GUARD, useClass: PartnerGuard },
        { provide: APP_GUARD, useClass: PartiesGuard },
        { provide: APP_GUARD, useClass: RoleGuard },
        { provide: APP_GUARD, useClass: DomainGuard },
        WholeLists,
        // the outermost first; those behind the scope run in its transaction
        { provide: APP_INTERCEPTOR, useClass: ParametersInterceptor },
        { provide: APP_INTERCEPTOR, useClass: PartiesInterceptor },
        { provide: APP_INTERCEPTOR, useClass: RequestScopeInterceptor },
        { provide: APP_INTERCEPTOR, useClass: PreconditionInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
        { provide: APP_PIPE, useClass: InputPipe },
      ],
    };
  }
}
