import { Session } from '@cryptonite/contracts/api';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Caller } from '../../../../platform/access/caller.js';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetSession } from './get-session.query.js';

@Controller('api/auth/session')
export class GetSessionController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', { summary: 'Who is signed in with the cookie that comes along', reply: json(Session) })
  answer(@Caller() caller: Caller | null) {
    return this.queries.execute(new GetSession(caller));
  }
}
