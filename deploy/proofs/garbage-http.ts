/** Requests that nobody should send. */
import { connect } from 'node:net';
import { note } from './garbage-table.js';
import type { Product } from './product.js';

/** Each gets an answer that says so, and the server goes on. */
export async function disturbHttp(product: Product): Promise<void> {
  const { hostname, port } = new URL(product.pageUrl);
  const raw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      const done = () => {
        socket.destroy();
        resolve(answer.split('\r\n', 1)[0] || 'closed');
      };
      socket.setTimeout(5_000, done);
      socket.on('data', (chunk) => {
        answer += chunk;
        if (answer.includes('\r\n')) done();
      });
      socket.on('error', done);
      socket.on('close', done);
      socket.write(text);
    });
  const request = (target: string, method = 'GET', headers = '', body = '') =>
    raw(`${method} ${target} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n${body}`);
  const list = '/api/tokens/rejected';
  const asked: [what: string, answer: Promise<string>, expected: RegExp][] = [
    ['a limit that is no number', request(`${list}?limit=abc`), / 400 /],
    ['a limit of 10^9', request(`${list}?limit=1000000000`), / 400 /],
    ['a cursor that nobody gave', request(`${list}?cursor=%00%ff`), / 400 /],
    ['a parameter given twice', request(`${list}?limit=1&limit=2`), / 400 /],
    ['an unknown profile', request(`${list}?profile=__proto__`), / 400 /],
    ['a broken percent sign', request('/api/%E0%A4%A'), / 40[04] /],
    ['a path upwards', request('/../../../../etc/passwd'), / 40[04] /],
    ['a path upwards, encoded', request('/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd'), / 40[04] /],
    ['a POST', request(list, 'POST', 'Content-Length: 2\r\n', '{}'), / 405 /],
    ['a method nobody knows', request(list, 'HACK'), / 4\d\d /],
    ['a GET with a body', request(list, 'GET', 'Content-Length: 9999999\r\n', 'x'.repeat(10_000)), / 400 /],
    ['headers of 200 kB', request(list, 'GET', `X-Big: ${'x'.repeat(200_000)}\r\n`), / 431 |closed/],
    ['an address of 100 kB', request(`/${'a'.repeat(100_000)}`), / 4\d\d |closed/],
    ['no HTTP at all', raw('\x16\x03\x01\x00\x00garbage\r\n\r\n'), / 400 |closed/],
    [
      'a stream from nowhere',
      request('/api/stream', 'GET', `Last-Event-ID: ${'9:9,'.repeat(500)}\r\n`),
      / 200 /,
    ],
  ];
  for (const [what, answer, expected] of asked) {
    const seen = await answer;
    note(`a request: ${what}`, String(expected), seen, expected.test(seen));
  }
}
