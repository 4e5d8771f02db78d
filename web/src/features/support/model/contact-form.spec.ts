import { expect, it } from 'vitest';
import { mailLinkOf, NO_WORDS, wrongIn } from './contact-form';

const GOOD = { name: 'Bo', email: 'bo@example.com', subject: 'Hello', message: 'Ten chars.' };

it('finds nothing wrong with the shortest that is allowed', () => expect(wrongIn(GOOD)).toEqual({}));

it('says of each field what is wrong with it', () =>
  expect(wrongIn(NO_WORDS)).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    subject: 'Subject must be at least 5 characters',
    message: 'Message must be at least 10 characters',
  }));

it.each([
  ['name', 'B'],
  ['name', ' B '],
  ['email', 'bo@example'],
  ['email', 'bo example.com'],
  ['subject', 'Four'],
  ['message', 'Nine char'],
] as const)('refuses %s "%s" alone', (field, value) =>
  expect(Object.keys(wrongIn({ ...GOOD, [field]: value }))).toEqual([field]),
);

it('opens a mail without a recipient where none is known', () =>
  expect(mailLinkOf(null, GOOD)).toMatch(/^mailto:\?subject=Hello&body=Name/));

it('puts every word into the mail, whatever it is made of', () => {
  const link = new URL(
    mailLinkOf('help@example.com', { ...GOOD, subject: 'A & B?', message: 'One\nTwo = 2 & more #' }),
  );
  expect(decodeURIComponent(link.pathname)).toBe('help@example.com');
  expect(link.searchParams.get('subject')).toBe('A & B?');
  expect(link.searchParams.get('body')).toBe(
    'Name: Bo\r\nEmail: bo@example.com\r\n\r\nOne\r\nTwo = 2 & more #',
  );
});
