import type { LoggerService } from '@nestjs/common';

const line = (message: unknown, context: unknown) =>
  `query-api${typeof context === 'string' ? ` ${context}` : ''}: ${message instanceof Error ? message.message : message}`;

/** Warnings and errors, one short line each. */
export class ShortLogger implements LoggerService {
  log(): void {}

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
