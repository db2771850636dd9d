import type { PreparedPush } from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import { ApiError, inputInvalid, type ValidationItem } from '../../base/errors.ts';
import type { Tx } from '../../db/db.ts';
import { acceptPush, type CreateContext, noReference, wishOf } from '../create-push.ts';
import { type Validation, warningsOnly } from '../validation.ts';
import { planUndo, undoOperation } from './plan-undo.ts';
import { findReferences, placeholderOf, replaceReferences, stepOf } from './references.ts';
import type { NewStep } from './store.ts';
import type { GroupInput, StepInput } from './wire.ts';

export type PlannedStep = NewStep & {
  platformKey: string;
  /** The request of a dry run. */
  request: () => PreparedPush;
  /** The request that would undo the step; undefined if it cannot be undone. */
  undoRequest: () => PreparedPush | undefined;
  known: Validation;
};

type Planning = { companyId: string; group: GroupInput; timeoutMinutes: number; bodyText: string };

/** Checks all steps as single pushes are checked, with placeholders for the ids that are not known yet. */
export async function planGroup(
  ctx: CreateContext,
  tx: Tx,
  { companyId, group, timeoutMinutes, bodyText }: Planning,
): Promise<PlannedStep[]> {
  const { steps, connectionId, onFailure } = group;
  const given = (parseExact(bodyText) as { steps: StepInput[] }).steps;
  const items = steps.flatMap((step, n) => problemsOf(step, n, steps));
  if (items.length > 0) throw inputInvalid({ service: 'push', items });
  const planned = new Map(steps.map((step) => [placeholderOf(step.key), step.dataType]));
  const plan: PlannedStep[] = [];
  for (const [n, step] of steps.entries()) {
    const record = given[n]?.record && JSON.stringify(given[n].record);
    const wanted = {
      ...{ companyId, connectionId, timeoutMinutes, planned },
      ...{ dataType: step.dataType, operation: step.operation },
      ...(step.recordId !== undefined && { recordId: textOf(step.recordId) }),
      ...(record !== undefined && { recordText: replaceReferences(record, placeholderOf) }),
      ifMatch: step.ifMatch,
    };
    const accepted = await acceptPush(ctx, tx, wanted).catch((error: unknown) => {
      throw error instanceof ApiError ? inStep(error, n) : error;
    });
    const { push, credentials, condition, connector, custom } = accepted;
    const wish = wishOf(push, { ...wanted, pushId: noReference, custom });
    const warnings = [...accepted.warnings, ...(push.foresee?.(wish) ?? [])];
    const known = warningsOnly(ctx.config.docsUrl, warnings);
    const undo = planUndo(push, { operation: step.operation, record: given[n]?.record });
    plan.push({
      ...{ step_key: step.key, data_type: step.dataType, operation: step.operation },
      undo: undo?.way ?? null,
      wanted: {
        ...(record !== undefined && { record }),
        ...(step.recordId !== undefined && { recordId: step.recordId }),
        ...(condition && { condition }),
        ...(undo?.recordText !== undefined && { undo: undo.recordText }),
      },
      validation: warnings.length > 0 ? known : null,
      platformKey: connector.platform.key,
      request: () => push.prepare(wish, credentials),
      undoRequest: () => {
        if (!undo) return undefined;
        const undoing = {
          ...{ pushId: noReference, dataType: step.dataType, operation: undoOperation(undo.way), custom: [] },
          recordId: placeholderOf(step.key),
          recordText: undo.recordText && replaceReferences(undo.recordText, placeholderOf),
        };
        return push.prepare(wishOf(push, undoing), credentials);
      },
      known,
    });
  }
  if (onFailure === 'undo') requireUndo(plan);
  return plan;
}

const textOf = (recordId: NonNullable<StepInput['recordId']>) =>
  typeof recordId === 'string' ? recordId : placeholderOf(recordId.fromStep ?? '');

/** The last step needs no undo: if it fails, nothing of it was done. */
function requireUndo(plan: readonly PlannedStep[]): void {
  const items = plan.slice(0, -1).flatMap(({ undo, step_key, data_type, operation }, n) => {
    if (undo !== null) return [];
    const message = `The step "${step_key}" cannot be undone on this platform (${operation} ${data_type}). Make it the last step, or use "onFailure": "stop".`;
    return [{ itemId: `steps.${n}`, message, validatorName: 'undoValidator' }];
  });
  if (items.length > 0) throw inputInvalid({ service: 'push', items });
}

function problemsOf(step: StepInput, n: number, steps: readonly StepInput[]): ValidationItem[] {
  const at = `steps.${n}`;
  const items: ValidationItem[] = [];
  const add = (itemId: string, message: string) => items.push({ itemId, message, validatorName: 'stepValidator' });
  if (steps.findIndex(({ key }) => key === step.key) < n)
    add(`${at}.key`, `The field "${at}.key" must differ from the keys of the other steps.`);
  const isNew = step.operation === 'create';
  if (isNew && step.recordId !== undefined) add(`${at}.recordId`, `A create must not have "${at}.recordId".`);
  if (!isNew && step.recordId === undefined) add(`${at}.recordId`, `The field "${at}.recordId" is required.`);
  if (step.operation === 'delete' && step.record) add(`${at}.record`, `A delete must not have "${at}.record".`);
  if (step.operation !== 'delete' && !step.record) add(`${at}.record`, `The field "${at}.record" is required.`);
  if (step.ifMatch !== undefined && typeof step.recordId !== 'string')
    add(`${at}.ifMatch`, `The field "${at}.ifMatch" needs the id of a record that exists.`);
  const named = stepOf(step.recordId);
  const references = [
    ...(named === undefined ? [] : [{ at: `${at}.recordId`, step: named }]),
    ...findReferences(step.record, `${at}.record`),
  ];
  for (const reference of references) {
    const earlier = steps.slice(0, n).find(({ key }) => key === reference.step);
    if (!earlier || earlier.operation === 'delete')
      add(
        reference.at,
        `The field "${reference.at}" must refer to an earlier step that creates or updates a record, not to "${reference.step}".`,
      );
  }
  return items;
}

/** The error of a single push, with the places of the fields in the group. */
function inStep(error: ApiError, n: number): ApiError {
  const place = (item: ValidationItem): ValidationItem =>
    item.itemId === undefined ? item : { ...item, itemId: `steps.${n}.record.${item.itemId}` };
  const { validation, ...parts } = error.parts;
  return new ApiError({ ...parts, ...(validation && { validation: validation.map(place) }) });
}
