import { createHash } from 'node:crypto';
import { Controller, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { DOCS_STYLE } from '../../view/docs-page.js';
import { GetApiDocs } from './get-api-docs.query.js';

const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64');

@Controller('api/docs')
export class GetApiDocsController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', { summary: 'This page', reply: { type: 'text/html' } })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  async page() {
    return (await this.queries.execute(new GetApiDocs())).page;
  }

  @GetAnswers('openapi.json', { summary: 'The OpenAPI 3.1 document', reply: json(z.looseObject({})) })
  async document() {
    return (await this.queries.execute(new GetApiDocs())).openapi;
  }
}
