/** Whether the tour has been ended in this browser. It is shown once, and never again. */
const key = 'daybook.tour';

export function isTourEnded(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without storage the tour would come back on every page.
    return true;
  }
}

export function endTour(): void {
  localStorage.setItem(key, 'ended');
}
