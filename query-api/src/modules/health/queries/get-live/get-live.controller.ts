import { Live } from '@cryptonite/contracts/api';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetLive } from './get-live.query.js';

@Controller('api/live')
export class GetLiveController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary: 'That the process answers: one that does not is to be started again',
    reply: json(Live),
  })
  answer() {
    return this.queries.execute(new GetLive());
  }
}
