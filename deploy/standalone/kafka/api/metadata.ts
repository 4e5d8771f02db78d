import { codeOf, ErrorCode } from '../errors.js';
import { checkTopicName } from '../topics.js';
import { Writer } from '../wire.js';
import type { Api } from './api.js';

/** "Not asked for", where a bit field of allowed operations would be. */
const NO_OPERATIONS = -(2 ** 31);

/** Topics are never made by asking for them. */
export const metadata: Api = {
  key: 3,
  minVersion: 0,
  maxVersion: 8,
  handle(body, { broker, version }) {
    const asked = body.nullableArray(() => body.string());
    const wantsAll = asked === null || (version === 0 && asked.length === 0);
    const names = wantsAll ? broker.topics.list().map(({ name }) => name) : asked;
    const answer = new Writer();
    if (version >= 3) answer.int32(0);
    answer.array([broker], ({ nodeId, host, port }) => {
      answer.int32(nodeId).string(host).int32(port);
      if (version >= 1) answer.nullableString(null);
    });
    if (version >= 2) answer.nullableString(broker.state.clusterId);
    if (version >= 1) answer.int32(broker.nodeId);
    answer.array(names, (name) => {
      let code: number = ErrorCode.NONE;
      let partitionCount = 0;
      try {
        checkTopicName(name);
        partitionCount = broker.topics.describe(name).partitionCount;
      } catch (error) {
        code = codeOf(error);
      }
      answer.int16(code).string(name);
      if (version >= 1) answer.boolean(false);
      answer.array([...Array(partitionCount).keys()], (index) => {
        answer.int16(ErrorCode.NONE).int32(index).int32(broker.nodeId);
        if (version >= 7) answer.int32(0);
        for (let replicas = 0; replicas < 2; replicas++)
          answer.array([broker.nodeId], (id) => answer.int32(id));
        if (version >= 5) answer.int32(0);
      });
      if (version >= 8) answer.int32(NO_OPERATIONS);
    });
    if (version >= 8) answer.int32(NO_OPERATIONS);
    return answer;
  },
};

export const findCoordinator: Api = {
  key: 10,
  minVersion: 0,
  maxVersion: 2,
  handle(body, { broker, version }) {
    body.string();
    const type = version >= 1 ? body.int8() : 0;
    const isKnownType = type === 0 || type === 1;
    const answer = new Writer();
    if (version >= 1) answer.int32(0);
    answer.int16(isKnownType ? ErrorCode.NONE : ErrorCode.INVALID_REQUEST);
    if (version >= 1)
      answer.nullableString(isKnownType ? null : 'only groups and transactions have a coordinator');
    return answer.int32(broker.nodeId).string(broker.host).int32(broker.port);
  },
};
