import type { ServerResponse } from 'node:http';
import { PicturePlace, PictureQuery } from '@cryptonite/contracts/api';
import { Controller, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { ProblemError } from '../../../../platform/http/problem.js';
import { GetPicture } from './get-picture.query.js';

const HEADERS = {
  'Content-Type': 'image/webp',
  // What a hash names never changes.
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Opened as a page of its own, a picture may do nothing.
  'Content-Security-Policy': "default-src 'none'; sandbox",
} as const;

@Controller('api/images')
export class GetPictureController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers(':sha256', {
    summary:
      'A picture that a launch names, by the SHA-256 of its bytes as they came: first frame, cut to a square, made anew as WebP',
    params: PicturePlace,
    query: PictureQuery,
    reply: { type: 'image/webp' },
    problems: ['not_found'],
  })
  async answer(
    @Param(new Parse(PicturePlace)) { sha256 }: z.output<typeof PicturePlace>,
    @Query(new Parse(PictureQuery)) { size }: z.output<typeof PictureQuery>,
    @Res() response: ServerResponse & { send(body: Buffer): void },
  ): Promise<void> {
    const picture = await this.queries.execute(new GetPicture(sha256, size));
    if (picture === null) throw new ProblemError('not_found', 'This picture is not kept here.');
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    response.send(picture);
  }
}
