import type { Problem } from '@cryptonite/contracts/api';
import { applyDecorators, Get, HttpCode, Post, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export const ANSWERS = Symbol('answers');

export type Method = 'get' | 'post';

/** What a route answers, for its documentation. */
export type Answers = {
  summary: string;
  /** Of the parts of the path that stand for anything. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Of a command. */
  body?: z.ZodType;
  reply: { type: string; schema?: z.ZodType };
  /** That only this route knows: `bad_request` comes with what is asked, and `rate_limited` everywhere. */
  problems?: readonly Problem['code'][];
};

/** A GET route and what it answers: everything under /api is declared with this, so that nothing goes undocumented. */
export function GetAnswers(path: string, answers: Answers): MethodDecorator {
  return applyDecorators(Get(path), SetMetadata(ANSWERS, { ...answers, method: 'get' satisfies Method }));
}

/** A command: a POST whose body the route reads with `@Body(new Parse(body))`. Foreign pages are refused before it. */
export function PostAnswers(path: string, answers: Answers & { body: z.ZodType }): MethodDecorator {
  const declared = SetMetadata(ANSWERS, { ...answers, method: 'post' satisfies Method });
  return applyDecorators(Post(path), HttpCode(200), declared);
}

export const json = (schema: z.ZodType) => ({ type: 'application/json', schema });
