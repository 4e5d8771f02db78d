import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { ProblemError } from './problem.js';

type Issue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** What a schema does not word itself: a sentence whose subject is the field. */
function wordsOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = KINDS[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `is missing, and must be ${kind}` : `must be ${kind}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
    case 'too_big': {
      const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' items' : '';
      return issue.code === 'too_small'
        ? `must be at least ${issue.minimum}${unit}`
        : `must be at most ${issue.maximum}${unit}`;
    }
    case 'unrecognized_keys':
      return `does not take ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

/** Reads a query string or a body with a contract schema; a 400 names each wrong field and what it accepts. */
export class Parse<Schema extends z.ZodType> implements PipeTransform<unknown, z.output<Schema>> {
  constructor(private readonly schema: Schema) {}

  transform(value: unknown): z.output<Schema> {
    const parsed = this.schema.safeParse(value, { error: wordsOf });
    if (parsed.success) return parsed.data;
    const wrong = parsed.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')}: ${message}` : `What was sent ${message}`,
    );
    throw new ProblemError('bad_request', `${wrong.join('; ')}.`);
  }
}
