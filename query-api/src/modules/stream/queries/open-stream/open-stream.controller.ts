import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamQuery } from '@cryptonite/contracts/api';
import { Controller, Query, Req, Res } from '@nestjs/common';
import { GetAnswers } from '../../../../platform/docs/answers.js';
import { acceptsGzip } from '../../../../platform/http/accepts-gzip.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { callersOf } from '../../../../platform/http/rate-limit.js';
import { StreamHub } from '../../stream-hub.js';

@Controller('api/stream')
export class OpenStreamController {
  constructor(private readonly hub: StreamHub) {}

  @GetAnswers('/', {
    summary:
      'Server-sent events of the lists that are named: `token` (StreamToken) when the connection first hears of a token and when no list of the profile holds it any more, `change` (StreamChange) for what changed since it was last told of it, last that it left the lists named for another, in both `left` says why it left a list, `monitoring` and `health` every second, `reset` when the lists are to be read anew. Last-Event-ID resumes.',
    query: StreamQuery,
    reply: { type: 'text/event-stream' },
  })
  async answer(
    @Query(new Parse(StreamQuery)) { after, ...asked }: StreamQuery,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const callers = await callersOf(request);
    this.hub.admit({ callers, asked });
    const isCompressed = acceptsGzip(request);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      Vary: 'Accept-Encoding',
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const seen = request.headers['last-event-id'];
    await this.hub.open({ response, callers, asked, isCompressed }, typeof seen === 'string' ? seen : after);
  }
}
