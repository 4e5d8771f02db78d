import type { LoggerService } from '@nestjs/common';

const line = (message: unknown, context: unknown) =>
  `query-api${typeof context === 'string' ? ` ${context}` : ''}: ${message instanceof Error ? message.message : message}`;

/** The logger whose lines are JSON, and told as they are. */
export const REQUESTS = 'requests';

/** Warnings and errors, one short line each, and beside them what became of requests. */
export class ShortLogger implements LoggerService {
  log(message: unknown, context?: unknown): void {
    if (context === REQUESTS) console.log(message);
  }

  warn(message: unknown, context?: unknown): void {
    console.warn(line(message, context));
  }

  error(message: unknown, ...details: unknown[]): void {
    console.error(line(message, details.at(-1)));
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.error(message, ...details);
  }
}
