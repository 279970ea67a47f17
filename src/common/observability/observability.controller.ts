import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Db } from '../database/db';
import { COMMON } from '../errors/codes';
import { Refused } from '../errors/errors';
import { Connections } from '../http/connections';
import { Metrics, METRICS_TYPE } from './metrics';

const NOT_WRITABLE = 'The database only lets read: it is a standby.';

/** Liveness and readiness for orchestrators. Public, and not part of the API. */
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

  /** Whether it can answer reads. The body has the form of Nest's own health checks, which orchestrators know. */
  @Get('ready')
  async ready() {
    const answers = this.db.dataSource.isInitialized && (await this.db.pool.probe.ask());
    if (!answers || this.connections.isStopping) throw new ServiceUnavailableException();
    const up = { service: { status: 'up' }, database: { status: 'up' } };
    return { status: 'ok', info: up, error: {}, details: up };
  }

  /** Whether it can also write: not while its database is a standby. */
  @Get('writable')
  async writable() {
    const ready = await this.ready();
    if (this.db.pool.probe.isReadOnly)
      throw new Refused({ code: COMMON.unavailable, sentence: NOT_WRITABLE, status: 503 });
    return ready;
  }
}

/** The metrics, unless they have a port of their own. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Header('Content-Type', METRICS_TYPE)
  read(): Promise<string> {
    return this.metrics.text();
  }
}
