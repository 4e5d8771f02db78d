import type { IncomingMessage, ServerResponse } from 'node:http';
import { APK_TYPE, Done, UploadId } from '@cryptonite/contracts/api';
import { Controller, Param, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CallerSession } from '../../../../platform/access/caller.js';
import { json, PutAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { ReceiveUpload } from './receive-upload.command.js';

@Controller('api/objects/upload')
export class ReceiveUploadController {
  constructor(private readonly commands: CommandBus) {}

  @PutAnswers(':id', {
    summary:
      'Takes the file in, of at most 100 MB, as its bytes come; one at a time, and once at each address. Content-Length must say how long it is; ETag is its SHA-256. An address that has expired, or is of another session, is forbidden',
    params: UploadId,
    receives: APK_TYPE,
    reply: json(Done),
    problems: ['not_found', 'conflict', 'too_large', 'store_unavailable'],
    access: 'admin',
  })
  async answer(
    @Param(new Parse(UploadId)) { id }: UploadId,
    @CallerSession() sessionSha256: Buffer,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<Done> {
    const sha256 = await this.commands
      .execute(new ReceiveUpload(id, sessionSha256, request))
      .catch((error: unknown) => {
        // The rest of the body is not read: a browser would go on sending it, and hear nothing until it is through.
        response.setHeader('Connection', 'close').once('finish', () => request.destroy());
        throw error;
      });
    response.setHeader('ETag', `"${sha256.toString('hex')}"`);
    return { success: true, error: null };
  }
}
