import { takeFiles } from '@cryptonite/contracts/environment';
import type { z } from 'zod';

/** A step that makes a store ready; safe to run again. */
export type Task = {
  name: string;
  /** Reads the variables, and does nothing yet. Throws an error of one line that names the wrong ones. */
  prepare: (env: NodeJS.ProcessEnv) => () => Promise<string[]>;
};

/** @param run what it does with its variables; says what it did, a line each */
export const defineTask = <Schema extends z.ZodObject>(
  name: string,
  environment: Schema,
  run: (env: z.output<Schema>) => Promise<string[]>,
): Task => ({
  name,
  prepare(env) {
    const { data, error } = environment.safeParse(takeFiles(env, Object.keys(environment.shape)));
    if (error)
      throw new Error(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
    return () => run(data);
  },
});

/**
 * Runs tasks one after the other, once the variables of all are right. Wrong ones end the process with one line that names them and
 * status 2; a task that fails, with its reason and status 1.
 */
export async function runTasks(...tasks: Task[]): Promise<void> {
  /** By what is wrong the tasks that need it. */
  const wrong = new Map<string, string[]>();
  const prepared = tasks.flatMap(({ name, prepare }) => {
    try {
      return { name, run: prepare(process.env) };
    } catch (error) {
      const { message } = error as Error;
      wrong.set(message, [...(wrong.get(message) ?? []), name]);
      return [];
    }
  });
  if (wrong.size > 0) {
    console.error([...wrong].map(([message, names]) => `${names.join(', ')}: ${message}`).join('; '));
    process.exit(2);
  }
  for (const task of prepared) {
    try {
      for (const line of await task.run()) console.log(`${task.name}: ${line}`);
    } catch (error) {
      console.error(`${task.name}: ${(error as Error).message}`);
      process.exitCode = 1;
      break;
    }
  }
  // Whoever forked this waits for its end.
  process.disconnect?.();
}
