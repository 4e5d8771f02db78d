import { expect, it } from 'vitest';
import { takeFiles } from './index.js';

const FILES: Record<string, string> = { '/run/secrets/kafka': 'p ässword\n', '/ca': 'one\ntwo\n' };
const readFile = (path: string) => {
  const text = FILES[path];
  if (text === undefined) throw new Error('ENOENT');
  return text;
};

const NAMES = ['KAFKA_PASSWORD', 'KAFKA_CA', 'PORT', 'EMPTY'];
const take = (env: Record<string, string>) => takeFiles(env, NAMES, readFile);

it('takes the value of a variable from the file that is named for it', () => {
  const env = {
    KAFKA_PASSWORD_FILE: '/run/secrets/kafka',
    KAFKA_CA_FILE: '/ca',
    PORT: '1',
    EMPTY: '',
    EMPTY_FILE: '',
  };
  expect(take(env)).toEqual({ PORT: '1', KAFKA_PASSWORD: 'p ässword', KAFKA_CA: 'one\ntwo' });
});

it('an empty variable beside the file is one that is not set', () => {
  expect(take({ KAFKA_CA: '', KAFKA_CA_FILE: '/ca' }).KAFKA_CA).toBe('one\ntwo');
});

it('what a shell calls a file for reasons of its own is none of ours', () => {
  expect(take({ COMPOSE_FILE: 'a.yml:b.yml', LOG: 'x', LOG_FILE: '/none', PORT: '1' })).toEqual({
    PORT: '1',
  });
});

it.each([
  [{ KAFKA_CA_FILE: '/none' }, 'KAFKA_CA_FILE must be a file that can be read: /none is none'],
  [{ KAFKA_CA: 'x', KAFKA_CA_FILE: '/ca' }, 'KAFKA_CA and KAFKA_CA_FILE are both set: give one of them'],
])('refuses %o', (env, sentence) => {
  expect(() => take(env)).toThrow(sentence);
});
