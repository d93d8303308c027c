// What an Origin is that a browser sends: a token that is bound to another one would never be of use.

/** In a sentence; null where nothing is wrong. Browsers send an origin in one form only, so any other would never match. */
export function originProblem(origin: string): string | null {
  const shape = 'The origin must be scheme://host or scheme://host:port with http or https, without a path';
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return `${shape}.`;
  return url.origin === origin ? null : `${shape}; browsers send it as ${url.origin}.`;
}
