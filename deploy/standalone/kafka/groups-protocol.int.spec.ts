import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from './errors.js';
import { Member, Requests } from './testing/requests.js';
import { openTarget, type Target } from './testing/target.js';

// Groups request by request, with the timeouts that clients hide. Runs against Apache Kafka too: see openTarget.

let target: Target;
let ask: Requests;
let topic: string;
const opened: Member[] = [];

beforeAll(async () => {
  target = await openTarget();
  ask = await Requests.open(target);
  topic = await ask.createTopic();
});

afterEach(() => {
  for (const member of opened.splice(0)) member.close();
});

afterAll(async () => {
  ask.close();
  await target.close();
});

const newGroup = () => `group-${randomUUID()}`;

async function openMember(group: string): Promise<Member> {
  const member = await Member.open(target, group);
  opened.push(member);
  return member;
}

const POLL = { timeout: 20_000 };
const SHORT = { rebalanceTimeoutMs: 3000 };

test('a newcomer is told its id, joins with it, and leads when it is alone', async () => {
  const member = await openMember(newGroup());
  const joined = await member.join();
  expect(member.memberId).not.toBe('');
  expect(joined).toMatchObject({ generation: 1, leader: member.memberId, members: [member.memberId] });
  expect(await member.sync(joined.members)).toEqual({ code: 0, assignment: `for ${member.memberId}` });
  expect(await member.heartbeat()).toBe(ErrorCode.NONE);
});

test('a member that does not join again in time is left out, and what it says is refused', async () => {
  const group = newGroup();
  const slow = await openMember(group);
  const { members } = await slow.join(SHORT);
  await slow.sync(members);
  expect(await slow.commit(topic, 1)).toBe(ErrorCode.NONE);
  const next = await openMember(group);
  const startMs = performance.now();
  const joining = next.join(SHORT);
  await expect.poll(() => slow.heartbeat(), POLL).toBe(ErrorCode.REBALANCE_IN_PROGRESS);
  const joined = await joining;
  expect(performance.now() - startMs).toBeGreaterThan(2000);
  expect(joined).toMatchObject({ generation: 2, leader: next.memberId, members: [next.memberId] });
  expect(await next.sync(joined.members)).toMatchObject({ code: 0 });
  expect(await slow.heartbeat()).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  expect(await slow.commit(topic, 99)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  expect((await ask.committed(group, topic)).offset).toBe(1);
});

test('a member of an older generation is refused', async () => {
  const group = newGroup();
  const [first, second] = [await openMember(group), await openMember(group)];
  await first.sync((await first.join()).members);
  const joining = second.join();
  await expect.poll(() => first.heartbeat(), POLL).toBe(ErrorCode.REBALANCE_IN_PROGRESS);
  const [led] = await Promise.all([first.join(), joining]);
  expect(led.members).toHaveLength(2);
  // Until the leader has assigned, nobody's position counts.
  expect(await first.commit(topic)).toBe(ErrorCode.REBALANCE_IN_PROGRESS);
  const waiting = second.sync();
  expect(await first.sync(led.members)).toEqual({ code: 0, assignment: `for ${first.memberId}` });
  expect(await waiting).toEqual({ code: 0, assignment: `for ${second.memberId}` });
  expect(await second.commit(topic, 7)).toBe(ErrorCode.NONE);
  second.generation -= 1;
  expect(await second.heartbeat()).toBe(ErrorCode.ILLEGAL_GENERATION);
  expect(await second.commit(topic, 8)).toBe(ErrorCode.ILLEGAL_GENERATION);
  expect((await second.sync()).code).toBe(ErrorCode.ILLEGAL_GENERATION);
  expect((await ask.committed(group, topic)).offset).toBe(7);
});

test('a leader that never assigns is left out', async () => {
  const group = newGroup();
  const [leader, other] = [await openMember(group), await openMember(group)];
  await leader.sync((await leader.join(SHORT)).members);
  const joining = other.join(SHORT);
  await expect.poll(() => leader.heartbeat(), POLL).toBe(ErrorCode.REBALANCE_IN_PROGRESS);
  await Promise.all([leader.join(SHORT), joining]);
  expect((await other.sync()).code).toBe(ErrorCode.REBALANCE_IN_PROGRESS);
  const joined = await other.join(SHORT);
  expect(joined.members).toEqual([other.memberId]);
  expect(await leader.heartbeat()).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
});

test('session timeouts are bounded, and protocols must suit all members', async () => {
  const group = newGroup();
  const member = await openMember(group);
  await member.join();
  const other = await openMember(group);
  expect((await other.ask({ sessionTimeoutMs: 100 })).code).toBe(ErrorCode.INVALID_SESSION_TIMEOUT);
  expect((await other.ask({ sessionTimeoutMs: 3_600_000 })).code).toBe(ErrorCode.INVALID_SESSION_TIMEOUT);
  expect((await other.ask({ protocol: 'unheard of' })).code).toBe(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
});

test('nobody moves the offsets of a group from outside while it has members', async () => {
  const group = newGroup();
  const member = await openMember(group);
  await member.sync((await member.join()).members);
  expect(await ask.commit({ group, topic, offset: 99 })).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  expect((await ask.committed(group, topic)).offset).toBe(-1);
});
