import { badRequest } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import { type Comparison, type Filter, parseFilter } from '../../lists/parse-filter.ts';
import { type MessageStatus, messageStatuses } from './message-fields.ts';

/**
 * A filter taken apart: `status` and `consumerId` are asked of other tables than the rest, and by their indexes. Only
 * where they stand beside the rest, joined by &&.
 */
export type MessageSearch = {
  /** With a consumer: of the delivery to it. */
  status?: MessageStatus;
  consumerId?: string;
  /** A company that the rest asks for, for the indexes that have it. */
  companyId?: string;
  rest: Filter | undefined;
  /** They stand elsewhere in it, too: every message must be looked at. */
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
/** Null, or what no consumer can be called. */
const isAbsence = ({ value, quoted, operator }: Comparison) =>
  (value === 'null' && !quoted) || (operator === '=' && !isUuid(value));

function comparisonsIn(filter: Filter): Comparison[] {
  return filter.type === 'comparison' ? [filter] : filter.parts.flatMap(comparisonsIn);
}

function notPossible(name: string) {
  const error = `The parameter "query" can ask for "${name}" only once and by =${name === 'status' ? ' beside "consumerId"' : ''}, joined to the rest by &&.`;
  return badRequest({
    code: 'queryValue',
    error,
    items: [{ itemId: name, message: error, validatorName: 'QueryValidator' }],
  });
}
