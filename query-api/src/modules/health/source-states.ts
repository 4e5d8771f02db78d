import { readSourceState, type SourceState } from '@cryptonite/contracts/source-state';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Injectable } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { NewestRecords } from './newest-records.js';

/** What ingest says of its sources: the newest record of each host. */
@Injectable()
export class SourceStates extends NewestRecords<SourceState> {
  constructor(kafka: Kafka) {
    super(kafka, TOPICS.sourceState.name, readSourceState, ({ host }) => host);
  }

  get states(): readonly SourceState[] {
    return this.newest;
  }
}
