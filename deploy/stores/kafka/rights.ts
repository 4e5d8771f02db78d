/** What each service may do in Kafka, and nothing else: a broker with an authorizer refuses what no rule allows. */
import { PROCESSORS, TOPICS, type Topic } from '@cryptonite/contracts/topics';
import kafkajs, { type AclEntry, type Admin, type Kafka } from 'kafkajs';

type Rights = {
  reads: readonly Topic[];
  writes: readonly Topic[];
  /** How far these go, and no record of them. */
  seesEndsOf: readonly Topic[];
  /** Its groups and its transactions begin so. */
  prefix: string;
  /** The groups of others whose place it tells. */
  seesPlaceOf: readonly string[];
};

const { journal, followed, screening, screenerState, evicted, layoutDrift, sourceState, deadLetters } =
  TOPICS;
const NOTHING_MORE = { seesEndsOf: [], seesPlaceOf: [] };

/** By the user that Compose gives each service, which is also its client's prefix. */
export const RIGHTS = {
  // Its own are read back: the end of the journal after a break, and the drifts that were told.
  ingest: {
    ...NOTHING_MORE,
    reads: [journal, layoutDrift, followed],
    writes: [journal, layoutDrift, sourceState, deadLetters],
    prefix: 'ingest',
  },
  screener: {
    ...NOTHING_MORE,
    reads: [...PROCESSORS.screener.inputs, screenerState],
    writes: PROCESSORS.screener.outputs,
    prefix: 'screener',
  },
  sink: {
    ...NOTHING_MORE,
    reads: PROCESSORS.sink.inputs,
    writes: PROCESSORS.sink.outputs,
    prefix: 'sink',
  },
  enrichers: {
    ...NOTHING_MORE,
    reads: PROCESSORS.enrichers.inputs,
    writes: [...PROCESSORS.enrichers.outputs, ...PROCESSORS.enrichers.answersInto],
    prefix: 'enrichers',
  },
  'query-api': {
    reads: [screening, layoutDrift, sourceState, deadLetters],
    writes: [],
    seesEndsOf: [journal, evicted],
    prefix: 'query-api',
    seesPlaceOf: ['screener', 'sink'],
  },
} as const satisfies Record<string, Rights>;

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

/** A broker without an authorizer answers so (SECURITY_DISABLED). */
const NO_AUTHORIZER = 'SECURITY_DISABLED';

/** The rules by which Kafka knows the rights of a user. */
export function rulesOf(user: keyof typeof RIGHTS): AclEntry[] {
  const { reads, writes, seesEndsOf, prefix, seesPlaceOf }: Rights = RIGHTS[user];
  const rule = (
    resourceType: number,
    resourceName: string,
    operation: number,
    resourcePatternType = ResourcePatternTypes.LITERAL,
  ): AclEntry => ({
    resourceType,
    resourceName,
    resourcePatternType,
    principal: `User:${user}`,
    host: '*',
    operation,
    permissionType: AclPermissionTypes.ALLOW,
  });
  const { TOPIC, GROUP, TRANSACTIONAL_ID } = AclResourceTypes;
  const { READ, WRITE, DELETE, DESCRIBE } = AclOperationTypes;
  const { PREFIXED } = ResourcePatternTypes;
  return [
    // Who reads or writes a topic also sees its ends.
    ...reads.map(({ name }) => rule(TOPIC, name, READ)),
    ...writes.map(({ name }) => rule(TOPIC, name, WRITE)),
    ...seesEndsOf.map(({ name }) => rule(TOPIC, name, DESCRIBE)),
    ...seesPlaceOf.map((group) => rule(GROUP, group, DESCRIBE)),
    rule(GROUP, prefix, READ, PREFIXED),
    // Groups that read back once are forgotten by who made them.
    rule(GROUP, prefix, DELETE, PREFIXED),
    ...(writes.length > 0 ? [rule(TRANSACTIONAL_ID, prefix, WRITE, PREFIXED)] : []),
  ];
}

const keyOf = ({ principal, ...rule }: AclEntry): string =>
  [
    principal,
    rule.resourceType,
    rule.resourceName,
    rule.resourcePatternType,
    rule.host,
    rule.operation,
    rule.permissionType,
  ].join(' ');

/**
 * Leaves each service's user with its rights alone, whatever was there; what it keeps is never taken away meanwhile. Users of
 * other names are left as they are. @returns what it did
 */
export async function ensureRights(kafka: Kafka): Promise<string> {
  const users = Object.keys(RIGHTS) as (keyof typeof RIGHTS)[];
  const wanted = new Map(users.flatMap(rulesOf).map((rule) => [keyOf(rule), rule]));
  const admin = kafka.admin();
  await admin.connect();
  try {
    const there = new Map<string, AclEntry>();
    for (const user of users)
      for (const rule of await readRules(admin, `User:${user}`)) there.set(keyOf(rule), rule);
    const missing = [...wanted].filter(([key]) => !there.has(key)).map(([, rule]) => rule);
    const tooMany = [...there].filter(([key]) => !wanted.has(key)).map(([, rule]) => rule);
    if (missing.length > 0) await admin.createAcls({ acl: missing });
    if (tooMany.length > 0) await admin.deleteAcls({ filters: tooMany });
    return `${wanted.size} rules of ${users.length} users, ${missing.length} of them new; ${tooMany.length} taken away`;
  } catch (error) {
    if ((error as { type?: string }).type !== NO_AUTHORIZER) throw error;
    return 'this Kafka has no authorizer: who may enter may do everything';
  } finally {
    await admin.disconnect();
  }
}

async function readRules(admin: Admin, principal: string): Promise<AclEntry[]> {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    principal,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return resources.flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })));
}
