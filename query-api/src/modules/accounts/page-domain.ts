import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';

/** What sign-in messages call the page that asks for them. */
@Injectable()
export class PageDomain {
  readonly #configured: string | null;

  constructor(@Inject(CONFIG) { SITE_ORIGIN }: Config) {
    this.#configured = SITE_ORIGIN === undefined ? null : new URL(SITE_ORIGIN).host;
  }

  /** Without a configured one this machine alone is served, and every other Host was refused before. */
  of({ headers }: IncomingMessage): string {
    return this.#configured ?? headers.host ?? '';
  }
}
