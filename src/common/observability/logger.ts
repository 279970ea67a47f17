import type { LoggerService } from '@nestjs/common';
import { destination, Logger, pino } from 'pino';

/** The size of the log buffer in characters, and its flush interval in milliseconds. */
const TOGETHER = 4096;
const FLUSH_MS = 50;

/**
 * Creates the log: JSON lines on standard output. Lines are buffered, because a write takes longer than making the
 * line. The buffer is flushed when the process ends, even by an error.
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

/** Sends the messages of Nest and of `new Logger(context)` to the same log. */
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
