import { Module } from '@nestjs/common';
import { DeleteAccountController } from './commands/delete-account/delete-account.controller.js';
import { DeleteAccountHandler } from './commands/delete-account/delete-account.handler.js';
import { GiveChallengeController } from './commands/give-challenge/give-challenge.controller.js';
import { GiveChallengeHandler } from './commands/give-challenge/give-challenge.handler.js';
import { SignInController } from './commands/sign-in/sign-in.controller.js';
import { SignInHandler } from './commands/sign-in/sign-in.handler.js';
import { SignOutController } from './commands/sign-out/sign-out.controller.js';
import { SignOutHandler } from './commands/sign-out/sign-out.handler.js';
import { SignOutEverywhereController } from './commands/sign-out-everywhere/sign-out-everywhere.controller.js';
import { SignOutEverywhereHandler } from './commands/sign-out-everywhere/sign-out-everywhere.handler.js';
import { GetSessionController } from './queries/get-session/get-session.controller.js';
import { GetSessionHandler } from './queries/get-session/get-session.handler.js';
import { SessionCookies } from './session-cookies.js';
import { Sweeper } from './sweeper.js';

@Module({
  controllers: [
    GetSessionController,
    GiveChallengeController,
    SignInController,
    SignOutController,
    SignOutEverywhereController,
    DeleteAccountController,
  ],
  providers: [
    GetSessionHandler,
    GiveChallengeHandler,
    SignInHandler,
    SignOutHandler,
    SignOutEverywhereHandler,
    DeleteAccountHandler,
    SessionCookies,
    Sweeper,
  ],
})
export class AccountsModule {}
