const MB = 1_048_576;

/** "100 MB", "12.4 MB", as the limit of 100 MB counts them. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / MB;
  return `${megabytes >= 100 || Number.isInteger(megabytes) ? Math.floor(megabytes) : megabytes.toFixed(1)} MB`;
}
