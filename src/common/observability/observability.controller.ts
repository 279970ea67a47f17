import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Db } from '../database/db';
import { Connections } from '../http/connections';
import { Metrics } from './metrics';

/** What machines ask: is it alive, may it get requests, how does it do. Public, and outside of the API. */
@ApiExcludeController()
@Controller()
export class ObservabilityController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly db: Db,
    private readonly connections: Connections,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
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

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
