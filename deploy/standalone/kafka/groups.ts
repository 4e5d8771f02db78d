import { randomUUID } from 'node:crypto';
import { ErrorCode, KafkaError } from './errors.js';
import {
  areSameProtocols,
  chooseProtocol,
  describeGroup,
  type Group,
  type GroupDescription,
  type GroupProtocol,
  type Joined,
  joinedFor,
  longestRebalance,
  type Member,
  NO_BYTES,
} from './group.js';

const MIN_SESSION_TIMEOUT_MS = 6000;
const MAX_SESSION_TIMEOUT_MS = 30 * 60 * 1000;
/** How long a group's first rebalance waits for more members (Kafka: 3 s; one machine starts faster). */
const FIRST_REBALANCE_DELAY_MS = 200;
export interface JoinRequest {
  readonly group: string;
  /** Empty for a newcomer. */
  readonly memberId: string;
  readonly clientId: string;
  readonly clientHost: string;
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
  readonly protocolType: string;
  readonly protocols: readonly GroupProtocol[];
  /** From JoinGroup 4 on a newcomer is told its id first and joins with that. */
  readonly needsMemberId: boolean;
}

/** A newcomer gets its member id with this refusal. */
export class MemberIdRequired extends KafkaError {
  constructor(readonly memberId: string) {
    super(ErrorCode.MEMBER_ID_REQUIRED, 'join again with this member id');
  }
}

/**
 * Membership of consumer groups (the classic protocol, KIP-62 and KIP-394), in memory: after a restart the
 * members join anew. `tick` must be called several times a second; all waiting ends there or in a call.
 */
export class Groups {
  private readonly byId = new Map<string, Group>();

  constructor(private readonly now: () => number) {}

