import type { Client, Operations } from '@daybook/sdk';
import { useEffect, useState } from 'react';

export type Progress = Operations['getLinkProgress']['answer']['connections'][number];
export type ReadType = Progress['dataTypes'][number];

/** The first minute is watched closely. Later requests are fewer, so that the limit of the link is not reached. */
const soonMs = 2000;
const laterMs = 5000;
const closelyForMs = 60_000;

/** The progress of the first syncs of a connection, until all of them have ended. */
export function useProgress(client: Client, token: string, connectionId: string | undefined): Progress | undefined {
  const [progress, setProgress] = useState<Progress>();
  useEffect(() => {
    if (connectionId === undefined) return;
    const beganAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      // A page in the background does not ask.
      if (document.visibilityState === 'visible') {
        const answer = await client.getLinkProgress({ token }).catch(() => undefined);
        const found = answer?.connections.find((one) => one.connectionId === connectionId);
        if (isGone) return;
        if (found) setProgress(found);
        if (found?.isComplete) return;
      }
      timer = setTimeout(look, Date.now() - beganAt < closelyForMs ? soonMs : laterMs);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, token, connectionId]);
  return progress;
}
