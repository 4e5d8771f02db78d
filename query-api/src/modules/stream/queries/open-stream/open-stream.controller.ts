import type { IncomingMessage, ServerResponse } from 'node:http';
import { ListQuery } from '@cryptonite/contracts/api';
import { Controller, Query, Req, Res } from '@nestjs/common';
import type { z } from 'zod';
import { GetAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { callerOf } from '../../../../platform/http/rate-limit.js';
import { StreamHub } from '../../stream-hub.js';

const StreamQuery = ListQuery.pick({ profile: true });

@Controller('api/stream')
export class OpenStreamController {
  constructor(private readonly hub: StreamHub) {}

  @GetAnswers('/', {
    summary:
      'Server-sent events: `token` when a token changes, `monitoring` and `health` every second, `reset` when the lists are to be read anew. Last-Event-ID resumes.',
    query: StreamQuery,
    reply: { type: 'text/event-stream' },
  })
  async answer(
    @Query(new Parse(StreamQuery)) { profile }: z.output<typeof StreamQuery>,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const caller = await callerOf(request);
    this.hub.admit(caller);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const seen = request.headers['last-event-id'];
    await this.hub.open({ response, caller, profile }, typeof seen === 'string' ? seen : undefined);
  }
}