  private find(id: string): Group {
    const group = this.byId.get(id);
    if (!group) throw new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, `group ${id} has no members`);
    return group;
  }

  private member(group: Group, memberId: string): Member {
    const member = group.members.get(memberId);
    if (!member)
      throw new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, `${memberId} is not a member of ${group.id}`);
    member.seenAtMs = this.now();
    return member;
  }

  private memberOf(group: Group, memberId: string, generation: number): Member {
    const member = this.member(group, memberId);
    if (generation !== group.generation) {
      throw new KafkaError(ErrorCode.ILLEGAL_GENERATION, `${group.id} is at generation ${group.generation}`);
    }
    return member;
  }

  /** Joins; resolves when the rebalance is complete. Throws `KafkaError` 23, 24, 25, 26, 27 or 79. */
  async join(request: JoinRequest): Promise<Joined> {
    const { sessionTimeoutMs } = request;
    if (request.group === '') throw new KafkaError(ErrorCode.INVALID_GROUP_ID, 'the group id is empty');
    if (sessionTimeoutMs < MIN_SESSION_TIMEOUT_MS || sessionTimeoutMs > MAX_SESSION_TIMEOUT_MS) {
      throw new KafkaError(
        ErrorCode.INVALID_SESSION_TIMEOUT,
        `the session timeout must be ${MIN_SESSION_TIMEOUT_MS} to ${MAX_SESSION_TIMEOUT_MS} ms`,
      );
    }
    const known = this.byId.get(request.group);
    if (!known && request.memberId !== '') {
      throw new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, `${request.group} has no members`);
    }
    const group = known ?? this.createGroup(request);
    this.assertProtocolFits(group, request);
    if (request.memberId === '' && request.needsMemberId) {
      const memberId = newMemberId(request.clientId);
      group.invited.set(memberId, this.now() + sessionTimeoutMs);
      throw new MemberIdRequired(memberId);
    }
    return this.admit(group, request);
  }

  private createGroup(request: JoinRequest): Group {
    const group: Group = {
      id: request.group,
      status: 'Empty',
      generation: 0,
      protocolType: request.protocolType,
      protocol: '',
      leader: '',
      members: new Map(),
      invited: new Map(),
      earliestMs: 0,
      latestMs: 0,
    };
    this.byId.set(group.id, group);
    return group;
  }

  private assertProtocolFits(group: Group, request: JoinRequest): void {
    const others = [...group.members.values()].filter((member) => member.id !== request.memberId);
    const offersCommon = request.protocols.some(({ name }) =>
      others.every((other) => other.protocols.some((protocol) => protocol.name === name)),
    );
    const isSameType = others.length === 0 || group.protocolType === request.protocolType;
    if (request.protocols.length === 0 || !offersCommon || !isSameType) {
      throw new KafkaError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, 'no assignment protocol suits all members');
    }
  }

  private admit(group: Group, request: JoinRequest): Promise<Joined> | Joined {
    const known = group.members.get(request.memberId);
    if (!known && request.memberId !== '' && !group.invited.delete(request.memberId)) {
      throw new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, `${request.memberId} is not a member of ${group.id}`);
    }
    const member: Member = known ?? {
      id: request.memberId || newMemberId(request.clientId),
      clientId: request.clientId,
      clientHost: request.clientHost,
      sessionTimeoutMs: 0,
      rebalanceTimeoutMs: 0,
      protocols: [],
      assignment: NO_BYTES,
      seenAtMs: 0,
      join: null,
      sync: null,
    };
    const isUnchanged = known !== undefined && areSameProtocols(known.protocols, request.protocols);
    member.seenAtMs = this.now();
    member.sessionTimeoutMs = request.sessionTimeoutMs;
    member.rebalanceTimeoutMs = request.rebalanceTimeoutMs;
    member.protocols = request.protocols;
    if (group.members.size === 0) group.protocolType = request.protocolType;
    group.members.set(member.id, member);

    // A repeated join (its answer was lost) needs no rebalance; a leader's does, it wants to assign anew.
    const isRepeated =
      isUnchanged &&
      (group.status === 'CompletingRebalance' || (group.status === 'Stable' && member.id !== group.leader));
    if (isRepeated) return joinedFor(group, member);
    this.prepareRebalance(group);
    member.join?.reject(new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, 'the member joined again'));
    const joined = new Promise<Joined>((resolve, reject) => {
      member.join = { resolve, reject };
    });
    this.completeJoinIfDue(group);
    return joined;
  }

  private prepareRebalance(group: Group): void {
    if (group.status === 'PreparingRebalance') {
      group.latestMs = Math.max(group.latestMs, this.now() + longestRebalance(group));
      return;
    }
    const isFirst = group.status === 'Empty';
    group.status = 'PreparingRebalance';
    group.earliestMs = this.now() + (isFirst ? FIRST_REBALANCE_DELAY_MS : 0);
    group.latestMs = this.now() + longestRebalance(group);
    for (const member of group.members.values()) {
      member.sync?.reject(new KafkaError(ErrorCode.REBALANCE_IN_PROGRESS, 'the group rebalances'));
      member.sync = null;
      member.assignment = NO_BYTES;
    }
  }

  private completeJoinIfDue(group: Group): void {
    if (group.status !== 'PreparingRebalance') return;
    const nowMs = this.now();
    const members = [...group.members.values()];
    const isComplete = group.invited.size === 0 && members.every((member) => member.join !== null);
    if (nowMs < group.earliestMs || (!isComplete && nowMs < group.latestMs)) return;
    for (const member of members) if (!member.join) group.members.delete(member.id);
    if (group.members.size === 0) {
      this.empty(group);
      return;
    }
    group.generation++;
    group.status = 'CompletingRebalance';
    group.latestMs = nowMs + longestRebalance(group);
    group.protocol = chooseProtocol([...group.members.values()]);
    if (!group.members.has(group.leader)) group.leader = group.members.keys().next().value!;
    for (const member of group.members.values()) {
      member.seenAtMs = nowMs;
      member.join?.resolve(joinedFor(group, member));
      member.join = null;
    }
  }

  private empty(group: Group): void {
    group.status = 'Empty';
    group.leader = '';
    group.protocol = '';
    if (group.invited.size === 0) this.byId.delete(group.id);
  }

  /** Hands in the leader's assignments, or waits for them. Throws `KafkaError` 22, 25 or 27. */
  async sync(
    id: string,
    memberId: string,
    generation: number,
    assignments: readonly { memberId: string; assignment: Buffer }[],
  ): Promise<Buffer> {
    const group = this.find(id);
    const member = this.memberOf(group, memberId, generation);
    if (group.status === 'Stable') return member.assignment;
    if (group.status === 'PreparingRebalance') {
      throw new KafkaError(ErrorCode.REBALANCE_IN_PROGRESS, 'the group rebalances');
    }
    if (memberId === group.leader) {
      for (const { memberId: to, assignment } of assignments) {
        const receiver = group.members.get(to);
        // The bytes are part of a request's frame, which they would keep alive.
        if (receiver) receiver.assignment = Buffer.from(assignment);
      }
      group.status = 'Stable';
      for (const waiting of group.members.values()) {
        waiting.seenAtMs = this.now();
        waiting.sync?.resolve(waiting.assignment);
        waiting.sync = null;
      }
      return member.assignment;
    }
    return new Promise((resolve, reject) => {
      member.sync = { resolve, reject };
    });
  }

  /** Keeps a member alive. Throws `KafkaError` 22, 25 or 27. */
  heartbeat(id: string, memberId: string, generation: number): void {
    const group = this.find(id);
    this.memberOf(group, memberId, generation);
    if (group.status === 'PreparingRebalance') {
      throw new KafkaError(ErrorCode.REBALANCE_IN_PROGRESS, 'the group rebalances');
    }
  }

  /** Takes a member out. Throws `KafkaError` 25. */
  leave(id: string, memberId: string): void {
    const group = this.find(id);
    if (group.invited.delete(memberId)) {
      this.completeJoinIfDue(group);
      return;
    }
    this.member(group, memberId);
    this.removeMember(group, memberId);
  }

  private removeMember(group: Group, memberId: string): void {
    const member = group.members.get(memberId)!;
    group.members.delete(memberId);
    const gone = new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, 'the member is gone');
    member.join?.reject(gone);
    member.sync?.reject(gone);
    if (group.members.size === 0) {
      this.empty(group);
      return;
    }
    this.prepareRebalance(group);
    this.completeJoinIfDue(group);
  }

  /**
   * Whether offsets may be committed: by a member of this generation, or by anyone (generation -1) while
   * the group has no members. Throws `KafkaError` 22, 25 or 27.
   */
  assertMayCommit(id: string, memberId: string, generation: number): void {
    const group = this.byId.get(id);
    if (generation < 0 && memberId === '' && (!group || group.members.size === 0)) return;
    if (!group) throw new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, `group ${id} has no members`);
    this.memberOf(group, memberId, generation);
    if (group.status === 'CompletingRebalance') {
      throw new KafkaError(ErrorCode.REBALANCE_IN_PROGRESS, 'the group rebalances');
    }
  }

  /** Removes members that were silent too long and completes what has waited long enough. */
  tick(): void {
    const nowMs = this.now();
    for (const group of [...this.byId.values()]) {
      for (const [memberId, dueMs] of group.invited) if (dueMs < nowMs) group.invited.delete(memberId);
      for (const member of [...group.members.values()]) {
        const isOverdue = member.seenAtMs + member.sessionTimeoutMs < nowMs;
        // Who waits for an answer cannot send heartbeats.
        if (isOverdue && !member.join && !member.sync) this.removeMember(group, member.id);
      }
      if (group.status === 'CompletingRebalance' && nowMs >= group.latestMs) this.dropUnsynced(group);
      if (group.status === 'Empty') this.empty(group);
      else this.completeJoinIfDue(group);
    }
  }

  /** The assignment is overdue: whoever did not ask for it, the leader first of all, is gone. */
  private dropUnsynced(group: Group): void {
    // Removing one makes the others ask again, so who is late is settled first.
    const late = [...group.members.values()].filter((member) => !member.sync);
    for (const member of late) this.removeMember(group, member.id);
  }

  /** Whether the group has members. */
  isActive(id: string): boolean {
    return (this.byId.get(id)?.members.size ?? 0) > 0;
  }

  list(): GroupDescription[] {
    return [...this.byId.keys()].flatMap((id) => this.describe(id) ?? []);
  }

  /** Null for a group without members and invitations. */
  describe(id: string): GroupDescription | null {
    const group = this.byId.get(id);
    return group ? describeGroup(group) : null;
  }
}

function newMemberId(clientId: string): string {
  return `${clientId}-${randomUUID()}`;
}
