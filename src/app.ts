import helmet from '@fastify/helmet';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import type { Config } from './common/config/config';
import { Faults } from './common/database/faults';
import { createAdapter } from './common/http/adapter';
import { Connections } from './common/http/connections';
import { refuseWhenLate } from './common/http/overload';
import { refuseOtherMethods } from './common/http/method-not-allowed';
import { createLogger, NestLogger } from './common/observability/logger';
import { Metrics } from './common/observability/metrics';
import { observeRequests } from './common/observability/request-observer';
import { serveDocument } from './document';

/** The service, ready to listen, on a connected database. */
export async function buildApp(config: Config, dataSource: DataSource): Promise<NestFastifyApplication> {
  const logger = createLogger(config.log_level);
  const adapter = createAdapter(config, logger);
  const instance = adapter.getInstance();
  const refuse = refuseOtherMethods(instance);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, dataSource), adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  await app.register(helmet, { contentSecurityPolicy: { directives: SWAGGER_UI_NEEDS } });
  if (config.cors_origins.length)
    app.enableCors({
      origin: config.cors_origins.includes('*') ? '*' : config.cors_origins,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['X-Request-Id', 'Retry-After'],
      maxAge: 600,
    });
  app.setGlobalPrefix('api/v1', { exclude: ['health/live', 'health/ready', 'metrics'] });
  serveDocument(app);
  observeRequests(instance, app.get(Metrics, { strict: false }));
  const connections = app.get(Connections, { strict: false });
  connections.watch(app.getHttpServer());
  refuseWhenLate(instance, connections, app.get(Faults, { strict: false }));
  await app.init();
  refuse();
  await instance.ready();
  return app;
}

/** Swagger UI writes styles into its page and shows its icons from data. */
const SWAGGER_UI_NEEDS = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  // the service itself speaks plain HTTP; whether there is TLS before it, it does not know
  'upgrade-insecure-requests': null,
};
