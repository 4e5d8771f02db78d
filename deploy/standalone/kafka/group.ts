/** A consumer group as it stands, and what follows from that alone. */
import type { KafkaError } from './errors.js';

export const NO_BYTES = Buffer.alloc(0);

export type GroupStatus = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable';

export interface GroupProtocol {
  readonly name: string;
  readonly metadata: Buffer;
}

export interface Joined {
  readonly generation: number;
  readonly protocol: string;
  readonly leader: string;
  readonly memberId: string;
  /** Only for the leader, who assigns. */
  readonly members: readonly { readonly memberId: string; readonly metadata: Buffer }[];
}

/** A request that is answered later. */
interface Pending<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: KafkaError) => void;
}

export interface Member {
  readonly id: string;
  readonly clientId: string;
  readonly clientHost: string;
  sessionTimeoutMs: number;
  rebalanceTimeoutMs: number;
  protocols: readonly GroupProtocol[];
  assignment: Buffer;
  seenAtMs: number;
  join: Pending<Joined> | null;
  sync: Pending<Buffer> | null;
}

export interface Group {
  readonly id: string;
  status: GroupStatus;
  generation: number;
  protocolType: string;
  protocol: string;
  leader: string;
  readonly members: Map<string, Member>;
  /** Ids given out, with the time by which their owners must have joined. */
  readonly invited: Map<string, number>;
  /** PreparingRebalance: not before and not after; CompletingRebalance: assignment due by `latestMs`. */
  earliestMs: number;
  latestMs: number;
}

/** How a group looks from outside. */
export interface GroupDescription {
  readonly id: string;
  readonly status: GroupStatus;
  readonly protocolType: string;
  readonly protocol: string;
  readonly members: readonly {
    readonly memberId: string;
    readonly clientId: string;
    readonly clientHost: string;
    readonly metadata: Buffer;
    readonly assignment: Buffer;
  }[];
}

/** What a member is told of a rebalance that is complete. */
export function joinedFor(group: Group, member: Member): Joined {
  const isLeader = member.id === group.leader;
  return {
    generation: group.generation,
    protocol: group.protocol,
    leader: group.leader,
    memberId: member.id,
    members: isLeader
      ? [...group.members.values()].map(({ id, protocols }) => ({
          memberId: id,
          metadata: metadataFor(protocols, group.protocol),
        }))
      : [],
  };
}

export function describeGroup({ id, status, protocolType, protocol, members }: Group): GroupDescription {
  return {
    id,
    status,
    protocolType,
    protocol,
    members: [...members.values()].map(({ id: memberId, clientId, clientHost, protocols, assignment }) => ({
      memberId,
      clientId,
      clientHost,
      metadata: metadataFor(protocols, protocol),
      assignment,
    })),
  };
}

function metadataFor(protocols: readonly GroupProtocol[], name: string): Buffer {
  return protocols.find((protocol) => protocol.name === name)?.metadata ?? NO_BYTES;
}

/** The longest that a member asks the others to wait for it. */
export function longestRebalance(group: Group): number {
  return Math.max(0, ...[...group.members.values()].map((member) => member.rebalanceTimeoutMs));
}

export function areSameProtocols(a: readonly GroupProtocol[], b: readonly GroupProtocol[]): boolean {
  return (
    a.length === b.length &&
    a.every((protocol, i) => protocol.name === b[i]!.name && protocol.metadata.equals(b[i]!.metadata))
  );
}

/** Of the protocols that all members know, the one most of them put first. */
export function chooseProtocol(members: readonly Member[]): string {
  const isCommon = (name: string) => members.every(({ protocols }) => protocols.some((p) => p.name === name));
  const votes = new Map<string, number>();
  for (const { protocols } of members) {
    const favourite = protocols.find(({ name }) => isCommon(name))?.name;
    if (favourite !== undefined) votes.set(favourite, (votes.get(favourite) ?? 0) + 1);
  }
  return [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best))[0];
}
