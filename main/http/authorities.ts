// The certificate authorities of servers that the bridge calls beside the gateway. Authorities that the machine trusts
// count too: a server in the shop's own network has a certificate from one.
import { type SecureContext, createSecureContext, getCACertificates } from 'node:tls';

/** Made once, because it takes 50 ms. */
let authorities: SecureContext | null = null;

export function trusting(): { readonly secureContext: SecureContext; readonly rejectUnauthorized: true } {
  authorities ??= createSecureContext({ ca: [...getCACertificates('default'), ...getCACertificates('system')] });
  // Said outright, because the environment can switch the default off.
  return { secureContext: authorities, rejectUnauthorized: true };
}
