import { beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode, KafkaError } from './errors.js';
import type { Joined } from './group.js';
import { Groups, MemberIdRequired } from './groups.js';

let nowMs: number;
let groups: Groups;

beforeEach(() => {
  nowMs = 1_000_000;
  groups = new Groups(() => nowMs);
});

const bytes = (text: string) => Buffer.from(text);

function join(
  memberId: string,
  { needsMemberId = false, protocols = ['range'], rebalanceTimeoutMs = 20_000 } = {},
) {
  return groups.join({
    group: 'g',
    memberId,
    clientId: 'client',
    clientHost: '/127.0.0.1',
    sessionTimeoutMs: 10_000,
    rebalanceTimeoutMs,
    protocolType: 'consumer',
    protocols: protocols.map((name) => ({ name, metadata: bytes(name) })),
    needsMemberId,
  });
}

function passMs(ms: number): void {
  nowMs += ms;
  groups.tick();
}

async function codeOf(promise: Promise<unknown> | (() => unknown)): Promise<number> {
  try {
    await (typeof promise === 'function' ? promise() : promise);
    return 0;
  } catch (error) {
    if (error instanceof KafkaError) return error.code;
    throw error;
  }
}

/** A group of one member that has its assignment. */
async function startGroup(): Promise<Joined> {
  const joining = join('');
  passMs(300);
  const joined = await joining;
  const assignment = await groups.sync('g', joined.memberId, joined.generation, [
    { memberId: joined.memberId, assignment: bytes('all') },
  ]);
  expect(assignment.toString()).toBe('all');
  return joined;
}

const heartbeat = ({ memberId, generation }: Joined) =>
  codeOf(() => groups.heartbeat('g', memberId, generation));

describe('joining', () => {
  test('a newcomer is told its id first and is then the leader', async () => {
    const refusal = await join('', { needsMemberId: true }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MemberIdRequired);
    const { memberId } = refusal as MemberIdRequired;
    const joining = join(memberId);
    passMs(300);
    const joined = await joining;
    expect(joined).toMatchObject({ generation: 1, leader: memberId, memberId, protocol: 'range' });
    expect(joined.members.map((member) => member.memberId)).toEqual([memberId]);
  });

  test('a second member makes the first join again', async () => {
    const first = await startGroup();
    const joiningSecond = join('');
    expect(await heartbeat(first)).toBe(ErrorCode.REBALANCE_IN_PROGRESS);
    const again = await join(first.memberId);
    const second = await joiningSecond;
    expect([again.generation, second.generation]).toEqual([2, 2]);
    expect(again.members.length).toBe(2);
    expect(second.members).toEqual([]);
    const waiting = groups.sync('g', second.memberId, 2, []);
    await groups.sync('g', again.memberId, 2, [
      { memberId: again.memberId, assignment: bytes('one') },
      { memberId: second.memberId, assignment: bytes('two') },
    ]);
    expect((await waiting).toString()).toBe('two');
    expect(groups.describe('g')?.status).toBe('Stable');
  });

  test('a member that does not come back in time is left out', async () => {
    const first = await startGroup();
    const joining = join('');
    for (let i = 0; i < 5; i++) {
      passMs(4500);
      await heartbeat(first);
    }
    const second = await joining;
    expect(second).toMatchObject({ generation: 2, leader: second.memberId });
    expect(await heartbeat(first)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });

  test('strangers and members with nothing in common are refused', async () => {
    await startGroup();
    expect(await codeOf(join('stranger'))).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
    expect(await codeOf(join('', { protocols: ['sticky'] }))).toBe(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
  });

  test('the protocol is one that all know and most prefer', async () => {
    const joining = [
      join('', { protocols: ['a', 'b', 'c'] }),
      join('', { protocols: ['c', 'b'] }),
      join('', { protocols: ['b', 'c'] }),
    ];
    passMs(300);
    expect((await Promise.all(joining)).map(({ protocol }) => protocol)).toEqual(['b', 'b', 'b']);
  });

  test('an id that was given out and never used holds nobody up for longer than a session', async () => {
    await join('', { needsMemberId: true }).catch(() => undefined);
    const joining = join('');
    passMs(300);
    passMs(10_001);
    expect((await joining).generation).toBe(1);
  });
});

describe('staying', () => {
  test('a silent member is removed after its session timeout', async () => {
    const member = await startGroup();
    passMs(9000);
    expect(await heartbeat(member)).toBe(0);
    passMs(9000);
    expect(groups.isActive('g')).toBe(true);
    passMs(2000);
    expect(groups.isActive('g')).toBe(false);
    expect(await heartbeat(member)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });

  test('a leader that assigns nothing is removed', async () => {
    const joining = [join(''), join('')];
    passMs(300);
    const [leader, follower] = await Promise.all(joining);
    const waiting = codeOf(groups.sync('g', follower!.memberId, 1, []));
    for (let i = 0; i < 5; i++) {
      passMs(5000);
      await heartbeat(leader!);
    }
    expect(await waiting).toBe(ErrorCode.REBALANCE_IN_PROGRESS);
    expect(await heartbeat(leader!)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });

  test('a member that leaves gives its place to the others at once', async () => {
    const first = await startGroup();
    groups.leave('g', first.memberId);
    expect(groups.describe('g')).toBeNull();
    expect(await codeOf(() => groups.leave('g', first.memberId))).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });
});

describe('committing', () => {
  test('is for members of this generation, or for anyone while there are none', async () => {
    const mayCommit = (memberId: string, generation: number) =>
      codeOf(() => groups.assertMayCommit('g', memberId, generation));
    expect(await mayCommit('', -1)).toBe(0);
    const { memberId, generation } = await startGroup();
    expect(await mayCommit(memberId, generation)).toBe(0);
    expect(await mayCommit(memberId, generation - 1)).toBe(ErrorCode.ILLEGAL_GENERATION);
    expect(await mayCommit('stranger', generation)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
    expect(await mayCommit('', -1)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });
});
