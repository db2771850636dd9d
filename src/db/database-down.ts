/**
 * True if PostgreSQL cannot serve a statement at the moment, so that it can only be tried again. The connection was
 * refused or lost, or the server is starting or stopping, is out of connections, memory or disk (53…), is a read-only
 * standby (25006), or has closed the session as idle (57P05, 25P03). FATAL and PANIC end a session, whatever the code
 * is: on a full disk, PostgreSQL refuses a new session with "could not write init file" (XX000).
 */
export function isDatabaseDown(error: unknown): boolean {
  const { code = '', message = '', severity = '' } = error as { code?: string; message?: string; severity?: string };
  return (
    /^(FATAL|PANIC)$/.test(severity) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[1-5]|08\d{3}|53\d{3}|25006|25P03)$/.test(
      code,
    ) ||
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/i.test(message)
  );
}
