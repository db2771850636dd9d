/** What has to be undone even if the run is ended: one listener for all of it. Returns a function that takes it back. */
const steps = new Set<() => void>();
let isListening = false;

export function atExit(step: () => void): () => void {
  if (!isListening) process.once('exit', undoAll);
  isListening = true;
  steps.add(step);
  return () => void steps.delete(step);
}

function undoAll(): void {
  // The newest first: processes end before what they use is removed.
  for (const step of [...steps].reverse()) {
    try {
      step();
    } catch {
      // The others are undone nevertheless.
    }
  }
}
