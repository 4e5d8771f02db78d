import * as api from '@cryptonite/contracts/api';
import { CSRF_COOKIE, CSRF_HEADER, Problem } from '@cryptonite/contracts/api';
import { z } from 'zod';
import { SESSION_COOKIE } from '../../../platform/access/sessions.js';
import type { Method } from '../../../platform/docs/answers.js';
import type { ApiRoute } from '../../../platform/docs/api-routes.js';
import { statusOf } from '../../../platform/http/problem.js';
import { meaningsOf } from './field-meanings.js';

/** Every schema that `contracts/api` exports becomes a component under its own name. */
const NAMED = Object.entries(api).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
);

const BYTES = /^(image\/|application\/vnd\.)/;

const refTo = (name: string) => `#/components/schemas/${name}`;

function describeSchemas(): { components: Record<string, unknown>; names: ReadonlyMap<z.ZodType, string> } {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of NAMED) if (!registry.has(schema)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io: 'output' });
  const components = Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
  for (const [name, schema] of NAMED)
    for (const [field, description] of meaningsOf(schema))
      Object.assign(components[name]?.properties?.[field] ?? {}, { description });
  return { components, names: new Map(NAMED.map(([name, schema]) => [schema, name])) };
}

function describeParameters(place: 'path' | 'query', parameters: z.ZodObject | undefined) {
  if (!parameters) return [];
  const { properties = {} } = z.toJSONSchema(parameters, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    schema,
  }));
}

/** What a route refuses with: its own, and what comes with how it is declared. */
function codesOf(route: ApiRoute) {
  const { method, access, readsSession, problems = [] } = route;
  // Every route refuses a parameter that it does not know.
  const codes = new Set<Problem['code']>(['bad_request']);
  if (access !== undefined && access !== 'anyone') codes.add('unauthorized');
  if (method !== 'get' || !['anyone', 'signed-in'].includes(access ?? 'anyone')) codes.add('forbidden');
  if (method !== 'get') codes.add('too_large');
  if (readsSession) codes.add('store_unavailable');
  for (const code of problems) codes.add(code);
  return [...codes.add('rate_limited')];
}

/** The OpenAPI 3.1 document of the routes, from the schemas that check every request and reply. */
export function describeApi(routes: readonly ApiRoute[]) {
  const { components, names } = describeSchemas();
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: refTo(names.get(Problem) ?? 'Problem') } } },
  });
  const problemsOf = (route: ApiRoute) => {
    const codes = codesOf(route);
    return Object.fromEntries(
      [...new Set(codes.map(statusOf))].map((status) => {
        const some = codes.filter((code) => statusOf(code) === status);
        return [status, problem(`A problem with the code ${some.join(' or ')}`)];
      }),
    );
  };
  const schemaOf = (schema: z.ZodType | undefined) => {
    const name = schema && names.get(schema);
    return name === undefined ? { type: 'string' } : { $ref: refTo(name) };
  };
  // Of bytes that are no text OpenAPI says the type alone.
  const contentOf = ({ type, schema }: ApiRoute['reply']) =>
    BYTES.test(type) ? {} : { schema: schemaOf(schema) };
  const describeOperation = (route: ApiRoute) => {
    const { path, method, summary, params, query, body, receives, reply, readsSession, needsNoSession } =
      route;
    const { access = 'anyone' } = route;
    return {
      summary,
      operationId: [
        ...(method === 'get' ? [] : [method]),
        ...path.replaceAll(/[{}]/g, '').split('/').slice(2),
      ].join('-'),
      // An empty one says that it may be left out; with a session, a command brings its token too.
      ...(readsSession && {
        security: [
          { session: [], ...(method !== 'get' && !needsNoSession && { csrf: [] }) },
          ...(access === 'anyone' ? [{}] : []),
        ],
      }),
      parameters: [...describeParameters('path', params), ...describeParameters('query', query)],
      ...(body && {
        requestBody: {
          required: !body.safeParse({}).success,
          content: { 'application/json': { schema: z.toJSONSchema(body) } },
        },
      }),
      ...(receives && { requestBody: { required: true, content: { [receives]: {} } } }),
      responses: {
        200: { description: 'The answer', content: { [reply.type]: contentOf(reply) } },
        ...(route.ranges && {
          206: { description: 'The range that was asked for', content: { [reply.type]: contentOf(reply) } },
        }),
        ...(method === 'get' &&
          // What is said to one caller alone is stored nowhere.
          !readsSession &&
          reply.type !== 'text/event-stream' && { 304: { description: 'Unchanged since If-None-Match' } }),
        ...problemsOf(route),
        default: problem('A problem: `code` says which, `error` is the sentence to show'),
      },
    };
  };
  const paths: Record<string, Partial<Record<Method, ReturnType<typeof describeOperation>>>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cryptonite',
      version: '1',
      description:
        'Screened Solana launches. Times are integer milliseconds of chain time, percents 0–100, what was not observed is null. A parameter that an operation does not name is refused with bad_request.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: `With the cookie ${CSRF_COOKIE} beside it, without which nobody is signed in. On https both names begin with __Host-.`,
        },
        csrf: { type: 'apiKey', in: 'header', name: CSRF_HEADER },
      },
    },
  };
}
