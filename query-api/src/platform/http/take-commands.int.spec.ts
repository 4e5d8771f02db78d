import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
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
/** Of a command that needs to know nothing. */
const Anything = z.object({});

class GreetingController {
  answer({ name }: z.output<typeof Greeting>) {
    return { name: `hello ${name}` };
  }
  replace({ name }: z.output<typeof Greeting>) {
    return { name };
  }
  wave(input: z.output<typeof Anything>) {
    return input;
  }
}
class GreetingModule {}

// Decorators by hand: specs are outside of the configuration that compiles them.
const { prototype } = GreetingController;
const answers = { summary: 'Greets', body: Greeting, reply: json(Greeting) };
const declare = (
  name: 'answer' | 'replace' | 'wave',
  declared: MethodDecorator,
  body: z.ZodObject = Greeting,
) => {
  Body(new Parse(body))(prototype, name, 0);
  declared(prototype, name, Object.getOwnPropertyDescriptor(prototype, name) ?? {});
};
declare('answer', PostAnswers('/', answers));
declare('replace', PutAnswers('/', answers));
declare('wave', PostAnswers('wave', { summary: 'Waves', body: Anything, reply: json(Anything) }), Anything);
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
    SITE_ORIGIN: 'https://screener.example',
    TRUSTED_PROXIES: [],
    STREAMS_MAX: 1_000,
    STREAMS_PER_CALLER: 20,
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

  describe('without a body', () => {
    /** As a socket sends it: supertest has a type of its own for what it sends. */
    const send = (path: string, ...headers: string[]) =>
      new Promise<string>((resolve, reject) => {
        const { port } = app.getHttpServer().address() as AddressInfo;
        const socket = connect(port, '127.0.0.1');
        text(socket).then(resolve, reject);
        const lines = [`POST ${path} HTTP/1.1`, 'Host: screener.example', 'Connection: close', ...headers];
        socket.write(`${lines.join('\r\n')}\r\n\r\n${headers.includes(CHUNKED) ? '0\r\n\r\n' : ''}`);
      });
    const CHUNKED = 'Transfer-Encoding: chunked';
    const JSON_TYPE = 'Content-Type: application/json';
    const EMPTY = 'Content-Length: 0';

    it.each([
      ['no type and no length', []],
      ['no type and a length of 0', [EMPTY]],
      ['JSON and no length', [JSON_TYPE]],
      ['JSON and a length of 0', [JSON_TYPE, EMPTY]],
      ['JSON in no chunks', [JSON_TYPE, CHUNKED]],
      ['the type of a form', ['Content-Type: application/x-www-form-urlencoded', EMPTY]],
    ])('is as with an empty one: %s', async (_, headers) => {
      const answer = await send('/api/greetings/wave', ...headers);
      expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n\{\}$/);
    });

    it('is told what it needs where it needs something', async () => {
      const answer = await send('/api/greetings', EMPTY);
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"name: is missing, and must be a text\."/);
    });

    it.each(['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: same-site', 'Origin: https://evil.example'])(
      'is refused to a foreign page: %s',
      async (header) => {
        for (const headers of [[], [EMPTY], [JSON_TYPE, EMPTY]])
          expect(await send('/api/greetings/wave', header, ...headers)).toMatch(/^HTTP\/1\.1 403 /);
      },
    );
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
    expect(operation?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['name'] } } },
    });
    const { post: wave } = describeApi(app.get(ApiRoutes).list()).paths['/api/greetings/wave'] ?? {};
    expect(wave?.requestBody?.required).toBe(false);
  });
});
