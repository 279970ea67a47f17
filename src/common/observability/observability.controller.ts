import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Db } from '../database/db';
import { Connections } from '../http/connections';
import { Metrics, METRICS_TYPE } from './metrics';

/** What machines ask: is it alive, may it get requests. Public, and outside of the API. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly db: Db,
    private readonly connections: Connections,
  ) {}

  @Get('live')
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @HealthCheck()
  ready() {
    return this.health.check([
      () => {
        const service = this.indicators.check('service');
        return this.connections.isStopping ? service.down('It is about to end.') : service.up();
      },
      async () => {
        const database = this.indicators.check('database');
        const answers = this.db.dataSource.isInitialized && (await this.db.pool.probe.ask());
        return answers ? database.up() : database.down();
      },
    ]);
  }
}

/** How the service does, where the measurements have no port of their own. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Header('Content-Type', METRICS_TYPE)
  read(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
