import type {
  ClusterRecord,
  ClusterState,
  OffsetCommit,
  TopicPartition,
  Transaction,
} from './cluster-state.js';
import { ErrorCode, KafkaError } from './errors.js';
import type { Journal } from './journal.js';
import type { Topics } from './topics.js';

const RESERVED_AT_ONCE = 1000;
const MAX_EPOCH = 32_766;
/** transaction.max.timeout.ms of Kafka. */
const MAX_TIMEOUT_MS = 15 * 60 * 1000;

/** What a producer is known by. */
export interface ProducerIdentity {
  readonly producerId: number;
  readonly epoch: number;
}

/**
 * Producer ids and transactions. A transaction's batches are in the log at once, as in Kafka, and stay
 * invisible to readers of committed data until its marker. Its end is decided by one synced journal record
 * that also commits its offsets; the markers follow, after a crash at the next start.
 */
export class Transactions {
  private nextProducerId: number;
  private reservedTo: number;
  private reservation: Promise<void> = Promise.resolve();
  private readonly turns = new Map<string, Promise<unknown>>();
  /** Ended transactions whose last record is not synced yet; a crash would only find their end again. */
  private readonly ended = new Map<string, Transaction>();

  constructor(
    private readonly state: ClusterState,
    private readonly journal: Journal<ClusterRecord>,
    private readonly topics: Topics,
    private readonly now: () => number,
  ) {
    this.nextProducerId = state.nextProducerId;
    this.reservedTo = state.nextProducerId;
  }

  /** Carries out decisions that a crash left, and aborts records that no transaction answers for. */
  async start(): Promise<void> {
    for (const transaction of [...this.state.transactions.values()]) await this.finish(transaction);
    const owners = new Map([...this.state.transactions.values()].map((owner) => [owner.producerId, owner]));
    for (const { topic, index, partition } of this.topics.all()) {
      for (const { producerId, epoch } of partition.producers.open()) {
        const owner = owners.get(producerId);
        if (!owner || !isOngoingIn(owner, topic, index))
          await partition.endTransaction(producerId, epoch, false);
      }
    }
  }

