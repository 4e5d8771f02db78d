import { ApkRelease, UploadedApk } from '@cryptonite/contracts/api';
import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Caller } from '../../../../platform/access/caller.js';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { ReleaseApk } from './release-apk.command.js';

@Controller('api/apk')
export class ReleaseApkController {
  constructor(private readonly commands: CommandBus) {}

  @PostAnswers('/', {
    summary:
      'Looks at an uploaded file and makes it the current release. It must be an APK of at most 100 MB, signed by scheme v2 or v3; any other is deleted, and the problem says what is wrong. Sent again, it answers the same',
    body: UploadedApk,
    reply: json(ApkRelease),
    problems: ['not_found', 'conflict', 'gone', 'too_large', 'store_unavailable'],
    access: 'admin',
  })
  async answer(
    @Body(new Parse(UploadedApk)) { apkUrl }: UploadedApk,
    @Caller() caller: Caller,
  ): Promise<ApkRelease> {
    return ApkRelease.parse(await this.commands.execute(new ReleaseApk(apkUrl, caller.walletAddress)));
  }
}
