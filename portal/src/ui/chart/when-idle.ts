const afterMs = 300;

/** Ends a moment later, when the browser is idle: a page is usable before the drawing library of its charts is loaded. */
export async function whenIdle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window)
    await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: afterMs }));
}
