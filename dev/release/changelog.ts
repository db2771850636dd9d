const unreleased = '## [Unreleased]';

/**
 * Gives the entries under "Unreleased" the version and its date, below an empty "Unreleased". Throws if there are none:
 * a release without notes tells nobody what to do.
 */
export function closeUnreleased(changelog: string, { version, date }: { version: string; date: string }): string {
  if (readSection(changelog, 'Unreleased') === '')
    throw new Error(`CHANGELOG.md has no entries under "${unreleased}".`);
  return changelog.replace(unreleased, `${unreleased}\n\n## [${version}] - ${date}`);
}

/** The text below the heading of a version: the notes of that release. */
export function readSection(changelog: string, version: string): string {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line === `## [${version}]` || line.startsWith(`## [${version}] - `));
  if (start < 0) throw new Error(`CHANGELOG.md has no heading "## [${version}]".`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}
