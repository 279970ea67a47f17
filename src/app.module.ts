import { DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { AuditModule } from './common/audit/audit.module';
import { AuthModule } from './common/auth/auth.module';
import { DomainGuard } from './common/auth/domain.guard';
import { RoleGuard } from './common/auth/role.guard';
import type { Config } from './common/config/config';
import { ConfigModule } from './common/config/config.module';
import { DatabaseModule } from './common/database/database.module';
import { Answer } from './common/http/answer';
import { ExceptionsFilter } from './common/http/exception.filter';
import { Parameters } from './common/http/parameters';
import { Precondition } from './common/http/precondition';
import { RequestScope } from './common/http/request-scope';
import { Surrounding, Surroundings } from './common/http/surroundings';
import { WholeLists } from './common/http/whole-lists';
import { Idempotency } from './common/idempotency/idempotency';
import { IdempotencyModule } from './common/idempotency/idempotency.module';
import { InputPipe } from './common/input/input.pipe';
import { FlexFieldsModule } from './common/flex-fields/flex-fields.module';
import { ObservabilityModule } from './common/observability/observability.module';
import { BillingModule } from './billing/billing.module';
import { CargoModule } from './cargo/cargo.module';
import { EventsModule } from './events/events.module';
import { GateModule } from './gate/gate.module';
import { HoldsModule } from './holds/holds.module';
import { PartiesModule } from './parties/parties.module';
import { PlacesModule } from './places/places.module';
import { QuayModule } from './quay/quay.module';
import { VoyagesModule } from './voyages/voyages.module';

/** The wrappers of every handler, outermost first. Those after RequestScope run in its transaction. */
const SURROUNDINGS = [Parameters, RequestScope, Precondition, Idempotency, Answer];

/** The root module: global wrappers, filter and pipe, and the domain modules. */
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
        BillingModule,
        EventsModule,
        AuditModule,
        IdempotencyModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ExceptionsFilter },
        { provide: APP_GUARD, useClass: RoleGuard },
        { provide: APP_GUARD, useClass: DomainGuard },
        WholeLists,
        ...SURROUNDINGS,
        {
          provide: APP_INTERCEPTOR,
          useFactory: (...parts: Surrounding[]) => new Surroundings(parts),
          inject: SURROUNDINGS,
        },
        { provide: APP_PIPE, useClass: InputPipe },
      ],
    };
  }
}
