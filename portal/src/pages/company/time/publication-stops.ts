export type PublicationFacts = { publishedAt: string; dataType: string; changes: number };

/** A moment of the company's history: what was published shortly after each other. `at` is the last of it. */
export type Stop = { at: string; changes: number; dataTypes: string[] };

/**
 * The data types of a company are synced together: publications of different data types that are at most this far apart
 * are one stop.
 */
const togetherMs = 60_000;

/** Groups publications to the stops of the slider, oldest first. */
export function publicationStops(publications: readonly PublicationFacts[]): Stop[] {
  const stops: Stop[] = [];
  const inOrder = publications.toSorted((a, b) => Date.parse(a.publishedAt) - Date.parse(b.publishedAt));
  for (const { publishedAt, dataType, changes } of inOrder) {
    const last = stops.at(-1);
    const isNear = last && Date.parse(publishedAt) - Date.parse(last.at) <= togetherMs;
    if (isNear && !last.dataTypes.includes(dataType)) {
      last.at = publishedAt;
      last.changes += changes;
      last.dataTypes.push(dataType);
    } else stops.push({ at: publishedAt, changes, dataTypes: [dataType] });
  }
  return stops;
}

/** The last stop at or before a time: the state that `asOf` shows. -1 if nothing was published by then. */
export function stopAt(stops: readonly Stop[], at: string): number {
  return stops.findLastIndex((stop) => Date.parse(stop.at) <= Date.parse(at));
}
