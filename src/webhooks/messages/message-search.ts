import { isUuid } from '../../base/ids.ts';
import { type Comparison, comparisonsIn, type Filter, parseFilter } from '../../lists/filter/parse-filter.ts';
import { queryValue } from '../../lists/refusals.ts';
import { type MessageStatus, messageStatuses } from './message-fields.ts';

/**
 * A filter, split into parts. Messages with a given `status` or `consumerId` are found by indexes of other tables. This
 * works only if the filter joins these comparisons to its other conditions by &&.
 */
export type MessageSearch = {
  /** The status of the message or, if `consumerId` is set, of its delivery to that consumer. */
  status?: MessageStatus;
  consumerId?: string;
  /**
   * The id of the company if `rest` limits the messages to one company. Indexes that include the company can then be
   * used.
   */
  companyId?: string;
  rest: Filter | undefined;
  /** True if `rest` compares `status`, so that every message must be checked. */
  isMixed: boolean;
};

export function readSearch(text: string | undefined): MessageSearch {
  if (!text?.trim()) return { rest: undefined, isMixed: false };
  const filter = parseFilter(text);
  const rest: Filter[] = [];
  const search: Pick<MessageSearch, 'status' | 'consumerId' | 'companyId'> = {};
  for (const part of filter.type === 'and' ? filter.parts : [filter]) {
    const status = asStatus(part);
    const consumerId = uuidIn(part, 'consumerId');
    const companyId = uuidIn(part, 'companyId') ?? uuidIn(part, 'channels');
    if (status && !search.status) search.status = status;
    else if (consumerId && !search.consumerId) search.consumerId = consumerId;
    else rest.push(part);
    if (companyId) search.companyId = companyId;
  }
  const others = rest.flatMap(comparisonsIn);
  if (others.some((other) => isAbout(other, 'consumerId') && !isAbsence(other))) throw notPossible('consumerId');
  const isMixed = others.some((other) => isAbout(other, 'status'));
  if (isMixed && search.consumerId) throw notPossible('status');
  const [first] = rest;
  if (isMixed) return { rest: filter, isMixed };
  return { ...search, rest: rest.length > 1 ? { type: 'and', parts: rest } : first, isMixed };
}

function asStatus(part: Filter): MessageStatus | undefined {
  if (!isEquality(part, 'status')) return undefined;
  return messageStatuses.find((status) => status === part.value.toLowerCase());
}

function uuidIn(part: Filter, name: string): string | undefined {
  return isEquality(part, name) && isUuid(part.value) ? part.value : undefined;
}

function isEquality(part: Filter, name: string): part is Comparison {
  return part.type === 'comparison' && isAbout(part, name) && part.operator === '=';
}

const isAbout = ({ path }: Comparison, name: string) => path.join('.') === name;
/**
 * Whether a comparison of `consumerId` names no consumer: it compares with null, or it tests for equality with a text
 * that is not an id.
 */
const isAbsence = ({ value, quoted, operator }: Comparison) =>
  (value === 'null' && !quoted) || (operator === '=' && !isUuid(value));

function notPossible(name: string) {
  const error = `${name === 'status' ? 'Together with "consumerId", the' : 'The'} parameter "query" can compare "${name}" only once and only by =, joined to the other comparisons by &&.`;
  return queryValue({ itemId: name, error });
}
