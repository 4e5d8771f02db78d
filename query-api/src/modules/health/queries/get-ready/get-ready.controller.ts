import { Ready } from '@cryptonite/contracts/api';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetReady } from './get-ready.query.js';

@Controller('api/ready')
export class GetReadyController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary: 'That the lists can be asked; until then 503',
    reply: json(Ready),
    problems: ['starting'],
  })
  answer() {
    return this.queries.execute(new GetReady());
  }
}
