import type { Problem } from '@cryptonite/contracts/api';
import { applyDecorators, Get, HttpCode, Post, Put, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { Access } from '../access/access.js';

export const ANSWERS = Symbol('answers');

export type Method = 'get' | 'post' | 'put';

/** What a route answers, for its documentation. */
export type Answers = {
  summary: string;
  /** Of the parts of the path that stand for anything. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Of a command. */
  body?: z.ZodType;
  /** Media type of a body that the route itself reads, in place of `body`. */
  receives?: string;
  reply: { type: string; schema?: z.ZodType };
  /** Whether it gives parts of a file that Range asks for. */
  ranges?: true;
  /** That only this route knows: what every route has that is asked, or commanded, or not open to all, comes by itself. */
  problems?: readonly Problem['code'][];
  /** Of a command that acts in no session, as those that begin one: it needs no token of the session that it may come with. */
  needsNoSession?: true;
  /** Who may ask; anyone unless it says otherwise. */
  access?: Access;
};

export type DeclaredAnswers = Answers & { method: Method };

const declare = (method: Method, answers: Answers) =>
  SetMetadata(ANSWERS, { ...answers, method } satisfies DeclaredAnswers);

/** A GET route and what it answers: everything under /api is declared with this, so that nothing goes undocumented. */
export const GetAnswers = (path: string, answers: Answers): MethodDecorator =>
  applyDecorators(Get(path), declare('get', answers));

type CommandAnswers = Omit<Answers, 'ranges' | 'body' | 'receives'> &
  ({ body: z.ZodType } | { receives: string });

/**
 * A command: a POST whose body the route reads with `@Body(new Parse(body))`. Refused before it are foreign pages, who brings
 * a session without its token, and who has sent too many.
 */
export const PostAnswers = (path: string, answers: CommandAnswers): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(200), declare('post', answers));

/** A command that sets something to what it says: sent twice it does what it does once. */
export const PutAnswers = (path: string, answers: CommandAnswers): MethodDecorator =>
  applyDecorators(Put(path), declare('put', answers));

export const json = (schema: z.ZodType) => ({ type: 'application/json', schema });
