import type { IncomingMessage } from 'node:http';
import { CheckedApk, UploadedApk } from '@cryptonite/contracts/api';
import { Body, Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Caller } from '../../../../platform/access/caller.js';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SiteAddress } from '../../../../platform/http/site-address.js';
import { CheckUpload } from './check-upload.command.js';

@Controller('api/apk/check')
export class CheckUploadController {
  constructor(
    private readonly commands: CommandBus,
    private readonly site: SiteAddress,
  ) {}

  @PostAnswers('/', {
    summary:
      'Looks at an uploaded file, and gives the message that its admin signs so that POST /api/apk releases it. It must be an APK whose every signature (v2, v3, v3.1, v3.2) holds and is of the signer of the first release or of one in its place, with no lower versionCode than the current one; any other is deleted, and the problem says what is wrong',
    body: UploadedApk,
    reply: json(CheckedApk),
    problems: ['not_found', 'conflict', 'gone', 'store_unavailable'],
    access: 'admin',
  })
  async answer(
    @Body(new Parse(UploadedApk)) { apkUrl }: UploadedApk,
    @Caller() { walletAddress }: Caller,
    @Req() request: IncomingMessage,
  ): Promise<CheckedApk> {
    const asked = new CheckUpload(apkUrl, this.site.originOf(request), walletAddress);
    return CheckedApk.parse(await this.commands.execute(asked));
  }
}