  /** Work on one transactional id is done one piece after the other. */
  private inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(id) ?? Promise.resolve()).then(work);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (this.turns.get(id) === settled) this.turns.delete(id);
      });
    this.turns.set(id, settled);
    return turn;
  }

  private async takeProducerId(): Promise<number> {
    const producerId = this.nextProducerId++;
    if (producerId >= this.reservedTo) {
      this.reservedTo = producerId + RESERVED_AT_ONCE;
      const record = { kind: 'producer-ids-reserved', nextProducerId: this.reservedTo } as const;
      this.reservation = this.journal.append(record);
    }
    await this.reservation;
    return producerId;
  }

  /**
   * A new producer id, or for a transactional id its own with a new epoch: whoever used the id before is
   * fenced and its open transaction aborted. Throws `KafkaError` 42 or 50.
   */
  async initProducer(id: string | null, timeoutMs: number): Promise<ProducerIdentity> {
    if (id === null) return { producerId: await this.takeProducerId(), epoch: 0 };
    if (id === '') throw new KafkaError(ErrorCode.INVALID_REQUEST, 'the transactional id is empty');
    if (timeoutMs <= 0 || timeoutMs > MAX_TIMEOUT_MS) {
      throw new KafkaError(
        ErrorCode.INVALID_TRANSACTION_TIMEOUT,
        `the transaction timeout must be 1 to ${MAX_TIMEOUT_MS} ms`,
      );
    }
    return this.inTurn(id, async () => {
      await this.abortFenced(id);
      const known = this.find(id);
      const isUsedUp = !known || known.epoch >= MAX_EPOCH;
      const producerId = isUsedUp ? await this.takeProducerId() : known.producerId;
      const epoch = isUsedUp ? 0 : known.epoch + 1;
      await this.write({
        id,
        producerId,
        epoch,
        timeoutMs,
        status: 'empty',
        startedAtMs: 0,
        partitions: [],
        offsets: [],
      });
      return { producerId, epoch };
    });
  }

  /** Aborts the open transaction, if any, under a new epoch, so that its producer can do no more. */
  private async abortFenced(id: string): Promise<void> {
    const transaction = this.find(id);
    if (transaction?.status !== 'ongoing') return;
    await this.write({ ...transaction, epoch: transaction.epoch + 1, status: 'aborting' });
    await this.finish(this.find(id)!);
  }

  private find(id: string): Transaction | undefined {
    return this.ended.get(id) ?? this.state.transactions.get(id);
  }

  private async write(transaction: Transaction): Promise<void> {
    await this.journal.append({ kind: 'transaction-written', transaction });
    this.ended.delete(transaction.id);
  }

  /** Throws `KafkaError` 47 or 49 if this producer is not the one the id belongs to now. */
  private owned(id: string, producer: ProducerIdentity): Transaction {
    const transaction = this.find(id);
    if (!transaction || transaction.producerId !== producer.producerId) {
      throw new KafkaError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, `${id} is not used by this producer id`);
    }
    if (transaction.epoch !== producer.epoch) {
      throw new KafkaError(
        ErrorCode.INVALID_PRODUCER_EPOCH,
        `${id} has gone on to epoch ${transaction.epoch}`,
      );
    }
    return transaction;
  }

  private begun(transaction: Transaction): Transaction {
    if (transaction.status === 'ongoing') return transaction;
    return { ...transaction, status: 'ongoing', startedAtMs: this.now(), partitions: [], offsets: [] };
  }

  /** Makes partitions part of the transaction, which begins with the first. Throws `KafkaError` 47 or 49. */
  addPartitions(id: string, producer: ProducerIdentity, added: readonly TopicPartition[]): Promise<void> {
    return this.inTurn(id, async () => {
      const transaction = this.begun(this.owned(id, producer));
      const fresh = added.filter(({ topic, partition }) => !isOngoingIn(transaction, topic, partition));
      if (fresh.length > 0)
        await this.write({ ...transaction, partitions: [...transaction.partitions, ...fresh] });
    });
  }

  /** Announces that the transaction commits offsets of a group. Throws `KafkaError` 47 or 49. */
  addOffsets(id: string, producer: ProducerIdentity): Promise<void> {
    return this.inTurn(id, async () => {
      const transaction = this.owned(id, producer);
      if (transaction.status !== 'ongoing') await this.write(this.begun(transaction));
    });
  }

  /** Adds offsets that count when the transaction commits. Throws `KafkaError` 47, 48 or 49. */
  commitOffsets(
    id: string,
    producer: ProducerIdentity,
    group: string,
    commits: readonly OffsetCommit[],
  ): Promise<void> {
    return this.inTurn(id, async () => {
      const transaction = this.owned(id, producer);
      if (transaction.status !== 'ongoing') {
        throw new KafkaError(ErrorCode.INVALID_TXN_STATE, `${id} has no open transaction`);
      }
      await this.write({ ...transaction, offsets: [...transaction.offsets, { group, commits }] });
    });
  }

  /** Commits or aborts; answered when its outcome can be read. Throws `KafkaError` 47, 48 or 49. */
  end(id: string, producer: ProducerIdentity, isCommit: boolean): Promise<void> {
    return this.inTurn(id, async () => {
      const transaction = this.owned(id, producer);
      // The answer to an earlier try was lost.
      if (transaction.status === (isCommit ? 'committed' : 'aborted')) return;
      if (transaction.status !== 'ongoing') {
        throw new KafkaError(ErrorCode.INVALID_TXN_STATE, `${id} has no open transaction`);
      }
      await this.write({ ...transaction, status: isCommit ? 'committing' : 'aborting' });
      await this.finish(this.find(id)!);
    });
  }

  /** Writes the markers of a decided transaction where they are missing. */
  private async finish(transaction: Transaction): Promise<void> {
    const { producerId, epoch, status } = transaction;
    if (status !== 'committing' && status !== 'aborting') return;
    const isCommit = status === 'committing';
    await Promise.all(
      transaction.partitions.map(({ topic, partition }) =>
        this.topics.find(topic, partition)?.endTransaction(producerId, epoch, isCommit),
      ),
    );
    const ended = {
      ...transaction,
      status: isCommit ? 'committed' : 'aborted',
      partitions: [],
      offsets: [],
    } as const;
    this.ended.set(ended.id, ended);
    void this.write(ended);
  }

  /** Throws `KafkaError` 47, 48 or 49 if the producer may not append to the partition now. */
  assertMayAppend(id: string | null, producer: ProducerIdentity, topic: string, partition: number): void {
    if (id === null)
      throw new KafkaError(ErrorCode.INVALID_TXN_STATE, 'a transactional batch without transactional id');
    if (!isOngoingIn(this.owned(id, producer), topic, partition)) {
      throw new KafkaError(
        ErrorCode.INVALID_TXN_STATE,
        `${topic}/${partition} is not part of an open transaction`,
      );
    }
  }

  /** Aborts transactions that were open longer than their producers asked for. */
  async abortOverdue(): Promise<void> {
    const overdue = (id: string) => {
      const transaction = this.find(id);
      return (
        transaction?.status === 'ongoing' && transaction.startedAtMs + transaction.timeoutMs < this.now()
      );
    };
    for (const id of [...this.state.transactions.keys()].filter(overdue)) {
      await this.inTurn(id, async () => {
        if (overdue(id)) await this.abortFenced(id);
      });
    }
  }
}

function isOngoingIn(transaction: Transaction, topic: string, partition: number): boolean {
  return (
    transaction.status === 'ongoing' &&
    transaction.partitions.some((member) => member.topic === topic && member.partition === partition)
  );
}
