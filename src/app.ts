import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import { takeBytes } from './common/http/bytes-body';
import { TokenCheck } from './common/auth/token-check';
import type { Config } from './common/config/config';
import { Faults } from './common/database/pool/faults';
import { completeEndpoints } from './common/endpoint/complete-endpoints';
import { createAdapter } from './common/http/adapter';
import { compressAnswers } from './common/http/compression';
import { Connections } from './common/http/connections';
import { answerPreflights, letPagesCall } from './common/http/cors';
import { serveEtags } from './common/http/etag';
import { handleInTurn } from './common/http/in-turn';
import { refuseWhenLate } from './common/http/overload';
import { cutOffSlowReaders } from './common/http/slow-readers';
import { KnownPaths } from './common/http/method-not-allowed';
import { createLogger, NestLogger } from './common/observability/logger';
import { Metrics } from './common/observability/metrics';
import { serveMetrics } from './common/observability/metrics-port';
import { observeRequests } from './common/observability/request-observer';
import { serveDocument } from './document/pages';
import { gatePageFinder } from './demo/only-demo';
import { localOrigins } from './demo/local-origins';
import { serveGatePage } from './demo/gate/serve-gate-page';

/** Builds the service on a connected database. The returned app is initialized and does not listen yet. */
export async function buildApp(config: Config, dataSource: DataSource): Promise<NestFastifyApplication> {
  const logger = createLogger(config.log_level);
  const paths = new KnownPaths();
  const adapter = createAdapter(config, logger, paths);
  const instance = adapter.getInstance();
  serveEtags(instance);
  // Compression comes after the ETag hook, because an ETag is that of the compressed body.
  if (config.compression) compressAnswers(instance);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, dataSource), adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  const origin = config.cors_origins.length ? config.cors_origins : await localOrigins(config, dataSource);
  if (origin) letPagesCall(app, config.cors_origins.includes('*') ? '*' : origin);
  app.setGlobalPrefix('api/v1', { exclude: ['health/live', 'health/ready', 'health/writable', 'metrics'] });
  serveDocument(app, instance, gatePageFinder(config, dataSource));
  serveGatePage(app, instance, config);
  const metrics = app.get(Metrics, { strict: false });
  const connections = app.get(Connections, { strict: false });
  connections.watch(app.getHttpServer());
  handleInTurn(instance, connections);
  observeRequests(instance, metrics);
  if (config.metrics_port) serveMetrics(instance, metrics, config.metrics_port, config.host);
  cutOffSlowReaders(instance, connections);
  refuseWhenLate(instance, connections, app.get(Faults, { strict: false }));
  answerPreflights(instance);
  app.get(TokenCheck, { strict: false }).on(instance);
  takeBytes(instance, config);
  completeEndpoints(app.get(ModulesContainer));
  await app.init();
  paths.refuseOthers(instance);
  await instance.ready();
  return app;
}
