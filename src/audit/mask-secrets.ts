/**
 * Fields with these names are masked in the audit log, at any depth. Company links are included, because they grant
 * access.
 */
const secretName =
  /secret|password|credential|authorization|^token$|[a-z]Token$|^recoveryCodes$|^link$|^redirect$|^linkUrl$/i;

const masked = '[masked]';

export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskMember(name, inner)]));
}

function maskMember(name: string, value: unknown): unknown {
  // A null or a boolean shows only whether a secret is set, and that is not secret.
  if (value === null || typeof value === 'boolean') return value;
  if (secretName.test(name)) return masked;
  // Show the names of headers, but mask their values.
  if (name === 'headers' && typeof value === 'object')
    return Object.fromEntries(Object.keys(value).map((header) => [header, masked]));
  return maskSecrets(value);
}
