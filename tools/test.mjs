// Runs the checks and the suites in the order of their cost, and closes with one line of counts summed over the
// suites' own reports. `node tools/test.mjs unit` runs one suite.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { tellOldNode } from './old-node.mjs';
import { packages } from './packages.mjs';
import { endWhereUsageIsAsked } from './usage.mjs';

endWhereUsageIsAsked('tools/test.mjs', process.argv.slice(2));
await import('./ensure.mjs');
tellOldNode();

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.reports');
const bin = (name) => join(root, 'node_modules', '.bin', name);

const only = process.argv[2];
const suites = only ? [only] : ['unit', 'int', 'e2e'];
const checks = [
  ['formatting and lint', bin('biome'), ['ci', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['-b', ...packages.filter((name) => name !== 'web')]],
  ['types of specs', bin('tsc'), ['-p', 'tsconfig.specs.json']],
  ['types of web', bin('tsc'), ['-p', 'web']],
  ['import direction and cycles', process.execPath, ['tools/imports.mjs']],
  ['lockfile', process.execPath, ['tools/lockfile.mjs']],
];

const counts = { passed: 0, failed: 0, skipped: 0 };
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

if (!only) {
  for (const [name, command, args] of checks) {
    const passed = run(command, args);
    console.log(`${passed ? 'passed' : 'FAILED'}: ${name}`);
    counts[passed ? 'passed' : 'failed'] += 1;
  }
}
if (suites.some((suite) => suite !== 'unit')) build();

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);
for (const suite of suites) {
  const report = join(reports, `${suite}.json`);
  const passed = run(bin('vitest'), [
    'run',
    '--project',
    suite,
    '--passWithNoTests=false',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  try {
    const {
      numPassedTests,
      numFailedTests,
      numPendingTests,
      numTodoTests,
      numFailedTestSuites,
      testResults,
    } = JSON.parse(readFileSync(report, 'utf8'));
    counts.passed += numPassedTests;
    counts.skipped += numPendingTests + numTodoTests;
    counts.failed += numFailedTests;
    // A file that could not be loaded has no failed test, and is a failure all the same.
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    counts.failed += unloaded.length;
    if (!passed && numFailedTests === 0 && unloaded.length === 0)
      counts.failed += Math.max(1, numFailedTestSuites);
  } catch (error) {
    console.error(`The suite ${suite} left no report: ${error.message}`);
    counts.failed += 1;
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;
