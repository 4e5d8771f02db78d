import { expect, it } from 'vitest';
import { z } from 'zod';
import { enrichersEnvironment } from './environment.js';
import { NotAsked } from './fetch/guard.js';
import { Hosts } from './fetch/hosts.js';
import { limitsOf, OTHER_HOSTS, SERVICES } from './service-limits.js';

it('gives each path of X turns of its own: who has spent those of posts may ask about accounts', async () => {
  const env = z.object(enrichersEnvironment).parse({ CACHE_DIR: '/cache', PICTURES_DIR: '/pictures' });
  const hosts = new Hosts({ limits: limitsOf(env), others: OTHER_HOSTS, mostWaiting: 1_000 });
  const ask = (service: string) => hosts.run(service, 'listed', 1_000, async () => service);
  // A tenth of the 300 goes at once, the next three seconds later.
  const posts = await Promise.allSettled(Array.from({ length: 31 }, () => ask(SERVICES.postsOnX)));
  const refused = posts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toEqual([expect.any(NotAsked)]);
  expect(await ask(SERVICES.accountsOnX)).toBe(SERVICES.accountsOnX);
  hosts.close();
});
