import { NoInput, UploadAddress } from '@cryptonite/contracts/api';
import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { RequestUpload } from './request-upload.command.js';

@Controller('api/objects/upload')
export class RequestUploadController {
  constructor(private readonly commands: CommandBus) {}

  @PostAnswers('/', {
    summary:
      'An address of the object store that takes one file by PUT for 7 days, for POST /api/apk to look at. Its key is chosen here',
    body: NoInput,
    reply: json(UploadAddress),
    problems: ['store_unavailable'],
    access: 'admin',
  })
  async answer(@Body(new Parse(NoInput)) _: z.output<typeof NoInput>): Promise<UploadAddress> {
    return UploadAddress.parse(await this.commands.execute(new RequestUpload()));
  }
}
