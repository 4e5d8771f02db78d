import { Command } from '@nestjs/cqrs';

/** Ends the session of this token. Where there is none it changes nothing. */
export class SignOut extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}
