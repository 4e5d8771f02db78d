import type { IncomingMessage } from 'node:http';
import { ApkRelease, SignedApk } from '@cryptonite/contracts/api';
import { Body, Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Caller } from '../../../../platform/access/caller.js';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SiteAddress } from '../../../../platform/http/site-address.js';
import { ReleaseApk } from './release-apk.command.js';

@Controller('api/apk')
export class ReleaseApkController {
  constructor(
    private readonly commands: CommandBus,
    private readonly site: SiteAddress,
  ) {}

  @PostAnswers('/', {
    summary:
      'Makes an uploaded file the current release, with the signature of its admin over the message of POST /api/apk/check. It is looked at again as there. Sent again, it answers the same',
    body: SignedApk,
    reply: json(ApkRelease),
    problems: ['not_found', 'conflict', 'gone', 'store_unavailable'],
    access: 'admin',
  })
  async answer(
    @Body(new Parse(SignedApk)) { apkUrl, signature }: SignedApk,
    @Caller() { walletAddress }: Caller,
    @Req() request: IncomingMessage,
  ): Promise<ApkRelease> {
    const asked = new ReleaseApk(apkUrl, signature, this.site.originOf(request), walletAddress);
    return ApkRelease.parse(await this.commands.execute(asked));
  }
}
