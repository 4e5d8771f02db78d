import { ApkReleases } from '@cryptonite/contracts/api';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Caller } from '../../../../platform/access/caller.js';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetApkReleases } from './get-apk-releases.query.js';

@Controller('api/apk')
export class GetApkReleasesController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'The current release of the Android app, null before the first, and up to 50 others, the newest first',
    reply: json(ApkReleases),
    problems: ['store_unavailable'],
  })
  answer(@Caller() caller: Caller | null): Promise<ApkReleases> {
    return this.queries.execute(new GetApkReleases(caller?.roles.includes('admin') ?? false));
  }
}
