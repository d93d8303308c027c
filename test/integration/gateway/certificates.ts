// A certificate authority of the test's own, made anew each time, with servers' certificates for given names.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Authority {
  readonly caPem: string;
  /** `names` as in a certificate: `DNS:localhost,IP:127.0.0.1`. */
  issue(names: string): { readonly key: string; readonly cert: string };
  remove(): void;
}

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-ca-'));
  const request = (name: string, ...more: string[]): { key: string; cert: string } => {
    const key = join(folder, `${name}.key`);
    const cert = join(folder, `${name}.pem`);
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-days', '2', '-subj', `/CN=${name}`, '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...more], { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  };
  const caPem = request('authority').cert;
  const issuer = ['-CA', join(folder, 'authority.pem'), '-CAkey', join(folder, 'authority.key')];
  return {
    caPem,
    issue: (names) => request('server', ...issuer, '-addext', `subjectAltName=${names}`),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
