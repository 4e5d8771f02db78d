import type { Api } from './api.js';
import { alterConfigs, describeConfigs } from './configs.js';
import { fetch } from './fetch.js';
import {
  deleteGroups,
  describeGroups,
  heartbeat,
  joinGroup,
  leaveGroup,
  listGroups,
  syncGroup,
} from './groups.js';
import { listOffsets } from './list-offsets.js';
import { findCoordinator, metadata } from './metadata.js';
import { offsetCommit, offsetFetch, txnOffsetCommit } from './offsets.js';
import { produce } from './produce.js';
import { createPartitions, createTopics, deleteRecords, deleteTopics } from './topics.js';
import { addOffsetsToTxn, addPartitionsToTxn, endTxn, initProducerId } from './transactions.js';

/** Every request the broker answers once a connection is authenticated, by its key. */
export const APIS: ReadonlyMap<number, Api> = new Map(
  [
    produce,
    fetch,
    listOffsets,
    metadata,
    offsetCommit,
    offsetFetch,
    findCoordinator,
    joinGroup,
    heartbeat,
    leaveGroup,
    syncGroup,
    describeGroups,
    listGroups,
    createTopics,
    deleteTopics,
    deleteRecords,
    initProducerId,
    addPartitionsToTxn,
    addOffsetsToTxn,
    endTxn,
    txnOffsetCommit,
    describeConfigs,
    alterConfigs,
    createPartitions,
    deleteGroups,
  ].map((api) => [api.key, api]),
);
