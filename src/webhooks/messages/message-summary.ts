import { sql } from 'kysely';
import Type from 'typebox';
import { columns, optionalGroup, shown } from '../../lists/columns.ts';
import { messageColumns } from './message-fields.ts';
import { deliveriesColumn } from './read-message.ts';

const count = Type.Integer({ minimum: 0 });
const data = sql`(m.body::json -> 'Data')`;
/** `sync.completed` has the counts in an object, `dataset.changed` has them beside the data type. */
const counted = (name: string) =>
  sql`coalesce(${data} -> 'counts' ->> ${sql.lit(name)}, ${data} ->> ${sql.lit(name)})::bigint`;

const summary = {
  text: shown(
    sql`m.body::json ->> 'Message'`,
    Type.Optional(Type.String({ description: 'What happened, in one sentence: `Message` of the body.' })),
  ),
  dataType: shown(sql`${data} ->> 'dataType'`, Type.Optional(Type.String())),
  standingQueryId: shown(
    // In parentheses, because quotation marks are joined to a UUID, and || binds as strongly as ->>.
    sql`(${data} ->> 'standingQueryId')`,
    Type.Optional(Type.String({ format: 'uuid', description: 'The standing query that an event is about.' })),
  ),
  counts: optionalGroup(
    sql`${counted('added')} is null`,
    {
      added: shown(counted('added'), count),
      updated: shown(counted('updated'), count),
      deleted: shown(counted('deleted'), count),
    },
    { description: 'How many records a sync or a push has changed.' },
  ),
  deliveries: deliveriesColumn,
};

/** The members that messages have in a list with `include=summary`. They are read from the body and from the attempts. */
export const Summary = Type.Object(columns(summary).shape, { title: 'MessageSummary' });
export const messageWithSummaryJson = columns({
  ...messageColumns,
  summary: { schema: Summary, json: columns(summary).json, fields: { names: [], find: () => undefined } },
}).json;
