import type { Model, Operation, Parameter } from './document.ts';
import { docstring, literal, snakeCase } from './python-text.ts';
import { capitalised, type PythonTypes } from './python-types.ts';

/** Writes one method for every operation, as a class for programs with or without asyncio, and the table of routes. */
type Kind = 'sync' | 'async';
type Argument = { name: string; type: string; isRequired: boolean; about: string };

export function pythonMethods({ operations, downloads }: Model, types: PythonTypes, kind: Kind): string {
  const methods = [
    ...operations.flatMap((operation) => methodsOf(operation, types, kind)),
    ...downloads.map((operation) => downloadMethod(operation, types, kind)),
  ];
  return `# Written by "npm run sdk" from docs/openapi.json: do not edit.
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import ${kind === 'sync' ? 'Iterator' : 'AsyncIterator'}
from typing import Any, Literal

from . import types
from ._download import ${downloadOf(kind)}
from ._page import Page


class ${kind === 'sync' ? 'Operations' : 'AsyncOperations'}(ABC):
    """One method for every operation of the API."""

    @abstractmethod
    ${kind === 'sync' ? 'def' : 'async def'} _call(
        self,
        operation: str,
        parameters: dict[str, Any],
        *,
        body: Any = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Any: ...

    @abstractmethod
    def _each(
        self,
        operation: str,
        parameters: dict[str, Any],
        *,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> ${iteratorOf('Any', kind)}: ...

    @abstractmethod
    def _download(
        self, operation: str, parameters: dict[str, Any], *, timeout: float | None = None
    ) -> ${downloadOf(kind)}: ...

${methods.join('\n\n')}
`;
}

export function pythonRoutes({ operations, downloads }: Model, decimals: readonly string[]): string {
  const routes = [...operations, ...downloads].map((operation) => {
    const { id, method, path, query, takesKey } = operation;
    const names = query.filter((name) => downloads.includes(operation) || !isOfCsv(name)).map(literal);
    const tuple = `(${names.join(', ')}${names.length === 1 ? ',' : ''})`;
    return `    "${id}": Route("${method}", "${path}", ${tuple}, ${literal(takesKey)}),`;
  });
  return `# Written by "npm run sdk" from docs/openapi.json: do not edit.
from __future__ import annotations

from typing import NamedTuple


class Route(NamedTuple):
    method: str
    path: str
    query: tuple[str, ...]
    takes_key: bool


# Fields that hold decimal numbers, such as amounts, quantities and rates.
DECIMAL_FIELDS = frozenset(
    {
${decimals.map((name) => `        "${name}",`).join('\n')}
    }
)

ROUTES = {
${routes.join('\n')}
}
`;
}

function methodsOf(operation: Operation, types: PythonTypes, kind: Kind): string[] {
  const { id, method, body } = operation;
  const parameters = operation.parameters.filter(({ name }) => !isOfCsv(name));
  const given = argumentsOf(id, parameters, types);
  if (body)
    given.push({
      name: 'body',
      type: prefixed(types.typeOf(body.schema, `${capitalised(id)}Body`)),
      isRequired: body.isRequired,
      about: '',
    });
  const answer = prefixed(answerOf(operation, types));
  const more = operation.options ? optionsByKind[operation.options] : [];
  const options = [...(body ? ['body'] : []), ...(operation.takesKey ? ['idempotency_key'] : [])];
  const passed = passedOn([...options, ...more.map(({ name }) => name)]);
  const call = `${kind === 'async' ? 'await ' : ''}self._call(\n            "${id}", ${sent(parameters)}, ${passed}\n        )`;
  const result = answer === 'None' ? `        ${call}` : `        answer: ${answer} = ${call}\n        return answer`;
  const extra: Argument[] = [
    ...(operation.takesKey ? [{ ...optional('idempotency_key', 'str'), about: keyAbout }] : []),
    ...more,
  ];
  const name = snakeCase(id);
  const methods = [
    `    ${kind === 'async' ? 'async def' : 'def'} ${name}(${signature([...given, ...extra])}) -> ${answer}:
${documentation(operation, [...given, ...extra])}
${result}`,
  ];
  const item = /^Page\[(.*)\]$/.exec(answer)?.[1];
  if (item !== undefined && method === 'GET') {
    const all = given.filter((one) => !isOfPages(one.name));
    const parts = parameters.filter((one) => !isOfPages(one.name));
    methods.push(`    def ${eachName(name)}(${signature([...all, ...more])}) -> ${iteratorOf(item, kind)}:
        """Yield all results of \`\`${name}\`\`, page by page, each exactly once."""
        return self._each(
            "${id}", ${sent(parts)}, ${passedOn(more.map((one) => one.name))}
        )`);
  }
  return methods;
}

