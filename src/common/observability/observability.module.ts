import { DynamicModule, Module } from '@nestjs/common';
import type { Config } from '../config/config';
import { Connections } from '../http/connections';
import { Metrics } from './metrics';
import { HealthController, MetricsController } from './observability.controller';

@Module({})
export class ObservabilityModule {
  static with(config: Config): DynamicModule {
    return {
      module: ObservabilityModule,
      controllers: config.metrics_port ? [HealthController] : [HealthController, MetricsController],
      providers: [Metrics, Connections],
      exports: [Metrics, Connections],
      global: true,
    };
  }
}
