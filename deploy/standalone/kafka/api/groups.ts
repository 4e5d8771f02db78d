import { ErrorCode, KafkaError } from '../errors.js';
import { MemberIdRequired } from '../groups.js';
import { type Reader, Writer } from '../wire.js';
import { type Api, codeFor } from './api.js';

const NO_BYTES = Buffer.alloc(0);

function begin(version: number): Writer {
  const answer = new Writer();
  return version >= 1 ? answer.int32(0) : answer;
}

/** Reads group.instance.id; returns a refusal for static members, which this broker does not know. */
function readInstanceId(body: Reader): void {
  if (body.nullableString() !== null) {
    throw new KafkaError(ErrorCode.UNSUPPORTED_VERSION, 'static group membership is not supported');
  }
}

export const joinGroup: Api = {
  key: 11,
  minVersion: 0,
  maxVersion: 5,
  async handle(body, { broker, version, clientId, clientHost }) {
    const group = body.string();
    const sessionTimeoutMs = body.int32();
    const rebalanceTimeoutMs = version >= 1 ? body.int32() : sessionTimeoutMs;
    const memberId = body.string();
    const answer = new Writer();
    if (version >= 2) answer.int32(0);
    try {
      if (version >= 5) readInstanceId(body);
      const protocolType = body.string();
      // Copied, because the members outlive the frame that these bytes are part of.
      const protocols = body.array(() => ({ name: body.string(), metadata: Buffer.from(body.bytes()) }));
      const joined = await broker.groups.join({
        group,
        memberId,
        clientId,
        clientHost,
        sessionTimeoutMs,
        rebalanceTimeoutMs,
        protocolType,
        protocols,
        needsMemberId: version >= 4,
      });
      answer.int16(ErrorCode.NONE).int32(joined.generation).string(joined.protocol);
      answer.string(joined.leader).string(joined.memberId);
      return answer.array(joined.members, (member) => {
        answer.string(member.memberId);
        if (version >= 5) answer.nullableString(null);
        answer.bytes(member.metadata);
      });
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      const invitedId = error instanceof MemberIdRequired ? error.memberId : memberId;
      return answer.int16(error.code).int32(-1).string('').string('').string(invitedId).int32(0);
    }
  },
};

export const syncGroup: Api = {
  key: 14,
  minVersion: 0,
  maxVersion: 3,
  async handle(body, { broker, version }) {
    let assigned: Buffer = NO_BYTES;
    const code = await codeFor(async () => {
      const [group, generation, memberId] = [body.string(), body.int32(), body.string()];
      if (version >= 3) readInstanceId(body);
      const assignments = body.array(() => ({ memberId: body.string(), assignment: body.bytes() }));
      assigned = await broker.groups.sync(group, memberId, generation, assignments);
    });
    return begin(version).int16(code).bytes(assigned);
  },
};

export const heartbeat: Api = {
  key: 12,
  minVersion: 0,
  maxVersion: 3,
  async handle(body, { broker, version }) {
    const code = await codeFor(() => {
      const [group, generation, memberId] = [body.string(), body.int32(), body.string()];
      if (version >= 3) readInstanceId(body);
      broker.groups.heartbeat(group, memberId, generation);
    });
    return begin(version).int16(code);
  },
};

export const leaveGroup: Api = {
  key: 13,
  minVersion: 0,
  maxVersion: 3,
  async handle(body, { broker, version }) {
    const group = body.string();
    const answer = begin(version);
    if (version < 3) {
      const memberId = body.string();
      return answer.int16(await codeFor(() => broker.groups.leave(group, memberId)));
    }
    const members = body.array(() => ({ memberId: body.string(), instanceId: body.nullableString() }));
    const codes = await Promise.all(
      members.map(({ memberId }) => codeFor(() => broker.groups.leave(group, memberId))),
    );
    answer.int16(ErrorCode.NONE);
    return answer.array([...members.entries()], ([i, { memberId, instanceId }]) => {
      answer.string(memberId).nullableString(instanceId).int16(codes[i]!);
    });
  },
};

export const describeGroups: Api = {
  key: 15,
  minVersion: 0,
  maxVersion: 2,
  handle(body, { broker, version }) {
    const ids = body.array(() => body.string());
    const answer = begin(version);
    return answer.array(ids, (id) => {
      const group = broker.groups.describe(id);
      const isKnown = group !== null || broker.state.offsets.has(id);
      answer.int16(ErrorCode.NONE).string(id);
      answer.string(group?.status ?? (isKnown ? 'Empty' : 'Dead'));
      answer.string(group?.protocolType ?? (isKnown ? 'consumer' : '')).string(group?.protocol ?? '');
      answer.array(group?.members ?? [], ({ memberId, clientId, clientHost, metadata, assignment }) => {
        answer.string(memberId).string(clientId).string(clientHost).bytes(metadata).bytes(assignment);
      });
    });
  },
};

export const listGroups: Api = {
  key: 16,
  minVersion: 0,
  maxVersion: 2,
  handle(_body, { broker, version }) {
    const types = new Map([...broker.state.offsets.keys()].map((id) => [id, 'consumer']));
    for (const { id, protocolType } of broker.groups.list()) types.set(id, protocolType);
    const answer = begin(version).int16(ErrorCode.NONE);
    return answer.array([...types], ([id, protocolType]) => answer.string(id).string(protocolType));
  },
};

export const deleteGroups: Api = {
  key: 42,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const ids = body.array(() => body.string());
    const codes = await Promise.all(
      ids.map((id) =>
        codeFor(async () => {
          if (broker.groups.isActive(id))
            throw new KafkaError(ErrorCode.NON_EMPTY_GROUP, `${id} has members`);
          if (!broker.state.offsets.has(id))
            throw new KafkaError(ErrorCode.GROUP_ID_NOT_FOUND, `no group ${id}`);
          await broker.journal.append({ kind: 'group-deleted', group: id });
        }),
      ),
    );
    const answer = new Writer().int32(0);
    return answer.array([...ids.entries()], ([i, id]) => answer.string(id).int16(codes[i]!));
  },
};
