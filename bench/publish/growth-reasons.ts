/** Names of what `growth` measures, in the words of an operator; and, where a cost grows, why. */
export const unitNames: Record<string, string> = {
  page: 'one page of 100 invoices of a data set',
  filteredPage: 'one filtered page: a new filter that matches about 500 invoices, with its exact total',
  filteredShare: 'one filtered page: a new filter that matches 1 % of the data set, with its exact total',
  changeRead: 'one page of 100 changes, each of a sync of its own',
  recordFirst: 'one record that a sync reads for the first time',
  recordUnchanged: 'one record that a sync reads again and finds unchanged',
  emptySync: 'one sync that finds nothing new',
  event: 'one event, alone in its transaction',
  delivery: 'one delivery of an event to a consumer',
  push: 'one push, until its outcome is known',
  companyPage: 'one page of 100 companies',
  companySearch: 'one search for a company by a part of its name',
  companyCreated: 'one company that is created, with its event',
};

export const rowNames: Record<string, string> = {
  record: 'a made record (payload of 900 characters, without the payload of the platform)',
  syncedRecord: 'a record of the sandbox, with the payload of the platform',
  publication: 'a published sync that changed something',
  message: 'an event',
  attempt: 'an attempt to deliver an event',
  delivery: 'a pending delivery',
  push: 'a push',
  sync: 'a sync in the history',
  company: 'a company',
};

const spreadBlocks =
  'Identifiers of records say nothing about when they were stored, so the records of a page are in nearly as many ' +
  'blocks of the table as there are records. PostgreSQL gets no block from the operating system for them at the ' +
  'smallest size, and nearly all of them at the largest, which is larger than its own memory (`shared_buffers`): ' +
  '`blocksRead` in the figures of the run. How much of the growth that explains has not been measured apart, for ' +
  'example with more `shared_buffers`.';

/** For figures that grow by their nature and so have no bar; and for bars of `growth` that do not hold. */
export const reasons: Record<string, string> = {
  'page.cpuGrowth': spreadBlocks,
  'filteredPage.cpuGrowth': spreadBlocks,
  'filteredShare.cpuGrowth':
    'The response contains the exact number of matches. PostgreSQL counts them once per filter and state of the data set: ' +
    'as many index entries as there are matches. Following pages use the stored total.',
  'companySearch.cpuGrowth':
    'The index finds the companies that have the same groups of three letters as the text, and then compares names. ' +
    'Ten times as many companies have ten times as many names with each group.',
};
