import { LIST_KINDS } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApp } from '../../../testing/start-app.js';
import { meaningsOf } from './view/field-meanings.js';

let running: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.app.close());

function refsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsOf(inner)));
}

/** Fields that neither the schema nor the list of measures says anything of. */
const undescribed = (
  { properties = {} }: { properties?: Record<string, unknown> },
  meanings: ReadonlyMap<string, string>,
) =>
  Object.entries(properties).flatMap(([field, property]) =>
    (property as { description?: string }).description || meanings.has(field) ? [] : [field],
  );

describe('/api/docs', () => {
  it('describes every route by the schemas that check it', async () => {
    const { body } = await supertest(running.server).get('/api/docs/openapi.json').expect(200);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toEqual([
      '/api/apk',
      '/api/apk/check',
      '/api/apk/download',
      '/api/auth/challenge',
      '/api/auth/delete',
      '/api/auth/login',
      '/api/auth/logout',
      '/api/auth/logout-all',
      '/api/auth/session',
      '/api/bonded/analyzed',
      '/api/config',
      '/api/discovery/daily',
      '/api/discovery/daily-progress',
      '/api/discovery/early-stage',
      '/api/discovery/early-stage-progress',
      '/api/discovery/microcaps',
      '/api/discovery/new',
      '/api/discovery/qualified',
      '/api/discovery/shilled',
      '/api/discovery/social',
      '/api/discovery/ultimate',
      '/api/discovery/ultimate-stats',
      '/api/docs',
      '/api/docs/openapi.json',
      '/api/health',
      '/api/health/details',
      '/api/images/{sha256}',
      '/api/live',
      '/api/objects/upload',
      '/api/objects/upload/{id}',
      '/api/ready',
      '/api/stream',
      '/api/token-balance',
      '/api/tokens/monitoring-count',
      '/api/tokens/qualified',
      '/api/tokens/rejected',
      '/api/tokens/{mint}',
      '/api/tokens/{mint}/evidence',
    ]);
    expect(body.paths['/api/discovery/social'].get.summary).toBe(
      'Tokens with at least 5 posts in 24 h or 1 verified account, by social score, then by posts',
    );
    expect(body.paths['/api/discovery/new'].get.summary).toMatch(/under 30% .* within 5 min,/);
    const { parameters, responses } = body.paths['/api/tokens/rejected'].get;
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
      'profile',
      'limit',
      'cursor',
      'source',
    ]);
    expect(responses[200].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/RejectedTokens',
    });
    const picture = body.paths['/api/images/{sha256}'].get;
    expect(picture.parameters).toMatchObject([
      { name: 'sha256', in: 'path', required: true },
      { name: 'size', in: 'query', required: false, schema: { enum: ['64', '256'] } },
    ]);
    expect(Object.keys(picture.responses[200].content)).toEqual(['image/webp']);
    const { get: releases, post: release } = body.paths['/api/apk'];
    expect([releases.operationId, release.operationId]).toEqual(['apk', 'post-apk']);
    const { responses: parts } = body.paths['/api/apk/download'].get;
    expect(parts[206].content).toEqual(parts[200].content);
    expect(Object.keys(parts)).toEqual(expect.arrayContaining(['304', '404', '416', '429', '503']));
    expect(body.components.schemas.RejectedToken.required).toContain('rejectionReason');
    const { DailyToken, HighHypeToken, PreMigrationToken } = body.components.schemas;
    expect(PreMigrationToken.properties.priceChange.description).toMatch(/^Price now against the price/);
    expect(PreMigrationToken.properties.source.description).toMatch(/^pumpfun: bonding at 40/);
    expect(HighHypeToken.properties.source.description).toMatch(/^Of which of the lists/);
    expect(DailyToken.properties.hypeScore.description).toMatch(/composite/);
    expect(HighHypeToken.properties.hypeScore.description).toMatch(/^Hype score/);
    expect(body.components.schemas.Health.properties.source.description).toBeUndefined();
    for (const { item } of Object.values(LIST_KINDS))
      expect(undescribed(z.toJSONSchema(item), meaningsOf(item))).toEqual([]);
    for (const ref of refsOf(body))
      expect(body.components.schemas).toHaveProperty(ref.replace('#/components/schemas/', ''));
  });

  it('shows them to people, without a script', async () => {
    const { text, headers } = await supertest(running.server).get('/api/docs').expect(200);
    expect(headers['content-type']).toMatch('text/html');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-/);
    expect(text).toContain('/api/tokens/qualified');
    expect(text).toContain('GET /api/images/{sha256}');
    expect(text).not.toMatch(/<script|https?:\/\/(?!json-schema)/);
  });
});
