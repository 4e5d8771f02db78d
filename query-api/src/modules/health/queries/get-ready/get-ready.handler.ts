import type { Ready } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { StartingError } from '../../../../platform/http/problem.js';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { GetReady } from './get-ready.query.js';

@QueryHandler(GetReady)
export class GetReadyHandler implements IQueryHandler<GetReady> {
  constructor(private readonly store: ScreeningStore) {}

  async execute(): Promise<Ready> {
    if (!this.store.isLoaded) throw new StartingError();
    return { ready: true };
  }
}
