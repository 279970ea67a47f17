import type { LoggerService } from '@nestjs/common';
import { Logger, pino } from 'pino';

/** The service's log: one JSON object a line, on standard output. */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}

/** Lets Nest and the service's own `new Logger(context)` write to the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, context?: string) => this.logger.debug({ context }, String(message));
  error = (message: unknown, ...context: unknown[]) =>
    this.logger.error({ context: context.at(-1) }, String(message));
  warn = (message: unknown, context?: string) => this.logger.warn({ context }, String(message));
  debug = (message: unknown, context?: string) => this.logger.debug({ context }, String(message));
  verbose = (message: unknown, context?: string) => this.logger.trace({ context }, String(message));
  fatal = (message: unknown, context?: string) => this.logger.fatal({ context }, String(message));
}
