import { ScanProgress } from '@cryptonite/contracts/api';
import { PROGRESS } from '@cryptonite/contracts/rules';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetScanProgress } from './get-scan-progress.query.js';

@Controller('api/discovery/early-stage-progress')
export class GetScanProgressController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary: `What the scan has measured: tokens followed, measured in the last pass, and between ${PROGRESS.alertFrom} and ${PROGRESS.alertTo}%`,
    reply: json(ScanProgress),
    problems: ['starting'],
  })
  answer() {
    return this.queries.execute(new GetScanProgress());
  }
}
