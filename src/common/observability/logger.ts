import type { LoggerService } from '@nestjs/common';
import { destination, Logger, pino } from 'pino';

/** How many characters of lines are written together, and after how many milliseconds they are at the latest. */
const TOGETHER = 4096;
const FLUSH_MS = 50;

/**
 * The service's log: one JSON object a line, on standard output. Lines are written some at a time, since a write takes
 * longer than making the line; what is left is written when the process ends, also by an error.
 */
export function createLogger(level: string): Logger {
  const output = destination({ sync: false, minLength: TOGETHER });
  let flush: NodeJS.Timeout | undefined;
  const stream = {
    write: (line: string) => {
      output.write(line);
      flush ??= setTimeout(() => {
        flush = undefined;
        output.flush();
      }, FLUSH_MS).unref();
    },
    flushSync: () => output.flushSync(),
  };
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, stream);
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
