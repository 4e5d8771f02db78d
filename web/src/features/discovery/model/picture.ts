const OWN = /^\/api\/images\/[0-9a-f]{64}$/;

/** Where a token's picture is asked for: at our own route, or nowhere, whatever the wire names. */
export const pictureOf = (imageUrl: string | null): string | null =>
  imageUrl !== null && OWN.test(imageUrl) ? imageUrl : null;
