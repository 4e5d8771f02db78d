import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const contracts = fileURLToPath(new URL('./contracts/src', import.meta.url));
const deploy = fileURLToPath(new URL('./deploy', import.meta.url));
const resolve = {
  alias: [
    { find: /^@cryptonite\/contracts\/(.*)$/, replacement: `${contracts}/$1/index.ts` },
    { find: /^@cryptonite\/([^/]+)\/(.*)\.js$/, replacement: `${deploy}/$1/$2.ts` },
  ],
};
const exclude = ['**/node_modules/**', '**/dist/**'];

/** Files that take minutes begin first: what begins last leaves the other worker without work. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /market\.e2e|enriched-start/.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Three suites by cost: unit (no process, no socket), int (local servers), e2e (the whole product in a browser).
export default defineConfig({
  resolve,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['**/*.spec.{ts,tsx}'],
          exclude: [...exclude, '**/*.int.spec.ts', '**/*.e2e.spec.ts'],
          // Every core: by default one is left out, which of two is half of the time.
          maxWorkers: '100%',
          // A limit against hanging, not a claim of speed: properties take seconds on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: 'int',
          include: ['**/*.int.spec.ts'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Two at a time: each waits for its own servers more than it computes.
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['deploy/e2e/**/*.e2e.spec.ts'],
          exclude,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Two at a time: half of a file's time is waiting for what a page or the product does by itself.
          maxWorkers: 2,
        },
      },
    ],
  },
});
