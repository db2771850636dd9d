export function verify(bundle: Buffer): { records: number; sequence: number; publicKey: string };
