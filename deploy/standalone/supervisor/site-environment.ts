import { SiteSettings } from '@cryptonite/contracts/site-settings';
import { type SourceOption, UsageError } from './options.js';

/** Sees that what the environment says of the site can be used. Throws {@link UsageError} with one line. */
export function checkSiteEnvironment(env: NodeJS.ProcessEnv): void {
  const { error } = SiteSettings.safeParse(setOf(env));
  if (error)
    throw new UsageError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '));
}

/**
 * What query-api is told of the site: what the environment says. With the simulated market wallets hold what that says, and the
 * gate token is its own. Where it has the page for others, `HOST` lets a proxy on another machine reach it.
 *
 * @param market its RPC, how that is called, and its gate token
 */
export function siteOf(
  source: SourceOption,
  market: Record<'SOLANA_RPC_URL' | 'SOLANA_RPC_FROM' | 'GATE_TOKEN_MINT', string>,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  return {
    ...setOf(env),
    ...(env.SITE_ORIGIN && env.HOST ? { HOST: env.HOST } : {}),
    ...(source.kind === 'market' ? market : {}),
  };
}

/** Where this machine itself finds the page that query-api serves at `host`. */
export function pageAt(host: string | undefined, port: number): string {
  const address = host === undefined || ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** An empty variable is one that is not set. */
const setOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.keys(SiteSettings.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
