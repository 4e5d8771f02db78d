/** Names and addresses of this machine itself. */
const HERE = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Whether a `Host` header, or an origin without its scheme, names this machine. */
export const isLoopbackHost = (host: string): boolean => HERE.test(host);

/** Whether this address is reached from the same machine alone. */
export const isLoopback = (address: string): boolean =>
  isLoopbackHost(address.includes(':') ? `[${address}]` : address);
