import type { ChildProcess } from 'node:child_process';

/** The child's next message that has a field of this name; rejects when the child ends before. */
export function heard<Message extends object, Wanted extends Message>(
  child: ChildProcess,
  name: string,
): Promise<Wanted> {
  return new Promise((resolve, reject) => {
    const ended = (status: number | null) => reject(new Error(`ended with ${status} before ${name}`));
    const listen = (message: Message) => {
      if (!(name in message)) return;
      child.off('message', listen).off('exit', ended);
      resolve(message as Wanted);
    };
    child.on('message', listen).on('exit', ended);
  });
}
