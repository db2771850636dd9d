// Written by "npm run sdk" from docs/openapi.json: do not edit.

/** Shapes on the wire, by name. Enums are open: a value that is newer than this file is a string like any other. */
export type Schemas = {
  Account: { id: string; nominalCode?: string; name: string; description?: string; fullyQualifiedCategory?: string; type: ("Unknown" | "Asset" | "Expense" | "Income" | "Liability" | "Equity" | (string & {})); role?: ("Receivables" | "Payables" | (string & {})); currency?: string; currentBalance?: number; isBankAccount?: boolean; status: ("Unknown" | "Active" | "Archived" | "Pending" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  AccountsElsewhere: { isVerified: boolean; cells: { cell: string; isReachable: boolean; accounts: { accountId: string; name: string; role: ("viewer" | "developer" | "administrator" | (string & {})) }[] }[] };
  Activity: { at: string; syncsCompleted: number; syncsFailed: number; delivered: number; failedAttempts: number; pushesSucceeded: number; pushesFailed: number };
  AdministratorInput: { email: string };
  AgeingInsight: { date: string; sources: Schemas['InsightSource'][]; missing: Schemas['InsightMissing'][]; currencies: { currency?: string; count: number; amount: number; overdue: { count: number; amount: number; records: { dataType: string; query: string }[] }; buckets: { bucket: ("notDue" | "1-30" | "31-60" | "61-90" | "over90"); count: number; amount: number; records: { dataType: string; query: string }[] }[]; records: { dataType: string; query: string }[] }[] };
  Alert: { alertId: string; ruleId: string; ruleType: string; companyId?: string; dataConnectionId?: string; message: string; data: { [name: string]: unknown }; raisedOn: string; deliveries: { kind: string; target: string; status: string; attempts: { at: string; statusCode?: number; error?: string }[] }[] };
  ApiKey: { apiKeyId: string; name: string; prefix: string; created: string; lastUsed?: string; expires?: string; scopes: ("read" | "push" | "manage" | "webhooks" | "keys" | "passThrough")[]; companyTags?: { [name: string]: string } };
  ApiKeyInput: { name: string; expires?: string; scopes?: ("read" | "push" | "manage" | "webhooks" | "keys" | "passThrough")[]; companyTags?: { [name: string]: string } };
  ApplicationCheck: { platformKey: string; clientId: string; isOwn: boolean; isUsable: boolean; steps: { step: ("signInPage" | "client" | "redirectAddress" | (string & {})); outcome: ("passed" | "failed" | "unclear" | (string & {})); message: string }[] };
  Attachment: { id: string; name: string; contentType?: string; size?: number; hash?: { algorithm: ("MD5" | "SHA-1" | "SHA-256"); value: string }; recordRef?: { dataType: string; id: string }; description?: string; createdDate?: string; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Attempt: { attemptId: string; consumerId: string; number: number; cause: ("event" | "test" | "resent" | "recovered" | "replayed" | (string & {})); outcome: ("delivered" | "failed" | "exhausted" | "gone" | (string & {})); statusCode?: number; error?: string; answer?: string; started: string; durationMs: number; nextAttempt?: string };
  AttemptDetails: { attemptId: string; consumerId: string; number: number; cause: ("event" | "test" | "resent" | "recovered" | "replayed" | (string & {})); outcome: ("delivered" | "failed" | "exhausted" | "gone" | (string & {})); statusCode?: number; error?: string; answer?: string; started: string; durationMs: number; nextAttempt?: string; request: { method: ("POST"); url?: string; headers: { name: string; value?: string }[]; body: string; isComplete: boolean } };
  Attention: { kind: ("connectionDeauthorized" | "syncFailed" | "deletionsHeld" | "syncWaiting" | "pushUnknown" | "consumerDisabled" | "consumerFailing" | "deliveriesLate" | "requestLimit" | "planLimit" | "planExpiry" | (string & {})); severity: ("error" | "warning" | (string & {})); message: string; since?: string; companyId?: string; companyName?: string; connectionId?: string; consumerId?: string; consumerName?: string; syncId?: string; pushId?: string; dataType?: string; count?: number };
  AuditEntry: { auditId: string; at: string; actor: { kind: ("person" | "key" | "operator" | "service" | "link" | (string & {})); id?: string; name: string }; operation: string; subject: { kind: string; id?: string; name?: string }; companyId?: string; before?: unknown; after?: unknown; address?: string; correlationId?: string };
  Authorization: { credentials: { [name: string]: string } };
  BalanceSheet: { id: string; date: string; currency?: string; assets: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; liabilities: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; equity: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; netAssets: number; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  BankAccount: { id: string; accountName: string; accountNumber?: string; iBan?: string; institution?: string; currency?: string; balance: number; availableBalance?: number; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  BankTransaction: { id: string; bankAccountRef: { id: string; name?: string }; date: string; description?: string; reference?: string; amount: number; balance?: number; reconciled?: boolean; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Bill: { id: string; reference?: string; supplierRef?: { id: string; supplierName?: string }; issueDate: string; dueDate?: string; currency?: string; currencyRate?: number; lineItems?: { description?: string; unitAmount: number; quantity: number; discountAmount?: number; subTotal?: number; taxAmount?: number; totalAmount?: number; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number }; itemRef?: { id: string; name?: string }; tracking?: { id: string; name?: string }[] }[]; subTotal?: number; totalDiscount?: number; totalTaxAmount?: number; totalAmount: number; note?: string; paymentAllocations?: { payment: { id: string; reference?: string; paidOnDate?: string; totalAmount?: number }; allocation: { allocatedOnDate?: string; totalAmount: number } }[]; amountDue: number; status: ("Unknown" | "Draft" | "Open" | "PartiallyPaid" | "Paid" | "Void" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  BillCreditNote: { id: string; billCreditNoteNumber?: string; supplierRef?: { id: string; supplierName?: string }; issueDate: string; currency?: string; currencyRate?: number; lineItems?: { description?: string; unitAmount: number; quantity: number; discountAmount?: number; subTotal?: number; taxAmount?: number; totalAmount?: number; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number }; itemRef?: { id: string; name?: string }; tracking?: { id: string; name?: string }[] }[]; subTotal?: number; totalDiscount?: number; totalTaxAmount?: number; totalAmount: number; note?: string; remainingCredit: number; isPrepayment?: boolean; status: ("Unknown" | "Draft" | "Submitted" | "PartiallyPaid" | "Paid" | "Void" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  BillPayment: { id: string; supplierRef?: { id: string; supplierName?: string }; accountRef?: { id: string; name?: string }; date: string; reference?: string; currency?: string; currencyRate?: number; totalAmount: number; lines?: { amount: number; allocatedOnDate?: string; links?: { type: ("Unknown" | "Invoice" | "Bill" | "CreditNote" | "BillCreditNote" | "Other" | (string & {})); id: string; amount: number }[] }[]; note?: string; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  CashFlowStatement: { id: string; fromDate: string; toDate: string; currency?: string; cashReceipts: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; cashPayments: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; openingBalance?: number; netCashFlow: number; closingBalance?: number; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  CashInsight: { date: string; sources: Schemas['InsightSource'][]; missing: Schemas['InsightMissing'][]; basis?: ("bankAccounts" | "accounts" | (string & {})); currencies: { currency?: string; balance: number; accounts: number; months: { month: string; date: string; balance?: number; unknownAccounts: number }[]; records: { dataType: string; query: string }[] }[]; accounts: { id: string; name: string; currency?: string; balance: number; months: { month: string; date: string; balance?: number }[]; records: { dataType: string; query: string }[] }[]; isAccountsCut: boolean };
  CellHealth: { at: string; processes: { name: string; role: string; version: string; started: string; lastSeen: string; isAlive: boolean }[]; lanes: { pending: number; oldestDueSeconds?: number; busiest: { consumerId: string; name: string; accountId: string; accountName: string; pending: number; oldestDue: string; failingSince?: string }[] }; queues: { name: string; waiting: number; active: number; failed: number }[]; syncs: { underWay: { status: string; count: number }[]; failedLastHour: number }; pushes: { open: { status: string; count: number }[]; unknown: number }; alerts: { pending: number; oldestDueSeconds?: number }; database: { version: string; sizeBytes: number; connections: { used: number; max: number } } };
  CellSwitch: { cell: string; accountId: string; code?: string };
  Change: { cursor: string; change: ("added" | "updated" | "deleted" | (string & {})); isRemapped?: boolean; companyId: string; connectionId: string; dataType: string; id: string; generation: number; syncId?: string; pushId?: string; publishedAt: string; record?: { id: string; metadata: { isDeleted: boolean } } };
  CheckFinding: { recordId?: string; message: string; path?: string; since?: string };
  CheckResult: { check: ("massDeletion" | "unbalanced" | "receivablesMismatch" | "payablesMismatch" | "overpaid" | "numberingGap" | "duplicate" | "sourceChanged" | "unusualChange" | "futureDate" | (string & {})); level: ("inform" | "warn" | "hold"); outcome: ("passed" | "found" | "skipped" | (string & {})); found: number; records: Schemas['CheckFinding'][]; message?: string; isPartial?: boolean };
  CheckSetting: { check: ("massDeletion" | "unbalanced" | "receivablesMismatch" | "payablesMismatch" | "overpaid" | "numberingGap" | "duplicate" | "sourceChanged" | "unusualChange" | "futureDate" | (string & {})); level: ("inform" | "warn" | "hold"); tolerance: number; isDefault: boolean; about: string; toleranceAbout: string };
  CheckSettings: { checks: Schemas['CheckSetting'][] };
  CheckSettingsChange: { checks: { check: ("massDeletion" | "unbalanced" | "receivablesMismatch" | "payablesMismatch" | "overpaid" | "numberingGap" | "duplicate" | "sourceChanged" | "unusualChange" | "futureDate"); level: ("inform" | "warn" | "hold"); tolerance?: number }[] };
  ClientAccount: { accountId: string; name: string; plan: ("free" | "paid" | (string & {})); requestsPerMinute?: number; snapshotDays?: number; snapshotBytes?: number; snapshotBytesHeld: number; webhookGeneration: ("older" | "newer"); companies: number; consumers: number; apiKeys: number; members: number; created: string; lastActivity?: string };
  ClientAccountChange: { name?: string; plan?: ("free" | "paid" | (string & {})); requestsPerMinute?: (number | null); snapshotDays?: (number | null); snapshotBytes?: (number | null) };
  ClientAccountInput: { name: string; plan?: ("free" | "paid" | (string & {})); webhookGeneration?: ("older" | "newer") };
  ClientMigration: { accountId: string; name: string; webhookGeneration: ("older" | "newer"); state: ("notMigrated" | "migrated" | "rolledBack" | (string & {})); rules: number; declared: boolean; requested?: string; lastStep?: string };
  Company: { companyId: string; name: string; description?: string; tags: { [name: string]: string }; redirect?: string; created: string; lastSync?: string; createdByUserName?: string; dataConnections: Schemas['DataConnection'][] };
  CompanyChange: { name?: string; description?: (string | null); tags?: { [name: string]: string } };
  CompanyInput: { name: string; description?: string; tags?: { [name: string]: string } };
  CompanyLink: { link: string; expires: string };
  Connection: { connectionId: string; platformKey: string; platformName: string; sourceType: ("Accounting" | "Banking" | "Commerce" | "Other" | (string & {})); status: ("PendingAuth" | "Linked" | "Unlinked" | "Deauthorized" | (string & {})); created: string; linkUrl?: string; lastSync?: string; errors: { at: string; code: string; message: string; resolvedAt?: string }[] };
  ConnectionChange: { status: ("Unlinked") };
  ConnectionInput: { platformKey: string };
  Consumer: { consumerId: string; name: string; url: string; eventTypes: string[]; channels: string[]; filter?: string; fields?: string[]; headers: { [name: string]: string }; hasAuthorization: boolean; oauth?: Schemas['ConsumerOauthClient']; rateLimitPerSecond?: number; concurrencyMax?: number; isOrdered: boolean; disableOn410: boolean; status: string; disabledReason?: string; disabledAt?: string; failingSince?: string; signature: ("sharedSecret" | "ed25519" | (string & {})); publicKey?: string; previousPublicKey?: string; previousSecretExpires?: string; created: string };
  ConsumerAuthorization: { value: string };
  ConsumerChange: { name?: string; url?: string; eventTypes?: string[]; channels?: string[]; filter?: (string | null); fields?: (string[] | null); headers?: { [name: string]: string }; rateLimitPerSecond?: (number | null); concurrencyMax?: (number | null); isOrdered?: boolean; disableOn410?: boolean };
  ConsumerInput: { name: string; url: string; eventTypes?: string[]; channels?: string[]; filter?: string; fields?: string[]; headers?: { [name: string]: string }; rateLimitPerSecond?: number; concurrencyMax?: number; isOrdered?: boolean; disableOn410?: boolean; signature?: ("sharedSecret" | "ed25519" | (string & {})) };
  ConsumerOauth: { tokenUrl: string; clientId: string; clientSecret: string; scope?: string };
  ConsumerOauthClient: { tokenUrl: string; clientId: string; scope?: string };
  ConsumerStats: { buckets: { at: string; delivered: number; failed: number; p50Ms?: number; p95Ms?: number }[]; totals: { attempts: number; delivered: number; failed: number; successRate?: number; p50Ms?: number; p95Ms?: number }; pending: number; waiting: number; oldestPending?: string; failed: number };
  ConsumerWithSecret: { consumerId: string; name: string; url: string; eventTypes: string[]; channels: string[]; filter?: string; fields?: string[]; headers: { [name: string]: string }; hasAuthorization: boolean; oauth?: Schemas['ConsumerOauthClient']; rateLimitPerSecond?: number; concurrencyMax?: number; isOrdered: boolean; disableOn410: boolean; status: string; disabledReason?: string; disabledAt?: string; failingSince?: string; signature: ("sharedSecret" | "ed25519" | (string & {})); publicKey?: string; previousPublicKey?: string; previousSecretExpires?: string; created: string; secret?: string };
  CreatedApiKey: { apiKeyId: string; name: string; prefix: string; created: string; lastUsed?: string; expires?: string; scopes: ("read" | "push" | "manage" | "webhooks" | "keys" | "passThrough")[]; companyTags?: { [name: string]: string }; secret: string };
  CreditNote: { id: string; creditNoteNumber?: string; customerRef?: { id: string; companyName?: string }; issueDate: string; currency?: string; currencyRate?: number; lineItems?: { description?: string; unitAmount: number; quantity: number; discountAmount?: number; subTotal?: number; taxAmount?: number; totalAmount?: number; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number }; itemRef?: { id: string; name?: string }; tracking?: { id: string; name?: string }[] }[]; subTotal?: number; totalDiscount?: number; totalTaxAmount?: number; totalAmount: number; note?: string; remainingCredit: number; isPrepayment?: boolean; status: ("Unknown" | "Draft" | "Submitted" | "PartiallyPaid" | "Paid" | "Void" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Customer: { id: string; customerName: string; contactName?: string; emailAddress?: string; phone?: string; addresses?: { type: ("Unknown" | "Billing" | "Delivery" | (string & {})); line1?: string; line2?: string; city?: string; region?: string; country?: string; postalCode?: string }[]; registrationNumber?: string; taxNumber?: string; defaultCurrency?: string; status: ("Unknown" | "Active" | "Archived" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  CustomersInsight: { date: string; sources: Schemas['InsightSource'][]; missing: Schemas['InsightMissing'][]; from: string; to: string; currencies: { currency?: string; amount: number; customers: number; top: { customerId?: string; name?: string; invoiced: number; credited: number; amount: number; share?: number; invoices: number; creditNotes: number; records: { dataType: string; query: string }[] }[]; others: { customers: number; amount: number; share?: number } }[] };
  CustomField: { name: string; path: string; type: ("text" | "number" | "date" | "dateTime" | "boolean"); pushTo?: string };
  CustomFieldMapping: { platformKey: string; dataType: string; level: ("account" | "connection"); version: number; fields: Schemas['CustomField'][]; created: string };
  DataConnection: { connectionId: string; platformKey: string; platformName: string; sourceType: ("Accounting" | "Banking" | "Commerce" | "Other" | (string & {})); status: ("PendingAuth" | "Linked" | "Unlinked" | "Deauthorized" | (string & {})); created: string };
  DataSet: { companyId: string; connectionId: string; platformKey: string; sourceType: ("Accounting" | "Banking" | "Commerce" | "Other" | (string & {})); dataType: string; generation: number; publishedAt?: string; totalRecords: number };
  DataStatus: { dataType: string; status: ("NotRequested" | "Queued" | "Fetching" | "Waiting" | "Publishing" | "Complete" | "FetchError" | "AuthError" | "PermissionsError" | "NotSupported" | "InternalError" | "Cancelled" | (string & {})); lastSuccessfulSync?: string; latestSyncId?: string; latestSuccessfulSyncId?: string; nextSync?: string; heldSyncId?: string; totalRecords: number; generation: number; connectionId?: string; platformKey?: string; sourceType?: ("Accounting" | "Banking" | "Commerce" | "Other" | (string & {})) };
  DryRun: { consumerId: string; kind: ("recover" | "replay"); since: string; until: string; total: number };
  Ended: { latest: { id: string; companyId: string; companyName: string; dataType: string; status: string; completed: string }[]; hasMore: boolean };
  Error: { statusCode: number; service: string; error: string; correlationId: string; validation?: { errors: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[]; warnings: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[] }; code: string; retryable: boolean; docs: string };
  EventType: { eventType: string; description: string; about: string; schema: { [name: string]: unknown }; example: { [name: string]: unknown } };
  FileMapping: { fields: { [name: string]: string }; constants: { [name: string]: string }; decimalMark: ("." | "," | (string & {})); dateOrder: ("ymd" | "dmy" | "mdy" | (string & {})); idColumns: string[]; lines: ("none" | "same-id" | "blank-id" | (string & {})); groupColumns?: string[] };
  FileReading: { dataType?: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments" | (string & {})); sheet?: string; mapping?: Schemas['FileMapping'] };
  GenerationHash: { generation: number; totalRecords: number; hash: string };
  HeldDiff: { syncId: string; dataType: string; added: number; updated: number; deleted: number; records: { id: string; change: ("added" | "updated" | "deleted" | (string & {})); fields: { name: string; before?: unknown; after?: unknown }[] }[]; next?: string };
  HeldGeneration: { connectionId: string; dataType: string; generation: number; syncId: string; checkedAt: string; reason: string; shownGeneration: number; results: Schemas['CheckResult'][] };
  Info: { id: string; companyName: string; companyLegalName?: string; registrationNumber?: string; taxNumber?: string; baseCurrency?: string; financialYearStartDate?: string; addresses?: { type: ("Unknown" | "Billing" | "Delivery" | (string & {})); line1?: string; line2?: string; city?: string; region?: string; country?: string; postalCode?: string }[]; webLinks?: { type: string; url: string }[]; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  InsightMissing: { dataType: string; code: string; message: string };
  InsightSource: { dataType: string; connectionId: string; generation: number; publishedAt: string; lastSuccessfulSync?: string };
  Invitation: { invitationId: string; email: string; role: ("viewer" | "developer" | "administrator" | (string & {})); invitedBy: string; isMailed: boolean; created: string; expires: string };
  InvitationInput: { email: string; role: ("viewer" | "developer" | "administrator" | (string & {})) };
  Invoice: { id: string; invoiceNumber?: string; customerRef?: { id: string; companyName?: string }; issueDate: string; dueDate?: string; paidOnDate?: string; currency?: string; currencyRate?: number; lineItems?: { description?: string; unitAmount: number; quantity: number; discountAmount?: number; subTotal?: number; taxAmount?: number; totalAmount?: number; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number }; itemRef?: { id: string; name?: string }; tracking?: { id: string; name?: string }[] }[]; subTotal?: number; totalDiscount?: number; totalTaxAmount?: number; totalAmount: number; note?: string; paymentAllocations?: { payment: { id: string; reference?: string; paidOnDate?: string; totalAmount?: number }; allocation: { allocatedOnDate?: string; totalAmount: number } }[]; amountDue: number; status: ("Unknown" | "Draft" | "Submitted" | "PartiallyPaid" | "Paid" | "Void" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Item: { id: string; code?: string; name?: string; type: ("Unknown" | "Inventory" | "NonInventory" | "Service" | (string & {})); itemStatus: ("Unknown" | "Active" | "Archived"); isInvoiceItem?: boolean; isBillItem?: boolean; invoiceItem?: { unitPrice?: number; description?: string; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number } }; billItem?: { unitPrice?: number; description?: string; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number } }; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  JournalEntry: { id: string; postedOn: string; description?: string; reference?: string; journalLines: { description?: string; accountRef: { id: string; name?: string }; netAmount: number; currency?: string; tracking?: { id: string; name?: string }[] }[]; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Link: { companyName: string; accountName: string; logo?: string; color?: string; returnUrl?: string; connectionId?: string; platforms: { platformKey: string; name: string; sourceType: string; authorization: ("credentials" | "platform" | "upload" | (string & {})); dataTypes: string[]; canWrite: boolean; credentialFields: { name: string; label: string; secret: boolean; help?: string }[] }[]; connections: { connectionId: string; platformKey: string; platformName: string; status: ("PendingAuth" | "Linked" | "Unlinked" | "Deauthorized" | (string & {})); lastSync?: string; failedReads: { dataType: string; name: string; reason: ("permission" | "failure" | (string & {})) }[]; message: string }[]; reads: { dataType: string; name: string; schedule: ("none" | "hourly" | "daily" | "weekly" | "monthly" | (string & {})) }[] };
  LinkAcceptance: { password: string; name?: string; code?: string };
  LinkOrder: { platformKey: string; credentials?: { [name: string]: string }; state?: string };
  LinkOutcome: { kind: ("linked" | "authorize" | "upload" | (string & {})); connectionId: string; status: ("PendingAuth" | "Linked" | "Unlinked" | "Deauthorized" | (string & {})); authorizeUrl?: string; returnUrl?: string };
  LinkProgress: { isComplete: boolean; connections: { connectionId: string; isComplete: boolean; dataTypes: { dataType: string; name: string; state: ("waiting" | "reading" | "read" | "failed" | (string & {})); records: number; total?: number }[] }[] };
  LinkSettings: { returnUrl?: string; displayName?: string; logo?: string; color?: string };
  LinkUpload: { uploadId: string; fileName: string; bytes: number; status: ("Received" | "Unreadable" | "Confirmed" | "Replaced" | (string & {})); format?: string; problem?: string; dataTypes?: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments" | (string & {}))[]; notes?: string[]; sheets?: { name: string; rows: number; columns: { name: string; samples: string[] }[] }[] };
  ListedMessage: { messageId: string; eventType: string; companyId?: string; connectionId?: string; channels: string[]; created: string; status: ("pending" | "failed" | "delivered" | "unmatched" | (string & {})); recipients: number; isTest: boolean; summary?: Schemas['MessageSummary'] };
  LiveEvent: (Schemas['LiveEventHello'] | Schemas['LiveEventSync'] | Schemas['LiveEventMessage'] | Schemas['LiveEventPush'] | Schemas['LiveEventCompany'] | Schemas['LiveEventConnection'] | Schemas['LiveEventConsumer'] | Schemas['LiveEventNotice']);
  LiveEventCompany: { event: "company"; data: { [name: string]: unknown } };
  LiveEventConnection: { event: "connection"; data: Schemas['LiveEventConnectionData'] };
  LiveEventConnectionData: { connectionId: string; companyId: string };
  LiveEventConsumer: { event: "consumer"; data: Schemas['LiveEventConsumerData'] };
  LiveEventConsumerData: { consumerId: string };
  LiveEventHello: { event: "hello"; data: { [name: string]: unknown } };
  LiveEventMessage: { event: "message"; data: Schemas['Message'] };
  LiveEventNotice: { event: "notice"; data: { [name: string]: unknown } };
  LiveEventPush: { event: "push"; data: Schemas['PushOperation'] };
  LiveEventSync: { event: "sync"; data: Schemas['Sync'] };
  LoggedRequest: { correlationId: string; at: string; actor: { kind: ("key" | "person" | "operator" | (string & {})); id?: string; name: string }; method: string; operation?: string; path: string; query?: string; companyId?: string; status?: number; code?: string; durationMs: number; bytes: number; address?: string };
  MadeInvitation: { invitationId: string; email: string; role: ("viewer" | "developer" | "administrator" | (string & {})); invitedBy: string; isMailed: boolean; created: string; expires: string; link?: string };
  Maintenance: { enabled: boolean; since?: string; message?: string; retryAfterSeconds: number };
  MaintenanceChange: { enabled: boolean; retryAfterSeconds?: number; message?: string };
  MappingInput: { fields: Schemas['CustomField'][] };
  MappingPreview: { dataSets: number; records: number; examined: number; isSampled: boolean; changed: number; unreadable: number; withoutSource: number; fields: { name: string; changed: number; present: number; unreadable: number }[]; examples: { companyId: string; connectionId: string; id: string; before: { [name: string]: (string | number | boolean) }; after: { [name: string]: (string | number | boolean) } }[] };
  Member: { personId: string; email: string; name: string; role: ("viewer" | "developer" | "administrator" | (string & {})); hasTotp: boolean; joined: string; lastSeen?: string };
  MemberChange: { role: ("viewer" | "developer" | "administrator" | (string & {})) };
  Message: { messageId: string; eventType: string; companyId?: string; connectionId?: string; channels: string[]; created: string; status: ("pending" | "failed" | "delivered" | "unmatched" | (string & {})); recipients: number; isTest: boolean };
  MessageCounts: { since: string; until: string; buckets: { at: string; delivered: number; failed: number; pending: number; unmatched: number }[]; isEstimated: boolean };
  MessageDetails: { messageId: string; eventType: string; companyId?: string; connectionId?: string; channels: string[]; created: string; status: ("pending" | "failed" | "delivered" | "unmatched" | (string & {})); recipients: number; isTest: boolean; body: { [name: string]: unknown }; deliveries: { consumerId: string; status: ("pending" | "delivered" | "exhausted" | "gone" | "cancelled" | (string & {})); attempts: number; nextAttempt?: string; lastAttempt?: string; lastStatusCode?: number }[] };
  MessageSummary: { text?: string; dataType?: string; standingQueryId?: string; counts?: { added: number; updated: number; deleted: number }; deliveries: { consumerId: string; status: ("pending" | "delivered" | "exhausted" | "gone" | "cancelled" | (string & {})); attempts: number; nextAttempt?: string; lastAttempt?: string; lastStatusCode?: number }[] };
  Migration: { generation: ("older" | "newer"); state: ("notMigrated" | "migrated" | "rolledBack" | "alwaysNewer" | (string & {})); declared: boolean; requested: boolean; check?: Schemas['MigrationCheck']; plan?: Schemas['MigrationPlan']; rehearsal?: Schemas['Rehearsal']; consumers: { consumerId: string; url: string; state: ("same" | "changed" | "gone" | (string & {})) }[]; history: { at: string; step: ("declared" | "requested" | "rehearsed" | "applied" | "rolledBack" | (string & {})); by: string; source: ("client" | "operator" | (string & {})); detail: string }[] };
  MigrationCheck: { checkedAt: string; days: number; isReady: boolean; blockers: Schemas['MigrationFinding'][]; warnings: Schemas['MigrationFinding'][] };
  MigrationFinding: { kind: string; text: string; evidence: { [name: string]: unknown }[] };
  MigrationOrder: { automationUrl?: string; force?: string };
  MigrationPlan: { hash: string; rules: number; consumers: { name: string; url: string; eventTypes: string[]; channels: string[]; headers: { [name: string]: string }; hasAuthorization: boolean; ruleIds: string[] }[]; emailRules: { ruleId: string; type: string; companyId?: string; emails: string[]; replacedBy?: string }[]; droppedRules: { ruleId: string; companyId: string }[] };
  Notice: { conditionId: string; kind: Schemas['NoticeKindName']; name: string; detail: string; page: string; since: string; opened: string; recovered?: string };
  NoticeChat: { chatId: string; name: string; address: string; kinds: Schemas['NoticeKindName'][]; mutedUntil?: string; created: string; lastSent?: string; lastError?: string };
  NoticeChatChange: { mutedUntil: (null) };
  NoticeChatInput: { name: string; url: string; kinds: Schemas['NoticeKindName'][] };
  NoticeChoice: { kind: Schemas['NoticeKindName']; email: boolean; browser: boolean };
  NoticeChoices: { mail: boolean; account: Schemas['NoticeKind'][]; operator: Schemas['NoticeKind'][] };
  NoticeKind: { kind: Schemas['NoticeKindName']; email: boolean; browser: boolean; mutedUntil?: string };
  NoticeKindName: ("consumerFailing" | "connectionDeauthorized" | "syncsFailing" | "backlogGrowing" | "databaseGrowing" | (string & {}));
  NoticeMute: { medium: ("email" | "chat"); chatName?: string; accountName?: string; kinds: Schemas['NoticeKindName'][]; mutedUntil?: string };
  OauthApplication: { platformKey: string; clientId: string; hasNotificationKey: boolean; redirectUri: string; notificationUrl: string; created: string; changed: string };
  OauthApplicationInput: { clientId: string; clientSecret: string; notificationKey?: string };
  OpenedLink: { email: string; kind: ("invitation" | "reset"); accountName?: string; role?: ("viewer" | "developer" | "administrator" | (string & {})); expires: string; isKnown: boolean; needsCode: boolean };
  Overview: { companies: { total: number; linked: number; needingAttention: number }; activity: Schemas['Activity'][]; isSampled: boolean; attention: Schemas['Attention'][]; isAttentionCut: boolean; health: { status: ("ok" | "degraded" | (string & {})); oldestDueSeconds?: number }; firstSteps: { keyUsed: boolean; companyLinked: boolean; consumerReached: boolean; recordPushed: boolean } };
  PassThroughRequest: { method: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE"); path: string; query?: { [name: string]: string }; headers?: { [name: string]: string }; json?: unknown; text?: string };
  PassThroughResponse: { status: number; headers: { [name: string]: string }; json?: unknown; text?: string; isBodyLeftOut?: boolean };
  PasswordChange: { current: string; password: string };
  PasswordResetRequest: { email: string };
  Payment: { id: string; customerRef?: { id: string; companyName?: string }; accountRef?: { id: string; name?: string }; date: string; reference?: string; currency?: string; currencyRate?: number; totalAmount: number; lines?: { amount: number; allocatedOnDate?: string; links?: { type: ("Unknown" | "Invoice" | "Bill" | "CreditNote" | "BillCreditNote" | "Other" | (string & {})); id: string; amount: number }[] }[]; note?: string; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  PersonChange: { name: string };
  Platform: { platformKey: string; name: string; sourceType: ("Accounting" | "Banking" | "Commerce" | "Other" | (string & {})); enabled: boolean; credentialFields: { name: string; label: string; secret: boolean; help?: string }[]; passThrough: boolean; dataTypes: { [name: string]: { pull: boolean; push: string[] } } };
  PlatformCall: { callId: string; at: string; purpose: ("sync" | "push" | "authorize" | "content" | "passThrough" | (string & {})); syncId?: string; pushId?: string; dataType?: string; method: string; host: string; path: string; query?: string; status?: number; error?: string; durationMs: number; waitedMs: number; bytes: number; retryAt?: string };
  Problem: { type: string; title: string; status: number; detail: string; instance: string; code: string; service: string; retryable: boolean; validation?: { [name: string]: unknown } };
  Profile: { clientId: string; name: string; webhookGeneration: string; webhookAuthorization?: string; created: string };
  ProfileChange: { name?: string; webhookAuthorization?: (string | null) };
  ProfitAndLoss: { id: string; fromDate: string; toDate: string; currency?: string; income: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; costOfSales?: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; expenses: { name: string; accountId?: string; value: number; items?: { name: string; accountId?: string; value: number }[] }; grossProfit?: number; netProfit: number; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Proof: { proofId: string; sequence: number; connectionId: string; dataType: string; generation: number; publishedAt: string; records: number; depth: number; root: string; previous: string; hash: string; publicKey: string; signature: string; signedAt: string };
  ProofKey: { publicKey: string; createdAt: string; retiredAt?: string };
  ProofKeys: { algorithm: ("ed25519"); keys: Schemas['ProofKey'][] };
  Publication: { publishedAt: string; connectionId: string; dataType: string; generation: number; totalRecords: number; changes: number; remapped?: number; syncId?: string; pushId?: string };
  PublicProofKey: { publicKey: string; createdAt: string; retiredAt?: string; cell?: string };
  PublicProofKeys: { algorithm: ("ed25519"); keys: Schemas['PublicProofKey'][]; unreachableCells?: string[] };
  PurchaseOrder: { id: string; purchaseOrderNumber?: string; supplierRef?: { id: string; supplierName?: string }; issueDate: string; deliveryDate?: string; currency?: string; currencyRate?: number; lineItems?: { description?: string; unitAmount: number; quantity: number; discountAmount?: number; subTotal?: number; taxAmount?: number; totalAmount?: number; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number }; itemRef?: { id: string; name?: string }; tracking?: { id: string; name?: string }[] }[]; subTotal?: number; totalDiscount?: number; totalTaxAmount?: number; totalAmount: number; note?: string; status: ("Unknown" | "Draft" | "Open" | "Closed" | "Void" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Purge: { companyId: string; requested: string; purged?: string; erased: { [name: string]: number } };
  PushDryRun: { dryRun: true; dataType: string; operation: string; request: { method: string; url: string; headers: { [name: string]: string }; body?: string }; validation: { errors: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[]; warnings: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[] } };
  PushGroup: { pushGroupId: string; companyId: string; connectionId: string; status: ("Running" | "Undoing" | "Succeeded" | "Failed" | "Undone" | "UndoFailed" | (string & {})); onFailure: ("stop" | "undo"); requested: string; completed?: string; timeoutInMinutes: number; steps: Schemas['PushGroupStep'][] };
  PushGroupDryRun: { dryRun: true; onFailure: ("stop" | "undo"); steps: { key: string; dataType: string; operation: ("create" | "update" | "delete"); undo?: ("void" | "delete" | "archive" | (string & {})); request: { method: string; url: string; headers: { [name: string]: string }; body?: string }; undoRequest?: { method: string; url: string; headers: { [name: string]: string }; body?: string }; validation: { errors: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[]; warnings: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[] } }[] };
  PushGroupInput: { connectionId: string; onFailure: ("stop" | "undo"); steps: Schemas['PushGroupStepInput'][] };
  PushGroupStep: { key: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); operation: ("create" | "update" | "delete"); outcome: ("notStarted" | "running" | "succeeded" | "failed" | "undoing" | "undone" | "undoFailed" | (string & {})); undo?: ("void" | "delete" | "archive" | (string & {})); pushId?: string; undoPushId?: string; recordId?: string; errorMessage?: string };
  PushGroupStepInput: { key: string; dataType: string; operation: ("create" | "update" | "delete"); recordId?: (string | Schemas['PushStepReference']); record?: { [name: string]: unknown }; ifMatch?: string };
  PushOperation: { pushId: string; companyId: string; connectionId: string; dataType: string; operation: ("create" | "update" | "delete" | (string & {})); status: ("Pending" | "TimedOut" | "Success" | "Failed" | (string & {})); statusCode: number; step: ("waiting" | "sent" | "accepted" | "known" | "unknown" | (string & {})); requested: string; completed?: string; resolved?: string; timeoutInMinutes: number; record?: { id: string }; errorMessage?: string; validation?: { errors: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[]; warnings: { itemId?: string; message: string; validatorName?: string; before?: unknown; after?: unknown }[] }; providerStatus?: number; lastPollStatus?: number; retryAt?: string; group?: { pushGroupId: string; step: string }; sent?: unknown };
  PushOptions: { dataType: string; operations: { create?: unknown; update?: unknown; delete?: unknown } };
  PushRecord: { [name: string]: unknown };
  PushResolution: { outcome: ("Success" | "Failed"); recordId?: string };
  PushStepReference: { fromStep: string };
  Quality: { held: Schemas['HeldGeneration'][]; checks: Schemas['QualityResult'][] };
  QualityResult: { connectionId: string; dataType: string; generation: number; syncId: string; checkedAt: string; check: ("massDeletion" | "unbalanced" | "receivablesMismatch" | "payablesMismatch" | "overpaid" | "numberingGap" | "duplicate" | "sourceChanged" | "unusualChange" | "futureDate" | (string & {})); level: ("inform" | "warn" | "hold"); outcome: ("passed" | "found" | "skipped" | (string & {})); found: number; records: Schemas['CheckFinding'][]; message?: string; isPartial?: boolean };
  QualityRun: { runId: string; connectionId: string; dataType: string; generation: number; syncId: string; isHeld: boolean; checkedAt: string; found: number; results: Schemas['CheckResult'][] };
  Record: { id: string; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  RecordConnection: { connectionId: string; platformKey: string; sourceType: ("Accounting" | "Banking" | "Commerce" | "Other" | (string & {})) };
  RecordVersion: { generation: number; change: ("added" | "updated" | "deleted"); isRemapped?: boolean; validFrom?: string; validTo?: string; record: Schemas['Record'] };
  RecoveryCodes: { recoveryCodes: string[] };
  Redelivery: { redeliveryId: string; consumerId: string; kind: ("recover" | "replay" | "retry" | (string & {})); since: string; until: string; status: ("Queued" | "Running" | "Complete" | "Cancelled" | (string & {})); requested: string; completed?: string; total: number; done: number };
  Rehearsal: { rehearsalId: string; started: string; until: string; ended?: string };
  RehearsalInput: { minutes?: number; toUrl?: string };
  RehearsalReport: { rehearsalId: string; started: string; ended?: string; events: number; same: number; different: number; reasons: { [name: string]: number }; olderSentTwice: number; olderMs?: { median: number; max: number }; newerMs?: { median: number; max: number }; perEvent: { eventId: string; ruleType: string; isSame: boolean; differences: { kind: ("body" | "onlyOlder" | "onlyNewer" | "outcome" | (string & {})); text: string }[]; olderSentTwice: boolean; older: { url: string; outcome: ("delivered" | "failed" | "pending" | (string & {})); statusCode?: number; ms?: number }[]; newer: { url: string; outcome: ("delivered" | "failed" | "pending" | (string & {})); statusCode?: number; ms?: number }[] }[] };
  Resent: { messageId: string; consumerIds: string[] };
  RestatedDataType: { dataType: string; connectionId: string; before: Schemas['RestatementState']; after: Schemas['RestatementState']; added: number; changed: number; deleted: number; backdated: number; amounts: { currency?: string; added: number; changed: number; deleted: number; backdated: number; difference: number }[]; months: { month: string; currency?: string; records: number; added: number; changed: number; deleted: number; backdated: number; before: number; after: number; difference: number }[] };
  RestatedLine: { section: string; name: string; accountId?: string; isTotal: boolean; before?: number; after?: number; difference: number };
  RestatedPeriod: { id: string; from?: string; to: string; currency?: string; change: ("unchanged" | "added" | "changed" | "deleted" | (string & {})); lines: Schemas['RestatedLine'][] };
  RestatedRecord: { dataType: string; connectionId: string; id: string; number?: string; change: ("added" | "changed" | "deleted" | "backdated" | (string & {})); date: string; currency?: string; difference?: number; changedFields?: string[]; before?: { generation: number; isCounted: boolean; date?: string; currency?: string; amount?: number; record?: Schemas['Record'] }; after: { generation: number; isCounted: boolean; date?: string; currency?: string; amount?: number; record?: Schemas['Record'] } };
  RestatedStatement: { dataType: string; before: Schemas['RestatementState']; after: Schemas['RestatementState']; periods: Schemas['RestatedPeriod'][]; isCut: boolean };
  RestatementMissing: { dataType: string; code: string; message: string };
  RestatementMoment: { at: string; snapshotId?: string };
  Restatements: { from: Schemas['RestatementMoment']; to: Schemas['RestatementMoment']; closedFrom?: string; closedOn: string; added: number; changed: number; deleted: number; backdated: number; dataTypes: Schemas['RestatedDataType'][]; statements: Schemas['RestatedStatement'][]; missing: Schemas['RestatementMissing'][]; _links: { records: { href: string } } };
  RestatementState: { generation: number; publishedAt: string };
  Retried: { consumerId: string; total: number; redeliveryId?: string };
  RevenueInsight: { date: string; sources: Schemas['InsightSource'][]; missing: Schemas['InsightMissing'][]; basis?: ("profitAndLoss" | "documents" | (string & {})); currencies: { currency?: string; revenue?: number; costs?: number; result?: number; months: { month: string; revenue?: number; costs?: number; result?: number; records: { dataType: string; query: string }[] }[] }[] };
  RollbackOrder: { [name: string]: unknown };
  Rule: { ruleId: string; type: string; companyId?: string; notifiers: { webhook?: string; emails: string[] }; created: string };
  RuleInput: { type: string; companyId?: string; notifiers: { webhook?: string; emails?: string[] } };
  SalesOrder: { id: string; salesOrderNumber?: string; customerRef?: { id: string; companyName?: string }; issueDate: string; deliveryDate?: string; currency?: string; currencyRate?: number; lineItems?: { description?: string; unitAmount: number; quantity: number; discountAmount?: number; subTotal?: number; taxAmount?: number; totalAmount?: number; accountRef?: { id: string; name?: string }; taxRateRef?: { id: string; name?: string; effectiveTaxRate?: number }; itemRef?: { id: string; name?: string }; tracking?: { id: string; name?: string }[] }[]; subTotal?: number; totalDiscount?: number; totalTaxAmount?: number; totalAmount: number; note?: string; status: ("Unknown" | "Draft" | "Open" | "Closed" | "Void" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Schedule: { deliveries: { messageId: string; consumerId: string; eventType: string; attempts: number; upcoming: { number: number; earliest: string; latest?: string }[]; waitsFor?: string }[]; hasMore: boolean; disablesAt?: string };
  SearchHit: { kind: ("company" | "connection" | "record" | "sync" | "push" | "message" | "consumer" | "auditEntry" | "request" | (string & {})); id: string; title: string; companyId?: string; companyName?: string; dataType?: string; status?: string; at?: string };
  SearchResult: { hits: Schemas['SearchHit'][]; isCut: boolean };
  SecretRotation: { overlapSeconds?: number; signature?: ("sharedSecret" | "ed25519") };
  SentTest: { messageId: string; eventType: string; consumerId: string };
  Session: { person: Schemas['SignedInPerson']; account?: { accountId: string; name: string; plan: string; role: ("viewer" | "developer" | "administrator" | (string & {})); webhookGeneration: ("older" | "newer") }; accounts: { accountId: string; name: string; role: ("viewer" | "developer" | "administrator" | (string & {})) }[]; expires: string; version: string };
  SessionChange: { accountId: string };
  SessionEntry: { sessionId: string; created: string; lastSeen: string; address: string; userAgent: string; isThis: boolean };
  SessionProof: { password: string; code?: string };
  SignedInPerson: { personId: string; email: string; name: string; hasTotp: boolean; hasPassword: boolean; isOperator: boolean; needsSecondFactor: boolean };
  SignIn: { email: string; password: string; code?: string };
  SignInMethods: { password: boolean; singleSignOn: { name: string; startUrl: string }[]; mail: boolean; hasPeople: boolean };
  Snapshot: { snapshotId: string; companyId: string; name?: string; status: ("pending" | "ready" | "ended" | (string & {})); requested: string; taken?: string; keepUntil: string; spreadSeconds?: number; maxSpreadSeconds?: number; isSpreadMet?: boolean; rounds?: number; changedMeanwhile: boolean; dataSets: Schemas['SnapshotDataSet'][] };
  SnapshotChange: { name?: (string | null); keepUntil?: string };
  SnapshotDataSet: { dataType: string; connectionId: string; generation: number; totalRecords: number; publishedAt: string; readFrom?: string; readTo?: string; isFresh: boolean; changedMeanwhile: boolean; isHeld: boolean };
  SnapshotDisk: { versions: number; bytes: number };
  SnapshotInput: { name?: string; keepUntil?: string; fresh?: boolean; maxSpreadSeconds?: number };
  SnapshotWithDisk: { snapshotId: string; companyId: string; name?: string; status: ("pending" | "ready" | "ended" | (string & {})); requested: string; taken?: string; keepUntil: string; spreadSeconds?: number; maxSpreadSeconds?: number; isSpreadMet?: boolean; rounds?: number; changedMeanwhile: boolean; dataSets: Schemas['SnapshotDataSet'][]; held?: Schemas['SnapshotDisk'] };
  SourceAddresses: { status: ("published" | "notPublished" | (string & {})); addresses?: string[]; message?: string };
  StandingQuery: { standingQueryId: string; name: string; consumerId: string; companyId?: string; dataType: string; query: string; created: string };
  StandingQueryInput: { name: string; consumerId: string; companyId?: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); query: string };
  Supplier: { id: string; supplierName: string; contactName?: string; emailAddress?: string; phone?: string; addresses?: { type: ("Unknown" | "Billing" | "Delivery" | (string & {})); line1?: string; line2?: string; city?: string; region?: string; country?: string; postalCode?: string }[]; registrationNumber?: string; taxNumber?: string; defaultCurrency?: string; status: ("Unknown" | "Active" | "Archived" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Sync: { syncId: string; companyId: string; connectionId: string; dataType: string; status: ("Queued" | "Fetching" | "Waiting" | "Publishing" | "Complete" | "FetchError" | "AuthError" | "PermissionsError" | "NotSupported" | "InternalError" | "Cancelled" | (string & {})); requested: string; started?: string; completed?: string; trigger: ("first" | "schedule" | "manual" | "mapping" | (string & {})); isFull?: boolean; progress: { pages: number; records: number; total?: number }; counts: { added: number; updated: number; unchanged: number; deleted: number; remapped?: number; unmapped?: number; unreadable?: number }; error?: { code: string; message: string; retryAt?: string }; timeline: { at: string; state: ("Queued" | "Fetching" | "Waiting" | "Publishing" | "Complete" | "FetchError" | "AuthError" | "PermissionsError" | "NotSupported" | "InternalError" | "Cancelled" | (string & {})); message: string; until?: string }[] };
  SyncSetting: { dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); fetchOnFirstLink: boolean; schedule: ("none" | "hourly" | "daily" | "weekly" | "monthly" | (string & {})); syncFrom?: string; byDemand?: boolean; order: number; keepContent?: boolean };
  SyncSettings: { settings: Schemas['SyncSetting'][] };
  SyncSettingsChange: { settings: Schemas['SyncSetting'][] };
  TaxRate: { id: string; name: string; code?: string; effectiveTaxRate?: number; totalTaxRate?: number; components?: { name: string; rate: number; isCompound?: boolean }[]; status: ("Unknown" | "Active" | "Archived" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  TeamSettings: { secondFactorRequired: boolean };
  TestEvent: { eventType?: string };
  TotpCode: { code: string };
  TotpSetup: { secret: string; uri: string };
  TrackingCategory: { id: string; name: string; parentId?: string; hasChildren?: boolean; status: ("Unknown" | "Active" | "Archived" | (string & {})); modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Transfer: { id: string; date: string; description?: string; from: { accountRef: { id: string; name?: string }; amount: number; currency?: string }; to: { accountRef: { id: string; name?: string }; amount: number; currency?: string }; modifiedDate: string; sourceModifiedDate?: string; metadata: { isDeleted: boolean; pushId?: string }; customFields?: { [name: string]: (string | number | boolean) }; sourceData?: unknown; connection?: Schemas['RecordConnection'] };
  Upload: { uploadId: string; companyId: string; connectionId: string; fileName: string; bytes: number; status: ("Received" | "Unreadable" | "Confirmed" | "Replaced" | (string & {})); format?: string; problem?: string; reading?: Schemas['FileReading']; mode?: ("replace" | "append" | (string & {})); records?: number; problems?: number; dataSets: { dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments" | (string & {})); isCurrent: boolean; syncId?: string; syncStatus?: string }[]; uploaded: string; confirmed?: string; dataTypes?: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments" | (string & {}))[]; notes?: string[]; sheets?: { name: string; rows: number; columns: { name: string; samples: string[] }[] }[] };
  UploadConfirmation: { dataType?: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments" | (string & {})); sheet?: string; mapping?: Schemas['FileMapping']; mode?: ("replace" | "append" | (string & {})) };
  UploadPreview: { reading: Schemas['FileReading']; isRemembered: boolean; dataTypes: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments" | (string & {}))[]; mode: ("replace" | "append" | (string & {})); fields: { name: string; label: string; isRequired: boolean; isLine: boolean; choices?: string[] }[]; errors: string[]; records: unknown[]; total: number; problems: { row: number; column?: string; value?: string; message: string }[]; problemsTotal: number };
  Usage: { plan: ("free" | "paid" | (string & {})); created: string; expires?: string; companies: { used: number; max?: number }; linkedCompanies: number; apiKeys: { used: number; max?: number }; consumers: { used: number; max?: number }; snapshots: { used: number; max: number; daysMax: number; bytesMax: number; held: { versions: number; bytes: number } }; members: number; requests: { minute: { limit: number; remaining: number; reset: string }; day: { limit: number; remaining: number; reset: string } }; deprecatedCalls: { endpoint: string; keyName: string; calls: number; lastAt: string }[] };
};

/** The bytes of a file that is uploaded. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Every operation: what it takes, what it answers, and the kind of its further options. */
export type Operations = {
  /** List companies */
  listCompanies: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Company'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Create a company */
  createCompany: { input: { body: Schemas['CompanyInput'] }; answer: Schemas['Company'] };
  /** Get a company */
  getCompany: { input: { companyId: string }; answer: Schemas['Company'] };
  /** Change parts of a company */
  changeCompany: { input: { companyId: string; body: Schemas['CompanyChange'] }; answer: Schemas['Company'] };
  /** Replace a company */
  replaceCompany: { input: { companyId: string; body: Schemas['CompanyInput'] }; answer: Schemas['Company'] };
  /** Delete a company */
  deleteCompany: { input: { companyId: string }; answer: undefined };
  /** List purges of deleted companies */
  listPurges: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Purge'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List platforms */
  listPlatforms: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Platform'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List connections of a company */
  listConnections: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Connection'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Create a connection */
  createConnection: { input: { companyId: string; body: Schemas['ConnectionInput'] }; answer: Schemas['Connection'] };
  /** Get a connection */
  getConnection: { input: { companyId: string; connectionId: string }; answer: Schemas['Connection'] };
  /** Unlink a connection */
  unlinkConnection: { input: { companyId: string; connectionId: string; body: Schemas['ConnectionChange'] }; answer: Schemas['Connection'] };
  /** Delete a connection */
  deleteConnection: { input: { companyId: string; connectionId: string }; answer: undefined };
  /** Authorize a connection with credentials */
  authorizeConnection: { input: { companyId: string; connectionId: string; body: Schemas['Authorization'] }; answer: Schemas['Connection'] };
  /** Get the account's own OAuth application for a platform */
  getApplication: { input: { platformKey: string }; answer: Schemas['OauthApplication'] };
  /** Set the account's own OAuth application for a platform */
  setApplication: { input: { platformKey: string; body: Schemas['OauthApplicationInput'] }; answer: Schemas['OauthApplication'] };
  /** Remove the account's own OAuth application for a platform */
  removeApplication: { input: { platformKey: string }; answer: undefined };
  /** Check an OAuth application */
  checkApplication: { input: { platformKey: string }; answer: Schemas['ApplicationCheck'] };
  /** List changes of all companies */
  listChanges: { input: { after?: string; limit?: number; wait?: number; dataType?: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); include?: ("none" | "record" | "sourceData") }; answer: { results: Schemas['Change'][]; next: string; hasMore: boolean; _links: { self: { href: string }; current: { href: string }; next: { href: string } } } };
  /** List changes of a company */
  listCompanyChanges: { input: { companyId: string; after?: string; limit?: number; wait?: number; dataType?: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); include?: ("none" | "record" | "sourceData"); syncId?: string; since?: string }; answer: { results: Schemas['Change'][]; next: string; hasMore: boolean; _links: { self: { href: string }; current: { href: string }; next: { href: string } } } };
  /** Request a sync of all data sets of a company */
  requestAllData: { input: { companyId: string }; answer: { results: Schemas['Sync'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Request a sync of one data set of a company */
  requestData: { input: { companyId: string; dataType: string; connectionId?: string; full?: boolean }; answer: Schemas['Sync'] };
  /** List syncs of a company */
  listSyncs: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Sync'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get a sync */
  getSync: { input: { companyId: string; syncId: string }; answer: Schemas['Sync'] };
  /** Cancel a sync */
  cancelSync: { input: { companyId: string; syncId: string }; answer: Schemas['Sync'] };
  /** Confirm a held sync */
  confirmDeletions: { input: { companyId: string; syncId: string }; answer: Schemas['Sync'] };
  /** Receive notifications from a platform */
  receiveNotification: { input: { platformKey: string }; answer: undefined };
  /** Receive notifications for an account's own application */
  receiveAccountNotification: { input: { platformKey: string; accountId: string }; answer: undefined };
  /** Get the status of all data sets of a company */
  getDataStatus: { input: { companyId: string }; answer: { [name: string]: Schemas['DataStatus'] } };
  /** Get the account's sync settings */
  getSyncSettings: { input: {  }; answer: Schemas['SyncSettings'] };
  /** Replace the account's sync settings */
  replaceSyncSettings: { input: { body: Schemas['SyncSettingsChange'] }; answer: Schemas['SyncSettings'] };
  /** Get the sync settings of a company */
  getCompanySyncSettings: { input: { companyId: string }; answer: Schemas['SyncSettings'] };
  /** Replace the sync settings of a company */
  replaceCompanySyncSettings: { input: { companyId: string; body: Schemas['SyncSettingsChange'] }; answer: Schemas['SyncSettings'] };
  /** Get the levels of the account's checks */
  getChecks: { input: {  }; answer: Schemas['CheckSettings'] };
  /** Replace the levels of the account's checks */
  replaceChecks: { input: { body: Schemas['CheckSettingsChange'] }; answer: Schemas['CheckSettings'] };
  /** Get the quality of the data of a company */
  getQuality: { input: { companyId: string }; answer: Schemas['Quality'] };
  /** List results of checks over time */
  listQualityRuns: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['QualityRun'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get what a held sync would change */
  getHeldDiff: { input: { companyId: string; syncId: string; after?: string }; answer: Schemas['HeldDiff'] };
  /** List mappings of the account */
  listMappings: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['CustomFieldMapping'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get a mapping of the account */
  getMapping: { input: { platformKey: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments") }; answer: Schemas['CustomFieldMapping'] };
  /** Replace a mapping of the account */
  replaceMapping: { input: { platformKey: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); body: Schemas['MappingInput'] }; answer: Schemas['CustomFieldMapping'] };
  /** Delete a mapping of the account */
  deleteMapping: { input: { platformKey: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments") }; answer: undefined };
  /** Preview a mapping of the account */
  previewMapping: { input: { platformKey: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); body: Schemas['MappingInput'] }; answer: Schemas['MappingPreview'] };
  /** List mappings of a connection */
  listConnectionMappings: { input: { companyId: string; connectionId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['CustomFieldMapping'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Replace a mapping of a connection */
  replaceConnectionMapping: { input: { companyId: string; connectionId: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); body: Schemas['MappingInput'] }; answer: Schemas['CustomFieldMapping'] };
  /** Delete a mapping of a connection */
  deleteConnectionMapping: { input: { companyId: string; connectionId: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments") }; answer: undefined };
  /** Preview a mapping of a connection */
  previewConnectionMapping: { input: { companyId: string; connectionId: string; dataType: ("invoices" | "bills" | "customers" | "suppliers" | "accounts" | "items" | "payments" | "billPayments" | "creditNotes" | "billCreditNotes" | "journalEntries" | "taxRates" | "trackingCategories" | "purchaseOrders" | "salesOrders" | "bankAccounts" | "bankTransactions" | "transfers" | "info" | "balanceSheet" | "profitAndLoss" | "cashFlowStatement" | "attachments"); body: Schemas['MappingInput'] }; answer: Schemas['MappingPreview'] };
  /** Get the sync settings of a connection */
  getConnectionSyncSettings: { input: { companyId: string; connectionId: string }; answer: Schemas['SyncSettings'] };
  /** Replace the sync settings of a connection */
  replaceConnectionSyncSettings: { input: { companyId: string; connectionId: string; body: Schemas['SyncSettingsChange'] }; answer: Schemas['SyncSettings'] };
  /** Delete the sync settings of a connection */
  deleteConnectionSyncSettings: { input: { companyId: string; connectionId: string }; answer: undefined };
  /** List invoices */
  listInvoices: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Invoice'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get an invoice */
  getInvoice: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Invoice']; options: 'read' };
  /** List bills */
  listBills: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Bill'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a bill */
  getBill: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Bill']; options: 'read' };
  /** List customers */
  listCustomers: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Customer'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a customer */
  getCustomer: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Customer']; options: 'read' };
  /** List suppliers */
  listSuppliers: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Supplier'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a supplier */
  getSupplier: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Supplier']; options: 'read' };
  /** List accounts */
  listAccounts: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Account'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get an account */
  getAccount: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Account']; options: 'read' };
  /** List items */
  listItems: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Item'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get an item */
  getItem: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Item']; options: 'read' };
  /** List payments */
  listPayments: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Payment'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a payment */
  getPayment: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Payment']; options: 'read' };
  /** List bill payments */
  listBillPayments: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['BillPayment'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a bill payment */
  getBillPayment: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['BillPayment']; options: 'read' };
  /** List credit notes */
  listCreditNotes: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['CreditNote'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a credit note */
  getCreditNote: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['CreditNote']; options: 'read' };
  /** List bill credit notes */
  listBillCreditNotes: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['BillCreditNote'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a bill credit note */
  getBillCreditNote: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['BillCreditNote']; options: 'read' };
  /** List journal entries */
  listJournalEntries: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['JournalEntry'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a journal entry */
  getJournalEntry: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['JournalEntry']; options: 'read' };
  /** List tax rates */
  listTaxRates: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['TaxRate'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a tax rate */
  getTaxRate: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['TaxRate']; options: 'read' };
  /** List tracking categories */
  listTrackingCategories: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['TrackingCategory'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a tracking category */
  getTrackingCategory: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['TrackingCategory']; options: 'read' };
  /** List purchase orders */
  listPurchaseOrders: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['PurchaseOrder'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a purchase order */
  getPurchaseOrder: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['PurchaseOrder']; options: 'read' };
  /** List sales orders */
  listSalesOrders: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['SalesOrder'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a sales order */
  getSalesOrder: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['SalesOrder']; options: 'read' };
  /** List bank accounts */
  listBankAccounts: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['BankAccount'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a bank account */
  getBankAccount: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['BankAccount']; options: 'read' };
  /** List bank transactions */
  listBankTransactions: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['BankTransaction'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a bank transaction */
  getBankTransaction: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['BankTransaction']; options: 'read' };
  /** List transfers */
  listTransfers: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Transfer'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a transfer */
  getTransfer: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Transfer']; options: 'read' };
  /** List info records */
  listInfo: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Info'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get an info record */
  getInfo: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Info']; options: 'read' };
  /** List balance sheet records */
  listBalanceSheet: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['BalanceSheet'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a balance sheet record */
  getBalanceSheet: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['BalanceSheet']; options: 'read' };
  /** List profit and loss records */
  listProfitAndLoss: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['ProfitAndLoss'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a profit and loss record */
  getProfitAndLoss: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['ProfitAndLoss']; options: 'read' };
  /** List cash flow statement records */
  listCashFlowStatement: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['CashFlowStatement'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a cash flow statement record */
  getCashFlowStatement: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['CashFlowStatement']; options: 'read' };
  /** List attachments */
  listAttachments: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Attachment'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get an attachment */
  getAttachment: { input: { companyId: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Attachment']; options: 'read' };
  /** List records of a data type */
  listRecords: { input: { companyId: string; dataType: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Record'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a record of a data type */
  getRecord: { input: { companyId: string; dataType: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Record']; options: 'read' };
  /** List versions of a record */
  listRecordVersions: { input: { companyId: string; dataType: string; id: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); format?: "csv"; columns?: string }; answer: { results: Schemas['RecordVersion'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List records of a data type */
  listRecordsOfConnection: { input: { companyId: string; connectionId: string; dataType: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Record'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } }; options: 'read' };
  /** Get a record of a data type */
  getRecordOfConnection: { input: { companyId: string; connectionId: string; dataType: string; id: string; include?: ("sourceData" | "connection" | "sourceData,connection"); asOf?: string; snapshot?: string }; answer: Schemas['Record']; options: 'read' };
  /** List versions of a record */
  listRecordVersionsOfConnection: { input: { companyId: string; connectionId: string; dataType: string; id: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("sourceData" | "connection" | "sourceData,connection"); format?: "csv"; columns?: string }; answer: { results: Schemas['RecordVersion'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get a hash of all records of a data type */
  hashRecordsOfConnection: { input: { companyId: string; connectionId: string; dataType: string; generation?: number; snapshot?: string }; answer: Schemas['GenerationHash'] };
  /** List data sets of all companies */
  listDataSets: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['DataSet'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Send a request of your own to the platform */
  passThrough: { input: { companyId: string; connectionId: string; body: Schemas['PassThroughRequest'] }; answer: Schemas['PassThroughResponse'] };
  /** Get the cash of a company */
  getCashInsight: { input: { companyId: string; asOf?: string; snapshot?: string; months?: number }; answer: Schemas['CashInsight'] };
  /** Get revenue, costs and result of a company by month */
  getRevenueInsight: { input: { companyId: string; asOf?: string; snapshot?: string; months?: number }; answer: Schemas['RevenueInsight'] };
  /** Get what customers owe a company, by age */
  getReceivablesInsight: { input: { companyId: string; asOf?: string; snapshot?: string }; answer: Schemas['AgeingInsight'] };
  /** Get what a company owes its suppliers, by age */
  getPayablesInsight: { input: { companyId: string; asOf?: string; snapshot?: string }; answer: Schemas['AgeingInsight'] };
  /** Get the largest customers of a company */
  getCustomersInsight: { input: { companyId: string; asOf?: string; snapshot?: string; from?: string; to?: string; top?: number }; answer: Schemas['CustomersInsight'] };
  /** Get what was changed backwards in a closed period */
  getRestatements: { input: { companyId: string; from?: string; fromSnapshot?: string; to?: string; toSnapshot?: string; closedOn?: string; closedFrom?: string }; answer: Schemas['Restatements'] };
  /** List restated records */
  listRestatedRecords: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; from?: string; fromSnapshot?: string; to?: string; toSnapshot?: string; closedOn?: string; closedFrom?: string; include?: "records"; states?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['RestatedRecord'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get the keys that sign proofs */
  getProofKeys: { input: {  }; answer: Schemas['ProofKeys'] };
  /** Get the keys that sign proofs, without a key of the API */
  getPublicProofKeys: { input: {  }; answer: Schemas['PublicProofKeys'] };
  /** List the chain of publications of a company */
  listProofs: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Proof'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List publications of a company */
  listPublications: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Publication'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Take a snapshot of a company */
  createSnapshot: { input: { companyId: string; body?: Schemas['SnapshotInput'] }; answer: Schemas['Snapshot'] };
  /** List snapshots of a company */
  listSnapshots: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Snapshot'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get a snapshot */
  getSnapshot: { input: { companyId: string; snapshotId: string }; answer: Schemas['SnapshotWithDisk'] };
  /** Rename a snapshot, or keep it for another time */
  changeSnapshot: { input: { companyId: string; snapshotId: string; body: Schemas['SnapshotChange'] }; answer: Schemas['Snapshot'] };
  /** End a snapshot */
  deleteSnapshot: { input: { companyId: string; snapshotId: string }; answer: undefined };
  /** Get the push options of a data type */
  getPushOptions: { input: { companyId: string; connectionId: string; dataType: string }; answer: Schemas['PushOptions'] };
  /** Create a record on the platform */
  pushCreate: { input: { companyId: string; connectionId: string; dataType: string; dryRun?: boolean; timeoutInMinutes?: number; body: Schemas['PushRecord'] }; answer: (Schemas['PushOperation'] | Schemas['PushDryRun']); options: 'push' };
  /** Replace a record on the platform */
  pushUpdate: { input: { companyId: string; connectionId: string; dataType: string; id: string; dryRun?: boolean; timeoutInMinutes?: number; body: Schemas['PushRecord'] }; answer: (Schemas['PushOperation'] | Schemas['PushDryRun']); options: 'change' };
  /** Delete a record on the platform */
  pushDelete: { input: { companyId: string; connectionId: string; dataType: string; id: string; dryRun?: boolean; timeoutInMinutes?: number }; answer: (Schemas['PushOperation'] | Schemas['PushDryRun']); options: 'change' };
  /** List push operations of a company */
  listPushes: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['PushOperation'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get a push operation */
  getPush: { input: { companyId: string; pushId: string }; answer: Schemas['PushOperation'] };
  /** Resolve a push whose outcome is unknown */
  resolvePush: { input: { companyId: string; pushId: string; body: Schemas['PushResolution'] }; answer: Schemas['PushOperation'] };
  /** Push several records in order, as one operation */
  createPushGroup: { input: { companyId: string; dryRun?: boolean; timeoutInMinutes?: number; body: Schemas['PushGroupInput'] }; answer: (Schemas['PushGroup'] | Schemas['PushGroupDryRun']) };
  /** List push groups of a company */
  listPushGroups: { input: { companyId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['PushGroup'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get a push group with the outcome of each step */
  getPushGroup: { input: { companyId: string; pushGroupId: string }; answer: Schemas['PushGroup'] };
  /** Upload a file */
  createUpload: { input: { companyId: string; connectionId: string; fileName: string; confirm?: ("ifKnown" | "never"); body: FileBody }; answer: Schemas['Upload'] };
  /** List uploads of a connection */
  listUploads: { input: { companyId: string; connectionId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Upload'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get an upload */
  getUpload: { input: { companyId: string; connectionId: string; uploadId: string }; answer: Schemas['Upload'] };
  /** Delete an upload */
  deleteUpload: { input: { companyId: string; connectionId: string; uploadId: string }; answer: undefined };
  /** Preview an upload */
  previewUpload: { input: { companyId: string; connectionId: string; uploadId: string; body?: Schemas['FileReading'] }; answer: Schemas['UploadPreview'] };
  /** Confirm an upload */
  confirmUpload: { input: { companyId: string; connectionId: string; uploadId: string; body?: Schemas['UploadConfirmation'] }; answer: Schemas['Upload'] };
  /** List API keys */
  listApiKeys: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['ApiKey'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Create an API key */
  createApiKey: { input: { body: Schemas['ApiKeyInput'] }; answer: Schemas['CreatedApiKey'] };
  /** Delete an API key */
  deleteApiKey: { input: { apiKeyId: string }; answer: undefined };
  /** List webhook consumers */
  listConsumers: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Consumer'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Create a webhook consumer */
  createConsumer: { input: { body: Schemas['ConsumerInput'] }; answer: Schemas['ConsumerWithSecret'] };
  /** Get a webhook consumer */
  getConsumer: { input: { consumerId: string }; answer: Schemas['Consumer'] };
  /** Change a webhook consumer */
  changeConsumer: { input: { consumerId: string; body: Schemas['ConsumerChange'] }; answer: Schemas['Consumer'] };
  /** Delete a webhook consumer */
  deleteConsumer: { input: { consumerId: string }; answer: undefined };
  /** Rotate the signing secret or key */
  rotateConsumerSecret: { input: { consumerId: string; body?: Schemas['SecretRotation'] }; answer: Schemas['ConsumerWithSecret'] };
  /** Enable a webhook consumer */
  enableConsumer: { input: { consumerId: string }; answer: Schemas['Consumer'] };
  /** Disable a webhook consumer */
  disableConsumer: { input: { consumerId: string }; answer: Schemas['Consumer'] };
  /** Send a test event */
  testConsumer: { input: { consumerId: string; body?: Schemas['TestEvent'] }; answer: Schemas['SentTest'] };
  /** Get delivery statistics of a webhook consumer */
  getConsumerStats: { input: { consumerId: string; hours?: number; every?: ("hour" | "quarter") }; answer: Schemas['ConsumerStats'] };
  /** Set the Authorization header of a webhook consumer */
  setConsumerAuthorization: { input: { consumerId: string; body: Schemas['ConsumerAuthorization'] }; answer: Schemas['Consumer'] };
  /** Remove the Authorization header of a webhook consumer */
  removeConsumerAuthorization: { input: { consumerId: string }; answer: Schemas['Consumer'] };
  /** Set OAuth client credentials for the Authorization header of a webhook consumer */
  setConsumerOauth: { input: { consumerId: string; body: Schemas['ConsumerOauth'] }; answer: Schemas['Consumer'] };
  /** Get the retry schedule of a webhook consumer */
  getConsumerSchedule: { input: { consumerId: string }; answer: Schemas['Schedule'] };
  /** Get the retry schedule of a message */
  getMessageSchedule: { input: { messageId: string }; answer: Schemas['Schedule'] };
  /** Get an attempt */
  getAttempt: { input: { messageId: string; attemptId: string }; answer: Schemas['AttemptDetails'] };
  /** List event types */
  listEventTypes: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['EventType'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get the source addresses of deliveries */
  getSourceAddresses: { input: {  }; answer: Schemas['SourceAddresses'] };
  /** List messages */
  listMessages: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; include?: ("summary"); format?: "csv"; columns?: string }; answer: { results: Schemas['ListedMessage'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Count messages over time */
  countMessages: { input: { query?: string; since?: string; until?: string; buckets?: number }; answer: Schemas['MessageCounts'] };
  /** Get a message */
  getMessage: { input: { messageId: string }; answer: Schemas['MessageDetails'] };
  /** List attempts of a message */
  listAttempts: { input: { messageId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Attempt'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Resend a message */
  resendMessage: { input: { messageId: string; body: { consumerId?: string } }; answer: Schemas['Resent'] };
  /** Retry waiting messages now */
  retryMessages: { input: { consumerId: string }; answer: Schemas['Retried'] };
  /** Resend failed messages */
  recoverMessages: { input: { consumerId: string; body: { since: string; until?: string; dryRun?: boolean } }; answer: Schemas['DryRun'] | Schemas['Redelivery'] };
  /** Send missed messages */
  replayMessages: { input: { consumerId: string; body: { since: string; until?: string; dryRun?: boolean } }; answer: Schemas['DryRun'] | Schemas['Redelivery'] };
  /** List redeliveries */
  listRedeliveries: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Redelivery'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get a redelivery */
  getRedelivery: { input: { redeliveryId: string }; answer: Schemas['Redelivery'] };
  /** Cancel a redelivery */
  cancelRedelivery: { input: { redeliveryId: string }; answer: Schemas['Redelivery'] };
  /** List standing queries */
  listStandingQueries: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['StandingQuery'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Create a standing query */
  createStandingQuery: { input: { body: Schemas['StandingQueryInput'] }; answer: Schemas['StandingQuery'] };
  /** Get a standing query */
  getStandingQuery: { input: { standingQueryId: string }; answer: Schemas['StandingQuery'] };
  /** Delete a standing query */
  deleteStandingQuery: { input: { standingQueryId: string }; answer: undefined };
  /** List rules */
  listRules: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Rule'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Create a rule */
  createRule: { input: { body: Schemas['RuleInput'] }; answer: Schemas['Rule'] };
  /** Get a rule */
  getRule: { input: { ruleId: string }; answer: Schemas['Rule'] };
  /** Replace a rule */
  replaceRule: { input: { ruleId: string; body: Schemas['RuleInput'] }; answer: Schemas['Rule'] };
  /** Delete a rule */
  deleteRule: { input: { ruleId: string }; answer: undefined };
  /** List alerts */
  listAlerts: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Alert'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List alerts of a rule */
  listAlertsOfRule: { input: { ruleId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Alert'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get an alert */
  getAlert: { input: { alertId: string }; answer: Schemas['Alert'] };
  /** Get the profile */
  getProfile: { input: {  }; answer: Schemas['Profile'] };
  /** Change the profile */
  changeProfile: { input: { body: Schemas['ProfileChange'] }; answer: Schemas['Profile'] };
  /** Get the state of the migration to the newer webhooks */
  getMigration: { input: {  }; answer: Schemas['Migration'] };
  /** Get the report of the last rehearsal, event by event */
  getMigrationRehearsal: { input: { limit?: number }; answer: Schemas['RehearsalReport'] };
  /** Declare that the client does not rely on RuleId */
  declareRuleIdUnused: { input: {  }; answer: Schemas['Migration'] };
  /** Request the migration */
  requestMigration: { input: {  }; answer: Schemas['Migration'] };
  /** Get the activity of the account and what needs attention */
  getOverview: { input: { hours?: number; every?: ("hour" | "quarter") }; answer: Schemas['Overview'] };
  /** Get the latest syncs or pushes that ended in a span of time */
  getEnded: { input: { kind?: ("sync" | "push"); since?: string; until?: string; limit?: number }; answer: Schemas['Ended'] };
  /** Get the plan and the usage of its limits */
  getUsage: { input: {  }; answer: Schemas['Usage'] };
  /** Search the account */
  search: { input: { q: string; companyId?: string; limit?: number }; answer: Schemas['SearchResult'] };
  /** Get the content of a company's link page */
  getLink: { input: { token: string }; answer: Schemas['Link'] };
  /** Get the progress of the first syncs, as the owner */
  getLinkProgress: { input: { token: string }; answer: Schemas['LinkProgress'] };
  /** Connect the company to a platform, as its owner */
  linkPlatform: { input: { token: string; body: Schemas['LinkOrder'] }; answer: Schemas['LinkOutcome'] };
  /** Disconnect the company from a platform, as its owner */
  unlinkPlatform: { input: { token: string; connectionId: string }; answer: undefined };
  /** Upload a file, as the owner */
  createLinkUpload: { input: { token: string; connectionId: string; fileName: string; body: FileBody }; answer: Schemas['LinkUpload'] };
  /** Preview an upload, as the owner */
  previewLinkUpload: { input: { token: string; connectionId: string; uploadId: string; body?: Schemas['FileReading'] }; answer: Schemas['UploadPreview'] };
  /** Confirm an upload, as the owner */
  confirmLinkUpload: { input: { token: string; connectionId: string; uploadId: string; body?: Schemas['UploadConfirmation'] }; answer: Schemas['LinkUpload'] };
  /** Get the link for a company's owner */
  getCompanyLink: { input: { companyId: string }; answer: Schemas['CompanyLink'] };
  /** Rotate the link for a company's owner */
  rotateLink: { input: { companyId: string }; answer: Schemas['CompanyLink'] };
  /** Get the settings of the link page */
  getLinkSettings: { input: {  }; answer: Schemas['LinkSettings'] };
  /** Replace the settings of the link page */
  replaceLinkSettings: { input: { body: Schemas['LinkSettings'] }; answer: Schemas['LinkSettings'] };
  /** List sign-in methods */
  getSignInMethods: { input: {  }; answer: Schemas['SignInMethods'] };
  /** Sign in */
  signIn: { input: { body: Schemas['SignIn'] }; answer: Schemas['Session'] };
  /** Get the current session */
  getSession: { input: {  }; answer: Schemas['Session'] };
  /** Switch to another account */
  changeSession: { input: { body: Schemas['SessionChange'] }; answer: Schemas['Session'] };
  /** Sign out */
  signOut: { input: {  }; answer: undefined };
  /** Get your accounts in other cells */
  getAccountsElsewhere: { input: {  }; answer: Schemas['AccountsElsewhere'] };
  /** Switch to an account in another cell */
  switchCell: { input: { body: Schemas['CellSwitch'] }; answer: Schemas['Session'] };
  /** Request a password reset link */
  requestPasswordReset: { input: { body: Schemas['PasswordResetRequest'] }; answer: undefined };
  /** Get an invitation or a password reset */
  getInvitation: { input: { token: string }; answer: Schemas['OpenedLink'] };
  /** Accept an invitation or set a new password */
  acceptInvitation: { input: { token: string; body: Schemas['LinkAcceptance'] }; answer: Schemas['Session'] };
  /** Change your password */
  changePassword: { input: { body: Schemas['PasswordChange'] }; answer: undefined };
  /** Confirm your password */
  proveSession: { input: { body: Schemas['SessionProof'] }; answer: undefined };
  /** Change your name */
  changePerson: { input: { body: Schemas['PersonChange'] }; answer: Schemas['Session'] };
  /** Set up an authenticator app */
  startTotp: { input: {  }; answer: Schemas['TotpSetup'] };
  /** Confirm the authenticator app */
  confirmTotp: { input: { body: Schemas['TotpCode'] }; answer: Schemas['RecoveryCodes'] };
  /** Remove the authenticator app */
  removeTotp: { input: { code: string }; answer: undefined };
  /** List your sessions */
  listSessions: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['SessionEntry'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Close one of your sessions */
  endSession: { input: { sessionId: string }; answer: undefined };
  /** List the members of the account */
  listMembers: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Member'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get the team settings */
  getTeamSettings: { input: {  }; answer: Schemas['TeamSettings'] };
  /** Change the team settings */
  changeTeamSettings: { input: { body: Schemas['TeamSettings'] }; answer: Schemas['TeamSettings'] };
  /** Change a member's role */
  changeMember: { input: { personId: string; body: Schemas['MemberChange'] }; answer: Schemas['Member'] };
  /** Remove a member from the account */
  removeMember: { input: { personId: string }; answer: undefined };
  /** List pending invitations */
  listInvitations: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['Invitation'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Invite a person to the account */
  inviteMember: { input: { body: Schemas['InvitationInput'] }; answer: Schemas['MadeInvitation'] };
  /** Cancel an invitation */
  cancelInvitation: { input: { invitationId: string }; answer: undefined };
  /** Get your choice of notices */
  getNoticeChoices: { input: {  }; answer: Schemas['NoticeChoices'] };
  /** Choose notices of one kind */
  setNoticeChoice: { input: { body: Schemas['NoticeChoice'] }; answer: Schemas['NoticeChoices'] };
  /** Get your notices */
  getNotices: { input: {  }; answer: { results: Schemas['Notice'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get the notices that a mute link mutes */
  getNoticeMute: { input: { token: string }; answer: Schemas['NoticeMute'] };
  /** Mute notices with the link of a message */
  muteNotices: { input: { token: string }; answer: Schemas['NoticeMute'] };
  /** Get the chat addresses of the account */
  getNoticeChats: { input: {  }; answer: { results: Schemas['NoticeChat'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Add a chat address */
  createNoticeChat: { input: { body: Schemas['NoticeChatInput'] }; answer: Schemas['NoticeChat'] };
  /** Unmute a chat address */
  changeNoticeChat: { input: { chatId: string; body: Schemas['NoticeChatChange'] }; answer: Schemas['NoticeChat'] };
  /** Remove a chat address */
  deleteNoticeChat: { input: { chatId: string }; answer: undefined };
  /** Get the chat addresses of the operators */
  getOperatorNoticeChats: { input: {  }; answer: { results: Schemas['NoticeChat'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Add a chat address */
  createOperatorNoticeChat: { input: { body: Schemas['NoticeChatInput'] }; answer: Schemas['NoticeChat'] };
  /** Unmute a chat address */
  changeOperatorNoticeChat: { input: { chatId: string; body: Schemas['NoticeChatChange'] }; answer: Schemas['NoticeChat'] };
  /** Remove a chat address */
  deleteOperatorNoticeChat: { input: { chatId: string }; answer: undefined };
  /** List audit entries */
  listAudit: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['AuditEntry'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List requests */
  listRequests: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['LoggedRequest'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List calls to the platform */
  listCalls: { input: { companyId: string; connectionId: string; page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['PlatformCall'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** List accounts */
  listClientAccounts: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['ClientAccount'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Create an account */
  createClientAccount: { input: { body: Schemas['ClientAccountInput'] }; answer: Schemas['ClientAccount'] };
  /** Get an account */
  getClientAccount: { input: { accountId: string }; answer: Schemas['ClientAccount'] };
  /** Change the name, plan or limits of an account */
  changeClientAccount: { input: { accountId: string; body: Schemas['ClientAccountChange'] }; answer: Schemas['ClientAccount'] };
  /** Invite an administrator to an account */
  inviteAdministrator: { input: { accountId: string; body: Schemas['AdministratorInput'] }; answer: Schemas['MadeInvitation'] };
  /** List accounts with the state of their webhook migration */
  listClientMigrations: { input: { page?: number; pageSize?: number; query?: string; orderBy?: string; cursor?: string; format?: "csv"; columns?: string }; answer: { results: Schemas['ClientMigration'][]; pageNumber: number; pageSize: number; totalResults: number; _links: { self: { href: string }; current: { href: string }; next?: { href: string }; previous?: { href: string } } } };
  /** Get the state of the migration of an account */
  getClientMigration: { input: { accountId: string }; answer: Schemas['Migration'] };
  /** Get the result of the last rehearsal of an account */
  getClientRehearsal: { input: { accountId: string; limit?: number }; answer: Schemas['RehearsalReport'] };
  /** Rehearse the migration of an account */
  rehearseClientMigration: { input: { accountId: string; body?: Schemas['RehearsalInput'] }; answer: Schemas['Migration'] };
  /** Stop a rehearsal early */
  endClientRehearsal: { input: { accountId: string }; answer: Schemas['Migration'] };
  /** Migrate an account to the newer webhooks */
  applyClientMigration: { input: { accountId: string; body?: Schemas['MigrationOrder'] }; answer: Schemas['Migration'] };
  /** Roll back the migration of an account */
  rollbackClientMigration: { input: { accountId: string; body?: Schemas['RollbackOrder'] }; answer: Schemas['Migration'] };
  /** Get the health of the installation */
  getCellHealth: { input: {  }; answer: Schemas['CellHealth'] };
  /** Get the maintenance switch */
  getMaintenance: { input: {  }; answer: Schemas['Maintenance'] };
  /** Switch maintenance on or off */
  setMaintenance: { input: { body: Schemas['MaintenanceChange'] }; answer: Schemas['Maintenance'] };
};

/** Operations that answer with a file, which arrives in parts (`download`). */
export type Downloads = {
  /** Export all invoices */
  exportInvoices: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all bills */
  exportBills: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all customers */
  exportCustomers: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all suppliers */
  exportSuppliers: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all accounts */
  exportAccounts: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all items */
  exportItems: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all payments */
  exportPayments: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all bill payments */
  exportBillPayments: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all credit notes */
  exportCreditNotes: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all bill credit notes */
  exportBillCreditNotes: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all journal entries */
  exportJournalEntries: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all tax rates */
  exportTaxRates: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all tracking categories */
  exportTrackingCategories: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all purchase orders */
  exportPurchaseOrders: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all sales orders */
  exportSalesOrders: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all bank accounts */
  exportBankAccounts: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all bank transactions */
  exportBankTransactions: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all transfers */
  exportTransfers: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all info records */
  exportInfo: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all balance sheet records */
  exportBalanceSheet: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all profit and loss records */
  exportProfitAndLoss: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all cash flow statement records */
  exportCashFlowStatement: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all attachments */
  exportAttachments: { input: { companyId: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Export all records of a data type */
  exportRecordsOfConnection: { input: { companyId: string; connectionId: string; dataType: string; format?: ("csv" | "ndjson" | "parquet"); query?: string; orderBy?: string; asOf?: string; snapshot?: string; columns?: string }; answer: undefined };
  /** Read the content of an attachment */
  getAttachmentContent: { input: { companyId: string; id: string }; answer: undefined };
  /** Read the content of an attachment */
  getAttachmentContentOfConnection: { input: { companyId: string; connectionId: string; id: string }; answer: undefined };
  /** Export a bundle that proves what was in the books */
  exportProofBundle: { input: { companyId: string; proofId: string; chainFrom?: number }; answer: undefined };
};

/** Method, path, what is sent in the query, whether the operation takes an Idempotency-Key, or a record of any type. */
export const routes = {
  listCompanies: { method: 'GET', path: '/companies', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createCompany: { method: 'POST', path: '/companies', query: [], takesKey: true },
  getCompany: { method: 'GET', path: '/companies/{companyId}', query: [] },
  changeCompany: { method: 'PATCH', path: '/companies/{companyId}', query: [], takesKey: true },
  replaceCompany: { method: 'PUT', path: '/companies/{companyId}', query: [] },
  deleteCompany: { method: 'DELETE', path: '/companies/{companyId}', query: [] },
  listPurges: { method: 'GET', path: '/purges', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  listPlatforms: { method: 'GET', path: '/platforms', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  listConnections: { method: 'GET', path: '/companies/{companyId}/connections', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createConnection: { method: 'POST', path: '/companies/{companyId}/connections', query: [], takesKey: true },
  getConnection: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}', query: [] },
  unlinkConnection: { method: 'PATCH', path: '/companies/{companyId}/connections/{connectionId}', query: [], takesKey: true },
  deleteConnection: { method: 'DELETE', path: '/companies/{companyId}/connections/{connectionId}', query: [] },
  authorizeConnection: { method: 'PUT', path: '/companies/{companyId}/connections/{connectionId}/authorization', query: [] },
  getApplication: { method: 'GET', path: '/platforms/{platformKey}/application', query: [] },
  setApplication: { method: 'PUT', path: '/platforms/{platformKey}/application', query: [] },
  removeApplication: { method: 'DELETE', path: '/platforms/{platformKey}/application', query: [] },
  checkApplication: { method: 'GET', path: '/platforms/{platformKey}/application/check', query: [] },
  listChanges: { method: 'GET', path: '/changes', query: ['after','limit','wait','dataType','include'] },
  listCompanyChanges: { method: 'GET', path: '/companies/{companyId}/changes', query: ['after','limit','wait','dataType','include','syncId','since'] },
  requestAllData: { method: 'POST', path: '/companies/{companyId}/data/all', query: [], takesKey: true },
  requestData: { method: 'POST', path: '/companies/{companyId}/data/queue/{dataType}', query: ['connectionId','full'], takesKey: true },
  listSyncs: { method: 'GET', path: '/companies/{companyId}/data/history', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getSync: { method: 'GET', path: '/companies/{companyId}/data/history/{syncId}', query: [] },
  cancelSync: { method: 'POST', path: '/companies/{companyId}/data/history/{syncId}/cancel', query: [], takesKey: true },
  confirmDeletions: { method: 'POST', path: '/companies/{companyId}/data/history/{syncId}/confirm', query: [], takesKey: true },
  receiveNotification: { method: 'POST', path: '/providers/{platformKey}/notifications', query: [] },
  receiveAccountNotification: { method: 'POST', path: '/providers/{platformKey}/notifications/{accountId}', query: [] },
  getDataStatus: { method: 'GET', path: '/companies/{companyId}/dataStatus', query: [] },
  getSyncSettings: { method: 'GET', path: '/profile/syncSettings', query: [] },
  replaceSyncSettings: { method: 'PUT', path: '/profile/syncSettings', query: [] },
  getCompanySyncSettings: { method: 'GET', path: '/companies/{companyId}/syncSettings', query: [] },
  replaceCompanySyncSettings: { method: 'PUT', path: '/companies/{companyId}/syncSettings', query: [] },
  getChecks: { method: 'GET', path: '/profile/checks', query: [] },
  replaceChecks: { method: 'PUT', path: '/profile/checks', query: [] },
  getQuality: { method: 'GET', path: '/companies/{companyId}/quality', query: [] },
  listQualityRuns: { method: 'GET', path: '/companies/{companyId}/quality/history', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getHeldDiff: { method: 'GET', path: '/companies/{companyId}/data/history/{syncId}/diff', query: ['after'] },
  listMappings: { method: 'GET', path: '/mappings', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getMapping: { method: 'GET', path: '/mappings/{platformKey}/{dataType}', query: [] },
  replaceMapping: { method: 'PUT', path: '/mappings/{platformKey}/{dataType}', query: [] },
  deleteMapping: { method: 'DELETE', path: '/mappings/{platformKey}/{dataType}', query: [] },
  previewMapping: { method: 'POST', path: '/mappings/{platformKey}/{dataType}/preview', query: [] },
  listConnectionMappings: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/mappings', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  replaceConnectionMapping: { method: 'PUT', path: '/companies/{companyId}/connections/{connectionId}/mappings/{dataType}', query: [] },
  deleteConnectionMapping: { method: 'DELETE', path: '/companies/{companyId}/connections/{connectionId}/mappings/{dataType}', query: [] },
  previewConnectionMapping: { method: 'POST', path: '/companies/{companyId}/connections/{connectionId}/mappings/{dataType}/preview', query: [] },
  getConnectionSyncSettings: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/syncSettings', query: [] },
  replaceConnectionSyncSettings: { method: 'PUT', path: '/companies/{companyId}/connections/{connectionId}/syncSettings', query: [] },
  deleteConnectionSyncSettings: { method: 'DELETE', path: '/companies/{companyId}/connections/{connectionId}/syncSettings', query: [] },
  listInvoices: { method: 'GET', path: '/companies/{companyId}/data/invoices', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getInvoice: { method: 'GET', path: '/companies/{companyId}/data/invoices/{id}', query: ['include','asOf','snapshot'] },
  listBills: { method: 'GET', path: '/companies/{companyId}/data/bills', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getBill: { method: 'GET', path: '/companies/{companyId}/data/bills/{id}', query: ['include','asOf','snapshot'] },
  listCustomers: { method: 'GET', path: '/companies/{companyId}/data/customers', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getCustomer: { method: 'GET', path: '/companies/{companyId}/data/customers/{id}', query: ['include','asOf','snapshot'] },
  listSuppliers: { method: 'GET', path: '/companies/{companyId}/data/suppliers', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getSupplier: { method: 'GET', path: '/companies/{companyId}/data/suppliers/{id}', query: ['include','asOf','snapshot'] },
  listAccounts: { method: 'GET', path: '/companies/{companyId}/data/accounts', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getAccount: { method: 'GET', path: '/companies/{companyId}/data/accounts/{id}', query: ['include','asOf','snapshot'] },
  listItems: { method: 'GET', path: '/companies/{companyId}/data/items', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getItem: { method: 'GET', path: '/companies/{companyId}/data/items/{id}', query: ['include','asOf','snapshot'] },
  listPayments: { method: 'GET', path: '/companies/{companyId}/data/payments', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getPayment: { method: 'GET', path: '/companies/{companyId}/data/payments/{id}', query: ['include','asOf','snapshot'] },
  listBillPayments: { method: 'GET', path: '/companies/{companyId}/data/billPayments', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getBillPayment: { method: 'GET', path: '/companies/{companyId}/data/billPayments/{id}', query: ['include','asOf','snapshot'] },
  listCreditNotes: { method: 'GET', path: '/companies/{companyId}/data/creditNotes', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getCreditNote: { method: 'GET', path: '/companies/{companyId}/data/creditNotes/{id}', query: ['include','asOf','snapshot'] },
  listBillCreditNotes: { method: 'GET', path: '/companies/{companyId}/data/billCreditNotes', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getBillCreditNote: { method: 'GET', path: '/companies/{companyId}/data/billCreditNotes/{id}', query: ['include','asOf','snapshot'] },
  listJournalEntries: { method: 'GET', path: '/companies/{companyId}/data/journalEntries', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getJournalEntry: { method: 'GET', path: '/companies/{companyId}/data/journalEntries/{id}', query: ['include','asOf','snapshot'] },
  listTaxRates: { method: 'GET', path: '/companies/{companyId}/data/taxRates', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getTaxRate: { method: 'GET', path: '/companies/{companyId}/data/taxRates/{id}', query: ['include','asOf','snapshot'] },
  listTrackingCategories: { method: 'GET', path: '/companies/{companyId}/data/trackingCategories', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getTrackingCategory: { method: 'GET', path: '/companies/{companyId}/data/trackingCategories/{id}', query: ['include','asOf','snapshot'] },
  listPurchaseOrders: { method: 'GET', path: '/companies/{companyId}/data/purchaseOrders', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getPurchaseOrder: { method: 'GET', path: '/companies/{companyId}/data/purchaseOrders/{id}', query: ['include','asOf','snapshot'] },
  listSalesOrders: { method: 'GET', path: '/companies/{companyId}/data/salesOrders', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getSalesOrder: { method: 'GET', path: '/companies/{companyId}/data/salesOrders/{id}', query: ['include','asOf','snapshot'] },
  listBankAccounts: { method: 'GET', path: '/companies/{companyId}/data/bankAccounts', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getBankAccount: { method: 'GET', path: '/companies/{companyId}/data/bankAccounts/{id}', query: ['include','asOf','snapshot'] },
  listBankTransactions: { method: 'GET', path: '/companies/{companyId}/data/bankTransactions', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getBankTransaction: { method: 'GET', path: '/companies/{companyId}/data/bankTransactions/{id}', query: ['include','asOf','snapshot'] },
  listTransfers: { method: 'GET', path: '/companies/{companyId}/data/transfers', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getTransfer: { method: 'GET', path: '/companies/{companyId}/data/transfers/{id}', query: ['include','asOf','snapshot'] },
  listInfo: { method: 'GET', path: '/companies/{companyId}/data/info', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getInfo: { method: 'GET', path: '/companies/{companyId}/data/info/{id}', query: ['include','asOf','snapshot'] },
  listBalanceSheet: { method: 'GET', path: '/companies/{companyId}/data/balanceSheet', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getBalanceSheet: { method: 'GET', path: '/companies/{companyId}/data/balanceSheet/{id}', query: ['include','asOf','snapshot'] },
  listProfitAndLoss: { method: 'GET', path: '/companies/{companyId}/data/profitAndLoss', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getProfitAndLoss: { method: 'GET', path: '/companies/{companyId}/data/profitAndLoss/{id}', query: ['include','asOf','snapshot'] },
  listCashFlowStatement: { method: 'GET', path: '/companies/{companyId}/data/cashFlowStatement', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getCashFlowStatement: { method: 'GET', path: '/companies/{companyId}/data/cashFlowStatement/{id}', query: ['include','asOf','snapshot'] },
  listAttachments: { method: 'GET', path: '/companies/{companyId}/data/attachments', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getAttachment: { method: 'GET', path: '/companies/{companyId}/data/attachments/{id}', query: ['include','asOf','snapshot'] },
  listRecords: { method: 'GET', path: '/companies/{companyId}/data/{dataType}', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getRecord: { method: 'GET', path: '/companies/{companyId}/data/{dataType}/{id}', query: ['include','asOf','snapshot'] },
  listRecordVersions: { method: 'GET', path: '/companies/{companyId}/data/{dataType}/{id}/versions', query: ['page','pageSize','query','orderBy','cursor','include','format','columns'] },
  listRecordsOfConnection: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/data/{dataType}', query: ['page','pageSize','query','orderBy','cursor','include','asOf','snapshot','format','columns'] },
  getRecordOfConnection: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/data/{dataType}/{id}', query: ['include','asOf','snapshot'] },
  listRecordVersionsOfConnection: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/data/{dataType}/{id}/versions', query: ['page','pageSize','query','orderBy','cursor','include','format','columns'] },
  hashRecordsOfConnection: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/data/{dataType}/hash', query: ['generation','snapshot'] },
  listDataSets: { method: 'GET', path: '/dataSets', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  passThrough: { method: 'POST', path: '/companies/{companyId}/connections/{connectionId}/passThrough', query: [], takesKey: true },
  getCashInsight: { method: 'GET', path: '/companies/{companyId}/insights/cash', query: ['asOf','snapshot','months'] },
  getRevenueInsight: { method: 'GET', path: '/companies/{companyId}/insights/revenue', query: ['asOf','snapshot','months'] },
  getReceivablesInsight: { method: 'GET', path: '/companies/{companyId}/insights/receivables', query: ['asOf','snapshot'] },
  getPayablesInsight: { method: 'GET', path: '/companies/{companyId}/insights/payables', query: ['asOf','snapshot'] },
  getCustomersInsight: { method: 'GET', path: '/companies/{companyId}/insights/customers', query: ['asOf','snapshot','from','to','top'] },
  getRestatements: { method: 'GET', path: '/companies/{companyId}/restatements', query: ['from','fromSnapshot','to','toSnapshot','closedOn','closedFrom'] },
  listRestatedRecords: { method: 'GET', path: '/companies/{companyId}/restatements/records', query: ['page','pageSize','query','orderBy','cursor','from','fromSnapshot','to','toSnapshot','closedOn','closedFrom','include','states','format','columns'] },
  getProofKeys: { method: 'GET', path: '/proofs/keys', query: [] },
  getPublicProofKeys: { method: 'GET', path: '/.well-known/daybook-proof-keys', query: [] },
  listProofs: { method: 'GET', path: '/companies/{companyId}/proofs', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  listPublications: { method: 'GET', path: '/companies/{companyId}/publications', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createSnapshot: { method: 'POST', path: '/companies/{companyId}/snapshots', query: [], takesKey: true },
  listSnapshots: { method: 'GET', path: '/companies/{companyId}/snapshots', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getSnapshot: { method: 'GET', path: '/companies/{companyId}/snapshots/{snapshotId}', query: [] },
  changeSnapshot: { method: 'PATCH', path: '/companies/{companyId}/snapshots/{snapshotId}', query: [], takesKey: true },
  deleteSnapshot: { method: 'DELETE', path: '/companies/{companyId}/snapshots/{snapshotId}', query: [] },
  getPushOptions: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/push/options/{dataType}', query: [] },
  pushCreate: { method: 'POST', path: '/companies/{companyId}/connections/{connectionId}/push/{dataType}', query: ['dryRun','timeoutInMinutes'], takesKey: true, takesRecord: true },
  pushUpdate: { method: 'PUT', path: '/companies/{companyId}/connections/{connectionId}/push/{dataType}/{id}', query: ['dryRun','timeoutInMinutes'], takesKey: true, takesRecord: true },
  pushDelete: { method: 'DELETE', path: '/companies/{companyId}/connections/{connectionId}/push/{dataType}/{id}', query: ['dryRun','timeoutInMinutes'], takesKey: true },
  listPushes: { method: 'GET', path: '/companies/{companyId}/push', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getPush: { method: 'GET', path: '/companies/{companyId}/push/{pushId}', query: [] },
  resolvePush: { method: 'POST', path: '/companies/{companyId}/push/{pushId}/resolve', query: [], takesKey: true },
  createPushGroup: { method: 'POST', path: '/companies/{companyId}/pushGroups', query: ['dryRun','timeoutInMinutes'], takesKey: true },
  listPushGroups: { method: 'GET', path: '/companies/{companyId}/pushGroups', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getPushGroup: { method: 'GET', path: '/companies/{companyId}/pushGroups/{pushGroupId}', query: [] },
  createUpload: { method: 'POST', path: '/companies/{companyId}/connections/{connectionId}/uploads', query: ['fileName','confirm'], takesFile: true },
  listUploads: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/uploads', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getUpload: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/uploads/{uploadId}', query: [] },
  deleteUpload: { method: 'DELETE', path: '/companies/{companyId}/connections/{connectionId}/uploads/{uploadId}', query: [] },
  previewUpload: { method: 'POST', path: '/companies/{companyId}/connections/{connectionId}/uploads/{uploadId}/preview', query: [] },
  confirmUpload: { method: 'POST', path: '/companies/{companyId}/connections/{connectionId}/uploads/{uploadId}/confirm', query: [] },
  listApiKeys: { method: 'GET', path: '/apiKeys', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createApiKey: { method: 'POST', path: '/apiKeys', query: [], takesKey: true },
  deleteApiKey: { method: 'DELETE', path: '/apiKeys/{apiKeyId}', query: [] },
  listConsumers: { method: 'GET', path: '/webhooks/consumers', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createConsumer: { method: 'POST', path: '/webhooks/consumers', query: [], takesKey: true },
  getConsumer: { method: 'GET', path: '/webhooks/consumers/{consumerId}', query: [] },
  changeConsumer: { method: 'PATCH', path: '/webhooks/consumers/{consumerId}', query: [], takesKey: true },
  deleteConsumer: { method: 'DELETE', path: '/webhooks/consumers/{consumerId}', query: [] },
  rotateConsumerSecret: { method: 'POST', path: '/webhooks/consumers/{consumerId}/secret/rotate', query: [], takesKey: true },
  enableConsumer: { method: 'POST', path: '/webhooks/consumers/{consumerId}/enable', query: [], takesKey: true },
  disableConsumer: { method: 'POST', path: '/webhooks/consumers/{consumerId}/disable', query: [], takesKey: true },
  testConsumer: { method: 'POST', path: '/webhooks/consumers/{consumerId}/test', query: [], takesKey: true },
  getConsumerStats: { method: 'GET', path: '/webhooks/consumers/{consumerId}/stats', query: ['hours','every'] },
  setConsumerAuthorization: { method: 'PUT', path: '/webhooks/consumers/{consumerId}/authorization', query: [] },
  removeConsumerAuthorization: { method: 'DELETE', path: '/webhooks/consumers/{consumerId}/authorization', query: [] },
  setConsumerOauth: { method: 'PUT', path: '/webhooks/consumers/{consumerId}/authorization/oauth', query: [] },
  getConsumerSchedule: { method: 'GET', path: '/webhooks/consumers/{consumerId}/schedule', query: [] },
  getMessageSchedule: { method: 'GET', path: '/webhooks/messages/{messageId}/schedule', query: [] },
  getAttempt: { method: 'GET', path: '/webhooks/messages/{messageId}/attempts/{attemptId}', query: [] },
  listEventTypes: { method: 'GET', path: '/webhooks/event-types', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getSourceAddresses: { method: 'GET', path: '/webhooks/source-addresses', query: [] },
  listMessages: { method: 'GET', path: '/webhooks/messages', query: ['page','pageSize','query','orderBy','cursor','include','format','columns'] },
  countMessages: { method: 'GET', path: '/webhooks/messageCounts', query: ['query','since','until','buckets'] },
  getMessage: { method: 'GET', path: '/webhooks/messages/{messageId}', query: [] },
  listAttempts: { method: 'GET', path: '/webhooks/messages/{messageId}/attempts', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  resendMessage: { method: 'POST', path: '/webhooks/messages/{messageId}/resend', query: [], takesKey: true },
  retryMessages: { method: 'POST', path: '/webhooks/consumers/{consumerId}/retry', query: [], takesKey: true },
  recoverMessages: { method: 'POST', path: '/webhooks/consumers/{consumerId}/recover', query: [], takesKey: true },
  replayMessages: { method: 'POST', path: '/webhooks/consumers/{consumerId}/replay', query: [], takesKey: true },
  listRedeliveries: { method: 'GET', path: '/webhooks/redeliveries', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getRedelivery: { method: 'GET', path: '/webhooks/redeliveries/{redeliveryId}', query: [] },
  cancelRedelivery: { method: 'POST', path: '/webhooks/redeliveries/{redeliveryId}/cancel', query: [], takesKey: true },
  listStandingQueries: { method: 'GET', path: '/webhooks/standingQueries', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createStandingQuery: { method: 'POST', path: '/webhooks/standingQueries', query: [], takesKey: true },
  getStandingQuery: { method: 'GET', path: '/webhooks/standingQueries/{standingQueryId}', query: [] },
  deleteStandingQuery: { method: 'DELETE', path: '/webhooks/standingQueries/{standingQueryId}', query: [] },
  listRules: { method: 'GET', path: '/rules', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createRule: { method: 'POST', path: '/rules', query: [], takesKey: true },
  getRule: { method: 'GET', path: '/rules/{ruleId}', query: [] },
  replaceRule: { method: 'PUT', path: '/rules/{ruleId}', query: [] },
  deleteRule: { method: 'DELETE', path: '/rules/{ruleId}', query: [] },
  listAlerts: { method: 'GET', path: '/rules/alerts', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  listAlertsOfRule: { method: 'GET', path: '/rules/{ruleId}/alerts', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getAlert: { method: 'GET', path: '/rules/alerts/{alertId}', query: [] },
  getProfile: { method: 'GET', path: '/profile', query: [] },
  changeProfile: { method: 'PUT', path: '/profile', query: [] },
  getMigration: { method: 'GET', path: '/migration', query: [] },
  getMigrationRehearsal: { method: 'GET', path: '/migration/rehearsal', query: ['limit'] },
  declareRuleIdUnused: { method: 'POST', path: '/migration/declaration', query: [], takesKey: true },
  requestMigration: { method: 'POST', path: '/migration/request', query: [], takesKey: true },
  getOverview: { method: 'GET', path: '/overview', query: ['hours','every'] },
  getEnded: { method: 'GET', path: '/overview/ended', query: ['kind','since','until','limit'] },
  getUsage: { method: 'GET', path: '/usage', query: [] },
  search: { method: 'GET', path: '/search', query: ['q','companyId','limit'] },
  getLink: { method: 'GET', path: '/links/{token}', query: [] },
  getLinkProgress: { method: 'GET', path: '/links/{token}/progress', query: [] },
  linkPlatform: { method: 'POST', path: '/links/{token}/connections', query: [] },
  unlinkPlatform: { method: 'DELETE', path: '/links/{token}/connections/{connectionId}', query: [] },
  createLinkUpload: { method: 'POST', path: '/links/{token}/connections/{connectionId}/uploads', query: ['fileName'], takesFile: true },
  previewLinkUpload: { method: 'POST', path: '/links/{token}/connections/{connectionId}/uploads/{uploadId}/preview', query: [] },
  confirmLinkUpload: { method: 'POST', path: '/links/{token}/connections/{connectionId}/uploads/{uploadId}/confirm', query: [] },
  getCompanyLink: { method: 'GET', path: '/companies/{companyId}/link', query: [] },
  rotateLink: { method: 'POST', path: '/companies/{companyId}/link', query: [], takesKey: true },
  getLinkSettings: { method: 'GET', path: '/profile/linkSettings', query: [] },
  replaceLinkSettings: { method: 'PUT', path: '/profile/linkSettings', query: [] },
  getSignInMethods: { method: 'GET', path: '/session/methods', query: [] },
  signIn: { method: 'POST', path: '/session', query: [] },
  getSession: { method: 'GET', path: '/session', query: [] },
  changeSession: { method: 'PATCH', path: '/session', query: [] },
  signOut: { method: 'DELETE', path: '/session', query: [] },
  getAccountsElsewhere: { method: 'GET', path: '/session/elsewhere', query: [] },
  switchCell: { method: 'POST', path: '/session/elsewhere', query: [] },
  requestPasswordReset: { method: 'POST', path: '/session/password-reset', query: [] },
  getInvitation: { method: 'GET', path: '/invitations/{token}', query: [] },
  acceptInvitation: { method: 'POST', path: '/invitations/{token}', query: [] },
  changePassword: { method: 'PUT', path: '/session/password', query: [] },
  proveSession: { method: 'POST', path: '/session/proof', query: [] },
  changePerson: { method: 'PATCH', path: '/session/person', query: [] },
  startTotp: { method: 'POST', path: '/session/totp', query: [] },
  confirmTotp: { method: 'PUT', path: '/session/totp', query: [] },
  removeTotp: { method: 'DELETE', path: '/session/totp', query: ['code'] },
  listSessions: { method: 'GET', path: '/session/all', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  endSession: { method: 'DELETE', path: '/session/all/{sessionId}', query: [] },
  listMembers: { method: 'GET', path: '/team', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getTeamSettings: { method: 'GET', path: '/team/settings', query: [] },
  changeTeamSettings: { method: 'PUT', path: '/team/settings', query: [] },
  changeMember: { method: 'PATCH', path: '/team/{personId}', query: [], takesKey: true },
  removeMember: { method: 'DELETE', path: '/team/{personId}', query: [] },
  listInvitations: { method: 'GET', path: '/team/invitations', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  inviteMember: { method: 'POST', path: '/team/invitations', query: [], takesKey: true },
  cancelInvitation: { method: 'DELETE', path: '/team/invitations/{invitationId}', query: [] },
  getNoticeChoices: { method: 'GET', path: '/session/notices', query: [] },
  setNoticeChoice: { method: 'PUT', path: '/session/notices', query: [] },
  getNotices: { method: 'GET', path: '/session/notices/current', query: [] },
  getNoticeMute: { method: 'GET', path: '/notices/mutes/{token}', query: [] },
  muteNotices: { method: 'POST', path: '/notices/mutes/{token}', query: [] },
  getNoticeChats: { method: 'GET', path: '/notices/chats', query: [] },
  createNoticeChat: { method: 'POST', path: '/notices/chats', query: [], takesKey: true },
  changeNoticeChat: { method: 'PATCH', path: '/notices/chats/{chatId}', query: [], takesKey: true },
  deleteNoticeChat: { method: 'DELETE', path: '/notices/chats/{chatId}', query: [] },
  getOperatorNoticeChats: { method: 'GET', path: '/operator/notices/chats', query: [] },
  createOperatorNoticeChat: { method: 'POST', path: '/operator/notices/chats', query: [] },
  changeOperatorNoticeChat: { method: 'PATCH', path: '/operator/notices/chats/{chatId}', query: [] },
  deleteOperatorNoticeChat: { method: 'DELETE', path: '/operator/notices/chats/{chatId}', query: [] },
  listAudit: { method: 'GET', path: '/audit', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  listRequests: { method: 'GET', path: '/requests', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  listCalls: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/calls', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  listClientAccounts: { method: 'GET', path: '/operator/accounts', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  createClientAccount: { method: 'POST', path: '/operator/accounts', query: [] },
  getClientAccount: { method: 'GET', path: '/operator/accounts/{accountId}', query: [] },
  changeClientAccount: { method: 'PATCH', path: '/operator/accounts/{accountId}', query: [] },
  inviteAdministrator: { method: 'POST', path: '/operator/accounts/{accountId}/invitations', query: [] },
  listClientMigrations: { method: 'GET', path: '/operator/migrations', query: ['page','pageSize','query','orderBy','cursor','format','columns'] },
  getClientMigration: { method: 'GET', path: '/operator/accounts/{accountId}/migration', query: [] },
  getClientRehearsal: { method: 'GET', path: '/operator/accounts/{accountId}/migration/rehearsal', query: ['limit'] },
  rehearseClientMigration: { method: 'POST', path: '/operator/accounts/{accountId}/migration/rehearsal', query: [] },
  endClientRehearsal: { method: 'DELETE', path: '/operator/accounts/{accountId}/migration/rehearsal', query: [] },
  applyClientMigration: { method: 'POST', path: '/operator/accounts/{accountId}/migration/apply', query: [] },
  rollbackClientMigration: { method: 'POST', path: '/operator/accounts/{accountId}/migration/rollback', query: [] },
  getCellHealth: { method: 'GET', path: '/operator/health', query: [] },
  getMaintenance: { method: 'GET', path: '/operator/maintenance', query: [] },
  setMaintenance: { method: 'PUT', path: '/operator/maintenance', query: [] },
  exportInvoices: { method: 'GET', path: '/companies/{companyId}/data/invoices/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportBills: { method: 'GET', path: '/companies/{companyId}/data/bills/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportCustomers: { method: 'GET', path: '/companies/{companyId}/data/customers/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportSuppliers: { method: 'GET', path: '/companies/{companyId}/data/suppliers/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportAccounts: { method: 'GET', path: '/companies/{companyId}/data/accounts/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportItems: { method: 'GET', path: '/companies/{companyId}/data/items/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportPayments: { method: 'GET', path: '/companies/{companyId}/data/payments/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportBillPayments: { method: 'GET', path: '/companies/{companyId}/data/billPayments/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportCreditNotes: { method: 'GET', path: '/companies/{companyId}/data/creditNotes/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportBillCreditNotes: { method: 'GET', path: '/companies/{companyId}/data/billCreditNotes/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportJournalEntries: { method: 'GET', path: '/companies/{companyId}/data/journalEntries/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportTaxRates: { method: 'GET', path: '/companies/{companyId}/data/taxRates/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportTrackingCategories: { method: 'GET', path: '/companies/{companyId}/data/trackingCategories/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportPurchaseOrders: { method: 'GET', path: '/companies/{companyId}/data/purchaseOrders/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportSalesOrders: { method: 'GET', path: '/companies/{companyId}/data/salesOrders/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportBankAccounts: { method: 'GET', path: '/companies/{companyId}/data/bankAccounts/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportBankTransactions: { method: 'GET', path: '/companies/{companyId}/data/bankTransactions/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportTransfers: { method: 'GET', path: '/companies/{companyId}/data/transfers/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportInfo: { method: 'GET', path: '/companies/{companyId}/data/info/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportBalanceSheet: { method: 'GET', path: '/companies/{companyId}/data/balanceSheet/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportProfitAndLoss: { method: 'GET', path: '/companies/{companyId}/data/profitAndLoss/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportCashFlowStatement: { method: 'GET', path: '/companies/{companyId}/data/cashFlowStatement/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportAttachments: { method: 'GET', path: '/companies/{companyId}/data/attachments/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  exportRecordsOfConnection: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/data/{dataType}/export', query: ['format','query','orderBy','asOf','snapshot','columns'] },
  getAttachmentContent: { method: 'GET', path: '/companies/{companyId}/data/attachments/{id}/content', query: [] },
  getAttachmentContentOfConnection: { method: 'GET', path: '/companies/{companyId}/connections/{connectionId}/data/attachments/{id}/content', query: [] },
  exportProofBundle: { method: 'GET', path: '/companies/{companyId}/proofs/{proofId}/bundle', query: ['chainFrom'] },
} as const;

/** Fields that hold decimal numbers, such as amounts, quantities and rates. */
export const decimalFields = [
  'after',
  'amount',
  'amountDue',
  'availableBalance',
  'balance',
  'before',
  'closingBalance',
  'costs',
  'credited',
  'currencyRate',
  'currentBalance',
  'difference',
  'discountAmount',
  'effectiveTaxRate',
  'grossProfit',
  'invoiced',
  'netAmount',
  'netAssets',
  'netCashFlow',
  'netProfit',
  'openingBalance',
  'quantity',
  'rate',
  'remainingCredit',
  'result',
  'revenue',
  'share',
  'spreadSeconds',
  'subTotal',
  'successRate',
  'taxAmount',
  'tolerance',
  'totalAmount',
  'totalDiscount',
  'totalTaxAmount',
  'totalTaxRate',
  'unitAmount',
  'unitPrice',
  'value',
] as const;
