/**
 * What an operator says of the site around the scanner, as environment variables: query-api reads them, and a start on one
 * machine checks them before anything runs. All may be left out.
 */
import { z } from 'zod';
import { GivenAddress } from '../chain/index.js';

const parsed = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const isAddress = (text: string): boolean => GivenAddress.safeParse(text).success;

/** Nothing but scheme, host and port; one slash behind it is forgiven. */
export const ServerOrigin = z
  .string()
  .refine((text) => {
    const url = parsed(text);
    return url !== null && isHttp(url) && url.origin === text.replace(/\/$/, '').toLowerCase();
  }, 'takes the http:// or https:// address of a server, without a user and a path')
  .transform((text) => new URL(text).origin);

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const link = z.string().refine((text) => parsed(text)?.protocol === 'https:', 'takes an https:// address');

const wallets = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((addresses) => addresses.every(isAddress), 'takes base58 addresses of wallets, separated by commas')
  .default([]);

export const SiteSettings = z.object({
  /** Where balances are asked for: whole, with its key where it has one in it. */
  SOLANA_RPC_URL: z
    .string()
    .refine((text) => {
      const url = parsed(text);
      return url !== null && isHttp(url) && url.username === '' && url.password === '';
    }, 'takes an http:// or https:// address without a user')
    .optional(),
  /** Who holds `GATE_MINIMUM` whole tokens of this mint comes through the gate. */
  GATE_TOKEN_MINT: z.string().refine(isAddress, 'takes the base58 address of a mint').optional(),
  GATE_MINIMUM: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'takes a whole number of tokens, 1 or more')
    .default('1000000')
    .transform(Number),
  /** Who may upload and publish the app: a sign-in by one of them has the role `admin`. */
  ADMIN_WALLETS: wallets,
  /** Who is told all of health: a sign-in by one of them has the role `operator`. An admin is told it too. */
  OPERATOR_WALLETS: wallets,
  /** The page's own origin, which sign-in messages name. Without it a loopback request names its own. */
  SITE_ORIGIN: ServerOrigin.optional(),
  /** Who passes visitors on: what these say in X-Forwarded-For is believed, so that limits count visitors and not proxies. */
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .refine(
      (networks) => networks.every((network) => Network.safeParse(network).success),
      'takes IP addresses and networks such as 10.0.0.0/8, separated by commas',
    )
    .default([]),
  /** Who must have signed the app; without it whoever signed the first release. */
  APK_SIGNER_SHA256: z
    .string()
    .transform((text) => text.replaceAll(':', '').toLowerCase())
    .refine(
      (text) => /^[0-9a-f]{64}$/.test(text),
      'takes the SHA-256 of a certificate, 64 hexadecimal digits',
    )
    .optional(),
  /** A control whose link is missing is hidden. */
  LINK_APP_STORE: link.optional(),
  LINK_CHART: link.optional(),
  LINK_SOCIAL: link.optional(),
  LINK_TELEGRAM: link.optional(),
  /** Where somebody without a wallet gets one. */
  LINK_WALLET: link.default('https://phantom.com/download'),
  /** Whom `/.well-known/security.txt` names; without it there is none. */
  SECURITY_CONTACT: z
    .string()
    .refine(
      (text) => z.email().safeParse(text).success || parsed(text)?.protocol === 'https:',
      'takes an e-mail address or an https:// address',
    )
    .transform((text) => (/^https:/i.test(text) ? text : `mailto:${text}`))
    .optional(),
  SUPPORT_EMAIL: z.email({ error: 'takes an e-mail address' }).optional(),
});
