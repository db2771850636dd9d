import { settings } from '../../config/settings.ts';
import { declarationsOf, loadListed } from '../../load-config.ts';
import type { Command } from '../command.ts';
import { writeManPage } from './man-page.ts';

export const man: Command = {
  name: 'man',
  summary: 'Print the man page, with every command and setting',
  examples: ['daybook man | man -l -', 'daybook man > /usr/local/share/man/man1/daybook.1'],
  async run({ env, commands }) {
    const ofConnectors = Object.values(declarationsOf(await loadListed(env)).settings).flatMap(Object.values);
    const page = writeManPage({ commands, settings: [...Object.values(settings), ...ofConnectors] });
    return { data: { page }, text: page };
  },
};
