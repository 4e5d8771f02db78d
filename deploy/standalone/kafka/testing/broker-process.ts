import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const source = fileURLToPath(new URL('../..', import.meta.url));
const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Compiles the broker into a folder of its own, so that a test never runs an older build. */
export function compileBroker(): { mainFile: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'kafka-build-'));
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      rootDir: source,
      outDir: join(folder, 'dist'),
      composite: false,
      declaration: false,
      sourceMap: false,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [join(source, 'kafka/**/*.ts')],
    exclude: [join(source, '**/*.spec.ts'), join(source, 'kafka/testing')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const tsc = join(require.resolve('typescript/package.json'), '..', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', join(folder, 'tsconfig.json')], { stdio: 'inherit' });
  return {
    mainFile: join(folder, 'dist/kafka/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A broker in a process of its own, as the product runs it. */
export interface BrokerProcess {
  /** host:port */
  readonly address: string;
  readonly process: ChildProcess;
  /** What it wrote so far. */
  output(): string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Asks it to end; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a compiled broker; rejects with what it wrote if it ends before it is ready. */
export async function startBroker(
  mainFile: string,
  env: Readonly<Record<string, string>>,
): Promise<BrokerProcess> {
  const child = spawn(process.execPath, [mainFile], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', (code) => reject(new Error(`the broker ended with ${code}: ${output}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  };
  return {
    address: await ready,
    process: child,
    output: () => output,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}
