import { Injectable } from '@nestjs/common';

/** Work on files, one piece at a time: a check holds megabytes, and a sweep must not see a release half made. */
@Injectable()
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins when all that was asked for before has ended, well or not. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