/** The response is a file, which the caller reads or saves. */
function downloadMethod(operation: Operation, types: PythonTypes, kind: Kind): string {
  const { id, parameters } = operation;
  const given = argumentsOf(id, parameters, types);
  return `    def ${snakeCase(id)}(${signature(given)}) -> ${downloadOf(kind)}:
${documentation(operation, given)}
        return self._download(
            "${id}", ${sent(parameters)}, timeout=timeout
        )`;
}

const downloadOf = (kind: Kind) => (kind === 'sync' ? 'Download' : 'AsyncDownload');

function argumentsOf(id: string, parameters: readonly Parameter[], types: PythonTypes): Argument[] {
  return parameters.map(({ name, isRequired, description, schema }) => ({
    name: snakeCase(name),
    type: prefixed(types.typeOf(schema, `${capitalised(id)}${capitalised(name)}`)),
    isRequired,
    about: firstSentence(description),
  }));
}

const sent = (parameters: readonly Parameter[]) =>
  `{${parameters.map(({ name }) => `${literal(name)}: ${snakeCase(name)}`).join(', ')}}`;

function answerOf({ id, answers }: Operation, types: PythonTypes): string {
  const all = answers.map((schema, index) =>
    schema ? types.typeOf(schema, `${capitalised(id)}Response${index === 0 ? '' : index + 1}`) : 'None',
  );
  return [...new Set(all)].join(' | ');
}

/** `list_invoices` becomes `each_invoices`, and `get_notices` `each_notices`. */
const eachName = (name: string) => name.replace(/^[a-z]+_/, 'each_');

const iteratorOf = (type: string, kind: Kind) => `${kind === 'sync' ? 'Iterator' : 'AsyncIterator'}[${type}]`;

const optional = (name: string, type: string) => ({ name, type, isRequired: false });

const passedOn = (names: readonly string[]) => [...names, 'timeout'].map((name) => `${name}=${name}`).join(', ');

const outcomeWait: Argument = {
  ...optional('wait', 'int'),
  about: 'Seconds to wait for the outcome, at most 60.',
};
/** The arguments that become the headers `Prefer` and `If-Match`. */
const optionsByKind: Record<NonNullable<Operation['options']>, readonly Argument[]> = {
  read: [
    {
      ...optional('max_age', 'int'),
      about: 'Which age in seconds the data may have. Older data is returned too: see `is_age_met` of `with_headers`.',
    },
    {
      ...optional('wait', 'int'),
      about:
        'Seconds to wait for younger data if it is older, at most 30. Without `max_age`, only data that is read after the request counts.',
    },
  ],
  push: [outcomeWait],
  change: [
    {
      ...optional('if_match', 'str'),
      about: 'The `etag` of the record that the change is made from. If it has changed since, the push is rejected.',
    },
    outcomeWait,
  ],
};

const keyAbout = 'A retry of your own with the same key changes nothing twice. Default: a new key for each call.';

/** With these parameters the response is a CSV file. `stream` of the client reads files. */
const isOfCsv = (name: string) => name === 'format' || name === 'columns';

/** `each_…` follows the links of the pages by itself. */
const isOfPages = (name: string) => name === 'page' || name === 'cursor';

function signature(given: readonly Argument[]): string {
  const all = [...given, optional('timeout', 'float')];
  const ordered = [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
  const lines = ordered.map(
    ({ name, type, isRequired }) => `        ${name}: ${type}${isRequired ? '' : ' | None = None'},`,
  );
  return `\n        self,\n        *,\n${lines.join('\n')}\n    `;
}

function documentation({ summary, description }: Operation, given: readonly Argument[]): string {
  const described = given.filter(({ about }) => about !== '').map(({ name, about }) => `    ${name}: ${about}`);
  const list = described.length > 0 ? ['Args:', ...described].join('\n') : '';
  // An example from the OpenAPI document would be a further paragraph here.
  return docstring([`${summary}.`, description, list], '        ');
}

/** The first sentence, and the second one if the first only names a format, such as "ISO 8601 time." */
function firstSentence(text: string): string {
  return /^.{30}.*?[.](?= [A-Z`]|$)/s.exec(text)?.[0] ?? text;
}

/** Names of types with their module. */
function prefixed(type: string): string {
  return type.replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*/g, (word) =>
    word.startsWith('"') || ['Literal', 'Any', 'None', 'Page', 'Decimal'].includes(word) ? word : `types.${word}`,
  );
}
