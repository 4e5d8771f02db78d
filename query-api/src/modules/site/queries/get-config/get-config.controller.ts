import { SiteConfig } from '@cryptonite/contracts/api';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetConfig } from './get-config.query.js';

@Controller('api/config')
export class GetConfigController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary: 'What the operator has configured of the site: links, the gate, and which sources there are',
    reply: json(SiteConfig),
  })
  answer() {
    return this.queries.execute(new GetConfig());
  }
}
