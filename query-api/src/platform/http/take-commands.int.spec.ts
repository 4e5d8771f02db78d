import { Body, Controller, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configureApp } from '../../configure-app.js';
import { describeApi } from '../../modules/docs/view/openapi.js';
import { ListAnswers } from '../../modules/lists/list-answers.js';
import { ScreeningStore } from '../../modules/screening/screening.store.js';
import { json, PostAnswers, PutAnswers } from '../docs/answers.js';
import { ApiRoutes } from '../docs/api-routes.js';
import { Parse } from './parse.pipe.js';

const Greeting = z.object({ name: z.string().min(1) });

class GreetingController {
  answer({ name }: z.output<typeof Greeting>) {
    return { name: `hello ${name}` };
  }
  replace({ name }: z.output<typeof Greeting>) {
    return { name };
  }
}
class GreetingModule {}

// Decorators by hand: specs are outside of the configuration that compiles them.
const { prototype } = GreetingController;
const answers = { summary: 'Greets', body: Greeting, reply: json(Greeting) };
const declare = (name: 'answer' | 'replace', declared: MethodDecorator) => {
  Body(new Parse(Greeting))(prototype, name, 0);
  declared(prototype, name, Object.getOwnPropertyDescriptor(prototype, name) ?? {});
};
declare('answer', PostAnswers('/', answers));
declare('replace', PutAnswers('/', answers));
Controller('api/greetings')(GreetingController);
Module({
  imports: [DiscoveryModule],
  controllers: [GreetingController],
  providers: [ApiRoutes, ScreeningStore, ListAnswers],
})(GreetingModule);

let app: NestExpressApplication;
beforeAll(async () => {
  const module = await Test.createTestingModule({ imports: [GreetingModule] }).compile();
  app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  configureApp(app, {
    HOST: '0.0.0.0',
    WEB_DIST: undefined,
    REQUESTS_PER_SECOND: 50,
    SITE_ORIGIN: undefined,
    TRUSTED_PROXIES: [],
  });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

const post = (body: unknown = { name: 'world' }) =>
  supertest(app.getHttpServer())
    .post('/api/greetings')
    .set('Host', 'screener.example')
    .send(body as object);

describe('a command', () => {
  it('reads its body and answers', async () => {
    const { status, body } = await post();
    expect([status, body]).toEqual([200, { name: 'hello world' }]);
    await post().set('Origin', 'https://screener.example').set('Sec-Fetch-Site', 'same-origin').expect(200);
  });

  it.each([
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ])('is refused where %s is %s', async (header, value) => {
    const { status, body } = await post().set(header, value);
    expect([status, body.code, body.success]).toEqual([403, 'forbidden', false]);
  });

  it.each([
    ['of another type', { name: 'x' }, 'text/plain', 400, 'bad_request', /must be application\/json/],
    ['that is no JSON', '{', 'application/json', 400, 'bad_request', /no JSON/],
    ['that is too long', { name: 'x'.repeat(20_000) }, 'application/json', 413, 'too_large', /16384 bytes/],
    ['that breaks its contract', { name: '' }, 'application/json', 400, 'bad_request', /^name: /],
  ])('says what is wrong with a body %s', async (_, body, type, status, code, sentence) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await supertest(app.getHttpServer())
      .post('/api/greetings')
      .set('Content-Type', type)
      .send(text);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.error).toMatch(sentence);
  });

  it('may be a PUT, by the same rules', async () => {
    const put = (headers: Record<string, string> = {}) =>
      supertest(app.getHttpServer()).put('/api/greetings').set(headers).send({ name: 'world' });
    expect((await put().expect(200)).body).toEqual({ name: 'world' });
    await put({ Origin: 'https://evil.example' }).expect(403);
  });

  it('is no other method of its path', async () => {
    for (const method of ['patch', 'get', 'head'] as const) {
      const { status, headers } = await supertest(app.getHttpServer())[method]('/api/greetings');
      expect([method, status, headers.allow]).toEqual([method, 405, 'POST, PUT']);
    }
  });

  it('is documented with its body', () => {
    const { post: operation } = describeApi(app.get(ApiRoutes).list()).paths['/api/greetings'] ?? {};
    expect(operation?.requestBody?.content['application/json'].schema).toMatchObject({ required: ['name'] });
  });
});
