import { type LayoutDrift, layoutDriftKey, readLayoutDrift } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Injectable } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { NewestRecords } from './newest-records.js';

/** What ingest counts of events in layouts that it does not know: the newest record of each event. */
@Injectable()
export class LayoutDrifts extends NewestRecords<LayoutDrift> {
  constructor(kafka: Kafka) {
    super(kafka, TOPICS.layoutDrift.name, readLayoutDrift, layoutDriftKey);
  }

  get drifts(): readonly LayoutDrift[] {
    return this.newest;
  }
}
