import type { IncomingMessage } from 'node:http';
import { NoInput, UPLOAD_MINUTES, UploadAddress } from '@cryptonite/contracts/api';
import { Body, Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { CallerSession } from '../../../../platform/access/caller.js';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SiteAddress } from '../../../../platform/http/site-address.js';
import { RequestUpload } from './request-upload.command.js';

@Controller('api/objects/upload')
export class RequestUploadController {
  constructor(
    private readonly commands: CommandBus,
    private readonly site: SiteAddress,
  ) {}

  @PostAnswers('/', {
    summary: `An address that takes one file by PUT of this session within ${UPLOAD_MINUTES} minutes, for POST /api/apk/check to look at`,
    body: NoInput,
    reply: json(UploadAddress),
    problems: ['store_unavailable'],
    access: 'admin',
  })
  async answer(
    @Body(new Parse(NoInput)) _: z.output<typeof NoInput>,
    @CallerSession() sessionSha256: Buffer,
    @Req() request: IncomingMessage,
  ): Promise<UploadAddress> {
    const asked = new RequestUpload(sessionSha256, this.site.originOf(request));
    return UploadAddress.parse(await this.commands.execute(asked));
  }
}
