#!/usr/bin/env node
import { runCommand } from './cli/run-command.ts';
import { readEnv } from './config/env.ts';

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  env: readEnv(),
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
});
