import { once } from 'node:events';
import { Socket } from 'node:net';
import { Analysts } from './analysts.js';
import type { FrontOrder, FrontReport } from './front.js';
import { startServer } from './server.js';
import { StoreLink } from './store-link.js';

// Entry of the process that `front.ts` keeps: the analysts' port.

const report = (said: FrontReport) => process.send?.(said);
// Whoever ends the store's process ends this one, in order, and not the terminal.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit(0));

const [order] = (await once(process, 'message')) as [FrontOrder];
if (order === 'stop') process.exit(0);
const store = new StoreLink(new Socket({ fd: order.pipe }));
void store.closed().then(() => process.exit(1));
const analysts = new Analysts(store, order.spoolFolder, order.known);
const caller = {
  user: order.user,
  password: order.password,
  answer: analysts.answer.bind(analysts),
};
const { server, url } = await startServer(order.port, [caller]).catch((error: Error) => {
  report({ failure: error.message });
  return process.exit(1);
});
process.on('message', () => {
  server.close(() => process.exit(0));
  // A connection counts as idle once its answer is sent.
  setInterval(() => server.closeIdleConnections(), 10);
});
report({ url });
