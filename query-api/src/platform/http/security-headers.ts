import type { Middleware } from './middleware.js';

/** Everything comes from here and is sent here: no inline script or style, no foreign origin, no frame. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Text becomes no script. Policies may be made: wallets that browsers bring into the page may need their own.
  "require-trusted-types-for 'script'",
].join('; ');

/** How long a browser that was here once asks for nothing without TLS. */
const TLS_SECONDS = 365 * 86_400;

/** @param isTls whether the page is on https */
export const securityHeaders = (isTls: boolean): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  ...(isTls && { 'Strict-Transport-Security': `max-age=${TLS_SECONDS}` }),
});
export type SecurityHeaders = ReturnType<typeof securityHeaders>;

export const setHeaders =
  (headers: SecurityHeaders): Middleware =>
  (_, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  };
