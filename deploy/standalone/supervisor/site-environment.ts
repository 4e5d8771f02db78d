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
 * gate token is its own.
 *
 * @param market its RPC, how that is called, and its gate token
 */
export function siteOf(
  source: SourceOption,
  market: Record<'SOLANA_RPC_URL' | 'SOLANA_RPC_FROM' | 'GATE_TOKEN_MINT', string>,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  return { ...setOf(env), ...(source.kind === 'market' ? market : {}) };
}

/** An empty variable is one that is not set. */
const setOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.keys(SiteSettings.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
