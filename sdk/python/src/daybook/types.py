# Written by "npm run sdk" from docs/openapi.json: do not edit.
"""Types of requests and responses, with the names of the API.

Enumerations are open where the type ends with ``| str``: keep an ``else``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from ._page import Page as Page

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict


class AccountMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Account(TypedDict):
    """The chart of accounts."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    nominalCode: NotRequired[str]
    name: str
    description: NotRequired[str]
    fullyQualifiedCategory: NotRequired[str]
    type: Literal["Unknown", "Asset", "Expense", "Income", "Liability", "Equity"]
    currency: NotRequired[str]
    """ISO 4217 code."""
    currentBalance: NotRequired[Decimal]
    isBankAccount: NotRequired[bool]
    status: Literal["Unknown", "Active", "Archived", "Pending"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: AccountMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class AccountsElsewhereCellAccount(TypedDict):
    accountId: str
    name: str
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """


class AccountsElsewhereCell(TypedDict):
    cell: str
    """Name of the cell."""
    isReachable: bool
    """False if the cell did not answer. Its accounts are then unknown."""
    accounts: list[AccountsElsewhereCellAccount]


class AccountsElsewhere(TypedDict):
    isVerified: bool
    """Whether your e-mail address is verified in this cell. If it is not, other cells are not
    asked.
    """
    cells: list[AccountsElsewhereCell]


class Activity(TypedDict):
    at: str
    """Start of the hour or quarter of an hour, in UTC."""
    syncsCompleted: int
    syncsFailed: int
    delivered: int
    """Successful deliveries of the older and the newer webhooks."""
    failedAttempts: int
    pushesSucceeded: int
    pushesFailed: int
    """Pushes that failed or timed out."""


class AdministratorInput(TypedDict):
    email: str


class AgeingInsightCurrencyOverdueRecord(TypedDict):
    dataType: str
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class AgeingInsightCurrencyOverdue(TypedDict):
    count: int
    amount: Decimal
    records: list[AgeingInsightCurrencyOverdueRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf`, if you set
    it).
    """


class AgeingInsightCurrencyBucketRecord(TypedDict):
    dataType: str
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class AgeingInsightCurrencyBucket(TypedDict):
    bucket: Literal["notDue", "1-30", "31-60", "61-90", "over90"]
    """Days since the due date, or since the issue date if there is no due date."""
    count: int
    amount: Decimal
    records: list[AgeingInsightCurrencyBucketRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf`, if you set
    it).
    """


class AgeingInsightCurrencyRecord(TypedDict):
    dataType: str
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class AgeingInsightCurrency(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    count: int
    amount: Decimal
    """Sum of `amountDue` of all open documents."""
    overdue: AgeingInsightCurrencyOverdue
    buckets: list[AgeingInsightCurrencyBucket]
    """Always all five, in this order."""
    records: list[AgeingInsightCurrencyRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf`, if you set
    it).
    """


class AgeingInsight(TypedDict):
    date: str
    """The day of the figures, in UTC: today, or the day of `asOf`."""
    sources: list[InsightSource]
    """The data sets that were used."""
    missing: list[InsightMissing]
    """Data sets that would contribute but cannot be read. The figures are computed without them."""
    currencies: list[AgeingInsightCurrency]


class AlertDeliveryAttempt(TypedDict):
    at: str
    statusCode: NotRequired[int]
    """HTTP status or, for an e-mail, SMTP reply code. Absent if there was no response."""
    error: NotRequired[str]


class AlertDelivery(TypedDict):
    kind: str
    """`webhook` or `email`."""
    target: str
    """The URL or e-mail address that the rule had when the alert was raised."""
    status: str
    """`pending`, `delivered` or `failed`."""
    attempts: list[AlertDeliveryAttempt]


class Alert(TypedDict):
    alertId: str
    ruleId: str
    """Deprecated: do not depend on it. `ruleType` identifies the event."""
    ruleType: str
    companyId: NotRequired[str]
    dataConnectionId: NotRequired[str]
    message: str
    data: dict[str, Any]
    raisedOn: str
    deliveries: list[AlertDelivery]


class ApiKey(TypedDict):
    apiKeyId: str
    name: str
    prefix: str
    """The first characters of the key, by which you can recognise the key."""
    created: str
    lastUsed: NotRequired[str]
    """When the key was last used. Updated every few seconds."""
    expires: NotRequired[str]
    scopes: list[Literal["read", "push", "manage", "webhooks", "keys"]]
    """`read`: read companies and data. `push`: send records to platforms. `manage`: manage
    companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage
    API keys. More values may be added later.
    """
    companyTags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """


class ApiKeyInput(TypedDict):
    name: str
    expires: NotRequired[str]
    """After this time, requests with the key return 403."""
    scopes: NotRequired[list[Literal["read", "push", "manage", "webhooks", "keys"]]]
    """`read`: read companies and data. `push`: send records to platforms. `manage`: manage
    companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage
    API keys. More values may be added later.
    """
    companyTags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """


class ApplicationCheckStep(TypedDict):
    step: Literal["signInPage", "client", "redirectAddress"] | str
    """More values may be added later."""
    outcome: Literal["passed", "failed", "unclear"] | str
    """`unclear`: the platform does not tell it without an owner. More values may be added later."""
    message: str
    """The result in plain words."""


class ApplicationCheck(TypedDict):
    platformKey: str
    clientId: str
    isOwn: bool
    """Whether it is the account's own application, not Daybook's."""
    isUsable: bool
    """False if a step failed."""
    steps: list[ApplicationCheckStep]


class Attempt(TypedDict):
    attemptId: str
    consumerId: str
    number: int
    """Number of the attempt within its schedule of attempts. A resend starts again at 1."""
    cause: Literal["event", "test", "resent", "recovered", "replayed"] | str
    """Why the message was sent. More values may be added later."""
    outcome: Literal["delivered", "failed", "exhausted", "gone"] | str
    """`failed`: the attempt failed, and another one was scheduled. `exhausted`: the last attempt of
    the schedule failed. `gone`: the consumer responded with 410, and `disableOn410` was set.
    More values may be added later.
    """
    statusCode: NotRequired[int]
    """HTTP status. Absent if there was no response."""
    error: NotRequired[str]
    """Why there was no response."""
    answer: NotRequired[str]
    """The beginning of the response body. Absent for a 2xx status."""
    started: str
    durationMs: int
    nextAttempt: NotRequired[str]


class AttemptDetailsRequestHeader(TypedDict):
    name: str
    value: NotRequired[str]
    """Absent for `Authorization` and for custom headers: their values are never shown."""


class AttemptDetailsRequest(TypedDict):
    method: Literal["POST"]
    url: NotRequired[str]
    """Absent if the consumer has been changed since the attempt."""
    headers: list[AttemptDetailsRequestHeader]
    body: str
    """The body, byte for byte as it was signed and sent."""
    isComplete: bool
    """Whether `headers` has all headers that Daybook sets. False if the consumer has been changed
    since the attempt: the signature, custom headers and `Authorization` are then left out,
    because they are computed again and not stored. `traceparent` is never included.
    """


class AttemptDetails(TypedDict):
    attemptId: str
    consumerId: str
    number: int
    """Number of the attempt within its schedule of attempts. A resend starts again at 1."""
    cause: Literal["event", "test", "resent", "recovered", "replayed"] | str
    """Why the message was sent. More values may be added later."""
    outcome: Literal["delivered", "failed", "exhausted", "gone"] | str
    """`failed`: the attempt failed, and another one was scheduled. `exhausted`: the last attempt of
    the schedule failed. `gone`: the consumer responded with 410, and `disableOn410` was set.
    More values may be added later.
    """
    statusCode: NotRequired[int]
    """HTTP status. Absent if there was no response."""
    error: NotRequired[str]
    """Why there was no response."""
    answer: NotRequired[str]
    """The beginning of the response body. Absent for a 2xx status."""
    started: str
    durationMs: int
    nextAttempt: NotRequired[str]
    request: AttemptDetailsRequest


class Attention(TypedDict):
    kind: Literal["connectionDeauthorized", "syncFailed", "deletionsHeld", "syncWaiting", "pushUnknown", "consumerDisabled", "consumerFailing", "deliveriesLate", "requestLimit", "planLimit", "planExpiry"] | str
    """More values may be added later."""
    severity: Literal["error", "warning"] | str
    """`error`: something does not work until someone fixes it. More values may be added later."""
    message: str
    """What happened, and how to fix it."""
    since: NotRequired[str]
    companyId: NotRequired[str]
    companyName: NotRequired[str]
    connectionId: NotRequired[str]
    consumerId: NotRequired[str]
    consumerName: NotRequired[str]
    syncId: NotRequired[str]
    pushId: NotRequired[str]
    dataType: NotRequired[str]
    count: NotRequired[int]
    """Number of problems that this entry stands for."""


class AuditEntryActor(TypedDict):
    kind: Literal["person", "key", "operator", "service", "link"] | str
    """`person`: a member of the account. `key`: an API key. `operator`: someone who runs the
    service. `service`: the service itself. `link`: someone who used a company link. More values
    may be added later.
    """
    id: NotRequired[str]
    name: str
    """The name that the actor had at the time of the change."""


class AuditEntrySubject(TypedDict):
    kind: str
    """The kind of object that was changed, such as `company`."""
    id: NotRequired[str]
    name: NotRequired[str]


class AuditEntry(TypedDict):
    auditId: str
    at: str
    actor: AuditEntryActor
    operation: str
    """An operationId such as `changeCompany`, or an action such as `resetPerson`."""
    subject: AuditEntrySubject
    companyId: NotRequired[str]
    before: NotRequired[Any]
    """The state before the change, with secrets masked."""
    after: NotRequired[Any]
    """The response to the change, with secrets masked."""
    address: NotRequired[str]
    """IP address of the client."""
    correlationId: NotRequired[str]


class Authorization(TypedDict):
    """Values for the fields listed in `credentialFields` of the platform."""

    credentials: dict[str, str]


class BalanceSheetAssetsItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class BalanceSheetAssets(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[BalanceSheetAssetsItem]]


class BalanceSheetLiabilitiesItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class BalanceSheetLiabilities(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[BalanceSheetLiabilitiesItem]]


class BalanceSheetEquityItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class BalanceSheetEquity(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[BalanceSheetEquityItem]]


class BalanceSheetMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class BalanceSheet(TypedDict):
    """What the company owns and owes at the end of each period. There is one record per period."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    date: str
    currency: NotRequired[str]
    """ISO 4217 code."""
    assets: BalanceSheetAssets
    liabilities: BalanceSheetLiabilities
    equity: BalanceSheetEquity
    netAssets: Decimal
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BalanceSheetMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BankAccountMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class BankAccount(TypedDict):
    """Bank accounts of the company."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    accountName: str
    accountNumber: NotRequired[str]
    iBan: NotRequired[str]
    institution: NotRequired[str]
    currency: NotRequired[str]
    """ISO 4217 code."""
    balance: Decimal
    availableBalance: NotRequired[Decimal]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BankAccountMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BankTransactionBankAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class BankTransactionMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class BankTransaction(TypedDict):
    """Transactions on bank accounts. Incoming amounts are positive."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    bankAccountRef: BankTransactionBankAccountRef
    date: str
    description: NotRequired[str]
    reference: NotRequired[str]
    amount: Decimal
    balance: NotRequired[Decimal]
    reconciled: NotRequired[bool]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BankTransactionMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BillSupplierRef(TypedDict):
    id: str
    supplierName: NotRequired[str]


class BillLineItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class BillLineItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class BillLineItemItemRef(TypedDict):
    id: str
    name: NotRequired[str]


class BillLineItemTracking(TypedDict):
    id: str
    name: NotRequired[str]


class BillLineItem(TypedDict):
    description: NotRequired[str]
    unitAmount: Decimal
    quantity: Decimal
    discountAmount: NotRequired[Decimal]
    subTotal: NotRequired[Decimal]
    taxAmount: NotRequired[Decimal]
    totalAmount: NotRequired[Decimal]
    accountRef: NotRequired[BillLineItemAccountRef]
    taxRateRef: NotRequired[BillLineItemTaxRateRef]
    itemRef: NotRequired[BillLineItemItemRef]
    tracking: NotRequired[list[BillLineItemTracking]]


class BillPaymentAllocationPayment(TypedDict):
    id: str
    reference: NotRequired[str]
    paidOnDate: NotRequired[str]
    totalAmount: NotRequired[Decimal]


class BillPaymentAllocationAllocation(TypedDict):
    allocatedOnDate: NotRequired[str]
    totalAmount: Decimal


class BillPaymentAllocation(TypedDict):
    payment: BillPaymentAllocationPayment
    allocation: BillPaymentAllocationAllocation


class BillMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Bill(TypedDict):
    """Bills from suppliers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    reference: NotRequired[str]
    supplierRef: NotRequired[BillSupplierRef]
    issueDate: str
    dueDate: NotRequired[str]
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    lineItems: NotRequired[list[BillLineItem]]
    subTotal: NotRequired[Decimal]
    totalDiscount: NotRequired[Decimal]
    totalTaxAmount: NotRequired[Decimal]
    totalAmount: Decimal
    note: NotRequired[str]
    paymentAllocations: NotRequired[list[BillPaymentAllocation]]
    amountDue: Decimal
    status: Literal["Unknown", "Draft", "Open", "PartiallyPaid", "Paid", "Void"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BillMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BillCreditNoteSupplierRef(TypedDict):
    id: str
    supplierName: NotRequired[str]


class BillCreditNoteLineItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class BillCreditNoteLineItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class BillCreditNoteLineItemItemRef(TypedDict):
    id: str
    name: NotRequired[str]


class BillCreditNoteLineItemTracking(TypedDict):
    id: str
    name: NotRequired[str]


class BillCreditNoteLineItem(TypedDict):
    description: NotRequired[str]
    unitAmount: Decimal
    quantity: Decimal
    discountAmount: NotRequired[Decimal]
    subTotal: NotRequired[Decimal]
    taxAmount: NotRequired[Decimal]
    totalAmount: NotRequired[Decimal]
    accountRef: NotRequired[BillCreditNoteLineItemAccountRef]
    taxRateRef: NotRequired[BillCreditNoteLineItemTaxRateRef]
    itemRef: NotRequired[BillCreditNoteLineItemItemRef]
    tracking: NotRequired[list[BillCreditNoteLineItemTracking]]


class BillCreditNoteMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class BillCreditNote(TypedDict):
    """Credit received from suppliers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    billCreditNoteNumber: NotRequired[str]
    supplierRef: NotRequired[BillCreditNoteSupplierRef]
    issueDate: str
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    lineItems: NotRequired[list[BillCreditNoteLineItem]]
    subTotal: NotRequired[Decimal]
    totalDiscount: NotRequired[Decimal]
    totalTaxAmount: NotRequired[Decimal]
    totalAmount: Decimal
    note: NotRequired[str]
    remainingCredit: Decimal
    status: Literal["Unknown", "Draft", "Submitted", "PartiallyPaid", "Paid", "Void"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BillCreditNoteMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BillPaymentSupplierRef(TypedDict):
    id: str
    supplierName: NotRequired[str]


class BillPaymentAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class BillPaymentLineLink(TypedDict):
    type: Literal["Unknown", "Invoice", "Bill", "CreditNote", "BillCreditNote", "Other"]
    id: str
    amount: Decimal


class BillPaymentLine(TypedDict):
    amount: Decimal
    allocatedOnDate: NotRequired[str]
    links: NotRequired[list[BillPaymentLineLink]]


class BillPaymentMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class BillPayment(TypedDict):
    """Money paid to suppliers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    supplierRef: NotRequired[BillPaymentSupplierRef]
    accountRef: NotRequired[BillPaymentAccountRef]
    date: str
    reference: NotRequired[str]
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    totalAmount: Decimal
    lines: NotRequired[list[BillPaymentLine]]
    note: NotRequired[str]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BillPaymentMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class CashFlowStatementCashReceiptsItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class CashFlowStatementCashReceipts(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[CashFlowStatementCashReceiptsItem]]


class CashFlowStatementCashPaymentsItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class CashFlowStatementCashPayments(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[CashFlowStatementCashPaymentsItem]]


class CashFlowStatementMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class CashFlowStatement(TypedDict):
    """Money received and spent in each period. There is one record per period."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    fromDate: str
    toDate: str
    currency: NotRequired[str]
    """ISO 4217 code."""
    cashReceipts: CashFlowStatementCashReceipts
    cashPayments: CashFlowStatementCashPayments
    openingBalance: NotRequired[Decimal]
    netCashFlow: Decimal
    closingBalance: NotRequired[Decimal]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: CashFlowStatementMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class CashInsightCurrencyMonth(TypedDict):
    month: str
    """A month such as `2026-10`, in UTC."""
    date: str
    """The last day of the month."""
    balance: NotRequired[Decimal]
    """Absent if it cannot be known: the balance at the end of a month is the newest balance minus
    the later transactions, and all accounts must have earlier transactions.
    """
    unknownAccounts: int
    """Accounts whose balance at that time cannot be known."""


class CashInsightCurrencyRecord(TypedDict):
    dataType: str
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class CashInsightCurrency(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    balance: Decimal
    """Sum of the newest balances."""
    accounts: int
    months: list[CashInsightCurrencyMonth]
    """The ends of the last months, oldest first."""
    records: list[CashInsightCurrencyRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf`, if you set
    it).
    """


class CashInsightAccountMonth(TypedDict):
    month: str
    """A month such as `2026-10`, in UTC."""
    date: str
    """The last day of the month."""
    balance: NotRequired[Decimal]
    """Absent if it cannot be known: the balance at the end of a month is the newest balance minus
    the later transactions, and the account must have earlier transactions.
    """


class CashInsightAccountRecord(TypedDict):
    dataType: str
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class CashInsightAccount(TypedDict):
    id: str
    name: str
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    balance: Decimal
    months: list[CashInsightAccountMonth]
    records: list[CashInsightAccountRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf`, if you set
    it).
    """


class CashInsight(TypedDict):
    date: str
    """The day of the figures, in UTC: today, or the day of `asOf`."""
    sources: list[InsightSource]
    """The data sets that were used."""
    missing: list[InsightMissing]
    """Data sets that would contribute but cannot be read. The figures are computed without them."""
    basis: NotRequired[Literal["bankAccounts", "accounts"] | str]
    """`accounts`: the company has no bankAccounts, so the balances are those of the ledger accounts
    with `isBankAccount`. Absent if neither can be read. More values may be added later.
    """
    currencies: list[CashInsightCurrency]
    accounts: list[CashInsightAccount]
    """At most 200 accounts, by currency and balance, the largest first."""
    isAccountsCut: bool
    """True if there are more accounts. `currencies` includes all of them."""


class CellHealthProcess(TypedDict):
    name: str
    """Host and process id."""
    role: str
    version: str
    started: str
    lastSeen: str
    """Latest heartbeat. There is one per second."""
    isAlive: bool


class CellHealthLanesBusiest(TypedDict):
    consumerId: str
    name: str
    accountId: str
    accountName: str
    pending: int
    """Pending deliveries, counted up to 10,000."""
    oldestDue: str
    failingSince: NotRequired[str]


class CellHealthLanes(TypedDict):
    pending: int
    """Pending deliveries, counted up to 100,000."""
    oldestDueSeconds: NotRequired[int]
    """Number of seconds that the oldest due item has waited."""
    busiest: list[CellHealthLanesBusiest]
    """Up to 20 consumers whose deliveries have waited longest."""


class CellHealthQueue(TypedDict):
    name: str
    waiting: int
    active: int
    failed: int


class CellHealthSyncsUnderWay(TypedDict):
    status: str
    count: int


class CellHealthSyncs(TypedDict):
    underWay: list[CellHealthSyncsUnderWay]
    """Number of unfinished operations by status."""
    failedLastHour: int


class CellHealthPushesOpen(TypedDict):
    status: str
    count: int


class CellHealthPushes(TypedDict):
    open: list[CellHealthPushesOpen]
    """Number of unfinished operations by status."""
    unknown: int
    """Pushes with an unknown outcome that a person must resolve."""


class CellHealthAlerts(TypedDict):
    """Deliveries of the older webhooks."""

    pending: int
    oldestDueSeconds: NotRequired[int]
    """Number of seconds that the oldest due item has waited."""


class CellHealthDatabaseConnections(TypedDict):
    used: int
    max: int


class CellHealthDatabase(TypedDict):
    version: str
    sizeBytes: int
    connections: CellHealthDatabaseConnections


class CellHealth(TypedDict):
    at: str
    processes: list[CellHealthProcess]
    lanes: CellHealthLanes
    queues: list[CellHealthQueue]
    """Job queues. The counts may be a few seconds old."""
    syncs: CellHealthSyncs
    pushes: CellHealthPushes
    alerts: CellHealthAlerts
    """Deliveries of the older webhooks."""
    database: CellHealthDatabase


class CellSwitch(TypedDict):
    cell: str
    accountId: str
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class ChangeRecordMetadata(TypedDict):
    isDeleted: bool


class ChangeRecord(TypedDict):
    """The record in the same form as in lists of its data type."""

    id: str
    metadata: ChangeRecordMetadata


class Change(TypedDict):
    cursor: str
    """Opaque value. Send it as `after` to continue after this change."""
    change: Literal["added", "updated", "deleted"] | str
    """`deleted`: the record was deleted on the platform, but you can still read it here. More
    values may be added later.
    """
    companyId: str
    connectionId: str
    dataType: str
    id: str
    """Identifier of the record."""
    generation: int
    """Number of the published state of the data set that introduced this change."""
    syncId: NotRequired[str]
    """The sync that published the change."""
    pushId: NotRequired[str]
    """The push that published the change, if no sync did."""
    publishedAt: str
    record: NotRequired[ChangeRecord]
    """The record in the same form as in lists of its data type."""


class ClientAccount(TypedDict):
    accountId: str
    name: str
    plan: Literal["free", "paid"] | str
    """More values may be added later."""
    requestsPerMinute: NotRequired[int]
    """The account's own limit. If absent, the installation's default applies."""
    webhookGeneration: Literal["older", "newer"]
    """Which webhooks the account uses: `older` (rules) or `newer` (consumers)."""
    companies: int
    consumers: int
    apiKeys: int
    members: int
    created: str
    lastActivity: NotRequired[str]
    """Time of the last request with one of the account's API keys."""


class ClientAccountChange(TypedDict):
    name: NotRequired[str]
    plan: NotRequired[Literal["free", "paid"] | str]
    """More values may be added later."""
    requestsPerMinute: NotRequired[int | None]
    """`null` resets the limit to the installation's default."""


class ClientAccountInput(TypedDict):
    name: str
    plan: NotRequired[Literal["free", "paid"] | str]
    """More values may be added later."""
    webhookGeneration: NotRequired[Literal["older", "newer"]]
    """Which webhooks the account uses: `older` (rules) or `newer` (consumers)."""


class ClientMigration(TypedDict):
    accountId: str
    name: str
    webhookGeneration: Literal["older", "newer"]
    """Which webhooks the account uses: `older` (rules) or `newer` (consumers)."""
    state: Literal["notMigrated", "migrated", "rolledBack"] | str
    """More values may be added later."""
    rules: int
    declared: bool
    requested: NotRequired[str]
    """When the client asked to migrate."""
    lastStep: NotRequired[str]


class Company(TypedDict):
    companyId: str
    name: str
    """May contain any Unicode characters."""
    description: NotRequired[str]
    tags: dict[str, str]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """
    redirect: NotRequired[str]
    """URL of the page where the company's owner connects the company to platforms, including a
    token. Returned only for a single company, not in lists. Requires an API key with the scope
    `manage`, or a person with the role `developer` or `administrator`.
    """
    created: str
    lastSync: NotRequired[str]
    createdByUserName: NotRequired[str]
    dataConnections: list[DataConnection]
    """A summary of the company's connections. `listConnections` returns more details."""


class CompanyChange(TypedDict):
    """Omitted fields stay unchanged. `description: null` removes the description. `tags` replaces
    all tags.
    """

    name: NotRequired[str]
    """May contain any Unicode characters."""
    description: NotRequired[str | None]
    tags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """


class CompanyInput(TypedDict):
    name: str
    """May contain any Unicode characters."""
    description: NotRequired[str]
    tags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """


class CompanyLink(TypedDict):
    link: str
    """URL of the page where the company's owner connects platforms. The URL contains a token."""
    expires: str
    """When the link expires. Request the link again to get a later expiry."""


class ConnectionError(TypedDict):
    at: str
    code: str
    message: str
    resolvedAt: NotRequired[str]


class Connection(TypedDict):
    connectionId: str
    platformKey: str
    platformName: str
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """`PendingAuth`: waiting for authorization. `Linked`: authorized. `Unlinked`: unlinked by the
    client. `Deauthorized`: authorization withdrawn by the platform or by the owner. More values
    may be added later.
    """
    created: str
    linkUrl: NotRequired[str]
    """URL of the page where the company's owner authorizes the connection, including a token.
    Returned only for a single connection, not in lists. Requires an API key with the scope
    `manage`, or a person with the role `developer` or `administrator`.
    """
    lastSync: NotRequired[str]
    errors: list[ConnectionError]
    """The ten newest errors."""


class ConnectionChange(TypedDict):
    status: Literal["Unlinked"]


class ConnectionInput(TypedDict):
    platformKey: str


class Consumer(TypedDict):
    consumerId: str
    name: str
    url: str
    """Deliveries are sent to this URL by POST. The URL must lead to a public address and must not
    contain a user name or password.
    """
    eventTypes: list[str]
    """Names of event types, prefixes such as `sync.*`, or `*` for all event types, including future
    ones.
    """
    channels: list[str]
    """Ids of the companies whose events the consumer receives (company-specific). If the list is
    empty, the consumer receives the events of all companies and of the account itself
    (company-agnostic).
    """
    filter: NotRequired[str]
    """Only events that match are sent to the consumer: comparisons in the filter language of lists
    over the fields of the event, for example `Data.dataType=invoices && Data.added>0`. Allowed
    are the fields of the event types that the consumer subscribes to (`GET
    /webhooks/event-types`). An event without a field matches `=null`, and `!=` with any value.
    Absent if there is no filter.
    """
    fields: NotRequired[list[str]]
    """The fields of the event that are sent, as dotted paths such as `Data.syncId`; `Data` means
    all of its fields. `EventId`, `RuleType`, `GeneratedAt`, `ClientId`, `CompanyId` and
    `DataConnectionId` are always sent. Absent if all fields are sent.
    """
    headers: dict[str, str]
    """Custom headers that are sent with each delivery. Headers that the service sets itself are
    rejected. `Authorization` is rejected, too, because it can be set only in the portal.
    """
    hasAuthorization: bool
    """Whether an `Authorization` header, or OAuth client credentials for it, have been set in the
    portal.
    """
    oauth: NotRequired[ConsumerOauthClient]
    rateLimitPerSecond: NotRequired[int]
    """Maximum number of deliveries per second. Absent if there is no limit."""
    concurrencyMax: NotRequired[int]
    """Maximum number of concurrent deliveries. If it is absent, the service chooses a number up to
    256.
    """
    isOrdered: bool
    """Whether deliveries are made one at a time, in the order of the events. If true, a failed
    delivery blocks later ones until it succeeds or its attempts are exhausted.
    """
    disableOn410: bool
    """Whether a 410 response ends the delivery and disables the consumer. If false, a 410 response
    counts as a failed attempt like any other.
    """
    status: str
    """`enabled` or `disabled`. More values may be added later."""
    disabledReason: NotRequired[str]
    """Why the consumer was disabled. `client`: you disabled it. `failing`: no delivery succeeded
    for 5 days. `gone`: the consumer responded with 410, and `disableOn410` was set. More values
    may be added later.
    """
    disabledAt: NotRequired[str]
    failingSince: NotRequired[str]
    """Time of the first failed attempt since the last successful one."""
    signature: Literal["sharedSecret", "ed25519"] | str
    """`sharedSecret`, the default: deliveries are signed with a secret that your endpoint also
    knows (`v1`). `ed25519`: they are signed with a private key that never leaves the service,
    and verified with `publicKey` (`v1a`). More values may be added later.
    """
    publicKey: NotRequired[str]
    """The public key with which your endpoint verifies deliveries: `whpk_` and 32 bytes in Base64
    (Standard Webhooks). Only with `ed25519`.
    """
    previousPublicKey: NotRequired[str]
    """The public key before the last rotation, until `previousSecretExpires`."""
    previousSecretExpires: NotRequired[str]
    """Until this time, deliveries are also signed with the previous secret or key."""
    created: str


class ConsumerAuthorization(TypedDict):
    value: str
    """The complete header value, such as `Bearer …`. The value is stored encrypted and never shown."""


class ConsumerChange(TypedDict):
    """Omitted fields stay unchanged. `null` removes a limit, the filter or the choice of fields.
    `eventTypes`, `channels`, `fields` and `headers` replace the previous values completely. New
    `eventTypes`, `channels` and `filter` apply only to events that happen afterwards. All other
    new settings also apply to pending deliveries.
    """

    name: NotRequired[str]
    url: NotRequired[str]
    """Deliveries are sent to this URL by POST. The URL must lead to a public address and must not
    contain a user name or password.
    """
    eventTypes: NotRequired[list[str]]
    """Names of event types, prefixes such as `sync.*`, or `*` for all event types, including future
    ones.
    """
    channels: NotRequired[list[str]]
    """Ids of the companies whose events the consumer receives (company-specific). If the list is
    empty, the consumer receives the events of all companies and of the account itself
    (company-agnostic).
    """
    filter: NotRequired[str | None]
    fields: NotRequired[list[str] | None]
    headers: NotRequired[dict[str, str]]
    """Custom headers that are sent with each delivery. Headers that the service sets itself are
    rejected. `Authorization` is rejected, too, because it can be set only in the portal.
    """
    rateLimitPerSecond: NotRequired[int | None]
    concurrencyMax: NotRequired[int | None]
    isOrdered: NotRequired[bool]
    """Whether deliveries are made one at a time, in the order of the events. If true, a failed
    delivery blocks later ones until it succeeds or its attempts are exhausted.
    """
    disableOn410: NotRequired[bool]
    """Whether a 410 response ends the delivery and disables the consumer. If false, a 410 response
    counts as a failed attempt like any other.
    """


class ConsumerInput(TypedDict):
    name: str
    url: str
    """Deliveries are sent to this URL by POST. The URL must lead to a public address and must not
    contain a user name or password.
    """
    eventTypes: NotRequired[list[str]]
    """Names of event types, prefixes such as `sync.*`, or `*` for all event types, including future
    ones.
    """
    channels: NotRequired[list[str]]
    """Ids of the companies whose events the consumer receives (company-specific). If the list is
    empty, the consumer receives the events of all companies and of the account itself
    (company-agnostic).
    """
    filter: NotRequired[str]
    """Only events that match are sent to the consumer: comparisons in the filter language of lists
    over the fields of the event, for example `Data.dataType=invoices && Data.added>0`. Allowed
    are the fields of the event types that the consumer subscribes to (`GET
    /webhooks/event-types`). An event without a field matches `=null`, and `!=` with any value.
    Absent if there is no filter.
    """
    fields: NotRequired[list[str]]
    """The fields of the event that are sent, as dotted paths such as `Data.syncId`; `Data` means
    all of its fields. `EventId`, `RuleType`, `GeneratedAt`, `ClientId`, `CompanyId` and
    `DataConnectionId` are always sent. Absent if all fields are sent.
    """
    headers: NotRequired[dict[str, str]]
    """Custom headers that are sent with each delivery. Headers that the service sets itself are
    rejected. `Authorization` is rejected, too, because it can be set only in the portal.
    """
    rateLimitPerSecond: NotRequired[int]
    """Maximum number of deliveries per second. Absent if there is no limit."""
    concurrencyMax: NotRequired[int]
    """Maximum number of concurrent deliveries. If it is absent, the service chooses a number up to
    256.
    """
    isOrdered: NotRequired[bool]
    """Whether deliveries are made one at a time, in the order of the events. If true, a failed
    delivery blocks later ones until it succeeds or its attempts are exhausted.
    """
    disableOn410: NotRequired[bool]
    """Whether a 410 response ends the delivery and disables the consumer. If false, a 410 response
    counts as a failed attempt like any other.
    """
    signature: NotRequired[Literal["sharedSecret", "ed25519"] | str]
    """`sharedSecret`, the default: deliveries are signed with a secret that your endpoint also
    knows (`v1`). `ed25519`: they are signed with a private key that never leaves the service,
    and verified with `publicKey` (`v1a`). More values may be added later.
    """


class ConsumerOauth(TypedDict):
    tokenUrl: str
    """The token endpoint. It must lead to a public address, as the URL of the consumer."""
    clientId: str
    clientSecret: str
    """The secret is stored encrypted and never shown."""
    scope: NotRequired[str]
    """The scopes to ask for, separated by spaces."""


class ConsumerOauthClient(TypedDict):
    """The OAuth client credentials with which the service gets an access token for the
    `Authorization` header. They can be set only in the portal. The client secret is never shown.
    """

    tokenUrl: str
    clientId: str
    scope: NotRequired[str]


class ConsumerStatsBucket(TypedDict):
    at: str
    """Start of the bucket, in UTC."""
    delivered: int
    failed: int
    p50Ms: NotRequired[int]
    """Latency of delivered attempts in milliseconds. It is estimated from a histogram and accurate
    to about 20 %. Absent if no attempt was delivered.
    """
    p95Ms: NotRequired[int]
    """Latency of delivered attempts in milliseconds. It is estimated from a histogram and accurate
    to about 20 %. Absent if no attempt was delivered.
    """


class ConsumerStatsTotals(TypedDict):
    attempts: int
    delivered: int
    failed: int
    successRate: NotRequired[Decimal]
    """Share of attempts that were delivered. Absent if there were no attempts."""
    p50Ms: NotRequired[int]
    """Latency of delivered attempts in milliseconds. It is estimated from a histogram and accurate
    to about 20 %. Absent if no attempt was delivered.
    """
    p95Ms: NotRequired[int]
    """Latency of delivered attempts in milliseconds. It is estimated from a histogram and accurate
    to about 20 %. Absent if no attempt was delivered.
    """


class ConsumerStats(TypedDict):
    buckets: list[ConsumerStatsBucket]
    """Oldest first, up to the end of the current hour. The last buckets may therefore be
    incomplete.
    """
    totals: ConsumerStatsTotals
    pending: int
    """Number of pending deliveries. Counting stops at 10,000."""
    waiting: int
    """Number of pending deliveries that wait for a later attempt. Counting stops at 10,000. `retry`
    sends these deliveries now.
    """
    oldestPending: NotRequired[str]
    """Due time of the first pending delivery. Can be in the past."""
    failed: int
    """Number of messages that were created in the last `hours` hours and failed for this consumer.
    Counting stops at 10,000. `recover` sends these messages again.
    """


class ConsumerWithSecret(TypedDict):
    consumerId: str
    name: str
    url: str
    """Deliveries are sent to this URL by POST. The URL must lead to a public address and must not
    contain a user name or password.
    """
    eventTypes: list[str]
    """Names of event types, prefixes such as `sync.*`, or `*` for all event types, including future
    ones.
    """
    channels: list[str]
    """Ids of the companies whose events the consumer receives (company-specific). If the list is
    empty, the consumer receives the events of all companies and of the account itself
    (company-agnostic).
    """
    filter: NotRequired[str]
    """Only events that match are sent to the consumer: comparisons in the filter language of lists
    over the fields of the event, for example `Data.dataType=invoices && Data.added>0`. Allowed
    are the fields of the event types that the consumer subscribes to (`GET
    /webhooks/event-types`). An event without a field matches `=null`, and `!=` with any value.
    Absent if there is no filter.
    """
    fields: NotRequired[list[str]]
    """The fields of the event that are sent, as dotted paths such as `Data.syncId`; `Data` means
    all of its fields. `EventId`, `RuleType`, `GeneratedAt`, `ClientId`, `CompanyId` and
    `DataConnectionId` are always sent. Absent if all fields are sent.
    """
    headers: dict[str, str]
    """Custom headers that are sent with each delivery. Headers that the service sets itself are
    rejected. `Authorization` is rejected, too, because it can be set only in the portal.
    """
    hasAuthorization: bool
    """Whether an `Authorization` header, or OAuth client credentials for it, have been set in the
    portal.
    """
    oauth: NotRequired[ConsumerOauthClient]
    rateLimitPerSecond: NotRequired[int]
    """Maximum number of deliveries per second. Absent if there is no limit."""
    concurrencyMax: NotRequired[int]
    """Maximum number of concurrent deliveries. If it is absent, the service chooses a number up to
    256.
    """
    isOrdered: bool
    """Whether deliveries are made one at a time, in the order of the events. If true, a failed
    delivery blocks later ones until it succeeds or its attempts are exhausted.
    """
    disableOn410: bool
    """Whether a 410 response ends the delivery and disables the consumer. If false, a 410 response
    counts as a failed attempt like any other.
    """
    status: str
    """`enabled` or `disabled`. More values may be added later."""
    disabledReason: NotRequired[str]
    """Why the consumer was disabled. `client`: you disabled it. `failing`: no delivery succeeded
    for 5 days. `gone`: the consumer responded with 410, and `disableOn410` was set. More values
    may be added later.
    """
    disabledAt: NotRequired[str]
    failingSince: NotRequired[str]
    """Time of the first failed attempt since the last successful one."""
    signature: Literal["sharedSecret", "ed25519"] | str
    """`sharedSecret`, the default: deliveries are signed with a secret that your endpoint also
    knows (`v1`). `ed25519`: they are signed with a private key that never leaves the service,
    and verified with `publicKey` (`v1a`). More values may be added later.
    """
    publicKey: NotRequired[str]
    """The public key with which your endpoint verifies deliveries: `whpk_` and 32 bytes in Base64
    (Standard Webhooks). Only with `ed25519`.
    """
    previousPublicKey: NotRequired[str]
    """The public key before the last rotation, until `previousSecretExpires`."""
    previousSecretExpires: NotRequired[str]
    """Until this time, deliveries are also signed with the previous secret or key."""
    created: str
    secret: NotRequired[str]
    """The signing secret in the Standard Webhooks format. Only this response shows it. Absent with
    `ed25519`: use `publicKey`.
    """


class CreatedApiKey(TypedDict):
    apiKeyId: str
    name: str
    prefix: str
    """The first characters of the key, by which you can recognise the key."""
    created: str
    lastUsed: NotRequired[str]
    """When the key was last used. Updated every few seconds."""
    expires: NotRequired[str]
    scopes: list[Literal["read", "push", "manage", "webhooks", "keys"]]
    """`read`: read companies and data. `push`: send records to platforms. `manage`: manage
    companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage
    API keys. More values may be added later.
    """
    companyTags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """
    secret: str
    """The API key itself. It is not shown again."""


class CreditNoteCustomerRef(TypedDict):
    id: str
    companyName: NotRequired[str]


class CreditNoteLineItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class CreditNoteLineItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class CreditNoteLineItemItemRef(TypedDict):
    id: str
    name: NotRequired[str]


class CreditNoteLineItemTracking(TypedDict):
    id: str
    name: NotRequired[str]


class CreditNoteLineItem(TypedDict):
    description: NotRequired[str]
    unitAmount: Decimal
    quantity: Decimal
    discountAmount: NotRequired[Decimal]
    subTotal: NotRequired[Decimal]
    taxAmount: NotRequired[Decimal]
    totalAmount: NotRequired[Decimal]
    accountRef: NotRequired[CreditNoteLineItemAccountRef]
    taxRateRef: NotRequired[CreditNoteLineItemTaxRateRef]
    itemRef: NotRequired[CreditNoteLineItemItemRef]
    tracking: NotRequired[list[CreditNoteLineItemTracking]]


class CreditNoteMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class CreditNote(TypedDict):
    """Credit given to customers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    creditNoteNumber: NotRequired[str]
    customerRef: NotRequired[CreditNoteCustomerRef]
    issueDate: str
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    lineItems: NotRequired[list[CreditNoteLineItem]]
    subTotal: NotRequired[Decimal]
    totalDiscount: NotRequired[Decimal]
    totalTaxAmount: NotRequired[Decimal]
    totalAmount: Decimal
    note: NotRequired[str]
    remainingCredit: Decimal
    status: Literal["Unknown", "Draft", "Submitted", "PartiallyPaid", "Paid", "Void"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: CreditNoteMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class CustomerAddress(TypedDict):
    type: Literal["Unknown", "Billing", "Delivery"]
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: NotRequired[str]
    region: NotRequired[str]
    country: NotRequired[str]
    postalCode: NotRequired[str]


class CustomerMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Customer(TypedDict):
    """People and companies that the company sells to."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    customerName: str
    contactName: NotRequired[str]
    emailAddress: NotRequired[str]
    phone: NotRequired[str]
    addresses: NotRequired[list[CustomerAddress]]
    registrationNumber: NotRequired[str]
    taxNumber: NotRequired[str]
    defaultCurrency: NotRequired[str]
    """ISO 4217 code."""
    status: Literal["Unknown", "Active", "Archived"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: CustomerMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class CustomersInsightCurrencyTopRecord(TypedDict):
    dataType: str
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class CustomersInsightCurrencyTop(TypedDict):
    customerId: NotRequired[str]
    """Absent for the documents that name no customer; they are one entry."""
    name: NotRequired[str]
    invoiced: Decimal
    credited: Decimal
    amount: Decimal
    """`invoiced` minus `credited`. The order is by this amount, the largest first."""
    share: NotRequired[Decimal]
    """Part of the total of the currency, rounded to 6 decimals: 0.25 is a quarter. Absent if the
    total is not positive.
    """
    invoices: int
    creditNotes: int
    records: list[CustomersInsightCurrencyTopRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf`, if you set
    it).
    """


class CustomersInsightCurrencyOthers(TypedDict):
    customers: int
    amount: Decimal
    share: NotRequired[Decimal]
    """Part of the total of the currency, rounded to 6 decimals: 0.25 is a quarter. Absent if the
    total is not positive.
    """


class CustomersInsightCurrency(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    amount: Decimal
    """Invoices minus credit notes of all customers."""
    customers: int
    top: list[CustomersInsightCurrencyTop]
    others: CustomersInsightCurrencyOthers


CustomersInsight = TypedDict(
    "CustomersInsight",
    {
        "date": "str",
        "sources": "list[InsightSource]",
        "missing": "list[InsightMissing]",
        "from": "str",
        "to": "str",
        "currencies": "list[CustomersInsightCurrency]",
    },
)


class DataConnection(TypedDict):
    connectionId: str
    platformKey: str
    platformName: str
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """More values may be added later."""
    created: str


class DataSet(TypedDict):
    companyId: str
    connectionId: str
    platformKey: str
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    dataType: str
    generation: int
    """Number of the newest published state."""
    publishedAt: NotRequired[str]
    totalRecords: int
    """Number of records in this state, including deleted ones."""


class DataStatus(TypedDict):
    dataType: str
    status: Literal["NotRequested", "Queued", "Fetching", "Waiting", "Publishing", "Complete", "FetchError", "AuthError", "PermissionsError", "NotSupported", "InternalError", "Cancelled"] | str
    """Status of the latest sync, or `NotRequested` if none was ever requested. More values may be
    added later.
    """
    lastSuccessfulSync: NotRequired[str]
    latestSyncId: NotRequired[str]
    latestSuccessfulSyncId: NotRequired[str]
    nextSync: NotRequired[str]
    """When the next scheduled sync is due."""
    totalRecords: int
    """Number of records that can be read now."""
    generation: int
    """Number of the generation (published state) that can be read now. It is 0 until the first sync
    is complete.
    """
    connectionId: NotRequired[str]
    """The connection that this status is about. Absent if no sync was ever requested."""
    platformKey: NotRequired[str]
    """The platform of that connection."""
    sourceType: NotRequired[Literal["Accounting", "Banking", "Commerce", "Other"] | str]
    """More values may be added later."""


class DryRun(TypedDict):
    consumerId: str
    kind: Literal["recover", "replay"]
    since: str
    until: str
    total: int


class EndedLatest(TypedDict):
    id: str
    companyId: str
    companyName: str
    dataType: str
    status: str
    """The status of the sync or push. More values may be added later."""
    completed: str


class Ended(TypedDict):
    latest: list[EndedLatest]
    """The latest first."""
    hasMore: bool
    """Whether there are more than `limit`."""


class ErrorValidationError(TypedDict):
    itemId: NotRequired[str]
    """The item that the message is about."""
    message: str
    """A message for people, with a link to the documentation."""
    validatorName: NotRequired[str]


class ErrorValidationWarning(TypedDict):
    itemId: NotRequired[str]
    """The item that the message is about."""
    message: str
    """A message for people, with a link to the documentation."""
    validatorName: NotRequired[str]


class ErrorValidation(TypedDict):
    errors: list[ErrorValidationError]
    warnings: list[ErrorValidationWarning]


class Error(TypedDict):
    statusCode: int
    """The HTTP status."""
    service: str
    """The component or provider that produced the error."""
    error: str
    correlationId: str
    """Identifies the response; quote it in support requests."""
    validation: NotRequired[ErrorValidation]
    code: str
    """A stable, machine-readable name of the error. More values may be added later."""
    retryable: bool
    """Whether the same request can succeed later."""
    docs: str
    """Link to the explanation of this error."""


class EventType(TypedDict):
    eventType: str
    """The value of `RuleType` in the body of a delivery."""
    description: str
    about: str
    """What the event is about: `account`, `company` (the body has `CompanyId`) or `connection` (the
    body also has `DataConnectionId`). More values may be added later.
    """
    schema: dict[str, Any]
    """JSON Schema of the whole body. New fields may be added."""
    example: dict[str, Any]
    """An example of the whole body."""


class GenerationHash(TypedDict):
    generation: int
    """Number of the published state."""
    totalRecords: int
    """Number of records in this state, including deleted ones."""
    hash: str
    """The sum of the first 64 bits of the MD5 of each record, modulo 2^64, in hexadecimal digits.
    What is hashed is the text of the record as a PostgreSQL jsonb value.
    """


class InfoAddress(TypedDict):
    type: Literal["Unknown", "Billing", "Delivery"]
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: NotRequired[str]
    region: NotRequired[str]
    country: NotRequired[str]
    postalCode: NotRequired[str]


class InfoWebLink(TypedDict):
    type: str
    url: str


class InfoMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Info(TypedDict):
    """The platform's information about the company itself. There is only one record."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    companyName: str
    companyLegalName: NotRequired[str]
    registrationNumber: NotRequired[str]
    taxNumber: NotRequired[str]
    baseCurrency: NotRequired[str]
    """ISO 4217 code."""
    financialYearStartDate: NotRequired[str]
    addresses: NotRequired[list[InfoAddress]]
    webLinks: NotRequired[list[InfoWebLink]]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: InfoMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class InsightMissing(TypedDict):
    dataType: str
    code: str
    """Why the data set cannot be read: the code that reading its records returns, such as
    `dataTypeNotSupported`, `dataSetNotRequested`, `dataSetNotReady` or
    `dataSetPermissionMissing`; `dataSetNotReady` also if it had not been published at the time
    `asOf`. More values may be added later.
    """
    message: str
    """Why, and what to do."""


class InsightSource(TypedDict):
    dataType: str
    connectionId: str
    generation: int
    """The published state that the figures were computed from."""
    publishedAt: str
    lastSuccessfulSync: NotRequired[str]
    """When the data set was last read from the platform without an error, even if nothing had
    changed. Absent with `asOf`.
    """


class Invitation(TypedDict):
    invitationId: str
    email: str
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    invitedBy: str
    isMailed: bool
    """Whether the link was mailed to the address."""
    created: str
    expires: str


class InvitationInput(TypedDict):
    email: str
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """


class InvoiceCustomerRef(TypedDict):
    id: str
    companyName: NotRequired[str]


class InvoiceLineItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class InvoiceLineItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class InvoiceLineItemItemRef(TypedDict):
    id: str
    name: NotRequired[str]


class InvoiceLineItemTracking(TypedDict):
    id: str
    name: NotRequired[str]


class InvoiceLineItem(TypedDict):
    description: NotRequired[str]
    unitAmount: Decimal
    quantity: Decimal
    discountAmount: NotRequired[Decimal]
    subTotal: NotRequired[Decimal]
    taxAmount: NotRequired[Decimal]
    totalAmount: NotRequired[Decimal]
    accountRef: NotRequired[InvoiceLineItemAccountRef]
    taxRateRef: NotRequired[InvoiceLineItemTaxRateRef]
    itemRef: NotRequired[InvoiceLineItemItemRef]
    tracking: NotRequired[list[InvoiceLineItemTracking]]


class InvoicePaymentAllocationPayment(TypedDict):
    id: str
    reference: NotRequired[str]
    paidOnDate: NotRequired[str]
    totalAmount: NotRequired[Decimal]


class InvoicePaymentAllocationAllocation(TypedDict):
    allocatedOnDate: NotRequired[str]
    totalAmount: Decimal


class InvoicePaymentAllocation(TypedDict):
    payment: InvoicePaymentAllocationPayment
    allocation: InvoicePaymentAllocationAllocation


class InvoiceMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Invoice(TypedDict):
    """Invoices to customers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    invoiceNumber: NotRequired[str]
    customerRef: NotRequired[InvoiceCustomerRef]
    issueDate: str
    dueDate: NotRequired[str]
    paidOnDate: NotRequired[str]
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    lineItems: NotRequired[list[InvoiceLineItem]]
    subTotal: NotRequired[Decimal]
    totalDiscount: NotRequired[Decimal]
    totalTaxAmount: NotRequired[Decimal]
    totalAmount: Decimal
    note: NotRequired[str]
    paymentAllocations: NotRequired[list[InvoicePaymentAllocation]]
    amountDue: Decimal
    status: Literal["Unknown", "Draft", "Submitted", "PartiallyPaid", "Paid", "Void"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: InvoiceMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class ItemInvoiceItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class ItemInvoiceItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class ItemInvoiceItem(TypedDict):
    unitPrice: NotRequired[Decimal]
    description: NotRequired[str]
    accountRef: NotRequired[ItemInvoiceItemAccountRef]
    taxRateRef: NotRequired[ItemInvoiceItemTaxRateRef]


class ItemBillItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class ItemBillItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class ItemBillItem(TypedDict):
    unitPrice: NotRequired[Decimal]
    description: NotRequired[str]
    accountRef: NotRequired[ItemBillItemAccountRef]
    taxRateRef: NotRequired[ItemBillItemTaxRateRef]


class ItemMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Item(TypedDict):
    """Products and services."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    code: NotRequired[str]
    name: NotRequired[str]
    type: Literal["Unknown", "Inventory", "NonInventory", "Service"]
    itemStatus: Literal["Unknown", "Active", "Archived"]
    isInvoiceItem: NotRequired[bool]
    isBillItem: NotRequired[bool]
    invoiceItem: NotRequired[ItemInvoiceItem]
    billItem: NotRequired[ItemBillItem]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: ItemMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class JournalEntryJournalLineAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class JournalEntryJournalLineTracking(TypedDict):
    id: str
    name: NotRequired[str]


class JournalEntryJournalLine(TypedDict):
    description: NotRequired[str]
    accountRef: JournalEntryJournalLineAccountRef
    netAmount: Decimal
    currency: NotRequired[str]
    """ISO 4217 code."""
    tracking: NotRequired[list[JournalEntryJournalLineTracking]]


class JournalEntryMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class JournalEntry(TypedDict):
    """Entries of the general ledger. Debits are positive, and credits are negative."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    postedOn: str
    description: NotRequired[str]
    reference: NotRequired[str]
    journalLines: list[JournalEntryJournalLine]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: JournalEntryMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class LinkPlatformCredentialField(TypedDict):
    name: str
    label: str
    secret: bool
    help: NotRequired[str]


class LinkPlatform(TypedDict):
    platformKey: str
    name: str
    sourceType: str
    """More values may be added later."""
    authorization: Literal["credentials", "platform"] | str
    """How the owner authorizes access. `credentials`: the owner fills in the `credentialFields`.
    `platform`: the browser is redirected to the platform, where the owner authorizes access.
    More values may be added later.
    """
    dataTypes: list[str]
    canWrite: bool
    """Whether the account can also write records to the platform (push operations)."""
    credentialFields: list[LinkPlatformCredentialField]


class LinkConnectionFailedRead(TypedDict):
    dataType: str
    name: str
    reason: Literal["permission", "failure"] | str
    """`permission`: the connected user has no permission to read the data type; the owner can grant
    the permission at the platform. `failure`: another cause, which the owner cannot fix. More
    values may be added later.
    """


class LinkConnection(TypedDict):
    connectionId: str
    platformKey: str
    platformName: str
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """More values may be added later."""
    lastSync: NotRequired[str]
    failedReads: list[LinkConnectionFailedRead]
    """Data types whose latest sync failed. Empty while the platform is not connected."""
    message: str
    """The status in plain words."""


class LinkRead(TypedDict):
    dataType: str
    name: str
    schedule: Literal["none", "hourly", "daily", "weekly", "monthly"] | str
    """How often it is read again. More values may be added later."""


class Link(TypedDict):
    companyName: str
    accountName: str
    """Who requests the data: `displayName` of the link settings, otherwise the name of the account."""
    logo: NotRequired[str]
    """Logo of the link settings, as a data URL."""
    color: NotRequired[str]
    """Color of the link settings, as "#rrggbb"."""
    returnUrl: NotRequired[str]
    """URL to which the page sends the owner at the end. It already contains the query parameter
    `companyId`. The page adds `status` and, if it was opened with `state`, also `state`.
    """
    connectionId: NotRequired[str]
    """The connection that the link is for. Absent if the link is for the whole company."""
    platforms: list[LinkPlatform]
    connections: list[LinkConnection]
    reads: list[LinkRead]
    """Data types that will be read if the platform has them."""


class LinkAcceptance(TypedDict):
    password: str
    """12 to 200 characters. Must not be a common password or the e-mail address."""
    name: NotRequired[str]
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class LinkOrder(TypedDict):
    platformKey: str
    credentials: NotRequired[dict[str, str]]
    """Only for platforms that use credentials."""
    state: NotRequired[str]
    """Any text. It is added to the query of `returnUrl` unchanged."""


class LinkOutcome(TypedDict):
    kind: Literal["linked", "authorize"] | str
    """`linked`: the company is connected. `authorize`: redirect the browser to `authorizeUrl`.
    Afterwards, the platform sends the browser back to the link page with `outcome`, `platform`
    and `state` in the query. More values may be added later.
    """
    connectionId: str
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """More values may be added later."""
    authorizeUrl: NotRequired[str]
    returnUrl: NotRequired[str]
    """URL to send the owner to, with `companyId`, `connectionId`, `status` and `state` in the
    query.
    """


class LinkProgressConnectionDataType(TypedDict):
    dataType: str
    name: str
    state: Literal["waiting", "reading", "read", "failed"] | str
    """`waiting`: the first sync has not started or is paused. `reading`: it is under way. `read`:
    its records are stored; later syncs do not change this. `failed`: it ended without records.
    More values may be added later.
    """
    records: int
    """Number of records read so far."""
    total: NotRequired[int]
    """Number of records to read, if the platform says it."""


class LinkProgressConnection(TypedDict):
    connectionId: str
    isComplete: bool
    """Whether the first sync of every data type has ended."""
    dataTypes: list[LinkProgressConnectionDataType]


class LinkProgress(TypedDict):
    isComplete: bool
    """Whether the first syncs of all connections have ended. False if no connection is linked."""
    connections: list[LinkProgressConnection]
    """The linked connections."""


class LinkSettings(TypedDict):
    returnUrl: NotRequired[str]
    """URL to which the link page sends the owner at the end. If absent, the owner stays on the
    page.
    """
    displayName: NotRequired[str]
    """Name that the link page shows. If absent, the page shows the name of the account."""
    logo: NotRequired[str]
    """Logo that the link page shows: a PNG, JPEG, WebP or SVG of at most 33 kB, as a base64 data
    URL.
    """
    color: NotRequired[str]
    """Color of the buttons on the link page, as "#rrggbb". Their text becomes black or white to
    match.
    """


class ListedMessage(TypedDict):
    messageId: str
    """Also sent as `EventId` in the body, and as the header `webhook-id` with every attempt."""
    eventType: str
    """The `RuleType` of the body. More values may be added later."""
    companyId: NotRequired[str]
    connectionId: NotRequired[str]
    channels: list[str]
    """The `companyId` of a message about a company. Empty for other messages."""
    created: str
    status: Literal["pending", "failed", "delivered", "unmatched"] | str
    """`failed`: delivery to at least one consumer failed and is not retried. `pending`: delivery is
    in progress or waits for a retry. `delivered`: the message was delivered to every consumer
    that it was sent to. `unmatched`: no consumer subscribed to the event. More values may be
    added later.
    """
    recipients: int
    """Number of consumers that the message was sent to, including those whose delivery is still
    pending.
    """
    isTest: bool
    """True for a test message, which was sent to one consumer on request."""
    summary: NotRequired[MessageSummary]


class LiveEventCompany(TypedDict):
    """A company was created, changed or deleted, or one of its connections has changed."""

    event: Literal["company"]
    data: dict[str, Any]


class LiveEventConnection(TypedDict):
    """The state of a connection has changed. This event is sent only to accounts that use the newer
    webhooks. All accounts get the event `company`.
    """

    event: Literal["connection"]
    data: LiveEventConnectionData


class LiveEventConnectionData(TypedDict):
    connectionId: str
    companyId: str


class LiveEventConsumer(TypedDict):
    """A webhook consumer was created, changed or deleted, started to fail or recovered."""

    event: Literal["consumer"]
    data: LiveEventConsumerData


class LiveEventConsumerData(TypedDict):
    consumerId: str


class LiveEventHello(TypedDict):
    """The stream begins or continues after a gap. Reload the data that you show."""

    event: Literal["hello"]
    data: dict[str, Any]


class LiveEventMessage(TypedDict):
    """A message is new, or its status has changed. If very many messages change, only the newest
    ones are sent.
    """

    event: Literal["message"]
    data: Message


class LiveEventNotice(TypedDict):
    """A problem that people get notices about has begun or ended. Sent only to people, not to API
    keys.
    """

    event: Literal["notice"]
    data: dict[str, Any]


class LiveEventPush(TypedDict):
    """A push operation was requested, has made progress or has ended."""

    event: Literal["push"]
    data: PushOperation


class LiveEventSync(TypedDict):
    """A sync was requested, has made progress or has ended."""

    event: Literal["sync"]
    data: Sync


class LoggedRequestActor(TypedDict):
    """Who sent the request."""

    kind: Literal["key", "person", "operator"] | str
    """`key`: an API key. `person`: a member of the account. `operator`: someone who runs the
    service. More values may be added later.
    """
    id: NotRequired[str]
    name: str
    """The name at the time of the request."""


class LoggedRequest(TypedDict):
    correlationId: str
    """The header `X-Correlation-Id` of the response."""
    at: str
    """When the request arrived."""
    actor: LoggedRequestActor
    """Who sent the request."""
    method: str
    operation: NotRequired[str]
    """The operationId. Absent if no operation has this method and path."""
    path: str
    """The path that was requested."""
    query: NotRequired[str]
    """The query string as it was sent. Contains only parameters of the operation, without `cursor`."""
    companyId: NotRequired[str]
    status: NotRequired[int]
    """The HTTP status. Absent if the client disconnected before the response began."""
    code: NotRequired[str]
    """The code of the error. `clientDisconnected`: the client disconnected before the response was
    complete. More values may be added later.
    """
    durationMs: Decimal | int
    """Time from the first byte of the request to the last byte of the response."""
    bytes: int
    """Size of the response as it was sent, with its headers."""
    address: NotRequired[str]
    """IP address of the client."""


class MadeInvitation(TypedDict):
    invitationId: str
    email: str
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    invitedBy: str
    isMailed: bool
    """Whether the link was mailed to the address."""
    created: str
    expires: str
    link: NotRequired[str]
    """The invitation link, to pass on to the person. Present only if the service has no mail
    server. It is not shown again.
    """


class Maintenance(TypedDict):
    enabled: bool
    since: NotRequired[str]
    message: NotRequired[str]
    retryAfterSeconds: int


class MaintenanceChange(TypedDict):
    enabled: bool
    retryAfterSeconds: NotRequired[int]
    message: NotRequired[str]
    """Text that is shown to clients."""


class Member(TypedDict):
    personId: str
    email: str
    name: str
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    hasTotp: bool
    joined: str
    lastSeen: NotRequired[str]
    """When the person last used the service. Updated at most once a minute."""


class MemberChange(TypedDict):
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """


class Message(TypedDict):
    messageId: str
    """Also sent as `EventId` in the body, and as the header `webhook-id` with every attempt."""
    eventType: str
    """The `RuleType` of the body. More values may be added later."""
    companyId: NotRequired[str]
    connectionId: NotRequired[str]
    channels: list[str]
    """The `companyId` of a message about a company. Empty for other messages."""
    created: str
    status: Literal["pending", "failed", "delivered", "unmatched"] | str
    """`failed`: delivery to at least one consumer failed and is not retried. `pending`: delivery is
    in progress or waits for a retry. `delivered`: the message was delivered to every consumer
    that it was sent to. `unmatched`: no consumer subscribed to the event. More values may be
    added later.
    """
    recipients: int
    """Number of consumers that the message was sent to, including those whose delivery is still
    pending.
    """
    isTest: bool
    """True for a test message, which was sent to one consumer on request."""


class MessageCountsBucket(TypedDict):
    at: str
    """Start of the span."""
    delivered: int
    failed: int
    pending: int
    unmatched: int


class MessageCounts(TypedDict):
    since: str
    until: str
    buckets: list[MessageCountsBucket]
    isEstimated: bool
    """Whether some of the numbers are estimates."""


class MessageDetailsDelivery(TypedDict):
    consumerId: str
    status: Literal["pending", "delivered", "exhausted", "gone", "cancelled"] | str
    """`exhausted`: the last attempt failed. `gone`: the consumer responded with 410 and was
    therefore disabled. `cancelled`: the consumer was disabled while the delivery was pending.
    More values may be added later.
    """
    attempts: int
    nextAttempt: NotRequired[str]
    lastAttempt: NotRequired[str]
    lastStatusCode: NotRequired[int]
    """HTTP status of the last attempt. Absent if there was no response."""


class MessageDetails(TypedDict):
    messageId: str
    """Also sent as `EventId` in the body, and as the header `webhook-id` with every attempt."""
    eventType: str
    """The `RuleType` of the body. More values may be added later."""
    companyId: NotRequired[str]
    connectionId: NotRequired[str]
    channels: list[str]
    """The `companyId` of a message about a company. Empty for other messages."""
    created: str
    status: Literal["pending", "failed", "delivered", "unmatched"] | str
    """`failed`: delivery to at least one consumer failed and is not retried. `pending`: delivery is
    in progress or waits for a retry. `delivered`: the message was delivered to every consumer
    that it was sent to. `unmatched`: no consumer subscribed to the event. More values may be
    added later.
    """
    recipients: int
    """Number of consumers that the message was sent to, including those whose delivery is still
    pending.
    """
    isTest: bool
    """True for a test message, which was sent to one consumer on request."""
    body: dict[str, Any]
    """The body that every attempt sends."""
    deliveries: list[MessageDetailsDelivery]
    """One entry for each consumer that the message was sent to."""


class MessageSummaryCounts(TypedDict):
    """How many records a sync or a push has changed."""

    added: int
    updated: int
    deleted: int


class MessageSummaryDelivery(TypedDict):
    consumerId: str
    status: Literal["pending", "delivered", "exhausted", "gone", "cancelled"] | str
    """`exhausted`: the last attempt failed. `gone`: the consumer responded with 410 and was
    therefore disabled. `cancelled`: the consumer was disabled while the delivery was pending.
    More values may be added later.
    """
    attempts: int
    nextAttempt: NotRequired[str]
    lastAttempt: NotRequired[str]
    lastStatusCode: NotRequired[int]
    """HTTP status of the last attempt. Absent if there was no response."""


class MessageSummary(TypedDict):
    text: NotRequired[str]
    """What happened, in one sentence: `Message` of the body."""
    dataType: NotRequired[str]
    counts: NotRequired[MessageSummaryCounts]
    """How many records a sync or a push has changed."""
    deliveries: list[MessageSummaryDelivery]
    """One entry for each consumer that the message was sent to."""


class MigrationConsumer(TypedDict):
    consumerId: str
    url: str
    state: Literal["same", "changed", "gone"] | str
    """What the client has done with the consumer since the migration. More values may be added
    later.
    """


class MigrationHistory(TypedDict):
    at: str
    step: Literal["declared", "requested", "rehearsed", "applied", "rolledBack"] | str
    """More values may be added later."""
    by: str
    source: Literal["client", "operator"] | str
    """More values may be added later."""
    detail: str


class Migration(TypedDict):
    """`check` and `plan` are present while the older webhooks serve the account."""

    generation: Literal["older", "newer"]
    """Which webhooks serve the account."""
    state: Literal["notMigrated", "migrated", "rolledBack", "alwaysNewer"] | str
    """More values may be added later."""
    declared: bool
    """Whether the client has declared that it does not rely on `RuleId`."""
    requested: bool
    """Whether the client has asked for the migration."""
    check: NotRequired[MigrationCheck]
    plan: NotRequired[MigrationPlan]
    rehearsal: NotRequired[Rehearsal]
    consumers: list[MigrationConsumer]
    """The consumers that the migration created."""
    history: list[MigrationHistory]
    """Oldest first."""


class MigrationCheck(TypedDict):
    checkedAt: str
    days: int
    """A call to the event log blocks the migration for this number of days."""
    isReady: bool
    """True if nothing blocks the migration."""
    blockers: list[MigrationFinding]
    warnings: list[MigrationFinding]
    """Findings that do not block the migration."""


class MigrationFinding(TypedDict):
    kind: str
    """More values may be added later."""
    text: str
    evidence: list[dict[str, Any]]
    """The facts that the finding is based on."""


class MigrationOrder(TypedDict):
    automationUrl: NotRequired[str]
    """Webhook URL of an automation tool. After the migration, it receives the events for which
    rules send e-mails now.
    """
    force: NotRequired[str]
    """Reason for overriding the blockers. The reason is recorded."""


class MigrationPlanConsumer(TypedDict):
    name: str
    url: str
    eventTypes: list[str]
    channels: list[str]
    """Empty if the consumer is company-agnostic."""
    headers: dict[str, str]
    hasAuthorization: bool
    ruleIds: list[str]


class MigrationPlanEmailRule(TypedDict):
    ruleId: str
    type: str
    companyId: NotRequired[str]
    emails: list[str]
    replacedBy: NotRequired[str]


class MigrationPlanDroppedRule(TypedDict):
    ruleId: str
    companyId: str


class MigrationPlan(TypedDict):
    hash: str
    """Identifies the plan. The same rules always give the same plan and hash."""
    rules: int
    consumers: list[MigrationPlanConsumer]
    """The consumers that replace the rules."""
    emailRules: list[MigrationPlanEmailRule]
    """Rules that send e-mail. The newer webhooks send no e-mail."""
    droppedRules: list[MigrationPlanDroppedRule]
    """Rules of companies that have been deleted."""


class Notice(TypedDict):
    conditionId: str
    kind: NoticeKindName
    name: str
    """Name of the consumer or connection that the notice is about. Empty if the notice is about the
    installation.
    """
    detail: str
    page: str
    """Path of the portal page that shows the problem."""
    since: str
    opened: str
    recovered: NotRequired[str]


class NoticeChat(TypedDict):
    chatId: str
    name: str
    address: str
    """The URL without its secret part."""
    kinds: list[NoticeKindName]
    mutedUntil: NotRequired[str]
    created: str
    lastSent: NotRequired[str]
    lastError: NotRequired[str]
    """Why the last message was not accepted."""


class NoticeChatChange(TypedDict):
    mutedUntil: Literal[None]
    """Ends the mute."""


class NoticeChatInput(TypedDict):
    name: str
    url: str
    """The incoming webhook of a chat program that accepts `{"text": "…"}`. It is stored encrypted
    and not shown again.
    """
    kinds: list[NoticeKindName]


class NoticeChoice(TypedDict):
    kind: NoticeKindName
    email: bool
    browser: bool


class NoticeChoices(TypedDict):
    mail: bool
    """Whether the service can send e-mails."""
    account: list[NoticeKind]
    """Kinds of notices about the account that the session is in. Empty if the session is in no
    account, or if you are not a member of the account.
    """
    operator: list[NoticeKind]
    """Kinds of notices about the installation. Empty if you are not an operator."""


class NoticeKind(TypedDict):
    kind: NoticeKindName
    email: bool
    browser: bool
    """Whether notices appear in the portal and, while the portal is open, as notifications of the
    browser.
    """
    mutedUntil: NotRequired[str]
    """Until this time, you get no e-mails about this kind."""


class NoticeMute(TypedDict):
    medium: Literal["email", "chat"]
    chatName: NotRequired[str]
    accountName: NotRequired[str]
    """Absent if the notices are about the installation."""
    kinds: list[NoticeKindName]
    mutedUntil: NotRequired[str]


class OauthApplication(TypedDict):
    """The secrets are stored encrypted and never shown."""

    platformKey: str
    clientId: str
    hasNotificationKey: bool
    redirectUri: str
    """The redirect URI. Enter exactly this value on the platform."""
    notificationUrl: str
    """The URL to which the platform must send notifications."""
    created: str
    changed: str


class OauthApplicationInput(TypedDict):
    clientId: str
    """The client id that the platform shows."""
    clientSecret: str
    """The client secret. It is stored encrypted and never shown again."""
    notificationKey: NotRequired[str]
    """The key with which the platform signs notifications. Some platforms call it verifier token."""


class OpenedLink(TypedDict):
    email: str
    kind: Literal["invitation", "reset"]
    accountName: NotRequired[str]
    role: NotRequired[Literal["viewer", "developer", "administrator"] | str]
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    expires: str
    isKnown: bool
    """For an invitation: whether the person already has a password and must accept the invitation
    with that password. For a password reset: always true.
    """
    needsCode: bool
    """Whether a code from the authenticator app is also needed."""


class OverviewCompanies(TypedDict):
    total: int
    linked: int
    """Companies with a linked connection."""
    needingAttention: int


class OverviewHealth(TypedDict):
    status: Literal["ok", "degraded"] | str
    """`degraded`: an entry of `attention` has the severity `error`. More values may be added later."""
    oldestDueSeconds: NotRequired[int]
    """How long the oldest due delivery has been waiting, in seconds."""


class OverviewFirstSteps(TypedDict):
    """What a new account does first. The portal shows it as a checklist."""

    keyUsed: bool
    """A request with an existing API key of the account was answered."""
    companyLinked: bool
    """A company has a linked connection."""
    consumerReached: bool
    """A consumer has received a message. Counted as long as delivery counts are kept."""
    recordPushed: bool
    """A record was pushed. Counted as long as the push is kept."""


class Overview(TypedDict):
    companies: OverviewCompanies
    activity: list[Activity]
    """One entry per hour or quarter of an hour, oldest first. The last hour is still in progress."""
    isSampled: bool
    """True if the counts of syncs or pushes may be too low, because counting stops at 50,000 per
    entry. Counts of delivery attempts are always exact.
    """
    attention: list[Attention]
    """At most 100 entries, the most severe first."""
    isAttentionCut: bool
    """True if there may be further problems that `attention` does not list."""
    health: OverviewHealth
    firstSteps: OverviewFirstSteps
    """What a new account does first. The portal shows it as a checklist."""


class PasswordChange(TypedDict):
    current: str
    password: str
    """12 to 200 characters. Must not be a common password or the e-mail address."""


class PasswordResetRequest(TypedDict):
    email: str


class PaymentCustomerRef(TypedDict):
    id: str
    companyName: NotRequired[str]


class PaymentAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class PaymentLineLink(TypedDict):
    type: Literal["Unknown", "Invoice", "Bill", "CreditNote", "BillCreditNote", "Other"]
    id: str
    amount: Decimal


class PaymentLine(TypedDict):
    amount: Decimal
    allocatedOnDate: NotRequired[str]
    links: NotRequired[list[PaymentLineLink]]


class PaymentMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Payment(TypedDict):
    """Money received from customers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    customerRef: NotRequired[PaymentCustomerRef]
    accountRef: NotRequired[PaymentAccountRef]
    date: str
    reference: NotRequired[str]
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    totalAmount: Decimal
    lines: NotRequired[list[PaymentLine]]
    note: NotRequired[str]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: PaymentMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class PersonChange(TypedDict):
    name: str


class PlatformCredentialField(TypedDict):
    name: str
    label: str
    secret: bool
    help: NotRequired[str]


class PlatformDataTypes(TypedDict):
    pull: bool
    push: list[str]


class Platform(TypedDict):
    platformKey: str
    name: str
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    enabled: bool
    credentialFields: list[PlatformCredentialField]
    """Fields required for an authorization with credentials."""
    dataTypes: dict[str, PlatformDataTypes]
    """Shows for each data type whether it can be read and which push operations it supports."""


class PlatformCall(TypedDict):
    callId: str
    at: str
    """When the request was sent."""
    purpose: Literal["sync", "push", "authorize"] | str
    """`sync`: to read data. `push`: to change data. `authorize`: to check new credentials. More
    values may be added later.
    """
    syncId: NotRequired[str]
    pushId: NotRequired[str]
    dataType: NotRequired[str]
    method: str
    host: str
    """Host and port of the platform."""
    path: str
    """The path, with secrets masked."""
    query: NotRequired[str]
    """The query, decoded, with secrets masked."""
    status: NotRequired[int]
    """The HTTP status. Absent if there was no complete response."""
    error: NotRequired[str]
    """Why there was no complete response."""
    durationMs: Decimal | int
    """Time from sending the request to the last byte of the response."""
    waitedMs: Decimal | int
    """How long the request waited for the request limits of the platform before it was sent."""
    bytes: int
    """Size of the body of the response."""
    retryAt: NotRequired[str]
    """After a response with 429: until when no further requests are sent for the connection."""


class Problem(TypedDict):
    """The RFC 9457 format, sent if `Accept` contains `application/problem+json`."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    service: str
    retryable: bool
    validation: NotRequired[dict[str, Any]]


class Profile(TypedDict):
    clientId: str
    """Id of the account. Every event contains it as `ClientId`, and the older webhooks send it as
    the header `X-Service-ClientId`.
    """
    name: str
    webhookGeneration: str
    """The webhooks that serve the account. `older`: rules and alerts. `newer`: consumers with a
    message log. Only the operator can switch an account.
    """
    webhookAuthorization: NotRequired[str]
    """The Authorization header of the older webhooks, masked. Absent if no header is set or if the
    newer webhooks serve the account.
    """
    created: str


class ProfileChange(TypedDict):
    """Omitted fields stay unchanged."""

    name: NotRequired[str]
    webhookAuthorization: NotRequired[str | None]
    """Value of the header `Authorization`, which is sent with each alert. `null` removes the
    header. Responses show the value only in masked form. It can be set only while the older
    webhooks serve the account.
    """


class ProfitAndLossIncomeItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class ProfitAndLossIncome(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[ProfitAndLossIncomeItem]]


class ProfitAndLossCostOfSalesItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class ProfitAndLossCostOfSales(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[ProfitAndLossCostOfSalesItem]]


class ProfitAndLossExpensesItem(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal


class ProfitAndLossExpenses(TypedDict):
    name: str
    accountId: NotRequired[str]
    value: Decimal
    items: NotRequired[list[ProfitAndLossExpensesItem]]


class ProfitAndLossMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class ProfitAndLoss(TypedDict):
    """Income and expenses of each period. There is one record per period."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    fromDate: str
    toDate: str
    currency: NotRequired[str]
    """ISO 4217 code."""
    income: ProfitAndLossIncome
    costOfSales: NotRequired[ProfitAndLossCostOfSales]
    expenses: ProfitAndLossExpenses
    grossProfit: NotRequired[Decimal]
    netProfit: Decimal
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: ProfitAndLossMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class Publication(TypedDict):
    publishedAt: str
    connectionId: str
    dataType: str
    generation: int
    """Number of the published state of the data set."""
    totalRecords: int
    """Number of records in this state, including deleted ones."""
    changes: int
    """Number of records that were added, updated or deleted."""
    syncId: NotRequired[str]
    pushId: NotRequired[str]


class PurchaseOrderSupplierRef(TypedDict):
    id: str
    supplierName: NotRequired[str]


class PurchaseOrderLineItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class PurchaseOrderLineItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class PurchaseOrderLineItemItemRef(TypedDict):
    id: str
    name: NotRequired[str]


class PurchaseOrderLineItemTracking(TypedDict):
    id: str
    name: NotRequired[str]


class PurchaseOrderLineItem(TypedDict):
    description: NotRequired[str]
    unitAmount: Decimal
    quantity: Decimal
    discountAmount: NotRequired[Decimal]
    subTotal: NotRequired[Decimal]
    taxAmount: NotRequired[Decimal]
    totalAmount: NotRequired[Decimal]
    accountRef: NotRequired[PurchaseOrderLineItemAccountRef]
    taxRateRef: NotRequired[PurchaseOrderLineItemTaxRateRef]
    itemRef: NotRequired[PurchaseOrderLineItemItemRef]
    tracking: NotRequired[list[PurchaseOrderLineItemTracking]]


class PurchaseOrderMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class PurchaseOrder(TypedDict):
    """Orders to suppliers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    purchaseOrderNumber: NotRequired[str]
    supplierRef: NotRequired[PurchaseOrderSupplierRef]
    issueDate: str
    deliveryDate: NotRequired[str]
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    lineItems: NotRequired[list[PurchaseOrderLineItem]]
    subTotal: NotRequired[Decimal]
    totalDiscount: NotRequired[Decimal]
    totalTaxAmount: NotRequired[Decimal]
    totalAmount: Decimal
    note: NotRequired[str]
    status: Literal["Unknown", "Draft", "Open", "Closed", "Void"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: PurchaseOrderMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class Purge(TypedDict):
    companyId: str
    requested: str
    """When the company was deleted."""
    purged: NotRequired[str]
    """When all data was erased. Absent during the purge."""
    erased: dict[str, int]
    """Number of rows erased so far, by kind. Each version of a record counts as a record."""


class PushDryRunRequest(TypedDict):
    """The request that would be sent, byte for byte, but without authentication. In a dry run,
    00000000-0000-0000-0000-000000000000 takes the place of the operation id.
    """

    method: str
    url: str
    headers: dict[str, str]
    body: NotRequired[str]


class PushDryRunValidationError(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]


class PushDryRunValidationWarning(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]


class PushDryRunValidation(TypedDict):
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """

    errors: list[PushDryRunValidationError]
    warnings: list[PushDryRunValidationWarning]


class PushDryRun(TypedDict):
    dryRun: Literal[True]
    dataType: str
    operation: str
    request: PushDryRunRequest
    """The request that would be sent, byte for byte, but without authentication. In a dry run,
    00000000-0000-0000-0000-000000000000 takes the place of the operation id.
    """
    validation: PushDryRunValidation
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """


class PushOperationRecord(TypedDict):
    """The record's id on the platform."""

    id: str


class PushOperationValidationError(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]


class PushOperationValidationWarning(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]


class PushOperationValidation(TypedDict):
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """

    errors: list[PushOperationValidationError]
    warnings: list[PushOperationValidationWarning]


class PushOperation(TypedDict):
    pushId: str
    companyId: str
    connectionId: str
    dataType: str
    operation: Literal["create", "update", "delete"] | str
    """More values may be added later."""
    status: Literal["Pending", "TimedOut", "Success", "Failed"] | str
    """A `Pending` operation becomes `Success`, `Failed` or `TimedOut`. A timed-out operation
    becomes `Success` or `Failed` when its outcome is known. More values may be added later.
    """
    statusCode: int
    """202 while the operation is pending, 200 after success, 504 after a timeout. After a failure,
    a status that describes the cause.
    """
    step: Literal["waiting", "sent", "accepted", "known", "unknown"] | str
    """Progress on the platform. `waiting`: nothing has been sent. `sent`: the request was sent, and
    Daybook is determining its outcome. `accepted`: the platform is processing the request.
    `known`: the outcome is known. `unknown`: the outcome cannot be determined; check on the
    platform, then call `resolve`. More values may be added later.
    """
    requested: str
    completed: NotRequired[str]
    resolved: NotRequired[str]
    """When a timed-out operation was resolved."""
    timeoutInMinutes: int
    record: NotRequired[PushOperationRecord]
    """The record's id on the platform."""
    errorMessage: NotRequired[str]
    validation: NotRequired[PushOperationValidation]
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """
    providerStatus: NotRequired[int]
    """HTTP status of the platform's response to the request. It can differ from `statusCode`. For
    example, it is still 202 after the operation has finished with 200.
    """
    lastPollStatus: NotRequired[int]
    """HTTP status of the platform's response when Daybook last asked for the outcome, which it does
    after a 202 or after a lost response.
    """
    retryAt: NotRequired[str]
    """When a waiting operation is retried."""
    sent: NotRequired[Any]
    """The record exactly as the client sent it. Not included in lists."""


class PushOptionsOperations(TypedDict):
    """The operations that the platform supports, each with the schema of its record."""

    create: NotRequired[Any]
    """JSON Schema of the record."""
    update: NotRequired[Any]
    """JSON Schema of the new record, which replaces the whole old record."""
    delete: NotRequired[Any]
    """Present if the platform supports deletions. A deletion needs no record."""


class PushOptions(TypedDict):
    dataType: str
    operations: PushOptionsOperations
    """The operations that the platform supports, each with the schema of its record."""


class PushResolution(TypedDict):
    outcome: Literal["Success", "Failed"]
    """The outcome that you found on the platform."""
    recordId: NotRequired[str]
    """Id of the record that you found on the platform."""


class RecordConnection(TypedDict):
    """The connection that the record comes from. Present only with `include=connection`."""

    connectionId: str
    platformKey: str
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""


class RecordVersion(TypedDict):
    generation: int
    """Number of the published state that added this version."""
    change: Literal["added", "updated", "deleted"]
    validFrom: NotRequired[str]
    validTo: NotRequired[str]
    """When the version was replaced. Absent in the current version."""
    record: Record


class RecoveryCodes(TypedDict):
    recoveryCodes: list[str]
    """Each recovery code can be used once instead of a code from the app. Recovery codes are not
    shown again.
    """


class Redelivery(TypedDict):
    redeliveryId: str
    consumerId: str
    kind: Literal["recover", "replay", "retry"] | str
    """`recover`: messages that failed. `replay`: messages that were never sent to the consumer.
    `retry`: messages that were waiting for their next attempt when the retry was requested;
    `since` and `until` are then the time of the request. More values may be added later.
    """
    since: str
    until: str
    status: Literal["Queued", "Running", "Complete", "Cancelled"] | str
    """More values may be added later."""
    requested: str
    completed: NotRequired[str]
    total: int
    """Number of messages found when the redelivery was requested."""
    done: int
    """Number of messages queued for sending so far."""


class Rehearsal(TypedDict):
    rehearsalId: str
    started: str
    until: str
    ended: NotRequired[str]
    """Absent while the rehearsal is in progress."""


class RehearsalInput(TypedDict):
    minutes: NotRequired[int]
    toUrl: NotRequired[str]
    """URL to which the messages of the rehearsal are sent. If absent, they are sent to the URLs of
    the rules. In both cases, the header `X-Daybook-Rehearsal` marks them.
    """


class RehearsalReportOlderMs(TypedDict):
    median: int
    max: int


class RehearsalReportNewerMs(TypedDict):
    median: int
    max: int


class RehearsalReportPerEventDifference(TypedDict):
    kind: Literal["body", "onlyOlder", "onlyNewer", "outcome"] | str
    """More values may be added later."""
    text: str


class RehearsalReportPerEventOlder(TypedDict):
    url: str
    outcome: Literal["delivered", "failed", "pending"] | str
    """More values may be added later."""
    statusCode: NotRequired[int]
    ms: NotRequired[int]
    """Time from the event to the start of its last attempt, in ms."""


class RehearsalReportPerEventNewer(TypedDict):
    url: str
    outcome: Literal["delivered", "failed", "pending"] | str
    """More values may be added later."""
    statusCode: NotRequired[int]
    ms: NotRequired[int]
    """Time from the event to the start of its last attempt, in ms."""


class RehearsalReportPerEvent(TypedDict):
    eventId: str
    ruleType: str
    isSame: bool
    differences: list[RehearsalReportPerEventDifference]
    olderSentTwice: bool
    older: list[RehearsalReportPerEventOlder]
    newer: list[RehearsalReportPerEventNewer]


class RehearsalReport(TypedDict):
    rehearsalId: str
    started: str
    ended: NotRequired[str]
    events: int
    same: int
    different: int
    reasons: dict[str, int]
    """Number of events by kind of difference."""
    olderSentTwice: int
    """Number of events that the older webhooks sent to a URL more than once, because several rules
    matched. The newer webhooks send them once.
    """
    olderMs: NotRequired[RehearsalReportOlderMs]
    newerMs: NotRequired[RehearsalReportNewerMs]
    perEvent: list[RehearsalReportPerEvent]
    """Events that differ come first."""


class Resent(TypedDict):
    messageId: str
    consumerIds: list[str]
    """Consumers that the message is sent to now. Consumers for which an attempt is already due or
    in progress are not listed, because the message is not queued for them a second time.
    """


class Retried(TypedDict):
    consumerId: str
    total: int
    """Number of waiting messages that are sent now. For an ordered consumer, the number includes
    the messages behind the failed one.
    """
    redeliveryId: NotRequired[str]
    """Id of the redelivery that sends the messages. Absent if there are at most 2,000 messages."""


class RevenueInsightCurrencyMonthRecord(TypedDict):
    dataType: str
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class RevenueInsightCurrencyMonth(TypedDict):
    month: str
    """A month such as `2026-10`, in UTC."""
    revenue: NotRequired[Decimal]
    costs: NotRequired[Decimal]
    result: NotRequired[Decimal]
    records: list[RevenueInsightCurrencyMonthRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf`, if you set
    it).
    """


class RevenueInsightCurrency(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    revenue: NotRequired[Decimal]
    costs: NotRequired[Decimal]
    result: NotRequired[Decimal]
    months: list[RevenueInsightCurrencyMonth]
    """One entry per month, oldest first. The current month is the last one and is incomplete. A
    figure is absent if there is no report for the month, or if its data set is missing.
    """


class RevenueInsight(TypedDict):
    date: str
    """The day of the figures, in UTC: today, or the day of `asOf`."""
    sources: list[InsightSource]
    """The data sets that were used."""
    missing: list[InsightMissing]
    """Data sets that would contribute but cannot be read. The figures are computed without them."""
    basis: NotRequired[Literal["profitAndLoss", "documents"] | str]
    """`profitAndLoss`: the reports whose period is a calendar month; `costs` are cost of sales and
    expenses, `result` is the net profit that the platform reports. `documents`: there is no such
    report in these months, so `revenue` is invoices minus credit notes, `costs` is bills minus
    bill credit notes, both by issue date and without tax, and `result` is the difference. Drafts
    and void documents are left out. Absent if neither can be read. More values may be added
    later.
    """
    currencies: list[RevenueInsightCurrency]
    """`revenue`, `costs` and `result` are the sums over the months."""


class RuleNotifiers(TypedDict):
    webhook: NotRequired[str]
    emails: list[str]


class Rule(TypedDict):
    ruleId: str
    type: str
    """The name of an event type (`RuleType`). `GET /webhooks/event-types` lists all event types."""
    companyId: NotRequired[str]
    """If present, the rule raises alerts for this company only (company-specific). If absent, it
    raises alerts for all companies (company-agnostic).
    """
    notifiers: RuleNotifiers
    created: str


class RuleInputNotifiers(TypedDict):
    """Must have a webhook or at least one e-mail address."""

    webhook: NotRequired[str]
    """Alerts are sent to this URL by POST. The URL must lead to a public address and must not
    contain a user name or password.
    """
    emails: NotRequired[list[str]]
    """Addresses that receive an e-mail for each alert. The newer webhooks do not send e-mail."""


class RuleInput(TypedDict):
    type: str
    """The name of an event type (`RuleType`). `GET /webhooks/event-types` lists all event types."""
    companyId: NotRequired[str]
    """If present, the rule raises alerts for this company only (company-specific). If absent, it
    raises alerts for all companies (company-agnostic).
    """
    notifiers: RuleInputNotifiers
    """Must have a webhook or at least one e-mail address."""


class SalesOrderCustomerRef(TypedDict):
    id: str
    companyName: NotRequired[str]


class SalesOrderLineItemAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class SalesOrderLineItemTaxRateRef(TypedDict):
    id: str
    name: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]


class SalesOrderLineItemItemRef(TypedDict):
    id: str
    name: NotRequired[str]


class SalesOrderLineItemTracking(TypedDict):
    id: str
    name: NotRequired[str]


class SalesOrderLineItem(TypedDict):
    description: NotRequired[str]
    unitAmount: Decimal
    quantity: Decimal
    discountAmount: NotRequired[Decimal]
    subTotal: NotRequired[Decimal]
    taxAmount: NotRequired[Decimal]
    totalAmount: NotRequired[Decimal]
    accountRef: NotRequired[SalesOrderLineItemAccountRef]
    taxRateRef: NotRequired[SalesOrderLineItemTaxRateRef]
    itemRef: NotRequired[SalesOrderLineItemItemRef]
    tracking: NotRequired[list[SalesOrderLineItemTracking]]


class SalesOrderMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class SalesOrder(TypedDict):
    """Orders from customers."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    salesOrderNumber: NotRequired[str]
    customerRef: NotRequired[SalesOrderCustomerRef]
    issueDate: str
    deliveryDate: NotRequired[str]
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    lineItems: NotRequired[list[SalesOrderLineItem]]
    subTotal: NotRequired[Decimal]
    totalDiscount: NotRequired[Decimal]
    totalTaxAmount: NotRequired[Decimal]
    totalAmount: Decimal
    note: NotRequired[str]
    status: Literal["Unknown", "Draft", "Open", "Closed", "Void"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: SalesOrderMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class ScheduleDeliveryUpcoming(TypedDict):
    number: int
    earliest: str
    """When the attempt is made at the earliest. For the next attempt, this is its exact time."""
    latest: NotRequired[str]
    """When the attempt is due at the latest: the waits vary by up to a tenth, at most by 3 minutes.
    Absent if the attempt is made only if there is time for it before the 28 hours end.
    """


class ScheduleDelivery(TypedDict):
    messageId: str
    consumerId: str
    eventType: str
    attempts: int
    """Number of attempts made."""
    upcoming: list[ScheduleDeliveryUpcoming]
    """The attempts still to come, if each of them fails. A `Retry-After` header of the consumer can
    delay them. After the last one, the delivery is `exhausted`. Empty if the delivery waits for
    an earlier one, or if the consumer is disabled.
    """
    waitsFor: NotRequired[str]
    """For an ordered consumer: the message that has to be delivered, or to fail, before this one is
    sent.
    """


class Schedule(TypedDict):
    deliveries: list[ScheduleDelivery]
    """Pending deliveries, the next one first; at most 100."""
    hasMore: bool
    """Whether there are more pending deliveries."""
    disablesAt: NotRequired[str]
    """When the consumer is disabled, unless a delivery succeeds before. Only for a failing
    consumer.
    """


class SearchHit(TypedDict):
    kind: Literal["company", "connection", "record", "sync", "push", "message", "consumer", "auditEntry", "request"] | str
    """What was found. More values may be added later."""
    id: str
    """Id of what was found. For a record, the id that the platform has given it."""
    title: str
    """What a person knows it by: the name of a company or consumer, the number of a record, the
    type of an event, the operation of an audit entry or of a request.
    """
    companyId: NotRequired[str]
    companyName: NotRequired[str]
    dataType: NotRequired[str]
    status: NotRequired[str]
    """Status of the connection, sync, push, record or request."""
    at: NotRequired[str]


class SearchResult(TypedDict):
    hits: list[SearchHit]
    """Grouped by kind. In each group, the best hit first."""
    isCut: bool
    """Whether a group reached the limit, so that there may be more hits."""


class SecretRotation(TypedDict):
    overlapSeconds: NotRequired[int]
    """Number of seconds for which deliveries are also signed with the previous secret or key. With
    0, it is dropped immediately.
    """
    signature: NotRequired[Literal["sharedSecret", "ed25519"]]
    """How deliveries are signed from now on: `sharedSecret` or `ed25519`. The default is the kind
    that the consumer has.
    """


class SentTest(TypedDict):
    """The test message. The message log shows whether it was delivered."""

    messageId: str
    eventType: str
    consumerId: str


class SessionAccount(TypedDict):
    """The account that the session works in. Absent if the session is in no account."""

    accountId: str
    name: str
    plan: str
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    webhookGeneration: Literal["older", "newer"]


class SessionAccountItem(TypedDict):
    accountId: str
    name: str
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """


class Session(TypedDict):
    person: SignedInPerson
    account: NotRequired[SessionAccount]
    """The account that the session works in. Absent if the session is in no account."""
    accounts: list[SessionAccountItem]
    """All accounts that the person belongs to."""
    expires: str
    """When the session expires if no more requests arrive."""
    version: str
    """Version of the service."""


class SessionChange(TypedDict):
    accountId: str


class SessionEntry(TypedDict):
    sessionId: str
    created: str
    lastSeen: str
    """When the session was last used. Updated at most once a minute."""
    address: str
    userAgent: str
    isThis: bool
    """Whether this session sent the request."""


class SessionProof(TypedDict):
    password: str
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class SignedInPerson(TypedDict):
    personId: str
    email: str
    name: str
    hasTotp: bool
    """Whether an authenticator app is set up."""
    hasPassword: bool
    isOperator: bool
    needsSecondFactor: bool
    """Whether the person must set up an authenticator app, because they are an operator or because
    the account requires a second factor. Until the app is set up, all operations return 403
    `secondFactorRequired`, except those on the session and the profile of the person.
    """


class SignIn(TypedDict):
    email: str
    password: str
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class SignInMethodsSingleSignOn(TypedDict):
    name: str
    startUrl: str
    """URL that the browser opens to sign in. Afterwards, the browser is redirected to the portal."""


class SignInMethods(TypedDict):
    password: bool
    singleSignOn: list[SignInMethodsSingleSignOn]
    mail: bool
    """Whether the service can send e-mails, such as password reset links."""
    hasPeople: bool
    """False if no person exists yet. The operator must create the first person."""


class SourceAddresses(TypedDict):
    status: Literal["published", "notPublished"] | str
    """More values may be added later."""
    addresses: NotRequired[list[str]]
    """IP addresses and ranges that deliveries are sent from. Absent if none are published."""
    message: NotRequired[str]
    """Present if no addresses are published. Explains what to do."""


class SupplierAddress(TypedDict):
    type: Literal["Unknown", "Billing", "Delivery"]
    line1: NotRequired[str]
    line2: NotRequired[str]
    city: NotRequired[str]
    region: NotRequired[str]
    country: NotRequired[str]
    postalCode: NotRequired[str]


class SupplierMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Supplier(TypedDict):
    """People and companies that the company buys from."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    supplierName: str
    contactName: NotRequired[str]
    emailAddress: NotRequired[str]
    phone: NotRequired[str]
    addresses: NotRequired[list[SupplierAddress]]
    registrationNumber: NotRequired[str]
    taxNumber: NotRequired[str]
    defaultCurrency: NotRequired[str]
    """ISO 4217 code."""
    status: Literal["Unknown", "Active", "Archived"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: SupplierMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class SyncProgress(TypedDict):
    pages: int
    records: int
    total: NotRequired[int]
    """How many records the sync will fetch, if the platform says it."""


class SyncCounts(TypedDict):
    added: int
    updated: int
    unchanged: int
    deleted: int


class SyncError(TypedDict):
    """Why the sync failed, or what it is waiting for and until when. If the status is `Waiting` and
    `retryAt` is absent, it waits for the decision of a person.
    """

    code: str
    message: str
    retryAt: NotRequired[str]


class SyncTimeline(TypedDict):
    at: str
    state: Literal["Queued", "Fetching", "Waiting", "Publishing", "Complete", "FetchError", "AuthError", "PermissionsError", "NotSupported", "InternalError", "Cancelled"] | str
    """A sync goes through `Queued`, `Fetching`, `Publishing` and `Complete`. `Waiting` means that
    it is paused by a rate limit or an outage, or until a person decides. A sync can also end in
    an error state or in `Cancelled`. More values may be added later.
    """
    message: str
    until: NotRequired[str]


class Sync(TypedDict):
    syncId: str
    companyId: str
    connectionId: str
    dataType: str
    status: Literal["Queued", "Fetching", "Waiting", "Publishing", "Complete", "FetchError", "AuthError", "PermissionsError", "NotSupported", "InternalError", "Cancelled"] | str
    """A sync goes through `Queued`, `Fetching`, `Publishing` and `Complete`. `Waiting` means that
    it is paused by a rate limit or an outage, or until a person decides. A sync can also end in
    an error state or in `Cancelled`. More values may be added later.
    """
    requested: str
    started: NotRequired[str]
    completed: NotRequired[str]
    trigger: Literal["first", "schedule", "manual"] | str
    """More values may be added later."""
    isFull: NotRequired[bool]
    """Whether the sync fetches all records, not only changes."""
    progress: SyncProgress
    counts: SyncCounts
    error: NotRequired[SyncError]
    """Why the sync failed, or what it is waiting for and until when. If the status is `Waiting` and
    `retryAt` is absent, it waits for the decision of a person.
    """
    timeline: list[SyncTimeline]
    """What the sync did and what it waited for. Long timelines keep the first entry and the newest
    entries.
    """


class SyncSetting(TypedDict):
    dataType: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement"]
    fetchOnFirstLink: bool
    """Whether the data type is fetched when a connection is linked."""
    schedule: Literal["none", "hourly", "daily", "weekly", "monthly"] | str
    """How often the data type is fetched. Each company has its own fixed time within the period.
    The free plan does not include `hourly`; an `hourly` schedule from an earlier plan runs as
    `daily`. More values may be added later.
    """
    syncFrom: NotRequired[str]
    """Records older than this time are not fetched if the platform can filter by date."""
    order: int
    """Data types with lower numbers are fetched first."""


class SyncSettings(TypedDict):
    settings: list[SyncSetting]
    """One setting for each data type, sorted by `order`."""


class SyncSettingsChange(TypedDict):
    """Replaces all earlier settings. If a data type is left out, a company uses the account's
    setting, and an account uses the default (`daily`, fetched on first link). An empty list
    leaves out all data types.
    """

    settings: list[SyncSetting]
    """At most one setting for each data type."""


class TaxRateComponent(TypedDict):
    name: str
    rate: Decimal
    isCompound: NotRequired[bool]


class TaxRateMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class TaxRate(TypedDict):
    """Tax rates."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    name: str
    code: NotRequired[str]
    effectiveTaxRate: NotRequired[Decimal]
    totalTaxRate: NotRequired[Decimal]
    components: NotRequired[list[TaxRateComponent]]
    status: Literal["Unknown", "Active", "Archived"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: TaxRateMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class TeamSettings(TypedDict):
    secondFactorRequired: bool
    """Whether members must use an authenticator app or single sign-on."""


class TestEvent(TypedDict):
    eventType: NotRequired[str]
    """The event type whose example is sent. The default is a type that the consumer subscribes to."""


class TotpCode(TypedDict):
    code: str
    """Six digits from the authenticator app, or a recovery code."""


class TotpSetup(TypedDict):
    secret: str
    """The secret in base32, to type into the app."""
    uri: str
    """The same secret as an `otpauth://…` URI, for a QR code."""


class TrackingCategoryMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class TrackingCategory(TypedDict):
    """Categories such as departments and projects."""

    id: str
    """The platform's own identifier, unique inside the data set."""
    name: str
    parentId: NotRequired[str]
    hasChildren: NotRequired[bool]
    status: Literal["Unknown", "Active", "Archived"]
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: TrackingCategoryMetadata
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class TransferFromAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class TransferFrom(TypedDict):
    accountRef: TransferFromAccountRef
    amount: Decimal
    currency: NotRequired[str]
    """ISO 4217 code."""


class TransferToAccountRef(TypedDict):
    id: str
    name: NotRequired[str]


class TransferTo(TypedDict):
    accountRef: TransferToAccountRef
    amount: Decimal
    currency: NotRequired[str]
    """ISO 4217 code."""


class TransferMetadata(TypedDict):
    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


Transfer = TypedDict(
    "Transfer",
    {
        "id": "str",
        "date": "str",
        "description": "NotRequired[str]",
        "from": "TransferFrom",
        "to": "TransferTo",
        "modifiedDate": "str",
        "sourceModifiedDate": "NotRequired[str]",
        "metadata": "TransferMetadata",
        "sourceData": "NotRequired[Any]",
        "connection": "NotRequired[RecordConnection]",
    },
)


class UsageCompanies(TypedDict):
    used: int
    max: NotRequired[int]
    """Absent if there is no limit."""


class UsageApiKeys(TypedDict):
    used: int
    max: NotRequired[int]
    """Absent if there is no limit."""


class UsageConsumers(TypedDict):
    used: int
    max: NotRequired[int]
    """Absent if there is no limit."""


class UsageRequestsMinute(TypedDict):
    limit: int
    remaining: int
    reset: str


class UsageRequestsDay(TypedDict):
    limit: int
    remaining: int
    reset: str


class UsageRequests(TypedDict):
    minute: UsageRequestsMinute
    day: UsageRequestsDay


class UsageDeprecatedCall(TypedDict):
    endpoint: str
    keyName: str
    calls: int
    lastAt: str


class Usage(TypedDict):
    plan: Literal["free", "paid"] | str
    """More values may be added later."""
    created: str
    expires: NotRequired[str]
    """When the plan ends."""
    companies: UsageCompanies
    linkedCompanies: int
    apiKeys: UsageApiKeys
    consumers: UsageConsumers
    members: int
    """Number of people in the team."""
    requests: UsageRequests
    deprecatedCalls: list[UsageDeprecatedCall]
    """Calls to the event log of the older webhooks in the last 30 days, latest first."""


class ListChangesResponseLinksSelf(TypedDict):
    href: str


class ListChangesResponseLinksCurrent(TypedDict):
    href: str


class ListChangesResponseLinksNext(TypedDict):
    href: str


class ListChangesResponseLinks(TypedDict):
    self: ListChangesResponseLinksSelf
    current: ListChangesResponseLinksCurrent
    next: ListChangesResponseLinksNext


class ListChangesResponse(TypedDict):
    """Changes in the order in which they were published"""

    results: list[Change]
    next: str
    """Send this value as `after` to continue after this response, even if the response is empty."""
    hasMore: bool
    """Whether there are more changes. If so, send the next request at once."""
    _links: ListChangesResponseLinks


class ListCompanyChangesResponseLinksSelf(TypedDict):
    href: str


class ListCompanyChangesResponseLinksCurrent(TypedDict):
    href: str


class ListCompanyChangesResponseLinksNext(TypedDict):
    href: str


class ListCompanyChangesResponseLinks(TypedDict):
    self: ListCompanyChangesResponseLinksSelf
    current: ListCompanyChangesResponseLinksCurrent
    next: ListCompanyChangesResponseLinksNext


class ListCompanyChangesResponse(TypedDict):
    """Changes in the order in which they were published"""

    results: list[Change]
    next: str
    """Send this value as `after` to continue after this response, even if the response is empty."""
    hasMore: bool
    """Whether there are more changes. If so, send the next request at once."""
    _links: ListCompanyChangesResponseLinks


class ResendMessageBody(TypedDict):
    consumerId: NotRequired[str]
    """The consumer that the message is sent to. The default is all enabled consumers that it was
    sent to before or that subscribe to its event type now.
    """


class RecoverMessagesBody(TypedDict):
    since: str
    """Only messages created at this time or later are sent."""
    until: NotRequired[str]
    """Only messages created before this time are sent. The default is now."""
    dryRun: NotRequired[bool]
    """If true, the messages are only counted, and nothing is sent."""


class ReplayMessagesBody(TypedDict):
    since: str
    """Only messages created at this time or later are sent."""
    until: NotRequired[str]
    """Only messages created before this time are sent. The default is now."""
    dryRun: NotRequired[bool]
    """If true, the messages are only counted, and nothing is sent."""


LiveEvent: TypeAlias = "LiveEventHello | LiveEventSync | LiveEventMessage | LiveEventPush | LiveEventCompany | LiveEventConnection | LiveEventConsumer | LiveEventNotice"
NoticeKindName: TypeAlias = "Literal[\"consumerFailing\", \"connectionDeauthorized\", \"syncsFailing\", \"backlogGrowing\", \"databaseGrowing\"] | str"
"""Kinds for members: `consumerFailing` (deliveries to a webhook consumer have been failing for an
hour), `connectionDeauthorized` (a platform no longer accepts the authorization of a connection)
and `syncsFailing` (syncs of a connection have been failing for a day). Kinds for operators:
`backlogGrowing` (deliveries or syncs wait too long) and `databaseGrowing` (the database has
grown by more than a fifth and by more than 5 GB within a day). More values may be added later.
"""
PushRecord: TypeAlias = "Mapping[str, Any]"
"""A record that matches the schema in `GET …/push/options/{dataType}`."""
Record: TypeAlias = "Mapping[str, Any]"
"""A record has these fields and the fields of its data type."""
RollbackOrder: TypeAlias = "dict[str, Any]"
