import { type Command, textOption, UsageError } from '../command.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the tools for agents over stdin and stdout, as a client of a running Daybook',
  options: { url: { type: 'string' }, key: { type: 'string' } },
  optionHelp: {
    url: 'URL of the API (default: DAYBOOK_URL, otherwise http://localhost:8080)',
    key: 'API key of the agent (default: DAYBOOK_KEY, which does not appear in lists of processes)',
  },
  examples: ['daybook mcp --url https://api.example.com', 'DAYBOOK_KEY=dbk_… daybook mcp'],
  async run(input) {
    const url = URL.parse(textOption(input, 'url') ?? (input.env.DAYBOOK_URL || 'http://localhost:8080'));
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
      throw new UsageError('--url must be a URL that starts with http:// or https://.');
    const key = textOption(input, 'key') ?? input.env.DAYBOOK_KEY;
    if (!key) throw new UsageError('An API key is needed: set DAYBOOK_KEY, or use --key.');
    const { bridgeStdio } = await import('./bridge-stdio.ts');
    await bridgeStdio({ url, key });
    return undefined;
  },
};
