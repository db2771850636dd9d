import Type from 'typebox';
import { type CallOperation, path } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { companyId, dataType } from './inputs.ts';
import { adviceForSync } from './sync-advice.ts';

type Status = { dataType: string; status: string; latestSyncId?: string; lastSuccessfulSync?: string };
type Sync = {
  syncId: string;
  connectionId: string;
  dataType: string;
  status: string;
  requested: string;
  completed?: string;
  error?: { code: string; message: string; retryAt?: string };
  progress: object;
  timeline: object[];
};

const fine = ['Complete', 'Queued', 'Fetching', 'Publishing'];
/** Every problem costs two operations. */
const explainedMax = 8;

export const explainSyncs = tool({
  name: 'explain_syncs',
  title: 'Explain failing syncs',
  description:
    'Says why data of a company is missing or old: the state of its connections, every data set whose latest sync failed or is waiting, the error, what the sync did, the last requests to the platform, and what to do next. With dataType, explains that data set even if it is fine.',
  input: Type.Object({ companyId, dataType: Type.Optional(dataType) }, { additionalProperties: false }),
  async run({ call }, { companyId: company, dataType: wanted }) {
    const { body: connections } = await call({ path: path`/companies/${company}/connections` });
    const { body } = await call({ path: path`/companies/${company}/dataStatus` });
    const statuses = (Object.values(body) as Status[]).filter((one) => wanted === undefined || one.dataType === wanted);
    const isAsked = ({ status, latestSyncId }: Status) =>
      latestSyncId !== undefined && (wanted !== undefined || !fine.includes(status));
    const troubled = statuses.filter(isAsked);
    const syncs = [];
    for (const status of troubled.slice(0, explainedMax)) syncs.push(await explain(call, company, status));
    return {
      data: {
        connections: connections.results.map(toConnection),
        syncs,
        ...(troubled.length > explainedMax && {
          others: troubled.slice(explainedMax).map(({ dataType: name, status }) => ({ dataType: name, status })),
        }),
        neverRequested: statuses.filter(({ status }) => status === 'NotRequested').map((one) => one.dataType),
        withoutProblem: statuses.filter(({ status }) => fine.includes(status)).map((one) => one.dataType),
      },
      rest: 'Call explain_syncs with a dataType.',
    };
  },
});

type Connection = Record<'connectionId' | 'platformName' | 'status' | 'lastSync', string> & { errors: object[] };

function toConnection({ connectionId, platformName, status, lastSync, errors }: Connection): object {
  const whatToDo = status === 'Linked' ? {} : { whatToDo: adviceForSync('notLinked') };
  return { connectionId, platformName, status, lastSync, newestErrors: errors.slice(0, 3), ...whatToDo };
}

async function explain(call: CallOperation, company: string, status: Status): Promise<object> {
  const { body }: { body: Sync } = await call({
    path: path`/companies/${company}/data/history/${status.latestSyncId ?? ''}`,
  });
  const { syncId, connectionId, requested, completed, error, progress, timeline } = body;
  const { body: calls } = await call({
    path: path`/companies/${company}/connections/${connectionId}/calls`,
    query: { query: `syncId=${syncId}`, pageSize: 3 },
  });
  return {
    dataType: status.dataType,
    status: body.status,
    syncId,
    connectionId,
    requested,
    completed,
    lastSuccessfulSync: status.lastSuccessfulSync,
    progress,
    error,
    ...(error && { whatToDo: adviceForSync(error.code) }),
    timeline: timeline.slice(-6),
    lastRequestsToPlatform: calls.results.map(
      ({ at, method, path: to, status: code, error: problem, retryAt }: Record<string, unknown>) => ({
        ...{ at, method, path: to, status: code, error: problem, retryAt },
      }),
    ),
  };
}
