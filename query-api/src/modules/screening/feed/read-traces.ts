import { type OpenSpan, openTraces, TRACE_HEADER, type Traces } from '@cryptonite/contracts/traces';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { IHeaders } from 'kafkajs';
import { CONFIG, type Config } from '../../../platform/config/config.js';

/** More than are read between two writes at any share that somebody would ask for. */
const OPEN_MOST = 1_000;

/** The last span of each trace: from when a record was read until what it changed was written to the streams. */
@Injectable()
export class ReadTraces implements OnModuleInit, OnApplicationShutdown {
  #traces: Traces | null = null;
  #open: OpenSpan[] = [];

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async onModuleInit(): Promise<void> {
    this.#traces = await openTraces('query-api', this.config);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#traces?.close();
  }

  read(headers: IHeaders | undefined, nowMs: number): void {
    const header = headers?.[TRACE_HEADER];
    if (!this.#traces || header === undefined || this.#open.length >= OPEN_MOST) return;
    this.#open.push(...this.#traces.goOn('event', nowMs, String(header)));
  }

  /** Everything that was read is written. */
  written(): void {
    for (const span of this.#open.splice(0)) span.end();
  }
}
