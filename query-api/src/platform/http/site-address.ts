import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';

/**
 * Where this site is, for what wallets sign and for addresses that are given out. Without a configured one this machine alone is
 * served, and every other Host was refused before.
 */
@Injectable()
export class SiteAddress {
  readonly #configured: string | null;

  constructor(@Inject(CONFIG) { SITE_ORIGIN }: Config) {
    this.#configured = SITE_ORIGIN ?? null;
  }

  originOf({ headers }: IncomingMessage): string {
    return this.#configured ?? `http://${headers.host ?? ''}`;
  }

  /** What messages call it. */
  domainOf(request: IncomingMessage): string {
    return new URL(this.originOf(request)).host;
  }
}
