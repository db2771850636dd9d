import type { Client } from '@daybook/sdk';
import { useEffect, useRef, useState } from 'react';
import type { Found } from '../link.ts';
import { explainFailure, type Problem } from '../words.ts';
import type { Preview, Reading } from './reading.ts';

/** Several quick changes of the mapping give one request. */
const waitMs = 400;

export type PreviewState = {
  preview: Preview | undefined;
  /** What the owner has chosen; the preview of it may still be on its way. */
  reading: Reading | undefined;
  isUpdating: boolean;
  problem: Problem | undefined;
  change: (reading: Reading) => void;
};

/** Requests the preview of a file, again after each change of how it is read. */
export function usePreview(client: Client, of: { token: string; connectionId: string; found: Found }): PreviewState {
  const { token, connectionId, found } = of;
  const { uploadId } = found;
  const [asked, setAsked] = useState<Reading>({});
  const [preview, setPreview] = useState<Preview>();
  const [reading, setReading] = useState<Reading>();
  const [problem, setProblem] = useState<Problem>();
  const [isUpdating, setUpdating] = useState(true);
  const isFirst = useRef(true);
  useEffect(() => {
    let isOld = false;
    setUpdating(true);
    const load = async () => {
      try {
        const answer = await client.previewLinkUpload({ token, connectionId, uploadId, body: asked });
        if (isOld) return;
        setPreview(answer);
        setReading(answer.reading);
        setProblem(undefined);
      } catch (error) {
        if (isOld) return;
        setProblem(explainFailure(error));
      }
      setUpdating(false);
    };
    const timer = setTimeout(() => void load(), isFirst.current ? 0 : waitMs);
    isFirst.current = false;
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [client, token, connectionId, uploadId, asked]);
  const change = (next: Reading) => {
    setReading(next);
    setAsked(next);
  };
  return { preview, reading, isUpdating, problem, change };
}
