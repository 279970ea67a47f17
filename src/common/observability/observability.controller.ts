import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Db } from '../database/db';
import { Connections } from '../http/connections';
import { Metrics, METRICS_TYPE } from './metrics';

/** What machines ask: is it alive, may it get requests. Public, and outside of the API. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly db: Db,
    private readonly connections: Connections,
  ) {}

  @Get('live')
  live() {
    return { status: 'ok' };
  }

  /** In the form that orchestrators know from Nest's own health checks. */
  @Get('ready')
  async ready() {
    const answers = this.db.dataSource.isInitialized && (await this.db.pool.probe.ask());
    if (!answers || this.connections.isStopping) throw new ServiceUnavailableException();
    const up = { service: { status: 'up' }, database: { status: 'up' } };
    return { status: 'ok', info: up, error: {}, details: up };
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
