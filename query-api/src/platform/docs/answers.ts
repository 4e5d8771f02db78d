import { applyDecorators, Get, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export const ANSWERS = Symbol('answers');

/** What a route answers, for its documentation. */
export type Answers = {
  summary: string;
  query?: z.ZodObject;
  reply: { type: string; schema?: z.ZodType };
};

/** A GET route and what it answers: everything under /api is declared with this, so that nothing goes undocumented. */
export function GetAnswers(path: string, answers: Answers): MethodDecorator {
  return applyDecorators(Get(path), SetMetadata(ANSWERS, answers));
}

export const json = (schema: z.ZodType) => ({ type: 'application/json', schema });
