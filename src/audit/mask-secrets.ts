/** What a trail must not keep: whatever stands under one of these names, at any depth. A company's links are keys too. */
const secretName =
  /secret|password|credential|authorization|^token$|[a-z]Token$|^recoveryCodes$|^link$|^redirect$|^linkUrl$/i;

const masked = '[masked]';

export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskMember(name, inner)]));
}

function maskMember(name: string, value: unknown): unknown {
  // That there is one, or none, is no secret.
  if (value === null || typeof value === 'boolean') return value;
  if (secretName.test(name)) return masked;
  // The names of headers are shown, their values are not.
  if (name === 'headers' && typeof value === 'object')
    return Object.fromEntries(Object.keys(value).map((header) => [header, masked]));
  return maskSecrets(value);
}
