import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  askedOf,
  LIST_NAMES,
  LISTS,
  type ListName,
  type PreMigrationQuery,
  UltimateAnswer,
} from '@cryptonite/contracts/api';
import { Controller, Query, Req, Res, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { GetAnswers, json } from '../../platform/docs/answers.js';
import { acceptsGzip } from '../../platform/http/accepts-gzip.js';
import { Parse } from '../../platform/http/parse.pipe.js';
import { askedCursor } from './asked-cursor.js';
import { ListAnswers } from './list-answers.js';

type Asked = z.output<typeof PreMigrationQuery>;

/** The lists of a path, those that must be asked for by name first. */
const namesAt = (path: string): ListName[] =>
  LIST_NAMES.filter((name) => LISTS[name].path === path).sort(
    (a, b) => Object.keys(askedOf(b)).length - Object.keys(askedOf(a)).length,
  );

const isAsked = (name: ListName, query: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(askedOf(name)).every(([field, value]) => query[field] === value);

/** The endpoint of the lists of a path, as the registry has them. */
export function createListController(path: string): Type {
  const names = namesAt(path);
  const main = names.at(-1)!;
  const { summary, query } = LISTS[main];
  const answer = main === 'ultimate' ? UltimateAnswer : LISTS[main].answer;

  @Controller(path.slice(1))
  class ListController {
    constructor(private readonly answers: ListAnswers) {}

    @GetAnswers('/', { summary, query, reply: json(answer), problems: ['starting'] })
    async answer(
      @Query(new Parse<z.ZodType<Asked>>(query)) asked: Asked,
      @Req() request: IncomingMessage & { originalUrl: string },
      @Res() response: ServerResponse & { send(body: Buffer): void },
    ): Promise<void> {
      const { profile, limit, source, cursor } = asked;
      const name = names.find((one) => isAsked(one, asked)) ?? main;
      const list = { name, profile, limit, source, after: askedCursor(cursor) };
      const made = this.answers.of(list);
      this.answers.remember(request.originalUrl, list);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('ETag', made.etag);
      if (made.isShort || !acceptsGzip(request)) return response.send(made.body);
      const zipped = await made.zipped();
      response.appendHeader('Vary', 'Accept-Encoding');
      response.setHeader('Content-Encoding', 'gzip');
      response.send(zipped);
    }
  }
  return ListController;
}
