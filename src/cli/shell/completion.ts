import { type Command, oneOf } from '../command.ts';
import { shells, writeCompletion } from './shell-completion.ts';

export const completion: Command = {
  name: 'completion',
  summary: 'Print the script with which a shell completes commands and options',
  positionals: ['SHELL'],
  examples: [
    'daybook completion bash > ~/.local/share/bash-completion/completions/daybook',
    'daybook completion zsh > "$' + '{fpath[1]}/_daybook"',
    'daybook completion fish > ~/.config/fish/completions/daybook.fish',
  ],
  async run({ positionals, commands }) {
    const shell = oneOf(positionals[0] ?? '', shells, 'SHELL');
    const script = writeCompletion(shell, commands);
    return { data: { shell, script }, text: script };
  },
};
