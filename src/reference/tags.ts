/** The groups of operations, in the order of the reference: who they are for, and what each is about. */
export const tagGroups: { name: string; tags: Record<string, string> }[] = [
  {
    name: 'For your program',
    tags: {
      Companies: 'The companies whose books you read. A company is one of your customers, or a part of one.',
      Connections:
        'A connection is the link between a company and its accounting system, the platform. Its owner authorizes it once.',
      Syncs:
        'A sync copies one data type of a company from the platform. Syncs run by schedule or when you ask for one.',
      Data: 'The records of a company, page by page, with exact totals, filters and earlier states.',
      Changes: 'What was added, changed and deleted, in order. Follow it to keep a copy of your own.',
      Snapshots:
        'A snapshot pins one published state of every data set of a company at one moment, for as long as you say.',
      Proofs:
        'Each publication enters a signed hash chain, and a bundle proves offline what was in the books when it was published.',
      Insights: 'Figures that are computed from the records: cash, revenue, what is owed, the largest customers.',
      Push: 'Records that you create, change or delete in the accounting system of a company.',
      Uploads: 'Files that fill data sets: tables and bank statements of companies whose software has no API.',
      Webhooks: 'A consumer is an address of yours that gets a message when something happens.',
      'Webhook messages': 'The messages that were sent to your consumers, their attempts, and sending them again.',
      'Standing queries':
        'A standing query watches a data type and tells a consumer which records enter its filter, change in it or leave it.',
      'API keys': 'Keys that your programs use, with scopes, an end and a limit to some companies.',
      Profile: 'The name and settings of your account.',
    },
  },
  {
    name: 'Older webhooks',
    tags: {
      'Rules (older webhooks)': 'Rules and their alerts. Webhook consumers have replaced them.',
      Migration: 'How an account moves from rules to webhook consumers.',
    },
  },
  {
    name: 'For the portal',
    tags: {
      Overview: 'What the first pages of the portal show, and its search.',
      Links: 'The link page, on which the owner of a company connects the accounting system.',
      Session: 'Signing in, second factors, invitations and the choices of one person.',
      Team: 'The members of an account, and what they did.',
    },
  },
  {
    name: 'For the operator',
    tags: { Operator: 'Accounts, migrations, health and maintenance of the installation.' },
  },
];

export const tagDescriptions: Record<string, string> = Object.assign({}, ...tagGroups.map(({ tags }) => tags));
