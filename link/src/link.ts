/** What the owner of a company has connected. It comes from a browser: check it with the API before you rely on it. */
export type Linked = { companyId: string; connectionId: string; state?: string };

export type LinkOptions = {
  /** The company's link: `redirect` of the company, or `GET /companies/{companyId}/link`. */
  url: string;
  /** Any text. You get it back unchanged. */
  state?: string;
  /** The language of the page, such as "de". Without it, the owner's browser decides. */
  language?: string;
  /** A platform was connected. The window is closed. */
  onLinked: (linked: Linked) => void;
  /**
   * The window was closed before `onLinked` was called. If the owner had been sent to a platform whose pages isolate
   * themselves from the page that opened them, the platform may have been connected all the same: ask the API.
   */
  onExit?: () => void;
  /** The browser has blocked the window. Without this function, the link is opened in this window instead. */
  onBlocked?: () => void;
};

const features = 'popup,width=520,height=780';
const lookEveryMs = 500;

/**
 * Opens the link page in a window of its own. Call it in the handler of a click, or the browser blocks the window. The
 * page answers only to the origin of the return URL in your link settings, so that URL must have the origin of the page
 * that calls this function.
 */
export function openLink({ url, state, language, onLinked, onExit, onBlocked }: LinkOptions): { close(): void } {
  const target = new URL(url);
  if (state !== undefined) target.searchParams.set('state', state);
  if (language !== undefined) target.searchParams.set('language', language);
  const opened = window.open(target, '_blank', features);
  if (!opened) {
    if (onBlocked) onBlocked();
    else window.location.assign(target);
    return { close() {} };
  }
  function hear({ origin, source, data }: MessageEvent): void {
    if (origin !== target.origin || source !== opened || data?.type !== 'daybook.linked') return;
    stop();
    opened?.close();
    const { companyId, connectionId, state: given } = data;
    onLinked({ companyId, connectionId, ...(given !== undefined && { state: given }) });
  }
  const timer = setInterval(() => {
    if (!opened.closed) return;
    stop();
    onExit?.();
  }, lookEveryMs);
  function stop(): void {
    clearInterval(timer);
    window.removeEventListener('message', hear);
  }
  window.addEventListener('message', hear);
  return {
    close() {
      stop();
      opened.close();
    },
  };
}
