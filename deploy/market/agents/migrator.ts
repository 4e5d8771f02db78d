import { type Agent, leaves, type Turn, type View } from './agent.js';

/** The launchpad's own service, which opens the pool of a completed curve. */
export class Migrator implements Agent {
  act({ stage }: View): Turn {
    return stage === 'complete' ? { orders: [{ kind: 'migrate' }], nextMs: null } : leaves;
  }
}
