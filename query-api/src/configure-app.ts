import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { answerAgain } from './modules/lists/answer-again.js';
import { ListAnswers } from './modules/lists/list-answers.js';
import type { Config } from './platform/config/config.js';
import { ApiRoutes, isAt } from './platform/docs/api-routes.js';
import { answerAhead } from './platform/http/answer-ahead.js';
import { compressAnswers } from './platform/http/compress-answers.js';
import { isHttps } from './platform/http/cookies.js';
import { countRequest } from './platform/http/count-requests.js';
import { limitConnections } from './platform/http/limit-connections.js';
import type { Middleware, ReadRequest } from './platform/http/middleware.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { limitRate, RateLimit } from './platform/http/rate-limit.js';
import { refuseMisuse } from './platform/http/refuse-misuse.js';
import { judgeStrangers, refuseStrangers } from './platform/http/refuse-strangers.js';
import { nameRequest } from './platform/http/request-id.js';
import { logRequests } from './platform/http/request-log.js';
import { securityHeaders, setHeaders } from './platform/http/security-headers.js';
import { serveSecurityTxt } from './platform/http/security-txt.js';
import { takeCommands } from './platform/http/take-commands.js';
import { findVisitors } from './platform/http/visitor-address.js';
import { serveWebFiles } from './platform/http/web-files.js';
import { REQUESTS } from './platform/short-logger.js';

const BURST_SECONDS = 4;
/** A page draws hundreds of cards, each picture once: they leave the lists and the stream their share. */
const PICTURES_PER_SECOND = 200;
const PICTURES_BURST = 1_000;
/** Each is a file of 100 MB, or a range of it. */
const DOWNLOADS_PER_SECOND = 5;
const DOWNLOADS_BURST = 20;

/** In the work of a list that was answered before: a stream tells what was missed, a part behind a cursor is made for one alone. */
const STREAM_COST = 4;
const PART_COST = 2;

const costOf = ({ path, query }: ReadRequest): number =>
  path === '/stream' ? STREAM_COST : 'cursor' in query ? PART_COST : 1;

/** Answers change every second; with their ETag a browser asks whether they did. */
const revalidateAlways: Middleware = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-cache');
  next();
};

/** Under /api, whose part of the path is taken off here. */
const limitApi = (limit: RateLimit): Middleware => {
  const pictures = limitRate(new RateLimit(PICTURES_PER_SECOND, PICTURES_BURST));
  const downloads = limitRate(new RateLimit(DOWNLOADS_PER_SECOND, DOWNLOADS_BURST));
  const others = limitRate(limit, costOf);
  const limitOf = ({ path }: ReadRequest) =>
    path.startsWith('/images/') ? pictures : path === '/apk/download' ? downloads : others;
  return (request, response, next) => limitOf(request)(request, response, next);
};

/** Connections beside those of streams: a client without a browser's limit of six opens one for each of some hundred pictures. */
/** As long as the slowest upload takes that is not cut off. */
const REQUEST_TIMEOUT_MS = 20 * 60_000;
const CONNECTIONS_OF_CALLER = 1_000;
const CONNECTIONS = 8_000;

type Served = Pick<
  Config,
  | 'HOST'
  | 'WEB_DIST'
  | 'REQUESTS_PER_SECOND'
  | 'SITE_ORIGIN'
  | 'SECURITY_CONTACT'
  | 'TRUSTED_PROXIES'
  | 'STREAMS_MAX'
  | 'STREAMS_PER_CALLER'
>;

/**
 * What every request passes through, outermost first, but for lists that were answered before. To be called once, before the
 * application starts.
 */
export function configureApp(app: NestExpressApplication, config: Served): void {
  const { HOST, WEB_DIST, REQUESTS_PER_SECOND, SITE_ORIGIN, SECURITY_CONTACT } = config;
  const routes = app.get(ApiRoutes).list();
  const routesAt = (path: string) => routes.filter((route) => isAt(path, route));
  const routeOf = (method: string, path: string) =>
    routesAt(path).find((route) => (method === 'HEAD' ? 'GET' : method) === route.method.toUpperCase())
      ?.path ?? null;
  const methodsAt = (path: string) => {
    if (!path.startsWith('/api/')) return new Set(['GET']);
    return new Set(routesAt(path).map(({ method }) => method.toUpperCase()));
  };
  app.disable('x-powered-by');
  // Another writing of a path would be another path to what is below. The router is made already, and takes no settings of the app.
  Object.assign(app.getHttpAdapter().getInstance().router, { caseSensitive: true, strict: true });
  const log = new Logger(REQUESTS);
  app.use(logRequests(routeOf, (line) => log.log(line)));
  const security = securityHeaders(isHttps(SITE_ORIGIN));
  app.use(setHeaders(security));
  const whyStrange = judgeStrangers({ host: HOST, siteOrigin: SITE_ORIGIN });
  app.use(refuseStrangers(whyStrange));
  const limit = new RateLimit(REQUESTS_PER_SECOND, REQUESTS_PER_SECOND * BURST_SECONDS);
  app.use('/api', limitApi(limit));
  app.use(refuseMisuse(methodsAt));
  const readsItself = (path: string) => routesAt(path).some(({ receives }) => receives !== undefined);
  app.use(takeCommands(SITE_ORIGIN, readsItself));
  if (SECURITY_CONTACT !== undefined) app.use(serveSecurityTxt(SECURITY_CONTACT, SITE_ORIGIN));
  if (WEB_DIST !== undefined) app.use(serveWebFiles(WEB_DIST));
  app.use('/api', compressAnswers);
  app.use('/api', revalidateAlways);
  app.useGlobalFilters(new ProblemFilter());
  const isStrange = (request: IncomingMessage) => whyStrange(request) !== null;
  const again = answerAgain(app.get(ListAnswers), limit, isStrange, security);
  const findVisitor = findVisitors(config.TRUSTED_PROXIES);
  app.getHttpServer().requestTimeout = REQUEST_TIMEOUT_MS;
  limitConnections(app.getHttpServer(), {
    most: config.STREAMS_MAX + CONNECTIONS,
    mostOfCaller: config.STREAMS_PER_CALLER + CONNECTIONS_OF_CALLER,
    proxies: config.TRUSTED_PROXIES,
  });
  answerAhead(app.getHttpServer(), (request, response) => {
    countRequest(request, response);
    nameRequest(request, response);
    findVisitor(request);
    return again(request, response);
  });
}
