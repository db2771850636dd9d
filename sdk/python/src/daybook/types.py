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
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Number of the ledger account in the chart of accounts."""
    name: str
    """Name for people."""
    description: NotRequired[str]
    """A text for people."""
    fullyQualifiedCategory: NotRequired[str]
    """Place in the chart of accounts, with the names of the levels above."""
    type: Literal["Unknown", "Asset", "Expense", "Income", "Liability", "Equity"] | str
    """The kind. More values may be added later."""
    role: NotRequired[Literal["Receivables", "Payables"] | str]
    """What the account is for, where the platform says so: Receivables are what customers owe,
    Payables what suppliers are owed. More values may be added later.
    """
    currency: NotRequired[str]
    """ISO 4217 code."""
    currentBalance: NotRequired[Decimal]
    """Balance at the time of the last sync. Debits are positive, credits negative; of an uploaded
    file, as the file has it.
    """
    isBankAccount: NotRequired[bool]
    """Whether the ledger account stands for a bank account."""
    status: Literal["Unknown", "Active", "Archived", "Pending"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: AccountMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class AccountsElsewhereCellAccount(TypedDict):
    accountId: str
    """Id of the account."""
    name: str
    """Name for people."""
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
    """The accounts."""


class AccountsElsewhere(TypedDict):
    isVerified: bool
    """Whether your e-mail address is verified in this cell. If it is not, other cells are not
    asked.
    """
    cells: list[AccountsElsewhereCell]
    """The cells that have accounts of this person."""


class Activity(TypedDict):
    at: str
    """Start of the hour or quarter of an hour, in UTC."""
    syncsCompleted: int
    """Number of syncs that succeeded."""
    syncsFailed: int
    """Number of syncs that failed."""
    delivered: int
    """Successful deliveries of the older and the newer webhooks."""
    failedAttempts: int
    """Number of attempts that failed."""
    pushesSucceeded: int
    """Number of successful pushes."""
    pushesFailed: int
    """Pushes that failed or timed out."""


class AdministratorInput(TypedDict):
    email: str
    """E-mail address."""


class AgeingInsightCurrencyOverdueRecord(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class AgeingInsightCurrencyOverdue(TypedDict):
    """What should have been paid already."""

    count: int
    """How many there are."""
    amount: Decimal
    """The amount."""
    records: list[AgeingInsightCurrencyOverdueRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf` or
    `snapshot`, if you set it).
    """


class AgeingInsightCurrencyBucketRecord(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class AgeingInsightCurrencyBucket(TypedDict):
    bucket: Literal["notDue", "1-30", "31-60", "61-90", "over90"]
    """Days since the due date, or since the issue date if there is no due date."""
    count: int
    """How many there are."""
    amount: Decimal
    """The amount."""
    records: list[AgeingInsightCurrencyBucketRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf` or
    `snapshot`, if you set it).
    """


class AgeingInsightCurrencyRecord(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class AgeingInsightCurrency(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    count: int
    """How many there are."""
    amount: Decimal
    """Sum of `amountDue` of all open documents."""
    overdue: AgeingInsightCurrencyOverdue
    """What should have been paid already."""
    buckets: list[AgeingInsightCurrencyBucket]
    """Always all five, in this order."""
    records: list[AgeingInsightCurrencyRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf` or
    `snapshot`, if you set it).
    """


class AgeingInsight(TypedDict):
    date: str
    """The day of the figures, in UTC: today, the day of `asOf`, or the day on which the `snapshot`
    was taken.
    """
    sources: list[InsightSource]
    """The data sets that were used."""
    missing: list[InsightMissing]
    """Data sets that would contribute but cannot be read. The figures are computed without them."""
    currencies: list[AgeingInsightCurrency]
    """The figures of each currency."""


class AlertDeliveryAttempt(TypedDict):
    at: str
    """When the attempt was made."""
    statusCode: NotRequired[int]
    """HTTP status or, for an e-mail, SMTP reply code. Absent if there was no response."""
    error: NotRequired[str]
    """Why the attempt failed."""


class AlertDelivery(TypedDict):
    kind: str
    """`webhook` or `email`."""
    target: str
    """The URL or e-mail address that the rule had when the alert was raised."""
    status: str
    """`pending`, `delivered` or `failed`."""
    attempts: list[AlertDeliveryAttempt]
    """The attempts."""


class Alert(TypedDict):
    alertId: str
    """Id of the alert."""
    ruleId: str
    """Deprecated: do not depend on it. `ruleType` identifies the event."""
    ruleType: str
    """The type of the rule."""
    companyId: NotRequired[str]
    """Id of the company."""
    dataConnectionId: NotRequired[str]
    """Id of the connection that the alert is about."""
    message: str
    """A sentence for people."""
    data: dict[str, Any]
    """What the event is about."""
    raisedOn: str
    """When the alert was raised."""
    deliveries: list[AlertDelivery]
    """What was sent, and what came back."""


class ApiKey(TypedDict):
    apiKeyId: str
    """Id of the API key. It is not secret."""
    name: str
    """Name for people."""
    prefix: str
    """The first characters of the key, by which you can recognise the key."""
    created: str
    """When it was created."""
    lastUsed: NotRequired[str]
    """When the key was last used. Updated every few seconds."""
    expires: NotRequired[str]
    """When it becomes invalid. Absent if it does not."""
    scopes: list[Literal["read", "push", "manage", "webhooks", "keys", "passThrough"]]
    """`read`: read companies and data. `push`: send records to platforms. `manage`: manage
    companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage
    API keys. `passThrough`: send requests of your own to platforms; a key has it only if it is
    named. More values may be added later.
    """
    companyTags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """


class ApiKeyInput(TypedDict):
    name: str
    """Name for people."""
    expires: NotRequired[str]
    """After this time, requests with the key return 403."""
    scopes: NotRequired[list[Literal["read", "push", "manage", "webhooks", "keys", "passThrough"]]]
    """`read`: read companies and data. `push`: send records to platforms. `manage`: manage
    companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage
    API keys. `passThrough`: send requests of your own to platforms; a key has it only if it is
    named. More values may be added later.
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
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    clientId: str
    """The client ID."""
    isOwn: bool
    """Whether it is the account's own application, not Daybook's."""
    isUsable: bool
    """False if a step failed."""
    steps: list[ApplicationCheckStep]
    """What was checked, in order."""


class AttachmentHash(TypedDict):
    """Hash of the content, if the platform reports it."""

    algorithm: Literal["MD5", "SHA-1", "SHA-256"]
    """How the hash was computed."""
    value: str
    """Hexadecimal digits."""


class AttachmentRecordRef(TypedDict):
    """The record that the file is attached to. Of several records, the first one."""

    dataType: str
    """Such as `invoices`."""
    id: str
    """Id of the record that the file is attached to."""


class AttachmentMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

    isDeleted: bool
    """Whether the record was deleted on the platform. Deleted records stay readable."""
    pushId: NotRequired[str]
    """The push that produced this version. This field is removed when a sync has fetched the record
    from the platform again, but it stays on a deleted record.
    """


class Attachment(TypedDict):
    """Files attached to records, such as a scanned bill. These records describe the files; the
    content of a file is read by its own operation.
    """

    id: str
    """The platform's own identifier, unique inside the data set."""
    name: str
    """File name."""
    contentType: NotRequired[str]
    """Media type as the platform reports it, such as `application/pdf`."""
    size: NotRequired[int]
    """Bytes, if the platform reports them."""
    hash: NotRequired[AttachmentHash]
    """Hash of the content, if the platform reports it."""
    recordRef: NotRequired[AttachmentRecordRef]
    """The record that the file is attached to. Of several records, the first one."""
    description: NotRequired[str]
    """A text for people."""
    createdDate: NotRequired[str]
    """When the file was added."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: AttachmentMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class Attempt(TypedDict):
    attemptId: str
    """Id of the attempt."""
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
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
    """When it began."""
    durationMs: int
    """How long it took, in milliseconds."""
    nextAttempt: NotRequired[str]
    """When the next attempt is due. Absent if there is none."""


class AttemptDetailsRequestHeader(TypedDict):
    name: str
    """Name of the header."""
    value: NotRequired[str]
    """Absent for `Authorization` and for custom headers: their values are never shown."""


class AttemptDetailsRequest(TypedDict):
    """The request as it was sent, without secrets."""

    method: Literal["POST"]
    """HTTP method."""
    url: NotRequired[str]
    """Absent if the consumer has been changed since the attempt."""
    headers: list[AttemptDetailsRequestHeader]
    """HTTP headers."""
    body: str
    """The body, byte for byte as it was signed and sent."""
    isComplete: bool
    """Whether `headers` has all headers that Daybook sets. False if the consumer has been changed
    since the attempt: the signature, custom headers and `Authorization` are then left out,
    because they are computed again and not stored. `traceparent` is never included.
    """


class AttemptDetails(TypedDict):
    attemptId: str
    """Id of the attempt."""
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
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
    """When it began."""
    durationMs: int
    """How long it took, in milliseconds."""
    nextAttempt: NotRequired[str]
    """When the next attempt is due. Absent if there is none."""
    request: AttemptDetailsRequest
    """The request as it was sent, without secrets."""


class Attention(TypedDict):
    kind: Literal["connectionDeauthorized", "syncFailed", "deletionsHeld", "syncWaiting", "pushUnknown", "consumerDisabled", "consumerFailing", "deliveriesLate", "requestLimit", "planLimit", "planExpiry"] | str
    """More values may be added later."""
    severity: Literal["error", "warning"] | str
    """`error`: something does not work until someone fixes it. More values may be added later."""
    message: str
    """What happened, and how to fix it."""
    since: NotRequired[str]
    """Since when the problem exists."""
    companyId: NotRequired[str]
    """Id of the company."""
    companyName: NotRequired[str]
    """Name of the company."""
    connectionId: NotRequired[str]
    """Id of the connection between the company and a platform."""
    consumerId: NotRequired[str]
    """Id of the consumer: an endpoint of yours that gets events."""
    consumerName: NotRequired[str]
    """Name of the consumer."""
    syncId: NotRequired[str]
    """Id of the sync."""
    pushId: NotRequired[str]
    """Id of the push."""
    dataType: NotRequired[str]
    """The data type, such as `invoices`."""
    count: NotRequired[int]
    """Number of problems that this entry stands for."""


class AuditEntryActor(TypedDict):
    """Who did it."""

    kind: Literal["person", "key", "operator", "service", "link"] | str
    """`person`: a member of the account. `key`: an API key. `operator`: someone who runs the
    service. `service`: the service itself. `link`: someone who used a company link. More values
    may be added later.
    """
    id: NotRequired[str]
    """Id of the person or API key."""
    name: str
    """The name that the actor had at the time of the change."""


class AuditEntrySubject(TypedDict):
    """What was changed."""

    kind: str
    """The kind of object that was changed, such as `company`."""
    id: NotRequired[str]
    """Id of what was changed."""
    name: NotRequired[str]
    """Name for people."""


class AuditEntry(TypedDict):
    auditId: str
    """Id of the entry."""
    at: str
    """When it happened."""
    actor: AuditEntryActor
    """Who did it."""
    operation: str
    """An operationId such as `changeCompany`, or an action such as `resetPerson`."""
    subject: AuditEntrySubject
    """What was changed."""
    companyId: NotRequired[str]
    """Id of the company."""
    before: NotRequired[Any]
    """The state before the change, with secrets masked."""
    after: NotRequired[Any]
    """The response to the change, with secrets masked."""
    address: NotRequired[str]
    """IP address of the client."""
    correlationId: NotRequired[str]
    """Identifies the request in the log of the service."""


class Authorization(TypedDict):
    """Values for the fields listed in `credentialFields` of the platform."""

    credentials: dict[str, str]
    """The values, by the names in `credentialFields`."""


class BalanceSheetAssetsItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class BalanceSheetAssets(TypedDict):
    """What the company owns."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[BalanceSheetAssetsItem]]
    """The lines below."""


class BalanceSheetLiabilitiesItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class BalanceSheetLiabilities(TypedDict):
    """What the company owes."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[BalanceSheetLiabilitiesItem]]
    """The lines below."""


class BalanceSheetEquityItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class BalanceSheetEquity(TypedDict):
    """What belongs to its owners."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[BalanceSheetEquityItem]]
    """The lines below."""


class BalanceSheetMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """The day whose end the balance sheet describes."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    assets: BalanceSheetAssets
    """What the company owns."""
    liabilities: BalanceSheetLiabilities
    """What the company owes."""
    equity: BalanceSheetEquity
    """What belongs to its owners."""
    netAssets: Decimal
    """Assets less liabilities."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BalanceSheetMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BankAccountMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Name of the bank account for people."""
    accountNumber: NotRequired[str]
    """Number of the bank account."""
    iBan: NotRequired[str]
    """International bank account number."""
    institution: NotRequired[str]
    """Name of the bank."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    balance: Decimal
    """The balance."""
    availableBalance: NotRequired[Decimal]
    """What can be spent, for example with an overdraft."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BankAccountMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BankTransactionBankAccountRef(TypedDict):
    """The bank account."""

    id: str
    """Id of the bank account, a record of `bankAccounts`."""
    name: NotRequired[str]
    """Name of the bank account."""


class BankTransactionMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """The bank account."""
    date: str
    """Date of the record."""
    description: NotRequired[str]
    """A text for people."""
    reference: NotRequired[str]
    """A reference that people typed or the platform made."""
    amount: Decimal
    """The amount. It is positive if money came in."""
    balance: NotRequired[Decimal]
    """Balance after the transaction."""
    reconciled: NotRequired[bool]
    """Whether it has been matched with the ledger."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BankTransactionMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BillSupplierRef(TypedDict):
    """The supplier."""

    id: str
    """Id of the supplier, a record of `suppliers`."""
    supplierName: NotRequired[str]
    """Name of the supplier."""


class BillLineItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class BillLineItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class BillLineItemItemRef(TypedDict):
    """The product or service."""

    id: str
    """Id of the item, a record of `items`."""
    name: NotRequired[str]
    """Name of the item."""


class BillLineItemTracking(TypedDict):
    id: str
    """Id of the category, a record of `trackingCategories`."""
    name: NotRequired[str]
    """Name of the category."""


class BillLineItem(TypedDict):
    description: NotRequired[str]
    """What the line is for."""
    unitAmount: Decimal
    """Price of one unit."""
    quantity: Decimal
    """Number of units."""
    discountAmount: NotRequired[Decimal]
    """Discount of the line."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    taxAmount: NotRequired[Decimal]
    """Tax of the line."""
    totalAmount: NotRequired[Decimal]
    """Amount with tax."""
    accountRef: NotRequired[BillLineItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[BillLineItemTaxRateRef]
    """The tax rate."""
    itemRef: NotRequired[BillLineItemItemRef]
    """The product or service."""
    tracking: NotRequired[list[BillLineItemTracking]]
    """Categories of the line, such as a department or a project."""


class BillPaymentAllocationPayment(TypedDict):
    """The payment."""

    id: str
    """Id of the payment."""
    reference: NotRequired[str]
    """A reference that people typed or the platform made."""
    paidOnDate: NotRequired[str]
    """When the payment was made."""
    totalAmount: NotRequired[Decimal]
    """Amount of the whole payment."""


class BillPaymentAllocationAllocation(TypedDict):
    """Which part of the payment belongs to this document."""

    allocatedOnDate: NotRequired[str]
    """When the payment was matched to the document."""
    totalAmount: Decimal
    """The part of the payment that pays this document."""


class BillPaymentAllocation(TypedDict):
    payment: BillPaymentAllocationPayment
    """The payment."""
    allocation: BillPaymentAllocationAllocation
    """Which part of the payment belongs to this document."""


class BillMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """A reference that people typed or the platform made."""
    supplierRef: NotRequired[BillSupplierRef]
    """The supplier."""
    issueDate: str
    """Date of the document."""
    dueDate: NotRequired[str]
    """When it has to be paid."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    lineItems: NotRequired[list[BillLineItem]]
    """The lines of the document."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    totalDiscount: NotRequired[Decimal]
    """Sum of the discounts."""
    totalTaxAmount: NotRequired[Decimal]
    """Sum of the taxes."""
    totalAmount: Decimal
    """Amount with tax."""
    note: NotRequired[str]
    """A note for people."""
    paymentAllocations: NotRequired[list[BillPaymentAllocation]]
    """Payments of this document."""
    amountDue: Decimal
    """Amount that is still to be paid."""
    status: Literal["Unknown", "Draft", "Open", "PartiallyPaid", "Paid", "Void"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BillMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BillCreditNoteSupplierRef(TypedDict):
    """The supplier."""

    id: str
    """Id of the supplier, a record of `suppliers`."""
    supplierName: NotRequired[str]
    """Name of the supplier."""


class BillCreditNoteLineItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class BillCreditNoteLineItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class BillCreditNoteLineItemItemRef(TypedDict):
    """The product or service."""

    id: str
    """Id of the item, a record of `items`."""
    name: NotRequired[str]
    """Name of the item."""


class BillCreditNoteLineItemTracking(TypedDict):
    id: str
    """Id of the category, a record of `trackingCategories`."""
    name: NotRequired[str]
    """Name of the category."""


class BillCreditNoteLineItem(TypedDict):
    description: NotRequired[str]
    """What the line is for."""
    unitAmount: Decimal
    """Price of one unit."""
    quantity: Decimal
    """Number of units."""
    discountAmount: NotRequired[Decimal]
    """Discount of the line."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    taxAmount: NotRequired[Decimal]
    """Tax of the line."""
    totalAmount: NotRequired[Decimal]
    """Amount with tax."""
    accountRef: NotRequired[BillCreditNoteLineItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[BillCreditNoteLineItemTaxRateRef]
    """The tax rate."""
    itemRef: NotRequired[BillCreditNoteLineItemItemRef]
    """The product or service."""
    tracking: NotRequired[list[BillCreditNoteLineItemTracking]]
    """Categories of the line, such as a department or a project."""


class BillCreditNoteMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """The supplier's number of the credit note."""
    supplierRef: NotRequired[BillCreditNoteSupplierRef]
    """The supplier."""
    issueDate: str
    """Date of the document."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    lineItems: NotRequired[list[BillCreditNoteLineItem]]
    """The lines of the document."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    totalDiscount: NotRequired[Decimal]
    """Sum of the discounts."""
    totalTaxAmount: NotRequired[Decimal]
    """Sum of the taxes."""
    totalAmount: Decimal
    """Amount with tax."""
    note: NotRequired[str]
    """A note for people."""
    remainingCredit: Decimal
    """Amount of the credit that has not been used yet."""
    isPrepayment: NotRequired[bool]
    """Whether the credit is a payment in advance that is booked to an account of its own, not to
    receivables or payables.
    """
    status: Literal["Unknown", "Draft", "Submitted", "PartiallyPaid", "Paid", "Void"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BillCreditNoteMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class BillPaymentSupplierRef(TypedDict):
    """The supplier."""

    id: str
    """Id of the supplier, a record of `suppliers`."""
    supplierName: NotRequired[str]
    """Name of the supplier."""


class BillPaymentAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class BillPaymentLineLink(TypedDict):
    type: Literal["Unknown", "Invoice", "Bill", "CreditNote", "BillCreditNote", "Other"] | str
    """Kind of the document. More values may be added later."""
    id: str
    """Id of the document."""
    amount: Decimal
    """Amount that the document gets from this part."""


class BillPaymentLine(TypedDict):
    amount: Decimal
    """The amount."""
    allocatedOnDate: NotRequired[str]
    """When the payment was matched to the document."""
    links: NotRequired[list[BillPaymentLineLink]]
    """The documents that this part pays."""


class BillPaymentMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """The supplier."""
    accountRef: NotRequired[BillPaymentAccountRef]
    """The ledger account."""
    date: str
    """Date of the record."""
    reference: NotRequired[str]
    """A reference that people typed or the platform made."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    totalAmount: Decimal
    """Amount that was paid."""
    lines: NotRequired[list[BillPaymentLine]]
    """The parts of the payment."""
    note: NotRequired[str]
    """A note for people."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: BillPaymentMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class CashFlowStatementCashReceiptsItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class CashFlowStatementCashReceipts(TypedDict):
    """Money that was received."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[CashFlowStatementCashReceiptsItem]]
    """The lines below."""


class CashFlowStatementCashPaymentsItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class CashFlowStatementCashPayments(TypedDict):
    """Money that was spent."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[CashFlowStatementCashPaymentsItem]]
    """The lines below."""


class CashFlowStatementMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """First day of the period."""
    toDate: str
    """Last day of the period."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    cashReceipts: CashFlowStatementCashReceipts
    """Money that was received."""
    cashPayments: CashFlowStatementCashPayments
    """Money that was spent."""
    openingBalance: NotRequired[Decimal]
    """Balance at the begin of the period."""
    netCashFlow: Decimal
    """Receipts less payments."""
    closingBalance: NotRequired[Decimal]
    """Balance at the end of the period."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: CashFlowStatementMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
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
    """The data type, such as `invoices`."""
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class CashInsightCurrency(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    balance: Decimal
    """Sum of the newest balances."""
    accounts: int
    """Number of bank accounts."""
    months: list[CashInsightCurrencyMonth]
    """The ends of the last months, oldest first."""
    records: list[CashInsightCurrencyRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf` or
    `snapshot`, if you set it).
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
    """The data type, such as `invoices`."""
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class CashInsightAccount(TypedDict):
    id: str
    """Id of the bank account."""
    name: str
    """Name for people."""
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    balance: Decimal
    """The balance."""
    months: list[CashInsightAccountMonth]
    """The ends of the last months."""
    records: list[CashInsightAccountRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf` or
    `snapshot`, if you set it).
    """


class CashInsight(TypedDict):
    date: str
    """The day of the figures, in UTC: today, the day of `asOf`, or the day on which the `snapshot`
    was taken.
    """
    sources: list[InsightSource]
    """The data sets that were used."""
    missing: list[InsightMissing]
    """Data sets that would contribute but cannot be read. The figures are computed without them."""
    basis: NotRequired[Literal["bankAccounts", "accounts"] | str]
    """`accounts`: the company has no bankAccounts, so the balances are those of the ledger accounts
    with `isBankAccount`. Absent if neither can be read. More values may be added later.
    """
    currencies: list[CashInsightCurrency]
    """The figures of each currency."""
    accounts: list[CashInsightAccount]
    """At most 200 accounts, by currency and balance, the largest first."""
    isAccountsCut: bool
    """True if there are more accounts. `currencies` includes all of them."""


class CellHealthProcess(TypedDict):
    name: str
    """Host and process id."""
    role: str
    """What the process does."""
    version: str
    """The version."""
    started: str
    """When it began."""
    lastSeen: str
    """Latest heartbeat. There is one per second."""
    isAlive: bool
    """Whether it has reported recently."""


class CellHealthLanesBusiest(TypedDict):
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    name: str
    """Name for people."""
    accountId: str
    """Id of the account."""
    accountName: str
    """Name of the account."""
    pending: int
    """Pending deliveries, counted up to 10,000."""
    oldestDue: str
    """When the oldest delivery was due."""
    failingSince: NotRequired[str]
    """The first attempt that failed since the last one that succeeded."""


class CellHealthLanes(TypedDict):
    """The queues of deliveries, one for each consumer."""

    pending: int
    """Pending deliveries, counted up to 100,000."""
    oldestDueSeconds: NotRequired[int]
    """Number of seconds that the oldest due item has waited."""
    busiest: list[CellHealthLanesBusiest]
    """Up to 20 consumers whose deliveries have waited longest."""


class CellHealthQueue(TypedDict):
    name: str
    """Name for people."""
    waiting: int
    """How many wait."""
    active: int
    """How many are running."""
    failed: int
    """Number of failed ones."""


class CellHealthSyncsUnderWay(TypedDict):
    status: str
    """The state. More values may be added later."""
    count: int
    """How many there are."""


class CellHealthSyncs(TypedDict):
    """The syncs."""

    underWay: list[CellHealthSyncsUnderWay]
    """Number of unfinished operations by status."""
    failedLastHour: int
    """How many failed within the last hour."""


class CellHealthPushesOpen(TypedDict):
    status: str
    """The state. More values may be added later."""
    count: int
    """How many there are."""


class CellHealthPushes(TypedDict):
    """The pushes."""

    open: list[CellHealthPushesOpen]
    """Number of unfinished operations by status."""
    unknown: int
    """Pushes with an unknown outcome that a person must resolve."""


class CellHealthAlerts(TypedDict):
    """Deliveries of the older webhooks."""

    pending: int
    """Number of pending ones."""
    oldestDueSeconds: NotRequired[int]
    """Number of seconds that the oldest due item has waited."""


class CellHealthDatabaseConnections(TypedDict):
    """Connections to the database."""

    used: int
    """How many are in use."""
    max: int
    """The most that is possible."""


class CellHealthDatabase(TypedDict):
    """The database."""

    version: str
    """The version."""
    sizeBytes: int
    """Size in bytes."""
    connections: CellHealthDatabaseConnections
    """Connections to the database."""


class CellHealth(TypedDict):
    at: str
    """When the figures were read."""
    processes: list[CellHealthProcess]
    """The processes of this installation."""
    lanes: CellHealthLanes
    """The queues of deliveries, one for each consumer."""
    queues: list[CellHealthQueue]
    """Job queues. The counts may be a few seconds old."""
    syncs: CellHealthSyncs
    """The syncs."""
    pushes: CellHealthPushes
    """The pushes."""
    alerts: CellHealthAlerts
    """Deliveries of the older webhooks."""
    database: CellHealthDatabase
    """The database."""


class CellSwitch(TypedDict):
    cell: str
    """Name of the cell."""
    accountId: str
    """Id of the account."""
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class ChangeRecordMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

    isDeleted: bool
    """Whether the record was deleted on the platform."""


class ChangeRecord(TypedDict):
    """The record in the same form as in lists of its data type."""

    id: str
    """The platform's id of the record."""
    metadata: ChangeRecordMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""


class Change(TypedDict):
    cursor: str
    """Opaque value. Send it as `after` to continue after this change."""
    change: Literal["added", "updated", "deleted"] | str
    """`deleted`: the record was deleted on the platform, but you can still read it here. More
    values may be added later.
    """
    isRemapped: NotRequired[bool]
    """True if the record was only computed again because its mapping has changed. Nothing has
    changed at the platform.
    """
    companyId: str
    """Id of the company."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """The data type, such as `invoices`."""
    id: str
    """Identifier of the record."""
    generation: int
    """Number of the published state of the data set that introduced this change."""
    syncId: NotRequired[str]
    """The sync that published the change."""
    pushId: NotRequired[str]
    """The push that published the change, if no sync did."""
    publishedAt: str
    """When this state of the data set became readable."""
    record: NotRequired[ChangeRecord]
    """The record in the same form as in lists of its data type."""


class CheckFinding(TypedDict):
    recordId: NotRequired[str]
    """The record concerned. Absent if the finding is about the whole data set."""
    message: str
    """What was found."""
    path: NotRequired[str]
    """The field of `sourceData` that the finding is about, such as `lines[].amount`."""
    since: NotRequired[str]
    """When this field was first found."""


class CheckResult(TypedDict):
    check: Literal["massDeletion", "unbalanced", "receivablesMismatch", "payablesMismatch", "overpaid", "numberingGap", "duplicate", "sourceChanged", "unusualChange", "futureDate"] | str
    """Name of the check. More values may be added later."""
    level: Literal["inform", "warn", "hold"]
    """What happens if the check finds something. `inform`: it is reported. `warn`: the same, and
    the portal marks it as a warning. `hold`: the new state is not published until a person
    confirms it.
    """
    outcome: Literal["passed", "found", "skipped"] | str
    """`found`: there is at least one problem. `skipped`: the check could not run, and `message`
    says why; it holds nothing. More values may be added later.
    """
    found: int
    """How many problems there are."""
    records: list[CheckFinding]
    """What was found, at most 50 of them."""
    message: NotRequired[str]
    """More about the result, or why the check was skipped."""
    isPartial: NotRequired[bool]
    """True if only new records were examined, because there are too many others."""


class CheckSetting(TypedDict):
    check: Literal["massDeletion", "unbalanced", "receivablesMismatch", "payablesMismatch", "overpaid", "numberingGap", "duplicate", "sourceChanged", "unusualChange", "futureDate"] | str
    """Name of the check. More values may be added later."""
    level: Literal["inform", "warn", "hold"]
    """What happens if the check finds something. `inform`: it is reported. `warn`: the same, and
    the portal marks it as a warning. `hold`: the new state is not published until a person
    confirms it.
    """
    tolerance: Decimal
    """What is allowed, in the unit of the check."""
    isDefault: bool
    """Whether level and tolerance are the defaults."""
    about: str
    """What the check finds."""
    toleranceAbout: str
    """What the tolerance means."""


class CheckSettings(TypedDict):
    checks: list[CheckSetting]
    """Every check."""


class CheckSettingsChangeCheck(TypedDict):
    check: Literal["massDeletion", "unbalanced", "receivablesMismatch", "payablesMismatch", "overpaid", "numberingGap", "duplicate", "sourceChanged", "unusualChange", "futureDate"]
    """Name of the check."""
    level: Literal["inform", "warn", "hold"]
    """What happens if the check finds something. `inform`: it is reported. `warn`: the same, and
    the portal marks it as a warning. `hold`: the new state is not published until a person
    confirms it.
    """
    tolerance: NotRequired[Decimal]
    """The default of the check if omitted."""


class CheckSettingsChange(TypedDict):
    checks: list[CheckSettingsChangeCheck]
    """The checks that differ from their defaults. All others get their defaults."""


class ClientAccount(TypedDict):
    accountId: str
    """Id of the account."""
    name: str
    """Name for people."""
    plan: Literal["free", "paid"] | str
    """More values may be added later."""
    requestsPerMinute: NotRequired[int]
    """The account's own limit. If absent, the installation's default applies."""
    snapshotDays: NotRequired[int]
    """How many days its snapshots are kept at the longest, if not the default."""
    snapshotBytes: NotRequired[int]
    """How many bytes its snapshots may hold on disk, if not the default."""
    snapshotBytesHeld: int
    """What its snapshots of companies hold on disk."""
    webhookGeneration: Literal["older", "newer"]
    """Which webhooks the account uses: `older` (rules) or `newer` (consumers)."""
    companies: int
    """Number of companies."""
    consumers: int
    """Number of consumers."""
    apiKeys: int
    """Number of API keys."""
    members: int
    """Number of people."""
    created: str
    """When it was created."""
    lastActivity: NotRequired[str]
    """Time of the last request with one of the account's API keys."""


class ClientAccountChange(TypedDict):
    name: NotRequired[str]
    """Name for people."""
    plan: NotRequired[Literal["free", "paid"] | str]
    """More values may be added later."""
    requestsPerMinute: NotRequired[int | None]
    """`null` resets the limit to the installation's default."""
    snapshotDays: NotRequired[int | None]
    """How many days a snapshot of a company is kept at the longest. `null`: the default."""
    snapshotBytes: NotRequired[int | None]
    """How many bytes the snapshots of the account may hold on disk before no new one is taken.
    `null`: the default of the plan.
    """


class ClientAccountInput(TypedDict):
    name: str
    """Name for people."""
    plan: NotRequired[Literal["free", "paid"] | str]
    """More values may be added later."""
    webhookGeneration: NotRequired[Literal["older", "newer"]]
    """Which webhooks the account uses: `older` (rules) or `newer` (consumers)."""


class ClientMigration(TypedDict):
    accountId: str
    """Id of the account."""
    name: str
    """Name for people."""
    webhookGeneration: Literal["older", "newer"]
    """Which webhooks the account uses: `older` (rules) or `newer` (consumers)."""
    state: Literal["notMigrated", "migrated", "rolledBack"] | str
    """More values may be added later."""
    rules: int
    """Number of rules."""
    declared: bool
    """Whether the client has said that it is ready."""
    requested: NotRequired[str]
    """When the client asked to migrate."""
    lastStep: NotRequired[str]
    """When the migration last moved on."""


class Company(TypedDict):
    companyId: str
    """Id of the company."""
    name: str
    """May contain any Unicode characters."""
    description: NotRequired[str]
    """Your text about the company."""
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
    """When it was created."""
    lastSync: NotRequired[str]
    """When a sync last succeeded."""
    createdByUserName: NotRequired[str]
    """Who created the company: the person, or the name of the API key."""
    dataConnections: list[DataConnection]
    """A summary of the company's connections. `listConnections` returns more details."""


class CompanyChange(TypedDict):
    """Omitted fields stay unchanged. `description: null` removes the description. `tags` replaces
    all tags.
    """

    name: NotRequired[str]
    """May contain any Unicode characters."""
    description: NotRequired[str | None]
    """Your text about the company. `null` removes it."""
    tags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """


class CompanyInput(TypedDict):
    name: str
    """May contain any Unicode characters."""
    description: NotRequired[str]
    """Your text about the company."""
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
    """When it happened."""
    code: str
    """Code of the error."""
    message: str
    """Explains it to people."""
    resolvedAt: NotRequired[str]
    """When the problem was over. Absent while it lasts."""


class Connection(TypedDict):
    connectionId: str
    """Id of the connection between the company and a platform."""
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    platformName: str
    """Name of the platform for people."""
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """`PendingAuth`: waiting for authorization. `Linked`: authorized. `Unlinked`: unlinked by the
    client. `Deauthorized`: authorization withdrawn by the platform or by the owner. More values
    may be added later.
    """
    created: str
    """When it was created."""
    linkUrl: NotRequired[str]
    """URL of the page where the company's owner authorizes the connection, including a token.
    Returned only for a single connection, not in lists. Requires an API key with the scope
    `manage`, or a person with the role `developer` or `administrator`.
    """
    lastSync: NotRequired[str]
    """When a sync last succeeded."""
    errors: list[ConnectionError]
    """The ten newest errors."""


class ConnectionChange(TypedDict):
    status: Literal["Unlinked"]
    """The only change that is possible: `Unlinked` ends the access to the platform."""


class ConnectionInput(TypedDict):
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""


class Consumer(TypedDict):
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    name: str
    """Name for people."""
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
    """When the consumer was disabled."""
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
    """When it was created."""


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
    """Name for people."""
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
    """Which events are sent. `null` removes the filter."""
    fields: NotRequired[list[str] | None]
    """Which fields are sent. `null` sends all of them."""
    headers: NotRequired[dict[str, str]]
    """Custom headers that are sent with each delivery. Headers that the service sets itself are
    rejected. `Authorization` is rejected, too, because it can be set only in the portal.
    """
    rateLimitPerSecond: NotRequired[int | None]
    """Maximum number of deliveries per second. `null` removes the limit."""
    concurrencyMax: NotRequired[int | None]
    """Maximum number of deliveries at the same time. `null` removes the limit."""
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
    """Name for people."""
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
    """The client ID."""
    clientSecret: str
    """The secret is stored encrypted and never shown."""
    scope: NotRequired[str]
    """The scopes to ask for, separated by spaces."""


class ConsumerOauthClient(TypedDict):
    """The OAuth client credentials with which the service gets an access token for the
    `Authorization` header. They can be set only in the portal. The client secret is never shown.
    """

    tokenUrl: str
    """Where access tokens are requested."""
    clientId: str
    """The client ID."""
    scope: NotRequired[str]
    """The scope that is requested with a token."""


class ConsumerStatsBucket(TypedDict):
    at: str
    """Start of the bucket, in UTC."""
    delivered: int
    """Number of successful ones."""
    failed: int
    """Number of failed ones."""
    p50Ms: NotRequired[int]
    """Latency of delivered attempts in milliseconds. It is estimated from a histogram and accurate
    to about 20 %. Absent if no attempt was delivered.
    """
    p95Ms: NotRequired[int]
    """Latency of delivered attempts in milliseconds. It is estimated from a histogram and accurate
    to about 20 %. Absent if no attempt was delivered.
    """


class ConsumerStatsTotals(TypedDict):
    """The counts of the whole period."""

    attempts: int
    """Number of attempts in the period."""
    delivered: int
    """Number of successful ones."""
    failed: int
    """Number of failed ones."""
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
    """The counts of the whole period."""
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
    """Id of the consumer: an endpoint of yours that gets events."""
    name: str
    """Name for people."""
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
    """When the consumer was disabled."""
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
    """When it was created."""
    secret: NotRequired[str]
    """The signing secret in the Standard Webhooks format. Only this response shows it. Absent with
    `ed25519`: use `publicKey`.
    """


class CreatedApiKey(TypedDict):
    apiKeyId: str
    """Id of the API key. It is not secret."""
    name: str
    """Name for people."""
    prefix: str
    """The first characters of the key, by which you can recognise the key."""
    created: str
    """When it was created."""
    lastUsed: NotRequired[str]
    """When the key was last used. Updated every few seconds."""
    expires: NotRequired[str]
    """When it becomes invalid. Absent if it does not."""
    scopes: list[Literal["read", "push", "manage", "webhooks", "keys", "passThrough"]]
    """`read`: read companies and data. `push`: send records to platforms. `manage`: manage
    companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage
    API keys. `passThrough`: send requests of your own to platforms; a key has it only if it is
    named. More values may be added later.
    """
    companyTags: NotRequired[dict[str, str]]
    """At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100
    characters.
    """
    secret: str
    """The API key itself. It is not shown again."""


class CreditNoteCustomerRef(TypedDict):
    """The customer."""

    id: str
    """Id of the customer, a record of `customers`."""
    companyName: NotRequired[str]
    """Name of the customer."""


class CreditNoteLineItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class CreditNoteLineItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class CreditNoteLineItemItemRef(TypedDict):
    """The product or service."""

    id: str
    """Id of the item, a record of `items`."""
    name: NotRequired[str]
    """Name of the item."""


class CreditNoteLineItemTracking(TypedDict):
    id: str
    """Id of the category, a record of `trackingCategories`."""
    name: NotRequired[str]
    """Name of the category."""


class CreditNoteLineItem(TypedDict):
    description: NotRequired[str]
    """What the line is for."""
    unitAmount: Decimal
    """Price of one unit."""
    quantity: Decimal
    """Number of units."""
    discountAmount: NotRequired[Decimal]
    """Discount of the line."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    taxAmount: NotRequired[Decimal]
    """Tax of the line."""
    totalAmount: NotRequired[Decimal]
    """Amount with tax."""
    accountRef: NotRequired[CreditNoteLineItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[CreditNoteLineItemTaxRateRef]
    """The tax rate."""
    itemRef: NotRequired[CreditNoteLineItemItemRef]
    """The product or service."""
    tracking: NotRequired[list[CreditNoteLineItemTracking]]
    """Categories of the line, such as a department or a project."""


class CreditNoteMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Number of the credit note."""
    customerRef: NotRequired[CreditNoteCustomerRef]
    """The customer."""
    issueDate: str
    """Date of the document."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    lineItems: NotRequired[list[CreditNoteLineItem]]
    """The lines of the document."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    totalDiscount: NotRequired[Decimal]
    """Sum of the discounts."""
    totalTaxAmount: NotRequired[Decimal]
    """Sum of the taxes."""
    totalAmount: Decimal
    """Amount with tax."""
    note: NotRequired[str]
    """A note for people."""
    remainingCredit: Decimal
    """Amount of the credit that has not been used yet."""
    isPrepayment: NotRequired[bool]
    """Whether the credit is a payment in advance that is booked to an account of its own, not to
    receivables or payables.
    """
    status: Literal["Unknown", "Draft", "Submitted", "PartiallyPaid", "Paid", "Void"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: CreditNoteMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class CustomerAddress(TypedDict):
    type: Literal["Unknown", "Billing", "Delivery"] | str
    """The kind. More values may be added later."""
    line1: NotRequired[str]
    """First line of the address."""
    line2: NotRequired[str]
    """Second line of the address."""
    city: NotRequired[str]
    """Town or city."""
    region: NotRequired[str]
    """State, county or province."""
    country: NotRequired[str]
    """Country."""
    postalCode: NotRequired[str]
    """Postal code."""


class CustomerMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Name of the customer."""
    contactName: NotRequired[str]
    """Name of the person to contact."""
    emailAddress: NotRequired[str]
    """E-mail address of the contact."""
    phone: NotRequired[str]
    """Telephone number."""
    addresses: NotRequired[list[CustomerAddress]]
    """Postal addresses."""
    registrationNumber: NotRequired[str]
    """Number in the register of companies."""
    taxNumber: NotRequired[str]
    """Tax or VAT number."""
    defaultCurrency: NotRequired[str]
    """ISO 4217 code."""
    status: Literal["Unknown", "Active", "Archived"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: CustomerMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class CustomersInsightCurrencyTopRecord(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class CustomersInsightCurrencyTop(TypedDict):
    customerId: NotRequired[str]
    """Absent for the documents that name no customer; they are one entry."""
    name: NotRequired[str]
    """Name for people."""
    invoiced: Decimal
    """Sum of the invoices."""
    credited: Decimal
    """Sum of the credit notes."""
    amount: Decimal
    """`invoiced` minus `credited`. The order is by this amount, the largest first."""
    share: NotRequired[Decimal]
    """Part of the total of the currency, rounded to 6 decimals: 0.25 is a quarter. Absent if the
    total is not positive.
    """
    invoices: int
    """Number of invoices."""
    creditNotes: int
    """Number of credit notes."""
    records: list[CustomersInsightCurrencyTopRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf` or
    `snapshot`, if you set it).
    """


class CustomersInsightCurrencyOthers(TypedDict):
    """All other customers together."""

    customers: int
    """Number of customers."""
    amount: Decimal
    """The amount."""
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
    """Number of customers."""
    top: list[CustomersInsightCurrencyTop]
    """The customers with the highest amounts."""
    others: CustomersInsightCurrencyOthers
    """All other customers together."""


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


class CustomField(TypedDict):
    name: str
    """The name of the value in `customFields`. Names are unique, whatever their case."""
    path: str
    """Where the value is in `sourceData`: names of members and positions in arrays (from 0),
    separated by dots, such as `lines.0.project.code`.
    """
    type: Literal["text", "number", "date", "dateTime", "boolean"]
    """The type of the value. `text` also takes numbers, with all of their digits. `number` also
    takes a text such as "12.50". `date` takes a text that begins with a day such as 2026-01-31.
    `dateTime` takes a time with an offset, and shows it in UTC. A value that cannot be read as
    its type is absent.
    """
    pushTo: NotRequired[str]
    """The platform's field that a push sets with this value, such as `x_project`. The error of a
    wrong one says which fields are possible. Without it, a push cannot set the value.
    """


class CustomFieldMapping(TypedDict):
    platformKey: str
    """The key of the platform, such as `xero`."""
    dataType: str
    """The data type whose records get the custom fields."""
    level: Literal["account", "connection"]
    """Whether the mapping applies to all connections to the platform, or replaces that mapping for
    one connection.
    """
    version: int
    """Increases with each change."""
    fields: list[CustomField]
    """The custom fields, in the order in which you gave them."""
    created: str
    """When it was created."""


class DataConnection(TypedDict):
    connectionId: str
    """Id of the connection between the company and a platform."""
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    platformName: str
    """Name of the platform for people."""
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """More values may be added later."""
    created: str
    """When it was created."""


class DataSet(TypedDict):
    companyId: str
    """Id of the company."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    dataType: str
    """The data type, such as `invoices`."""
    generation: int
    """Number of the newest published state."""
    publishedAt: NotRequired[str]
    """When this state of the data set became readable."""
    totalRecords: int
    """Number of records in this state, including deleted ones."""


class DataStatus(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    status: Literal["NotRequested", "Queued", "Fetching", "Waiting", "Publishing", "Complete", "FetchError", "AuthError", "PermissionsError", "NotSupported", "InternalError", "Cancelled"] | str
    """Status of the latest sync, or `NotRequested` if none was ever requested. More values may be
    added later.
    """
    lastSuccessfulSync: NotRequired[str]
    """When a sync of this data type last succeeded."""
    latestSyncId: NotRequired[str]
    """Id of the newest sync."""
    latestSuccessfulSyncId: NotRequired[str]
    """Id of the newest sync that succeeded."""
    nextSync: NotRequired[str]
    """When the next scheduled sync is due."""
    heldSyncId: NotRequired[str]
    """The sync whose new state a check holds. Until a person confirms it, readers get the last good
    one.
    """
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
    """Id of the consumer: an endpoint of yours that gets events."""
    kind: Literal["recover", "replay"]
    """Which of the two it is."""
    since: str
    """The begin of the period."""
    until: str
    """The end of the period."""
    total: int
    """Number of messages that would be sent."""


class EndedLatest(TypedDict):
    id: str
    """Id of the sync or push."""
    companyId: str
    """Id of the company."""
    companyName: str
    """Name of the company."""
    dataType: str
    """The data type, such as `invoices`."""
    status: str
    """The status of the sync or push. More values may be added later."""
    completed: str
    """When it ended. Absent until then."""


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
    """Name of the check that found it."""
    before: NotRequired[Any]
    """With `recordMovedOn`: the value that the client knows. Absent if there was none."""
    after: NotRequired[Any]
    """With `recordMovedOn`: the value that the record has now. Absent if there is none."""


class ErrorValidationWarning(TypedDict):
    itemId: NotRequired[str]
    """The item that the message is about."""
    message: str
    """A message for people, with a link to the documentation."""
    validatorName: NotRequired[str]
    """Name of the check that found it."""
    before: NotRequired[Any]
    """With `recordMovedOn`: the value that the client knows. Absent if there was none."""
    after: NotRequired[Any]
    """With `recordMovedOn`: the value that the record has now. Absent if there is none."""


class ErrorValidation(TypedDict):
    """What the platform, or a check before sending, found in the record."""

    errors: list[ErrorValidationError]
    """What must be corrected."""
    warnings: list[ErrorValidationWarning]
    """What was accepted, but stored differently."""


class Error(TypedDict):
    statusCode: int
    """The HTTP status."""
    service: str
    """The component or provider that produced the error."""
    error: str
    """The error for people."""
    correlationId: str
    """Identifies the response; quote it in support requests."""
    validation: NotRequired[ErrorValidation]
    """What the platform, or a check before sending, found in the record."""
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
    """What has happened when the event is sent."""
    about: str
    """What the event is about: `account`, `company` (the body has `CompanyId`) or `connection` (the
    body also has `DataConnectionId`). More values may be added later.
    """
    schema: dict[str, Any]
    """JSON Schema of the whole body. New fields may be added."""
    example: dict[str, Any]
    """An example of the whole body."""


class FileMapping(TypedDict):
    fields: dict[str, str]
    """The column of each field. `fields` of the preview lists the fields."""
    constants: dict[str, str]
    """Values of fields in all rows, such as the currency. A column counts first if it is not empty."""
    decimalMark: Literal[".", ","] | str
    """The character before the decimal places. More values may be added later."""
    dateOrder: Literal["ymd", "dmy", "mdy"] | str
    """The order of year, month and day in dates. More values may be added later."""
    idColumns: list[str]
    """The columns that identify a record. If empty, a record is identified by its content, and a
    record that has changed counts as a new one.
    """
    lines: Literal["none", "same-id", "blank-id"] | str
    """Which rows form one record with several lines. `none`: each row is a record. `same-id`: rows
    with the same id columns. `blank-id`: a row with empty id columns continues the one above.
    More values may be added later.
    """
    groupColumns: NotRequired[list[str]]
    """The columns that the rows of one record have in common, if they do not identify it, such as a
    running number that is different in the next export. Default: the id columns.
    """


class FileReading(TypedDict):
    """How a file is read. What is omitted is taken from the last file with the same columns on this
    connection, and otherwise recognised. A mapping needs a data type.
    """

    dataType: NotRequired[Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | str]
    """More values may be added later."""
    sheet: NotRequired[str]
    """Name of the sheet, if the file has several. Default: the first one."""
    mapping: NotRequired[FileMapping]


class GenerationHash(TypedDict):
    generation: int
    """Number of the published state."""
    totalRecords: int
    """Number of records in this state, including deleted ones."""
    hash: str
    """The sum of the first 64 bits of the MD5 of each record, modulo 2^64, in hexadecimal digits.
    What is hashed is the text of the record as a PostgreSQL jsonb value.
    """


class HeldDiffRecordField(TypedDict):
    name: str
    """Name of the field."""
    before: NotRequired[Any]
    """Any JSON value."""
    after: NotRequired[Any]
    """Any JSON value."""


class HeldDiffRecord(TypedDict):
    id: str
    """The id of the record."""
    change: Literal["added", "updated", "deleted"] | str
    """What happens to the record. More values may be added later."""
    fields: list[HeldDiffRecordField]
    """The fields that differ, with their values. Empty for a deleted record."""


class HeldDiff(TypedDict):
    syncId: str
    """Id of the sync."""
    dataType: str
    """One of invoices, bills, customers, suppliers, accounts, items, payments, billPayments,
    creditNotes, billCreditNotes, journalEntries, taxRates, trackingCategories, purchaseOrders,
    salesOrders, bankAccounts, bankTransactions, transfers, info, balanceSheet, profitAndLoss,
    cashFlowStatement, attachments.
    """
    added: int
    """Records that the held generation adds."""
    updated: int
    """Records that it changes."""
    deleted: int
    """Records that it marks as deleted."""
    records: list[HeldDiffRecord]
    """The changed records, ordered by id, at most 50. Use `after` for the next ones."""
    next: NotRequired[str]
    """The value of `after` for the next records, if there are more."""


class HeldGeneration(TypedDict):
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """One of invoices, bills, customers, suppliers, accounts, items, payments, billPayments,
    creditNotes, billCreditNotes, journalEntries, taxRates, trackingCategories, purchaseOrders,
    salesOrders, bankAccounts, bankTransactions, transfers, info, balanceSheet, profitAndLoss,
    cashFlowStatement, attachments.
    """
    generation: int
    """The generation (state of the data set) that was checked."""
    syncId: str
    """Id of the sync."""
    checkedAt: str
    """When it was checked."""
    reason: str
    """Why the generation waits."""
    shownGeneration: int
    """The generation that readers see meanwhile; 0 if there is none."""
    results: list[CheckResult]
    """What the checks have found in the held generation."""


class InfoAddress(TypedDict):
    type: Literal["Unknown", "Billing", "Delivery"] | str
    """The kind. More values may be added later."""
    line1: NotRequired[str]
    """First line of the address."""
    line2: NotRequired[str]
    """Second line of the address."""
    city: NotRequired[str]
    """Town or city."""
    region: NotRequired[str]
    """State, county or province."""
    country: NotRequired[str]
    """Country."""
    postalCode: NotRequired[str]
    """Postal code."""


class InfoWebLink(TypedDict):
    type: str
    """The kind. More values may be added later."""
    url: str
    """The URL."""


class InfoMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Name of the company."""
    companyLegalName: NotRequired[str]
    """Name in the register of companies."""
    registrationNumber: NotRequired[str]
    """Number in the register of companies."""
    taxNumber: NotRequired[str]
    """Tax or VAT number."""
    baseCurrency: NotRequired[str]
    """ISO 4217 code."""
    financialYearStartDate: NotRequired[str]
    """First day of the financial year."""
    addresses: NotRequired[list[InfoAddress]]
    """Postal addresses."""
    webLinks: NotRequired[list[InfoWebLink]]
    """Addresses on the web."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: InfoMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class InsightMissing(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    code: str
    """Why the data set cannot be read: the code that reading its records returns, such as
    `dataTypeNotSupported`, `dataSetNotRequested`, `dataSetNotReady` or
    `dataSetPermissionMissing`; `dataSetNotReady` also if it had not been published at the time
    `asOf`; `dataSetNotInSnapshot` with `snapshot`. More values may be added later.
    """
    message: str
    """Why, and what to do."""


class InsightSource(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    generation: int
    """The published state that the figures were computed from."""
    publishedAt: str
    """When this state of the data set became readable."""
    lastSuccessfulSync: NotRequired[str]
    """When the data set was last read from the platform without an error, even if nothing had
    changed. Absent with `asOf`.
    """


class Invitation(TypedDict):
    invitationId: str
    """Id of the invitation."""
    email: str
    """E-mail address."""
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    invitedBy: str
    """Who sent the invitation."""
    isMailed: bool
    """Whether the link was mailed to the address."""
    created: str
    """When it was created."""
    expires: str
    """When it becomes invalid. Absent if it does not."""


class InvitationInput(TypedDict):
    email: str
    """E-mail address."""
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """


class InvoiceCustomerRef(TypedDict):
    """The customer."""

    id: str
    """Id of the customer, a record of `customers`."""
    companyName: NotRequired[str]
    """Name of the customer."""


class InvoiceLineItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class InvoiceLineItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class InvoiceLineItemItemRef(TypedDict):
    """The product or service."""

    id: str
    """Id of the item, a record of `items`."""
    name: NotRequired[str]
    """Name of the item."""


class InvoiceLineItemTracking(TypedDict):
    id: str
    """Id of the category, a record of `trackingCategories`."""
    name: NotRequired[str]
    """Name of the category."""


class InvoiceLineItem(TypedDict):
    description: NotRequired[str]
    """What the line is for."""
    unitAmount: Decimal
    """Price of one unit."""
    quantity: Decimal
    """Number of units."""
    discountAmount: NotRequired[Decimal]
    """Discount of the line."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    taxAmount: NotRequired[Decimal]
    """Tax of the line."""
    totalAmount: NotRequired[Decimal]
    """Amount with tax."""
    accountRef: NotRequired[InvoiceLineItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[InvoiceLineItemTaxRateRef]
    """The tax rate."""
    itemRef: NotRequired[InvoiceLineItemItemRef]
    """The product or service."""
    tracking: NotRequired[list[InvoiceLineItemTracking]]
    """Categories of the line, such as a department or a project."""


class InvoicePaymentAllocationPayment(TypedDict):
    """The payment."""

    id: str
    """Id of the payment."""
    reference: NotRequired[str]
    """A reference that people typed or the platform made."""
    paidOnDate: NotRequired[str]
    """When the payment was made."""
    totalAmount: NotRequired[Decimal]
    """Amount of the whole payment."""


class InvoicePaymentAllocationAllocation(TypedDict):
    """Which part of the payment belongs to this document."""

    allocatedOnDate: NotRequired[str]
    """When the payment was matched to the document."""
    totalAmount: Decimal
    """The part of the payment that pays this document."""


class InvoicePaymentAllocation(TypedDict):
    payment: InvoicePaymentAllocationPayment
    """The payment."""
    allocation: InvoicePaymentAllocationAllocation
    """Which part of the payment belongs to this document."""


class InvoiceMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Number of the invoice, as printed on it."""
    customerRef: NotRequired[InvoiceCustomerRef]
    """The customer."""
    issueDate: str
    """Date of the document."""
    dueDate: NotRequired[str]
    """When it has to be paid."""
    paidOnDate: NotRequired[str]
    """When it was paid in full."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    lineItems: NotRequired[list[InvoiceLineItem]]
    """The lines of the document."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    totalDiscount: NotRequired[Decimal]
    """Sum of the discounts."""
    totalTaxAmount: NotRequired[Decimal]
    """Sum of the taxes."""
    totalAmount: Decimal
    """Amount with tax."""
    note: NotRequired[str]
    """A note for people."""
    paymentAllocations: NotRequired[list[InvoicePaymentAllocation]]
    """Payments of this document."""
    amountDue: Decimal
    """Amount that is still to be paid."""
    status: Literal["Unknown", "Draft", "Submitted", "PartiallyPaid", "Paid", "Void"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: InvoiceMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class ItemInvoiceItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class ItemInvoiceItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class ItemInvoiceItem(TypedDict):
    """How it is sold."""

    unitPrice: NotRequired[Decimal]
    """Usual price of one unit."""
    description: NotRequired[str]
    """A text for people."""
    accountRef: NotRequired[ItemInvoiceItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[ItemInvoiceItemTaxRateRef]
    """The tax rate."""


class ItemBillItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class ItemBillItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class ItemBillItem(TypedDict):
    """How it is bought."""

    unitPrice: NotRequired[Decimal]
    """Usual price of one unit."""
    description: NotRequired[str]
    """A text for people."""
    accountRef: NotRequired[ItemBillItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[ItemBillItemTaxRateRef]
    """The tax rate."""


class ItemMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Short code."""
    name: NotRequired[str]
    """Name for people."""
    type: Literal["Unknown", "Inventory", "NonInventory", "Service"] | str
    """The kind. More values may be added later."""
    itemStatus: Literal["Unknown", "Active", "Archived"]
    """Whether the item is still in use."""
    isInvoiceItem: NotRequired[bool]
    """Whether it can be sold."""
    isBillItem: NotRequired[bool]
    """Whether it can be bought."""
    invoiceItem: NotRequired[ItemInvoiceItem]
    """How it is sold."""
    billItem: NotRequired[ItemBillItem]
    """How it is bought."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: ItemMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class JournalEntryJournalLineAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class JournalEntryJournalLineTracking(TypedDict):
    id: str
    """Id of the category, a record of `trackingCategories`."""
    name: NotRequired[str]
    """Name of the category."""


class JournalEntryJournalLine(TypedDict):
    description: NotRequired[str]
    """A text for people."""
    accountRef: JournalEntryJournalLineAccountRef
    """The ledger account."""
    netAmount: Decimal
    """Positive for a debit, negative for a credit."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    tracking: NotRequired[list[JournalEntryJournalLineTracking]]
    """Categories of the line, such as a department or a project."""


class JournalEntryMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Date of the entry in the ledger."""
    description: NotRequired[str]
    """A text for people."""
    reference: NotRequired[str]
    """A reference that people typed or the platform made."""
    journalLines: list[JournalEntryJournalLine]
    """The lines of the entry."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: JournalEntryMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class LinkPlatformCredentialField(TypedDict):
    name: str
    """Name of the value in `credentials`."""
    label: str
    """Name of the field for people."""
    secret: bool
    """Whether the value is hidden while it is typed."""
    help: NotRequired[str]
    """Where the owner finds the value."""


class LinkPlatform(TypedDict):
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    name: str
    """Name for people."""
    sourceType: str
    """More values may be added later."""
    authorization: Literal["credentials", "platform", "upload"] | str
    """How the owner authorizes access. `credentials`: the owner fills in the `credentialFields`.
    `platform`: the browser is redirected to the platform, where the owner authorizes access.
    `upload`: the owner uploads files, and the first confirmed file connects the platform. More
    values may be added later.
    """
    dataTypes: list[str]
    """The data types."""
    canWrite: bool
    """Whether the account can also write records to the platform (push operations)."""
    credentialFields: list[LinkPlatformCredentialField]
    """What the owner has to enter."""


class LinkConnectionFailedRead(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    name: str
    """Name for people."""
    reason: Literal["permission", "failure"] | str
    """`permission`: the connected user has no permission to read the data type; the owner can grant
    the permission at the platform. `failure`: another cause, which the owner cannot fix. More
    values may be added later.
    """


class LinkConnection(TypedDict):
    connectionId: str
    """Id of the connection between the company and a platform."""
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    platformName: str
    """Name of the platform for people."""
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """More values may be added later."""
    lastSync: NotRequired[str]
    """When a sync last succeeded."""
    failedReads: list[LinkConnectionFailedRead]
    """Data types whose latest sync failed. Empty while the platform is not connected."""
    message: str
    """The status in plain words."""


class LinkRead(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    name: str
    """Name for people."""
    schedule: Literal["none", "hourly", "daily", "weekly", "monthly"] | str
    """How often it is read again. More values may be added later."""


class Link(TypedDict):
    companyName: str
    """Name of the company."""
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
    """The platforms that the owner can choose."""
    connections: list[LinkConnection]
    """The connections that the company has."""
    reads: list[LinkRead]
    """Data types that will be read if the platform has them."""


class LinkAcceptance(TypedDict):
    password: str
    """12 to 200 characters. Must not be a common password or the e-mail address."""
    name: NotRequired[str]
    """Name for people."""
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class LinkOrder(TypedDict):
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    credentials: NotRequired[dict[str, str]]
    """Only for platforms that use credentials."""
    state: NotRequired[str]
    """Any text. It is added to the query of `returnUrl` unchanged."""


class LinkOutcome(TypedDict):
    kind: Literal["linked", "authorize", "upload"] | str
    """`linked`: the company is connected. `authorize`: redirect the browser to `authorizeUrl`.
    Afterwards, the platform sends the browser back to the link page with `outcome`, `platform`
    and `state` in the query. `upload`: upload a file to the connection and confirm it. More
    values may be added later.
    """
    connectionId: str
    """Id of the connection between the company and a platform."""
    status: Literal["PendingAuth", "Linked", "Unlinked", "Deauthorized"] | str
    """More values may be added later."""
    authorizeUrl: NotRequired[str]
    """The platform's page where the owner consents."""
    returnUrl: NotRequired[str]
    """URL to send the owner to, with `companyId`, `connectionId`, `status` and `state` in the
    query.
    """


class LinkProgressConnectionDataType(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    name: str
    """Name for people."""
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
    """Id of the connection between the company and a platform."""
    isComplete: bool
    """Whether the first sync of every data type has ended."""
    dataTypes: list[LinkProgressConnectionDataType]
    """The data types."""


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


class LinkUploadSheetColumn(TypedDict):
    name: str
    """The heading of the column."""
    samples: list[str]
    """The first values of the column."""


class LinkUploadSheet(TypedDict):
    name: str
    """Name of the sheet. A CSV file has one, with the name of its format."""
    rows: int
    """Number of rows below the header."""
    columns: list[LinkUploadSheetColumn]
    """The columns of the sheet."""


class LinkUpload(TypedDict):
    """A file that the owner of a company has uploaded, and what it contains."""

    uploadId: str
    """Id of the upload."""
    fileName: str
    """Name of the file."""
    bytes: int
    """Size of the file."""
    status: Literal["Received", "Unreadable", "Confirmed", "Replaced"] | str
    """`Received`: waits until it is confirmed how the file is read. `Unreadable`: nothing in it can
    be read. `Confirmed`: a data set consists of it, alone or with other files. `Replaced`: later
    files have replaced it. More values may be added later.
    """
    format: NotRequired[str]
    """Kind of file, such as `csv`, `xlsx`, `ofx`, `camt.053` or `mt940`."""
    problem: NotRequired[str]
    """Why nothing in the file can be read, in English."""
    dataTypes: NotRequired[list[Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | str]]
    """The data types as which the file can be read."""
    notes: NotRequired[list[str]]
    """What was noticed when the file was read, in English."""
    sheets: NotRequired[list[LinkUploadSheet]]
    """The tables of the file; empty for a bank statement."""


class ListedMessage(TypedDict):
    messageId: str
    """Also sent as `EventId` in the body, and as the header `webhook-id` with every attempt."""
    eventType: str
    """The `RuleType` of the body. More values may be added later."""
    companyId: NotRequired[str]
    """Id of the company."""
    connectionId: NotRequired[str]
    """Id of the connection between the company and a platform."""
    channels: list[str]
    """The `companyId` of a message about a company. Empty for other messages."""
    created: str
    """When it was created."""
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
    """Kind of the event."""
    data: dict[str, Any]
    """What the event is about."""


class LiveEventConnection(TypedDict):
    """The state of a connection has changed. This event is sent only to accounts that use the newer
    webhooks. All accounts get the event `company`.
    """

    event: Literal["connection"]
    """Kind of the event."""
    data: LiveEventConnectionData


class LiveEventConnectionData(TypedDict):
    connectionId: str
    """Id of the connection between the company and a platform."""
    companyId: str
    """Id of the company."""


class LiveEventConsumer(TypedDict):
    """A webhook consumer was created, changed or deleted, started to fail or recovered."""

    event: Literal["consumer"]
    """Kind of the event."""
    data: LiveEventConsumerData


class LiveEventConsumerData(TypedDict):
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""


class LiveEventHello(TypedDict):
    """The stream begins or continues after a gap. Reload the data that you show."""

    event: Literal["hello"]
    """Kind of the event."""
    data: dict[str, Any]
    """What the event is about."""


class LiveEventMessage(TypedDict):
    """A message is new, or its status has changed. If very many messages change, only the newest
    ones are sent.
    """

    event: Literal["message"]
    """Kind of the event."""
    data: Message


class LiveEventNotice(TypedDict):
    """A problem that people get notices about has begun or ended. Sent only to people, not to API
    keys.
    """

    event: Literal["notice"]
    """Kind of the event."""
    data: dict[str, Any]
    """What the event is about."""


class LiveEventPush(TypedDict):
    """A push operation was requested, has made progress or has ended."""

    event: Literal["push"]
    """Kind of the event."""
    data: PushOperation


class LiveEventSync(TypedDict):
    """A sync was requested, has made progress or has ended."""

    event: Literal["sync"]
    """Kind of the event."""
    data: Sync


class LoggedRequestActor(TypedDict):
    """Who sent the request."""

    kind: Literal["key", "person", "operator"] | str
    """`key`: an API key. `person`: a member of the account. `operator`: someone who runs the
    service. More values may be added later.
    """
    id: NotRequired[str]
    """Id of the person or API key."""
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
    """HTTP method."""
    operation: NotRequired[str]
    """The operationId. Absent if no operation has this method and path."""
    path: str
    """The path that was requested."""
    query: NotRequired[str]
    """The query string as it was sent. Contains only parameters of the operation, without `cursor`."""
    companyId: NotRequired[str]
    """Id of the company."""
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
    """Id of the invitation."""
    email: str
    """E-mail address."""
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    invitedBy: str
    """Who sent the invitation."""
    isMailed: bool
    """Whether the link was mailed to the address."""
    created: str
    """When it was created."""
    expires: str
    """When it becomes invalid. Absent if it does not."""
    link: NotRequired[str]
    """The invitation link, to pass on to the person. Present only if the service has no mail
    server. It is not shown again.
    """


class Maintenance(TypedDict):
    enabled: bool
    """Whether it is switched on."""
    since: NotRequired[str]
    """When maintenance began."""
    message: NotRequired[str]
    """A sentence for people."""
    retryAfterSeconds: int
    """Value of the header `Retry-After` in seconds."""


class MaintenanceChange(TypedDict):
    enabled: bool
    """Whether it is switched on."""
    retryAfterSeconds: NotRequired[int]
    """Value of the header `Retry-After` in seconds."""
    message: NotRequired[str]
    """Text that is shown to clients."""


class MappingInput(TypedDict):
    fields: list[CustomField]
    """The custom fields, in the order in which you gave them."""


class MappingPreviewField(TypedDict):
    name: str
    """The name of a field, before or after the change."""
    changed: int
    """In how many of the examined records the value would change, appear or disappear."""
    present: int
    """How many of the examined records would have a value."""
    unreadable: int
    """How many values cannot be read as the type of the field."""


class MappingPreviewExample(TypedDict):
    companyId: str
    """Id of the company."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    id: str
    """The platform's own identifier of the record."""
    before: dict[str, str | Decimal | int | bool]
    """The custom fields that would change, as they are now."""
    after: dict[str, str | Decimal | int | bool]
    """The same fields with the new mapping."""


class MappingPreview(TypedDict):
    dataSets: int
    """How many data sets the mapping applies to."""
    records: int
    """How many records these data sets have, without deleted ones."""
    examined: int
    """How many records were examined."""
    isSampled: bool
    """True if the counts below are of a part of the records, because the time of a request was
    over.
    """
    changed: int
    """How many of the examined records would get other custom fields."""
    unreadable: int
    """How many values of the examined records cannot be read as the type of their field."""
    withoutSource: int
    """How many of the examined records have no stored `sourceData`. They would stay as they are."""
    fields: list[MappingPreviewField]
    """The fields of the new mapping in their order, then those that would disappear."""
    examples: list[MappingPreviewExample]
    """Up to ten records that would change."""


class Member(TypedDict):
    personId: str
    """Id of the person."""
    email: str
    """E-mail address."""
    name: str
    """Name for people."""
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    hasTotp: bool
    """Whether the person uses codes of an authenticator app."""
    joined: str
    """When the person joined the account."""
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
    """Id of the company."""
    connectionId: NotRequired[str]
    """Id of the connection between the company and a platform."""
    channels: list[str]
    """The `companyId` of a message about a company. Empty for other messages."""
    created: str
    """When it was created."""
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
    """Number of successful ones."""
    failed: int
    """Number of failed ones."""
    pending: int
    """Number of pending ones."""
    unmatched: int
    """Number of messages that no consumer subscribes to."""


class MessageCounts(TypedDict):
    since: str
    """The begin of the period."""
    until: str
    """The end of the period."""
    buckets: list[MessageCountsBucket]
    """The counts of each interval."""
    isEstimated: bool
    """Whether some of the numbers are estimates."""


class MessageDetailsDelivery(TypedDict):
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    status: Literal["pending", "delivered", "exhausted", "gone", "cancelled"] | str
    """`exhausted`: the last attempt failed. `gone`: the consumer responded with 410 and was
    therefore disabled. `cancelled`: the consumer was disabled while the delivery was pending.
    More values may be added later.
    """
    attempts: int
    """Number of attempts so far."""
    nextAttempt: NotRequired[str]
    """When the next attempt is due. Absent if there is none."""
    lastAttempt: NotRequired[str]
    """When the last attempt was made."""
    lastStatusCode: NotRequired[int]
    """HTTP status of the last attempt. Absent if there was no response."""


class MessageDetails(TypedDict):
    messageId: str
    """Also sent as `EventId` in the body, and as the header `webhook-id` with every attempt."""
    eventType: str
    """The `RuleType` of the body. More values may be added later."""
    companyId: NotRequired[str]
    """Id of the company."""
    connectionId: NotRequired[str]
    """Id of the connection between the company and a platform."""
    channels: list[str]
    """The `companyId` of a message about a company. Empty for other messages."""
    created: str
    """When it was created."""
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
    """Number of new records."""
    updated: int
    """Number of records whose content changed."""
    deleted: int
    """Number of records that were deleted on the platform."""


class MessageSummaryDelivery(TypedDict):
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    status: Literal["pending", "delivered", "exhausted", "gone", "cancelled"] | str
    """`exhausted`: the last attempt failed. `gone`: the consumer responded with 410 and was
    therefore disabled. `cancelled`: the consumer was disabled while the delivery was pending.
    More values may be added later.
    """
    attempts: int
    """Number of attempts so far."""
    nextAttempt: NotRequired[str]
    """When the next attempt is due. Absent if there is none."""
    lastAttempt: NotRequired[str]
    """When the last attempt was made."""
    lastStatusCode: NotRequired[int]
    """HTTP status of the last attempt. Absent if there was no response."""


class MessageSummary(TypedDict):
    text: NotRequired[str]
    """What happened, in one sentence: `Message` of the body."""
    dataType: NotRequired[str]
    """The data type, such as `invoices`."""
    standingQueryId: NotRequired[str]
    """The standing query that an event is about."""
    counts: NotRequired[MessageSummaryCounts]
    """How many records a sync or a push has changed."""
    deliveries: list[MessageSummaryDelivery]
    """One entry for each consumer that the message was sent to."""


class MigrationConsumer(TypedDict):
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    url: str
    """The URL."""
    state: Literal["same", "changed", "gone"] | str
    """What the client has done with the consumer since the migration. More values may be added
    later.
    """


class MigrationHistory(TypedDict):
    at: str
    """When it happened."""
    step: Literal["declared", "requested", "rehearsed", "applied", "rolledBack"] | str
    """More values may be added later."""
    by: str
    """Who did it."""
    source: Literal["client", "operator"] | str
    """More values may be added later."""
    detail: str
    """Explains it to people."""


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
    """When it was checked."""
    days: int
    """A call to the event log blocks the migration for this number of days."""
    isReady: bool
    """True if nothing blocks the migration."""
    blockers: list[MigrationFinding]
    """What must be fixed before the migration."""
    warnings: list[MigrationFinding]
    """Findings that do not block the migration."""


class MigrationFinding(TypedDict):
    kind: str
    """More values may be added later."""
    text: str
    """The finding, for people."""
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
    """Name for people."""
    url: str
    """The URL."""
    eventTypes: list[str]
    """Names of event types, prefixes such as `sync.*`, or `*`."""
    channels: list[str]
    """Empty if the consumer is company-agnostic."""
    headers: dict[str, str]
    """HTTP headers."""
    hasAuthorization: bool
    """Whether an `Authorization` header is sent."""
    ruleIds: list[str]
    """Ids of the rules that it replaces."""


class MigrationPlanEmailRule(TypedDict):
    ruleId: str
    """Id of the rule."""
    type: str
    """The kind. More values may be added later."""
    companyId: NotRequired[str]
    """Id of the company."""
    emails: list[str]
    """E-mail addresses that are notified."""
    replacedBy: NotRequired[str]
    """What does its work after the migration."""


class MigrationPlanDroppedRule(TypedDict):
    ruleId: str
    """Id of the rule."""
    companyId: str
    """Id of the company."""


class MigrationPlan(TypedDict):
    hash: str
    """Identifies the plan. The same rules always give the same plan and hash."""
    rules: int
    """Number of rules."""
    consumers: list[MigrationPlanConsumer]
    """The consumers that replace the rules."""
    emailRules: list[MigrationPlanEmailRule]
    """Rules that send e-mail. The newer webhooks send no e-mail."""
    droppedRules: list[MigrationPlanDroppedRule]
    """Rules of companies that have been deleted."""


class Notice(TypedDict):
    conditionId: str
    """Id of the problem. A notice of its end has the same id."""
    kind: NoticeKindName
    name: str
    """Name of the consumer or connection that the notice is about. Empty if the notice is about the
    installation.
    """
    detail: str
    """Explains it to people."""
    page: str
    """Path of the portal page that shows the problem."""
    since: str
    """Since when the problem has existed."""
    opened: str
    """When the notice was sent."""
    recovered: NotRequired[str]
    """When the problem was over."""


class NoticeChat(TypedDict):
    chatId: str
    """Id of the chat."""
    name: str
    """Name for people."""
    address: str
    """The URL without its secret part."""
    kinds: list[NoticeKindName]
    """The kinds of problems that it is about."""
    mutedUntil: NotRequired[str]
    """No notices are sent until then."""
    created: str
    """When it was created."""
    lastSent: NotRequired[str]
    """When the last notice was sent."""
    lastError: NotRequired[str]
    """Why the last message was not accepted."""


class NoticeChatChange(TypedDict):
    mutedUntil: Literal[None]
    """Ends the mute."""


class NoticeChatInput(TypedDict):
    name: str
    """Name for people."""
    url: str
    """The incoming webhook of a chat program that accepts `{"text": "…"}`. It is stored encrypted
    and not shown again.
    """
    kinds: list[NoticeKindName]
    """The kinds of problems that it is about."""


class NoticeChoice(TypedDict):
    kind: NoticeKindName
    email: bool
    """Whether notices are sent by e-mail."""
    browser: bool
    """Whether notices are shown in the browser."""


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
    """Whether the person gets them by e-mail."""
    browser: bool
    """Whether notices appear in the portal and, while the portal is open, as notifications of the
    browser.
    """
    mutedUntil: NotRequired[str]
    """Until this time, you get no e-mails about this kind."""


class NoticeMute(TypedDict):
    medium: Literal["email", "chat"]
    """What is muted."""
    chatName: NotRequired[str]
    """Name of the chat."""
    accountName: NotRequired[str]
    """Absent if the notices are about the installation."""
    kinds: list[NoticeKindName]
    """The kinds of problems that it is about."""
    mutedUntil: NotRequired[str]
    """No notices are sent until then."""


class OauthApplication(TypedDict):
    """The secrets are stored encrypted and never shown."""

    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    clientId: str
    """The client ID."""
    hasNotificationKey: bool
    """Whether a key for signatures of notifications is set."""
    redirectUri: str
    """The redirect URI. Enter exactly this value on the platform."""
    notificationUrl: str
    """The URL to which the platform must send notifications."""
    created: str
    """When it was created."""
    changed: str
    """When it was last changed."""


class OauthApplicationInput(TypedDict):
    clientId: str
    """The client id that the platform shows."""
    clientSecret: str
    """The client secret. It is stored encrypted and never shown again."""
    notificationKey: NotRequired[str]
    """The key with which the platform signs notifications. Some platforms call it verifier token."""


class OpenedLink(TypedDict):
    email: str
    """E-mail address."""
    kind: Literal["invitation", "reset"]
    """Which of the two it is."""
    accountName: NotRequired[str]
    """Name of the account."""
    role: NotRequired[Literal["viewer", "developer", "administrator"] | str]
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    expires: str
    """When it becomes invalid. Absent if it does not."""
    isKnown: bool
    """For an invitation: whether the person already has a password and must accept the invitation
    with that password. For a password reset: always true.
    """
    needsCode: bool
    """Whether a code from the authenticator app is also needed."""


class OverviewCompanies(TypedDict):
    """The companies of the account."""

    total: int
    """Number of all of them."""
    linked: int
    """Companies with a linked connection."""
    needingAttention: int
    """Number of companies with a problem."""


class OverviewHealth(TypedDict):
    """Whether connections, syncs and deliveries work."""

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
    """The companies of the account."""
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
    """Whether connections, syncs and deliveries work."""
    firstSteps: OverviewFirstSteps
    """What a new account does first. The portal shows it as a checklist."""


class PassThroughRequest(TypedDict):
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    """HTTP method."""
    path: str
    """Where the request goes, below the platform's base URL: `/Invoices/1`. Never a whole URL; `.`
    and `..` are rejected in any encoding.
    """
    query: NotRequired[dict[str, str]]
    """Parameters after the `?`, not encoded."""
    headers: NotRequired[dict[str, str]]
    """Headers of the request. Allowed are those that say what is sent and wanted (`accept`,
    `accept-language`, `content-type`, `if-match`, `if-none-match`, `if-modified-since`,
    `if-unmodified-since`, `prefer`) and a few of each platform.
    """
    json: NotRequired[Any]
    """The body, if it is JSON. Numbers keep all their digits."""
    text: NotRequired[str]
    """The body, if it is something else. Needs `content-type`."""


class PassThroughResponse(TypedDict):
    status: int
    """The HTTP status of the platform."""
    headers: dict[str, str]
    """Some headers of the response."""
    json: NotRequired[Any]
    """The body, if it is JSON. Numbers keep all their digits."""
    text: NotRequired[str]
    """The body, if it is another text."""
    isBodyLeftOut: NotRequired[bool]
    """The body is not a text, or a repeated request gets the stored response of a write without its
    body, because that has more than 256 KiB.
    """


class PasswordChange(TypedDict):
    current: str
    """The password so far."""
    password: str
    """12 to 200 characters. Must not be a common password or the e-mail address."""


class PasswordResetRequest(TypedDict):
    email: str
    """E-mail address."""


class PaymentCustomerRef(TypedDict):
    """The customer."""

    id: str
    """Id of the customer, a record of `customers`."""
    companyName: NotRequired[str]
    """Name of the customer."""


class PaymentAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class PaymentLineLink(TypedDict):
    type: Literal["Unknown", "Invoice", "Bill", "CreditNote", "BillCreditNote", "Other"] | str
    """Kind of the document. More values may be added later."""
    id: str
    """Id of the document."""
    amount: Decimal
    """Amount that the document gets from this part."""


class PaymentLine(TypedDict):
    amount: Decimal
    """The amount."""
    allocatedOnDate: NotRequired[str]
    """When the payment was matched to the document."""
    links: NotRequired[list[PaymentLineLink]]
    """The documents that this part pays."""


class PaymentMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """The customer."""
    accountRef: NotRequired[PaymentAccountRef]
    """The ledger account."""
    date: str
    """Date of the record."""
    reference: NotRequired[str]
    """A reference that people typed or the platform made."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    totalAmount: Decimal
    """Amount that was received."""
    lines: NotRequired[list[PaymentLine]]
    """The parts of the payment."""
    note: NotRequired[str]
    """A note for people."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: PaymentMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class PersonChange(TypedDict):
    name: str
    """Name for people."""


class PlatformCredentialField(TypedDict):
    name: str
    """Name of the value in `credentials`."""
    label: str
    """Name of the field for people."""
    secret: bool
    """Whether the value is hidden while it is typed."""
    help: NotRequired[str]
    """Where the owner finds the value."""


class PlatformDataTypes(TypedDict):
    pull: bool
    """Whether records of this data type can be read."""
    push: list[str]
    """Which operations can be pushed."""


class Platform(TypedDict):
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    name: str
    """Name for people."""
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""
    enabled: bool
    """Whether companies can be connected to it here."""
    credentialFields: list[PlatformCredentialField]
    """Fields required for an authorization with credentials."""
    passThrough: bool
    """Whether you can send requests of your own to the platform (`passThrough`)."""
    dataTypes: dict[str, PlatformDataTypes]
    """Shows for each data type whether it can be read and which push operations it supports."""


class PlatformCall(TypedDict):
    callId: str
    """Id of the call."""
    at: str
    """When the request was sent."""
    purpose: Literal["sync", "push", "authorize", "content", "passThrough"] | str
    """`sync`: to read data. `push`: to change data. `authorize`: to check new credentials.
    `content`: to read the content of an attachment. `passThrough`: a request of a client. More
    values may be added later.
    """
    syncId: NotRequired[str]
    """Id of the sync."""
    pushId: NotRequired[str]
    """Id of the push."""
    dataType: NotRequired[str]
    """The data type, such as `invoices`."""
    method: str
    """HTTP method."""
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
    """Address of the documentation of the error."""
    title: str
    """The meaning of the status."""
    status: int
    """The HTTP status."""
    detail: str
    """What happened, and what to do."""
    instance: str
    """Identifies the response, with the correlation id."""
    code: str
    """Code of the error. It does not change."""
    service: str
    """Which part of the service refused it."""
    retryable: bool
    """Whether the same request may succeed later."""
    validation: NotRequired[dict[str, Any]]
    """What the platform, or a check before sending, found in the record."""


class Profile(TypedDict):
    clientId: str
    """Id of the account. Every event contains it as `ClientId`, and the older webhooks send it as
    the header `X-Service-ClientId`.
    """
    name: str
    """Name for people."""
    webhookGeneration: str
    """The webhooks that serve the account. `older`: rules and alerts. `newer`: consumers with a
    message log. Only the operator can switch an account.
    """
    webhookAuthorization: NotRequired[str]
    """The Authorization header of the older webhooks, masked. Absent if no header is set or if the
    newer webhooks serve the account.
    """
    created: str
    """When it was created."""


class ProfileChange(TypedDict):
    """Omitted fields stay unchanged."""

    name: NotRequired[str]
    """Name for people."""
    webhookAuthorization: NotRequired[str | None]
    """Value of the header `Authorization`, which is sent with each alert. `null` removes the
    header. Responses show the value only in masked form. It can be set only while the older
    webhooks serve the account.
    """


class ProfitAndLossIncomeItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class ProfitAndLossIncome(TypedDict):
    """What was sold."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[ProfitAndLossIncomeItem]]
    """The lines below."""


class ProfitAndLossCostOfSalesItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class ProfitAndLossCostOfSales(TypedDict):
    """What the goods and services that were sold have cost."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[ProfitAndLossCostOfSalesItem]]
    """The lines below."""


class ProfitAndLossExpensesItem(TypedDict):
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account, if the line stands for one."""
    value: Decimal
    """The amount of the line, with the lines below it."""


class ProfitAndLossExpenses(TypedDict):
    """Other costs."""

    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the ledger account."""
    value: Decimal
    """The amount of the line, with the lines below it."""
    items: NotRequired[list[ProfitAndLossExpensesItem]]
    """The lines below."""


class ProfitAndLossMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """First day of the period."""
    toDate: str
    """Last day of the period."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    income: ProfitAndLossIncome
    """What was sold."""
    costOfSales: NotRequired[ProfitAndLossCostOfSales]
    """What the goods and services that were sold have cost."""
    expenses: ProfitAndLossExpenses
    """Other costs."""
    grossProfit: NotRequired[Decimal]
    """Income less cost of sales."""
    netProfit: Decimal
    """Gross profit less expenses."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: ProfitAndLossMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class Proof(TypedDict):
    proofId: str
    """Id of the entry of the chain."""
    sequence: int
    """Number of the entry in the company's chain: 1, 2, 3, …"""
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """The data type, such as `invoices`."""
    generation: int
    """Number of the published state of the data set."""
    publishedAt: str
    """When this state of the data set became readable."""
    records: int
    """Number of records in this state, including deleted ones."""
    depth: int
    """A record begins a span of the tree if the SHA-256 of its id begins with so many zero bits."""
    root: str
    """Hash of all records of this state."""
    previous: str
    """`hash` of the entry before; zeros in the first entry."""
    hash: str
    """Hash of this entry and of the one before."""
    publicKey: str
    """The key that has signed `hash`. Compare it with `GET /proofs/keys`."""
    signature: str
    """The ed25519 signature, in base64url."""
    signedAt: str
    """When the entry was added to the chain and signed."""


class ProofKey(TypedDict):
    publicKey: str
    """The public half: the 32 bytes of an ed25519 key, in base64url."""
    createdAt: str
    """Entries from this time on may be signed with it."""
    retiredAt: NotRequired[str]
    """No later entry is signed with it. Absent in the key that is in use."""


class ProofKeys(TypedDict):
    algorithm: Literal["ed25519"]
    """How entries are signed."""
    keys: list[ProofKey]
    """The key in use, then retired ones, newest first."""


class Publication(TypedDict):
    publishedAt: str
    """When this state of the data set became readable."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """The data type, such as `invoices`."""
    generation: int
    """Number of the published state of the data set."""
    totalRecords: int
    """Number of records in this state, including deleted ones."""
    changes: int
    """Number of records that were added, updated or deleted."""
    remapped: NotRequired[int]
    """How many of the updated records have changed only because their mapping has changed."""
    syncId: NotRequired[str]
    """Id of the sync."""
    pushId: NotRequired[str]
    """Id of the push."""


class PublicProofKey(TypedDict):
    publicKey: str
    """The public half: the 32 bytes of an ed25519 key, in base64url."""
    createdAt: str
    """Entries from this time on may be signed with it."""
    retiredAt: NotRequired[str]
    """No later entry is signed with it. Absent in the key that is in use."""
    cell: NotRequired[str]
    """The cell that signs with it. Absent if the installation has only one."""


class PublicProofKeys(TypedDict):
    algorithm: Literal["ed25519"]
    """How entries are signed."""
    keys: list[PublicProofKey]
    """The key in use, then retired ones, newest first. If there are several cells, one cell after
    the other.
    """
    unreachableCells: NotRequired[list[str]]
    """Cells that did not answer, so their keys are missing. Absent if the installation has only
    one.
    """


class PurchaseOrderSupplierRef(TypedDict):
    """The supplier."""

    id: str
    """Id of the supplier, a record of `suppliers`."""
    supplierName: NotRequired[str]
    """Name of the supplier."""


class PurchaseOrderLineItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class PurchaseOrderLineItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class PurchaseOrderLineItemItemRef(TypedDict):
    """The product or service."""

    id: str
    """Id of the item, a record of `items`."""
    name: NotRequired[str]
    """Name of the item."""


class PurchaseOrderLineItemTracking(TypedDict):
    id: str
    """Id of the category, a record of `trackingCategories`."""
    name: NotRequired[str]
    """Name of the category."""


class PurchaseOrderLineItem(TypedDict):
    description: NotRequired[str]
    """What the line is for."""
    unitAmount: Decimal
    """Price of one unit."""
    quantity: Decimal
    """Number of units."""
    discountAmount: NotRequired[Decimal]
    """Discount of the line."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    taxAmount: NotRequired[Decimal]
    """Tax of the line."""
    totalAmount: NotRequired[Decimal]
    """Amount with tax."""
    accountRef: NotRequired[PurchaseOrderLineItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[PurchaseOrderLineItemTaxRateRef]
    """The tax rate."""
    itemRef: NotRequired[PurchaseOrderLineItemItemRef]
    """The product or service."""
    tracking: NotRequired[list[PurchaseOrderLineItemTracking]]
    """Categories of the line, such as a department or a project."""


class PurchaseOrderMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Number of the order to the supplier."""
    supplierRef: NotRequired[PurchaseOrderSupplierRef]
    """The supplier."""
    issueDate: str
    """Date of the document."""
    deliveryDate: NotRequired[str]
    """When the goods or services are expected."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    lineItems: NotRequired[list[PurchaseOrderLineItem]]
    """The lines of the document."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    totalDiscount: NotRequired[Decimal]
    """Sum of the discounts."""
    totalTaxAmount: NotRequired[Decimal]
    """Sum of the taxes."""
    totalAmount: Decimal
    """Amount with tax."""
    note: NotRequired[str]
    """A note for people."""
    status: Literal["Unknown", "Draft", "Open", "Closed", "Void"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: PurchaseOrderMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class Purge(TypedDict):
    companyId: str
    """Id of the company."""
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
    """HTTP method."""
    url: str
    """The URL."""
    headers: dict[str, str]
    """HTTP headers."""
    body: NotRequired[str]
    """The body of the request."""


class PushDryRunValidationError(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]
    """Name of the check that found it."""
    before: NotRequired[Any]
    """If the record has changed since the version of `If-Match`: the value of the field then."""
    after: NotRequired[Any]
    """The value of the field now."""


class PushDryRunValidationWarning(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]
    """Name of the check that found it."""
    before: NotRequired[Any]
    """If the record has changed since the version of `If-Match`: the value of the field then."""
    after: NotRequired[Any]
    """The value of the field now."""


class PushDryRunValidation(TypedDict):
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """

    errors: list[PushDryRunValidationError]
    """What must be corrected."""
    warnings: list[PushDryRunValidationWarning]
    """What was accepted, but stored differently."""


class PushDryRun(TypedDict):
    dryRun: Literal[True]
    """Always `true`: nothing was sent."""
    dataType: str
    """The data type, such as `invoices`."""
    operation: str
    """What would be done on the platform."""
    request: PushDryRunRequest
    """The request that would be sent, byte for byte, but without authentication. In a dry run,
    00000000-0000-0000-0000-000000000000 takes the place of the operation id.
    """
    validation: PushDryRunValidation
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """


class PushGroup(TypedDict):
    pushGroupId: str
    """Id of the push group."""
    companyId: str
    """Id of the company."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    status: Literal["Running", "Undoing", "Succeeded", "Failed", "Undone", "UndoFailed"] | str
    """`Running`: a step is under way. `Undoing`: a step has failed, and the steps before it are
    being undone. `Succeeded`: all steps have succeeded. `Failed`: a step has failed, and no
    further one was started. `Undone`: a step has failed, and all steps before it were undone.
    `UndoFailed`: a step has failed, and a step before it could not be undone. More values may be
    added later.
    """
    onFailure: Literal["stop", "undo"]
    """What happens if a step fails. `stop`: no further step is started, and what was done stays.
    `undo`: the steps before it are also undone, the last one first, as `undo` of each step says.
    """
    requested: str
    """When it was requested."""
    completed: NotRequired[str]
    """When the last step ended."""
    timeoutInMinutes: int
    """Of each step, from its start."""
    steps: list[PushGroupStep]
    """In the order in which they are carried out."""


class PushGroupDryRunStepRequest(TypedDict):
    """The request that would be sent, byte for byte, but without authentication. In a dry run,
    00000000-0000-0000-0000-000000000000 takes the place of the operation id.
    """

    method: str
    """HTTP method."""
    url: str
    """The URL."""
    headers: dict[str, str]
    """HTTP headers."""
    body: NotRequired[str]
    """The body of the request."""


class PushGroupDryRunStepUndoRequest(TypedDict):
    """The request that would undo the step, as `undo` says. Absent if it cannot be undone."""

    method: str
    """HTTP method."""
    url: str
    """The URL."""
    headers: dict[str, str]
    """HTTP headers."""
    body: NotRequired[str]
    """The body of the request."""


class PushGroupDryRunStepValidationError(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]
    """Name of the check that found it."""
    before: NotRequired[Any]
    """If the record has changed since the version of `If-Match`: the value of the field then."""
    after: NotRequired[Any]
    """The value of the field now."""


class PushGroupDryRunStepValidationWarning(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]
    """Name of the check that found it."""
    before: NotRequired[Any]
    """If the record has changed since the version of `If-Match`: the value of the field then."""
    after: NotRequired[Any]
    """The value of the field now."""


class PushGroupDryRunStepValidation(TypedDict):
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """

    errors: list[PushGroupDryRunStepValidationError]
    """What must be corrected."""
    warnings: list[PushGroupDryRunStepValidationWarning]
    """What was accepted, but stored differently."""


class PushGroupDryRunStep(TypedDict):
    key: str
    """Name of the step in this group, for references to its record."""
    dataType: str
    """A data type such as `invoices`."""
    operation: Literal["create", "update", "delete"]
    """What would be done on the platform."""
    undo: NotRequired[Literal["void", "delete", "archive"] | str]
    """How the step is undone on this platform: the new record is voided, deleted or archived.
    Absent if it cannot be undone. More values may be added later.
    """
    request: PushGroupDryRunStepRequest
    """The request that would be sent, byte for byte, but without authentication. In a dry run,
    00000000-0000-0000-0000-000000000000 takes the place of the operation id.
    """
    undoRequest: NotRequired[PushGroupDryRunStepUndoRequest]
    """The request that would undo the step, as `undo` says. Absent if it cannot be undone."""
    validation: PushGroupDryRunStepValidation
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """


class PushGroupDryRun(TypedDict):
    dryRun: Literal[True]
    """Always `true`: nothing was sent."""
    onFailure: Literal["stop", "undo"]
    """What happens if a step fails. `stop`: no further step is started, and what was done stays.
    `undo`: the steps before it are also undone, the last one first, as `undo` of each step says.
    """
    steps: list[PushGroupDryRunStep]
    """In the requests, `<id from step …>` takes the place of ids that the platform will assign."""


class PushGroupInput(TypedDict):
    connectionId: str
    """Id of the connection between the company and a platform."""
    onFailure: Literal["stop", "undo"]
    """What happens if a step fails. `stop`: no further step is started, and what was done stays.
    `undo`: the steps before it are also undone, the last one first, as `undo` of each step says.
    """
    steps: list[PushGroupStepInput]
    """Carried out in this order. A step is started when the one before has succeeded."""


class PushGroupStep(TypedDict):
    key: str
    """The name of the step, as you gave it."""
    dataType: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"]
    """The data type, such as `invoices`."""
    operation: Literal["create", "update", "delete"]
    """What would be done on the platform."""
    outcome: Literal["notStarted", "running", "succeeded", "failed", "undoing", "undone", "undoFailed"] | str
    """`running`: its push is under way, or waits until its outcome is known. `undone`: it had
    succeeded, and its record was voided, deleted or archived. `undoFailed`: its record is still
    there. More values may be added later.
    """
    undo: NotRequired[Literal["void", "delete", "archive"] | str]
    """How the step is undone on this platform: the new record is voided, deleted or archived.
    Absent if it cannot be undone. More values may be added later.
    """
    pushId: NotRequired[str]
    """The push that carries out the step."""
    undoPushId: NotRequired[str]
    """The push that undoes the step."""
    recordId: NotRequired[str]
    """The record's id on the platform."""
    errorMessage: NotRequired[str]
    """Why the step, or its undo, has failed."""


class PushGroupStepInput(TypedDict):
    key: str
    """Name of the step in this group, for references to its record."""
    dataType: str
    """A data type such as `invoices`."""
    operation: Literal["create", "update", "delete"]
    """What would be done on the platform."""
    recordId: NotRequired[str | PushStepReference]
    """The record's id on the platform. Needed for update and delete."""
    record: NotRequired[dict[str, Any]]
    """The record, as for a single push. In place of an id, `{"fromStep": "customer"}` stands for
    the id of the record of the step `customer`. Needed for create and update.
    """
    ifMatch: NotRequired[str]
    """For update and delete: the ETag of the record that the change is made from, as the header
    `If-Match` of a single push.
    """


class PushOperationRecord(TypedDict):
    """The record's id on the platform."""

    id: str
    """The platform's id of the record."""


class PushOperationValidationError(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]
    """Name of the check that found it."""
    before: NotRequired[Any]
    """If the record has changed since the version of `If-Match`: the value of the field then."""
    after: NotRequired[Any]
    """The value of the field now."""


class PushOperationValidationWarning(TypedDict):
    itemId: NotRequired[str]
    """The field that the message is about."""
    message: str
    """Human-readable text with a link to the documentation."""
    validatorName: NotRequired[str]
    """Name of the check that found it."""
    before: NotRequired[Any]
    """If the record has changed since the version of `If-Match`: the value of the field then."""
    after: NotRequired[Any]
    """The value of the field now."""


class PushOperationValidation(TypedDict):
    """`errors` lists why the push failed. `warnings` lists values that the platform ignored,
    rounded, replaced or changed, and `validatorName` says which of these happened. A dry run
    lists the warnings that are known in advance.
    """

    errors: list[PushOperationValidationError]
    """What must be corrected."""
    warnings: list[PushOperationValidationWarning]
    """What was accepted, but stored differently."""


class PushOperationGroup(TypedDict):
    """The push group whose step the operation carries out or undoes."""

    pushGroupId: str
    """Id of the push group."""
    step: str
    """Key of the step."""


class PushOperation(TypedDict):
    pushId: str
    """Id of the push."""
    companyId: str
    """Id of the company."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """The data type, such as `invoices`."""
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
    """When it was requested."""
    completed: NotRequired[str]
    """When it ended. Absent until then."""
    resolved: NotRequired[str]
    """When a timed-out operation was resolved."""
    timeoutInMinutes: int
    """How long you allowed the push to take."""
    record: NotRequired[PushOperationRecord]
    """The record's id on the platform."""
    errorMessage: NotRequired[str]
    """What went wrong, for people."""
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
    group: NotRequired[PushOperationGroup]
    """The push group whose step the operation carries out or undoes."""
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
    """The data type, such as `invoices`."""
    operations: PushOptionsOperations
    """The operations that the platform supports, each with the schema of its record."""


class PushResolution(TypedDict):
    outcome: Literal["Success", "Failed"]
    """The outcome that you found on the platform."""
    recordId: NotRequired[str]
    """Id of the record that you found on the platform."""


class PushStepReference(TypedDict):
    fromStep: str
    """Key of an earlier step that creates or updates a record."""


class Quality(TypedDict):
    held: list[HeldGeneration]
    """Generations that wait for a person. `POST …/data/history/{syncId}/confirm` publishes one, and
    `…/cancel` rejects it.
    """
    checks: list[QualityResult]
    """The latest result of each check in what readers see, by data type and connection."""


class QualityResult(TypedDict):
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """One of invoices, bills, customers, suppliers, accounts, items, payments, billPayments,
    creditNotes, billCreditNotes, journalEntries, taxRates, trackingCategories, purchaseOrders,
    salesOrders, bankAccounts, bankTransactions, transfers, info, balanceSheet, profitAndLoss,
    cashFlowStatement, attachments.
    """
    generation: int
    """The generation (state of the data set) that was checked."""
    syncId: str
    """Id of the sync."""
    checkedAt: str
    """When it was checked."""
    check: Literal["massDeletion", "unbalanced", "receivablesMismatch", "payablesMismatch", "overpaid", "numberingGap", "duplicate", "sourceChanged", "unusualChange", "futureDate"] | str
    """Name of the check. More values may be added later."""
    level: Literal["inform", "warn", "hold"]
    """What happens if the check finds something. `inform`: it is reported. `warn`: the same, and
    the portal marks it as a warning. `hold`: the new state is not published until a person
    confirms it.
    """
    outcome: Literal["passed", "found", "skipped"] | str
    """`found`: there is at least one problem. `skipped`: the check could not run, and `message`
    says why; it holds nothing. More values may be added later.
    """
    found: int
    """How many problems there are."""
    records: list[CheckFinding]
    """What was found, at most 50 of them."""
    message: NotRequired[str]
    """More about the result, or why the check was skipped."""
    isPartial: NotRequired[bool]
    """True if only new records were examined, because there are too many others."""


class QualityRun(TypedDict):
    runId: str
    """Id of the entry."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """The data type, such as `invoices`."""
    generation: int
    """The generation (state of the data set) that was checked."""
    syncId: str
    """Id of the sync."""
    isHeld: bool
    """Whether the generation was held. A generation that is published later has another entry."""
    checkedAt: str
    """When it was checked."""
    found: int
    """How many problems all checks have found together."""
    results: list[CheckResult]
    """The results of the checks of this data type."""


class RecordConnection(TypedDict):
    """The connection that the record comes from. Present only with `include=connection`."""

    connectionId: str
    """Id of the connection between the company and a platform."""
    platformKey: str
    """Short name of the platform, such as `xero`. `listPlatforms` returns all of them."""
    sourceType: Literal["Accounting", "Banking", "Commerce", "Other"] | str
    """More values may be added later."""


class RecordVersion(TypedDict):
    generation: int
    """Number of the published state that added this version."""
    change: Literal["added", "updated", "deleted"]
    """What happened to the record."""
    isRemapped: NotRequired[bool]
    """True if the record was only computed again because its mapping has changed. Nothing has
    changed at the platform.
    """
    validFrom: NotRequired[str]
    """Since when this version was readable."""
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
    """Id of the recovery or replay."""
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    kind: Literal["recover", "replay", "retry"] | str
    """`recover`: messages that failed. `replay`: messages that were never sent to the consumer.
    `retry`: messages that were waiting for their next attempt when the retry was requested;
    `since` and `until` are then the time of the request. More values may be added later.
    """
    since: str
    """The begin of the period."""
    until: str
    """The end of the period."""
    status: Literal["Queued", "Running", "Complete", "Cancelled"] | str
    """More values may be added later."""
    requested: str
    """When it was requested."""
    completed: NotRequired[str]
    """When it ended. Absent until then."""
    total: int
    """Number of messages found when the redelivery was requested."""
    done: int
    """Number of messages queued for sending so far."""


class Rehearsal(TypedDict):
    rehearsalId: str
    """Id of the rehearsal."""
    started: str
    """When it began."""
    until: str
    """The end of the period."""
    ended: NotRequired[str]
    """Absent while the rehearsal is in progress."""


class RehearsalInput(TypedDict):
    minutes: NotRequired[int]
    """How long the rehearsal runs."""
    toUrl: NotRequired[str]
    """URL to which the messages of the rehearsal are sent. If absent, they are sent to the URLs of
    the rules. In both cases, the header `X-Daybook-Rehearsal` marks them.
    """


class RehearsalReportOlderMs(TypedDict):
    """How long deliveries of the older webhooks took."""

    median: int
    """The median in milliseconds."""
    max: int
    """The longest, in milliseconds."""


class RehearsalReportNewerMs(TypedDict):
    """How long deliveries of the newer webhooks took."""

    median: int
    """The median in milliseconds."""
    max: int
    """The longest one in ms."""


class RehearsalReportPerEventDifference(TypedDict):
    kind: Literal["body", "onlyOlder", "onlyNewer", "outcome"] | str
    """More values may be added later."""
    text: str
    """The finding, for people."""


class RehearsalReportPerEventOlder(TypedDict):
    url: str
    """The URL."""
    outcome: Literal["delivered", "failed", "pending"] | str
    """More values may be added later."""
    statusCode: NotRequired[int]
    """HTTP status of the response."""
    ms: NotRequired[int]
    """Time from the event to the start of its last attempt, in ms."""


class RehearsalReportPerEventNewer(TypedDict):
    url: str
    """The URL."""
    outcome: Literal["delivered", "failed", "pending"] | str
    """More values may be added later."""
    statusCode: NotRequired[int]
    """HTTP status of the response."""
    ms: NotRequired[int]
    """Time from the event to the start of its last attempt, in ms."""


class RehearsalReportPerEvent(TypedDict):
    eventId: str
    """Id of the event."""
    ruleType: str
    """The type of the rule."""
    isSame: bool
    """Whether both were alike."""
    differences: list[RehearsalReportPerEventDifference]
    """What was different."""
    olderSentTwice: bool
    """Whether the older webhooks sent it twice."""
    older: list[RehearsalReportPerEventOlder]
    """Requests of the older webhooks."""
    newer: list[RehearsalReportPerEventNewer]
    """Requests of the newer webhooks."""


class RehearsalReport(TypedDict):
    rehearsalId: str
    """Id of the rehearsal."""
    started: str
    """When it began."""
    ended: NotRequired[str]
    """When it ended."""
    events: int
    """Number of events."""
    same: int
    """Number of events that both generations delivered alike."""
    different: int
    """Number of events that were delivered differently."""
    reasons: dict[str, int]
    """Number of events by kind of difference."""
    olderSentTwice: int
    """Number of events that the older webhooks sent to a URL more than once, because several rules
    matched. The newer webhooks send them once.
    """
    olderMs: NotRequired[RehearsalReportOlderMs]
    """How long deliveries of the older webhooks took."""
    newerMs: NotRequired[RehearsalReportNewerMs]
    """How long deliveries of the newer webhooks took."""
    perEvent: list[RehearsalReportPerEvent]
    """Events that differ come first."""


class Resent(TypedDict):
    messageId: str
    """Id of the message. It is the `EventId` of the event and the `webhook-id` of its deliveries."""
    consumerIds: list[str]
    """Consumers that the message is sent to now. Consumers for which an attempt is already due or
    in progress are not listed, because the message is not queued for them a second time.
    """


class RestatedDataTypeAmount(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for amounts without a currency."""
    added: Decimal | int
    """What added records have added to the amounts of the closed period."""
    changed: Decimal | int
    """By how much changed records have changed these amounts."""
    deleted: Decimal | int
    """What deleted records have taken away, as a negative number."""
    backdated: Decimal | int
    """What backdated records have added to the amounts of the closed period."""
    difference: Decimal
    """The sum of these four."""


class RestatedDataTypeMonth(TypedDict):
    month: str
    """A month such as `2026-09`, in UTC."""
    currency: NotRequired[str]
    """ISO 4217 code. Absent for amounts without a currency."""
    records: int
    """Restated records that are or were dated in the month: a record that was moved from one month
    to another counts in both.
    """
    added: int
    """Number of new records."""
    changed: int
    """When it was last changed."""
    deleted: int
    """Number of records that were deleted on the platform."""
    backdated: int
    """Backdated records of the month."""
    before: Decimal
    """Their amount in this month at the first moment."""
    after: Decimal
    """Their amount in this month at the second moment."""
    difference: Decimal
    """By how much the amounts of the month differ."""


class RestatedDataType(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    before: RestatementState
    after: RestatementState
    added: int
    """Number of records that were not in the books at `from`, and are dated on its day or later."""
    changed: int
    """Number of records with any other change, also one that moves them out of the period."""
    deleted: int
    """Number of records that are no longer in the books: deleted, void or a draft again."""
    backdated: int
    """Number of records that are dated before the day of `from`, but were not in the books then, or
    had a later date.
    """
    amounts: list[RestatedDataTypeAmount]
    """By currency: the total amount of a document or payment, the amount of a bank transaction or
    transfer, the debits of a journal entry. An entry in several currencies counts only in the
    numbers of records.
    """
    months: list[RestatedDataTypeMonth]
    """The same by the month in which the records are dated."""


class RestatedLine(TypedDict):
    section: str
    """The member of the statement, such as `assets` or `netProfit`."""
    name: str
    """Name for people."""
    accountId: NotRequired[str]
    """Id of the account."""
    isTotal: bool
    """Whether the line is the total of its section."""
    before: NotRequired[Decimal]
    """Absent if the statement had no such line."""
    after: NotRequired[Decimal]
    """Absent if the statement has no such line."""
    difference: Decimal
    """`after` minus `before`."""


RestatedPeriod = TypedDict(
    "RestatedPeriod",
    {
        "id": "str",
        "from": "NotRequired[str]",
        "to": "str",
        "currency": "NotRequired[str]",
        "change": "Literal[\"unchanged\", \"added\", \"changed\", \"deleted\"] | str",
        "lines": "list[RestatedLine]",
    },
)


class RestatedRecordBefore(TypedDict):
    """The version at the first moment. Absent if there was none."""

    generation: int
    """Number of the published state."""
    isCounted: bool
    """Whether this version counts: it is in the books (neither deleted nor void nor a draft), and
    dated in the closed period.
    """
    date: NotRequired[str]
    """Absent for a version that is not in the books."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    amount: NotRequired[Decimal]
    """The amount."""
    record: NotRequired[Record]


class RestatedRecordAfter(TypedDict):
    """The version at the second moment."""

    generation: int
    """Number of the published state."""
    isCounted: bool
    """Whether this version counts: it is in the books (neither deleted nor void nor a draft), and
    dated in the closed period.
    """
    date: NotRequired[str]
    """Absent for a version that is not in the books."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    amount: NotRequired[Decimal]
    """The amount."""
    record: NotRequired[Record]


class RestatedRecord(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    id: str
    """Identifier of the record."""
    number: NotRequired[str]
    """The number of the document, or the reference."""
    change: Literal["added", "changed", "deleted", "backdated"] | str
    """`backdated`: dated before the day of `from`, but at `from` it was not in the books or had a
    later date. `added`: not in the books at `from`, and dated on its day or later. `deleted`: no
    longer in the books: deleted, void or a draft again. `changed`: any other change, also of the
    date out of the period. More values may be added later.
    """
    date: str
    """The date now, or that of then if it no longer counts."""
    currency: NotRequired[str]
    """ISO 4217 code. Absent if the currency itself has changed."""
    difference: NotRequired[Decimal]
    """By how much the record changes the amounts of the closed period. Absent if the currency has
    changed, or if there is no single amount.
    """
    changedFields: NotRequired[list[str]]
    """The fields that differ, without those that payments and reconciliations change."""
    before: NotRequired[RestatedRecordBefore]
    """The version at the first moment. Absent if there was none."""
    after: RestatedRecordAfter
    """The version at the second moment."""


class RestatedStatement(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    before: RestatementState
    after: RestatementState
    periods: list[RestatedPeriod]
    """The periods inside the closed period whose statement says something else now, and the latest
    one in any case; the latest first, at most 24.
    """
    isCut: bool
    """Whether more periods have changed than are shown."""


class RestatementMissing(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    code: str
    """Why the data set cannot be compared: the code that reading its records returns, such as
    `dataTypeNotSupported` or `dataSetNotReady`; `dataSetNotReady` also if it had not been
    published at one of the moments; `dataSetNotInSnapshot` with a snapshot. More values may be
    added later.
    """
    message: str
    """Why, and what to do."""


class RestatementMoment(TypedDict):
    at: str
    """The moment; for a snapshot, when it was taken."""
    snapshotId: NotRequired[str]
    """Id of the snapshot."""


class RestatementsLinksRecords(TypedDict):
    """The restated records of the same states."""

    href: str
    """The address, relative to the address of the service."""


class RestatementsLinks(TypedDict):
    """`records` lists the restated records of the same states."""

    records: RestatementsLinksRecords
    """The restated records of the same states."""


Restatements = TypedDict(
    "Restatements",
    {
        "from": "RestatementMoment",
        "to": "RestatementMoment",
        "closedFrom": "NotRequired[str]",
        "closedOn": "str",
        "added": "int",
        "changed": "int",
        "deleted": "int",
        "backdated": "int",
        "dataTypes": "list[RestatedDataType]",
        "statements": "list[RestatedStatement]",
        "missing": "list[RestatementMissing]",
        "_links": "RestatementsLinks",
    },
)


class RestatementState(TypedDict):
    """`before`: at the first moment. `after`: at the second moment."""

    generation: int
    """Number of the published state."""
    publishedAt: str
    """When this state of the data set became readable."""


class Retried(TypedDict):
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    total: int
    """Number of waiting messages that are sent now. For an ordered consumer, the number includes
    the messages behind the failed one.
    """
    redeliveryId: NotRequired[str]
    """Id of the redelivery that sends the messages. Absent if there are at most 2,000 messages."""


class RevenueInsightCurrencyMonthRecord(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    query: str
    """A filter for `query` of GET …/data/{dataType}."""


class RevenueInsightCurrencyMonth(TypedDict):
    month: str
    """A month such as `2026-10`, in UTC."""
    revenue: NotRequired[Decimal]
    """What was earned."""
    costs: NotRequired[Decimal]
    """What was spent."""
    result: NotRequired[Decimal]
    """Revenue less costs."""
    records: list[RevenueInsightCurrencyMonthRecord]
    """Lists exactly the records that the figure was computed from (with the same `asOf` or
    `snapshot`, if you set it).
    """


class RevenueInsightCurrency(TypedDict):
    currency: NotRequired[str]
    """ISO 4217 code. Absent for the records that have no currency."""
    revenue: NotRequired[Decimal]
    """What was earned."""
    costs: NotRequired[Decimal]
    """What was spent."""
    result: NotRequired[Decimal]
    """Revenue less costs."""
    months: list[RevenueInsightCurrencyMonth]
    """One entry per month, oldest first. The current month is the last one and is incomplete. A
    figure is absent if there is no report for the month, or if its data set is missing.
    """


class RevenueInsight(TypedDict):
    date: str
    """The day of the figures, in UTC: today, the day of `asOf`, or the day on which the `snapshot`
    was taken.
    """
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
    """Who is told."""

    webhook: NotRequired[str]
    """The URL that alerts are sent to."""
    emails: list[str]
    """E-mail addresses that are notified."""


class Rule(TypedDict):
    ruleId: str
    """Id of the rule."""
    type: str
    """The name of an event type (`RuleType`). `GET /webhooks/event-types` lists all event types."""
    companyId: NotRequired[str]
    """If present, the rule raises alerts for this company only (company-specific). If absent, it
    raises alerts for all companies (company-agnostic).
    """
    notifiers: RuleNotifiers
    """Who is told."""
    created: str
    """When it was created."""


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
    """The customer."""

    id: str
    """Id of the customer, a record of `customers`."""
    companyName: NotRequired[str]
    """Name of the customer."""


class SalesOrderLineItemAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class SalesOrderLineItemTaxRateRef(TypedDict):
    """The tax rate."""

    id: str
    """Id of the tax rate, a record of `taxRates`."""
    name: NotRequired[str]
    """Name of the tax rate."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""


class SalesOrderLineItemItemRef(TypedDict):
    """The product or service."""

    id: str
    """Id of the item, a record of `items`."""
    name: NotRequired[str]
    """Name of the item."""


class SalesOrderLineItemTracking(TypedDict):
    id: str
    """Id of the category, a record of `trackingCategories`."""
    name: NotRequired[str]
    """Name of the category."""


class SalesOrderLineItem(TypedDict):
    description: NotRequired[str]
    """What the line is for."""
    unitAmount: Decimal
    """Price of one unit."""
    quantity: Decimal
    """Number of units."""
    discountAmount: NotRequired[Decimal]
    """Discount of the line."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    taxAmount: NotRequired[Decimal]
    """Tax of the line."""
    totalAmount: NotRequired[Decimal]
    """Amount with tax."""
    accountRef: NotRequired[SalesOrderLineItemAccountRef]
    """The ledger account."""
    taxRateRef: NotRequired[SalesOrderLineItemTaxRateRef]
    """The tax rate."""
    itemRef: NotRequired[SalesOrderLineItemItemRef]
    """The product or service."""
    tracking: NotRequired[list[SalesOrderLineItemTracking]]
    """Categories of the line, such as a department or a project."""


class SalesOrderMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Number of the order from the customer."""
    customerRef: NotRequired[SalesOrderCustomerRef]
    """The customer."""
    issueDate: str
    """Date of the document."""
    deliveryDate: NotRequired[str]
    """When the goods or services are expected."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    currencyRate: NotRequired[Decimal]
    """Rate between the record's currency and the company's base currency, as the platform states
    it.
    """
    lineItems: NotRequired[list[SalesOrderLineItem]]
    """The lines of the document."""
    subTotal: NotRequired[Decimal]
    """Amount without tax."""
    totalDiscount: NotRequired[Decimal]
    """Sum of the discounts."""
    totalTaxAmount: NotRequired[Decimal]
    """Sum of the taxes."""
    totalAmount: Decimal
    """Amount with tax."""
    note: NotRequired[str]
    """A note for people."""
    status: Literal["Unknown", "Draft", "Open", "Closed", "Void"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: SalesOrderMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class ScheduleDeliveryUpcoming(TypedDict):
    number: int
    """Number of the attempt, from 1."""
    earliest: str
    """When the attempt is made at the earliest. For the next attempt, this is its exact time."""
    latest: NotRequired[str]
    """When the attempt is due at the latest: the waits vary by up to a tenth, at most by 3 minutes.
    Absent if the attempt is made only if there is time for it before the 28 hours end.
    """


class ScheduleDelivery(TypedDict):
    messageId: str
    """Id of the message. It is the `EventId` of the event and the `webhook-id` of its deliveries."""
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    eventType: str
    """Name of the event type, such as `sync.completed`."""
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
    """Id of the company."""
    companyName: NotRequired[str]
    """Name of the company."""
    dataType: NotRequired[str]
    """The data type, such as `invoices`."""
    status: NotRequired[str]
    """Status of the connection, sync, push, record or request."""
    at: NotRequired[str]
    """When it happened."""


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
    """Id of the message. It is the `EventId` of the event and the `webhook-id` of its deliveries."""
    eventType: str
    """Name of the event type, such as `sync.completed`."""
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""


class SessionAccount(TypedDict):
    """The account that the session works in. Absent if the session is in no account."""

    accountId: str
    """Id of the account."""
    name: str
    """Name for people."""
    plan: str
    """The plan of the account."""
    role: Literal["viewer", "developer", "administrator"] | str
    """`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API
    keys and the team, read the audit log, and request the webhook migration. Each role includes
    the permissions of the roles before it. More values may be added later.
    """
    webhookGeneration: Literal["older", "newer"]
    """Which webhooks serve the account: rules (`older`) or consumers (`newer`)."""


class SessionAccountItem(TypedDict):
    accountId: str
    """Id of the account."""
    name: str
    """Name for people."""
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
    """Id of the account."""


class SessionEntry(TypedDict):
    sessionId: str
    """Id of the session. It is not secret."""
    created: str
    """When it was created."""
    lastSeen: str
    """When the session was last used. Updated at most once a minute."""
    address: str
    """IP address."""
    userAgent: str
    """Name that the browser gives itself."""
    isThis: bool
    """Whether this session sent the request."""


class SessionProof(TypedDict):
    password: str
    """The password."""
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class SignedInPerson(TypedDict):
    personId: str
    """Id of the person."""
    email: str
    """E-mail address."""
    name: str
    """Name for people."""
    hasTotp: bool
    """Whether an authenticator app is set up."""
    hasPassword: bool
    """Whether the person has a password."""
    isOperator: bool
    """Whether the person belongs to the operator's staff."""
    needsSecondFactor: bool
    """Whether the person must set up an authenticator app, because they are an operator or because
    the account requires a second factor. Until the app is set up, all operations return 403
    `secondFactorRequired`, except those on the session and the profile of the person.
    """


class SignIn(TypedDict):
    email: str
    """E-mail address."""
    password: str
    """The password."""
    code: NotRequired[str]
    """Six digits from the authenticator app, or a recovery code."""


class SignInMethodsSingleSignOn(TypedDict):
    name: str
    """Name for people."""
    startUrl: str
    """URL that the browser opens to sign in. Afterwards, the browser is redirected to the portal."""


class SignInMethods(TypedDict):
    password: bool
    """Whether people can sign in with a password."""
    singleSignOn: list[SignInMethodsSingleSignOn]
    """Providers for single sign-on."""
    mail: bool
    """Whether the service can send e-mails, such as password reset links."""
    hasPeople: bool
    """False if no person exists yet. The operator must create the first person."""


class Snapshot(TypedDict):
    snapshotId: str
    """Id of the snapshot."""
    companyId: str
    """Id of the company."""
    name: NotRequired[str]
    """Name for people."""
    status: Literal["pending", "ready", "ended"] | str
    """`pending`: waits for the syncs that it has requested. `ready`: can be read. `ended`: its time
    is over, or it was deleted. More values may be added later.
    """
    requested: str
    """When it was requested."""
    taken: NotRequired[str]
    """The moment that the states belong to."""
    keepUntil: str
    """Until when the snapshot can be read."""
    spreadSeconds: NotRequired[Decimal]
    """How far apart the data sets were read at the platform: from the first `readFrom` to the last
    `readTo`.
    """
    maxSpreadSeconds: NotRequired[int]
    """How far apart they may have been read, if that was asked for."""
    isSpreadMet: NotRequired[bool]
    """Whether `spreadSeconds` is at most `maxSpreadSeconds`. Absent until it is taken."""
    rounds: NotRequired[int]
    """With `fresh`: how many times all data sets were synced for it."""
    changedMeanwhile: bool
    """Whether any of its data sets has `changedMeanwhile`."""
    dataSets: list[SnapshotDataSet]
    """What the snapshot pins, by data set."""


class SnapshotChange(TypedDict):
    """Omitted fields stay unchanged. `name: null` removes the name."""

    name: NotRequired[str | None]
    """Name for people."""
    keepUntil: NotRequired[str]
    """Until when the snapshot is kept. `snapshots.daysMax` of `GET /usage` says how many days this
    may be from now.
    """


class SnapshotDataSet(TypedDict):
    dataType: str
    """The data type, such as `invoices`."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    generation: int
    """Number of the published state that is pinned."""
    totalRecords: int
    """Number of records in this state, including deleted ones."""
    publishedAt: str
    """When this state of the data set became readable."""
    readFrom: NotRequired[str]
    """When the sync that read this state from the platform began."""
    readTo: NotRequired[str]
    """When that sync ended, or when a push added the newest record of this state after it."""
    isFresh: bool
    """With `fresh`: whether the sync that read this state began after the snapshot was requested."""
    changedMeanwhile: bool
    """Whether it was known when the snapshot was taken that the platform has newer data: since the
    sync began, the platform has reported a change, a running sync has found one, or a push has
    changed what this data set contains. Also true if the outcome of such a push is not known.
    """
    isHeld: bool
    """Whether a check held a newer state of the data set when the snapshot was taken. The snapshot
    has the last good one.
    """


class SnapshotDisk(TypedDict):
    """What the snapshot holds on disk. Only in the response with one snapshot, and not if it takes
    too long to count.
    """

    versions: int
    """Versions of records that would have been removed by now without this snapshot and others."""
    bytes: int
    """Their size on disk, without indexes."""


class SnapshotInput(TypedDict):
    name: NotRequired[str]
    """Name for people."""
    keepUntil: NotRequired[str]
    """Until when the snapshot is kept. `snapshots.daysMax` of `GET /usage` says how many days this
    may be from now. The default is 7 days from now.
    """
    fresh: NotRequired[bool]
    """Whether to request syncs of all data sets first. The data sets of a connection are read right
    after each other. The snapshot is `pending` until these syncs have ended, and is taken then;
    after an hour it is taken in any case.
    """
    maxSpreadSeconds: NotRequired[int]
    """With `fresh`: how far apart the data sets may have been read. While they were read further
    apart, all are synced once more, at most twice; these syncs usually only fetch changes.
    `isSpreadMet` says whether that was enough.
    """


class SnapshotWithDisk(TypedDict):
    snapshotId: str
    """Id of the snapshot."""
    companyId: str
    """Id of the company."""
    name: NotRequired[str]
    """Name for people."""
    status: Literal["pending", "ready", "ended"] | str
    """`pending`: waits for the syncs that it has requested. `ready`: can be read. `ended`: its time
    is over, or it was deleted. More values may be added later.
    """
    requested: str
    """When it was requested."""
    taken: NotRequired[str]
    """The moment that the states belong to."""
    keepUntil: str
    """Until when the snapshot can be read."""
    spreadSeconds: NotRequired[Decimal]
    """How far apart the data sets were read at the platform: from the first `readFrom` to the last
    `readTo`.
    """
    maxSpreadSeconds: NotRequired[int]
    """How far apart they may have been read, if that was asked for."""
    isSpreadMet: NotRequired[bool]
    """Whether `spreadSeconds` is at most `maxSpreadSeconds`. Absent until it is taken."""
    rounds: NotRequired[int]
    """With `fresh`: how many times all data sets were synced for it."""
    changedMeanwhile: bool
    """Whether any of its data sets has `changedMeanwhile`."""
    dataSets: list[SnapshotDataSet]
    """What the snapshot pins, by data set."""
    held: NotRequired[SnapshotDisk]


class SourceAddresses(TypedDict):
    status: Literal["published", "notPublished"] | str
    """More values may be added later."""
    addresses: NotRequired[list[str]]
    """IP addresses and ranges that deliveries are sent from. Absent if none are published."""
    message: NotRequired[str]
    """Present if no addresses are published. Explains what to do."""


class StandingQuery(TypedDict):
    standingQueryId: str
    """Id of the standing query."""
    name: str
    """Your name for the query. Its events contain it."""
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    companyId: NotRequired[str]
    """The company whose records are watched. Absent for all companies of the account."""
    dataType: str
    """The data type whose records are watched."""
    query: str
    """The filter, in the language of `query` of the lists of records, such as `totalAmount>10000 &&
    status=Submitted`. Dates that have an index, such as `dueDate`, can be compared with `today`,
    `today-30` or `today+7`, which stand for a day in UTC. Fields of `customFields` are not
    possible.
    """
    created: str
    """When it was created."""


class StandingQueryInput(TypedDict):
    name: str
    """Your name for the query. Its events contain it."""
    consumerId: str
    """Id of the consumer: an endpoint of yours that gets events."""
    companyId: NotRequired[str]
    """The company whose records are watched. Absent for all companies of the account."""
    dataType: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"]
    """The data type whose records are watched."""
    query: str
    """The filter, in the language of `query` of the lists of records, such as `totalAmount>10000 &&
    status=Submitted`. Dates that have an index, such as `dueDate`, can be compared with `today`,
    `today-30` or `today+7`, which stand for a day in UTC. Fields of `customFields` are not
    possible.
    """


class SupplierAddress(TypedDict):
    type: Literal["Unknown", "Billing", "Delivery"] | str
    """The kind. More values may be added later."""
    line1: NotRequired[str]
    """First line of the address."""
    line2: NotRequired[str]
    """Second line of the address."""
    city: NotRequired[str]
    """Town or city."""
    region: NotRequired[str]
    """State, county or province."""
    country: NotRequired[str]
    """Country."""
    postalCode: NotRequired[str]
    """Postal code."""


class SupplierMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Name of the supplier."""
    contactName: NotRequired[str]
    """Name of the person to contact."""
    emailAddress: NotRequired[str]
    """E-mail address of the contact."""
    phone: NotRequired[str]
    """Telephone number."""
    addresses: NotRequired[list[SupplierAddress]]
    """Postal addresses."""
    registrationNumber: NotRequired[str]
    """Number in the register of companies."""
    taxNumber: NotRequired[str]
    """Tax or VAT number."""
    defaultCurrency: NotRequired[str]
    """ISO 4217 code."""
    status: Literal["Unknown", "Active", "Archived"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: SupplierMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class SyncProgress(TypedDict):
    """How far the sync is, while it runs."""

    pages: int
    """Pages that were read."""
    records: int
    """Records that were read."""
    total: NotRequired[int]
    """How many records the sync will fetch, if the platform says it."""


class SyncCounts(TypedDict):
    """How many records were affected."""

    added: int
    """Number of new records."""
    updated: int
    """Number of records whose content changed."""
    unchanged: int
    """Number of records that were read and had not changed."""
    deleted: int
    """Number of records that were deleted on the platform."""
    remapped: NotRequired[int]
    """How many of the updated records have changed only because their mapping has changed."""
    unmapped: NotRequired[int]
    """How many records could not be computed again with a changed mapping, because what the
    platform sent is not stored or cannot be read. They stay as they were until the platform is
    read again.
    """
    unreadable: NotRequired[int]
    """How many values of the written records could not be read as the type of their custom field.
    They are absent in `customFields`.
    """


class SyncError(TypedDict):
    """Why the sync failed, or what it is waiting for and until when. If the status is `Waiting` and
    `retryAt` is absent, it waits for the decision of a person.
    """

    code: str
    """Code of the error. More values may be added later."""
    message: str
    """Explains the error to people."""
    retryAt: NotRequired[str]
    """When the sync is tried again."""


class SyncTimeline(TypedDict):
    at: str
    """When it happened."""
    state: Literal["Queued", "Fetching", "Waiting", "Publishing", "Complete", "FetchError", "AuthError", "PermissionsError", "NotSupported", "InternalError", "Cancelled"] | str
    """A sync goes through `Queued`, `Fetching`, `Publishing` and `Complete`. `Waiting` means that
    it is paused by a rate limit or an outage, or until a person decides. A sync can also end in
    an error state or in `Cancelled`. More values may be added later.
    """
    message: str
    """What happened, for people."""
    until: NotRequired[str]
    """When the wait ends."""


class Sync(TypedDict):
    syncId: str
    """Id of the sync."""
    companyId: str
    """Id of the company."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    dataType: str
    """The data type, such as `invoices`."""
    status: Literal["Queued", "Fetching", "Waiting", "Publishing", "Complete", "FetchError", "AuthError", "PermissionsError", "NotSupported", "InternalError", "Cancelled"] | str
    """A sync goes through `Queued`, `Fetching`, `Publishing` and `Complete`. `Waiting` means that
    it is paused by a rate limit or an outage, or until a person decides. A sync can also end in
    an error state or in `Cancelled`. More values may be added later.
    """
    requested: str
    """When it was requested."""
    started: NotRequired[str]
    """When it began."""
    completed: NotRequired[str]
    """When it ended. Absent until then."""
    trigger: Literal["first", "schedule", "manual", "mapping"] | str
    """What caused the sync. With `mapping`, it computes the records again from what is stored,
    because their mapping has changed, and does not call the platform. More values may be added
    later.
    """
    isFull: NotRequired[bool]
    """Whether the sync fetches all records, not only changes."""
    progress: SyncProgress
    """How far the sync is, while it runs."""
    counts: SyncCounts
    """How many records were affected."""
    error: NotRequired[SyncError]
    """Why the sync failed, or what it is waiting for and until when. If the status is `Waiting` and
    `retryAt` is absent, it waits for the decision of a person.
    """
    timeline: list[SyncTimeline]
    """What the sync did and what it waited for. Long timelines keep the first entry and the newest
    entries.
    """


class SyncSetting(TypedDict):
    dataType: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"]
    """The data type, such as `invoices`."""
    fetchOnFirstLink: bool
    """Whether the data type is fetched when a connection is linked."""
    schedule: Literal["none", "hourly", "daily", "weekly", "monthly"] | str
    """How often the data type is fetched. Each company has its own fixed time within the period.
    The free plan does not include `hourly`; an `hourly` schedule from an earlier plan runs as
    `daily`. More values may be added later.
    """
    syncFrom: NotRequired[str]
    """Records older than this time are not fetched if the platform can filter by date."""
    byDemand: NotRequired[bool]
    """Also syncs the data type because of its readers: before it is older than they accept
    (`Prefer: max-age=…`), at the hours in which they read. `schedule` remains the least. Not in
    the free plan.
    """
    order: int
    """Data types with lower numbers are fetched first."""
    keepContent: NotRequired[bool]
    """Only for `attachments`: Daybook keeps the content of the files, encrypted, so that it can be
    read without the platform. Files and totals above the limits of the installation are only
    streamed. If the setting is removed, so are the contents.
    """


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
    """Name for people."""
    rate: Decimal
    """The rate in percent."""
    isCompound: NotRequired[bool]
    """Whether it is computed on the amount with the other components."""


class TaxRateMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Name for people."""
    code: NotRequired[str]
    """Short code."""
    effectiveTaxRate: NotRequired[Decimal]
    """The rate in percent that is applied."""
    totalTaxRate: NotRequired[Decimal]
    """The rate in percent, with all of its components."""
    components: NotRequired[list[TaxRateComponent]]
    """The parts of the tax."""
    status: Literal["Unknown", "Active", "Archived"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: TaxRateMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
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
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
    """Name for people."""
    parentId: NotRequired[str]
    """Id of the category above."""
    hasChildren: NotRequired[bool]
    """Whether there are categories below."""
    status: Literal["Unknown", "Active", "Archived"] | str
    """The state. More values may be added later."""
    modifiedDate: str
    """When Daybook's copy of the record last changed."""
    sourceModifiedDate: NotRequired[str]
    """When the record last changed on the platform, if the platform reports this time."""
    metadata: TrackingCategoryMetadata
    """Facts about the record itself, such as whether it was deleted on the platform."""
    customFields: NotRequired[dict[str, str | Decimal | int | bool]]
    """Values of the platform's own record that a mapping adds, by name. Present only if a mapping
    is in force (`GET /mappings`). Filters and sort orders can name them, such as
    `customFields.project`.
    """
    sourceData: NotRequired[Any]
    """The platform's own payload, unchanged. Present only with `include=sourceData`."""
    connection: NotRequired[RecordConnection]


class TransferFromAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class TransferFrom(TypedDict):
    """Where the money came from."""

    accountRef: TransferFromAccountRef
    """The ledger account."""
    amount: Decimal
    """The amount."""
    currency: NotRequired[str]
    """ISO 4217 code."""


class TransferToAccountRef(TypedDict):
    """The ledger account."""

    id: str
    """Id of the ledger account, a record of `accounts`."""
    name: NotRequired[str]
    """Name of the ledger account."""


class TransferTo(TypedDict):
    """Where the money went."""

    accountRef: TransferToAccountRef
    """The ledger account."""
    amount: Decimal
    """The amount."""
    currency: NotRequired[str]
    """ISO 4217 code."""


class TransferMetadata(TypedDict):
    """Facts about the record itself, such as whether it was deleted on the platform."""

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
        "customFields": "NotRequired[dict[str, str | Decimal | int | bool]]",
        "sourceData": "NotRequired[Any]",
        "connection": "NotRequired[RecordConnection]",
    },
)


class UploadDataSet(TypedDict):
    dataType: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | str
    """More values may be added later."""
    isCurrent: bool
    """Whether the data set consists of the file. False since a later file has replaced it."""
    syncId: NotRequired[str]
    """Id of the sync."""
    syncStatus: NotRequired[str]
    """Status of that sync, as `getSync` returns it. Absent if it is no longer stored."""


class UploadSheetColumn(TypedDict):
    name: str
    """The heading of the column."""
    samples: list[str]
    """The first values of the column."""


class UploadSheet(TypedDict):
    name: str
    """Name of the sheet. A CSV file has one, with the name of its format."""
    rows: int
    """Number of rows below the header."""
    columns: list[UploadSheetColumn]
    """The columns of the sheet."""


class Upload(TypedDict):
    uploadId: str
    """Id of the upload."""
    companyId: str
    """Id of the company."""
    connectionId: str
    """Id of the connection between the company and a platform."""
    fileName: str
    """Name of the file."""
    bytes: int
    """Size of the file."""
    status: Literal["Received", "Unreadable", "Confirmed", "Replaced"] | str
    """`Received`: waits until it is confirmed how the file is read. `Unreadable`: nothing in it can
    be read. `Confirmed`: a data set consists of it, alone or with other files. `Replaced`: later
    files have replaced it. More values may be added later.
    """
    format: NotRequired[str]
    """Kind of file, such as `csv`, `xlsx`, `ofx`, `camt.053` or `mt940`."""
    problem: NotRequired[str]
    """Why nothing in the file can be read, in English."""
    reading: NotRequired[FileReading]
    mode: NotRequired[Literal["replace", "append"] | str]
    """`replace`: the file is the whole data set, and records that it does not contain are deleted.
    `append`: its records are added to those of earlier files. Default: `replace` for tables,
    `append` for bank statements. More values may be added later.
    """
    records: NotRequired[int]
    """Number of records in the file when it was confirmed."""
    problems: NotRequired[int]
    """Number of rows that could not be read when it was confirmed."""
    dataSets: list[UploadDataSet]
    """The data sets that the file fills since it was confirmed."""
    uploaded: str
    """When the file arrived."""
    confirmed: NotRequired[str]
    """When it was confirmed how the file is read."""
    dataTypes: NotRequired[list[Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | str]]
    """The data types as which the file can be read."""
    notes: NotRequired[list[str]]
    """What was noticed when the file was read, in English."""
    sheets: NotRequired[list[UploadSheet]]
    """The tables of the file; empty for a bank statement."""


class UploadConfirmation(TypedDict):
    """How the file is read, as in the preview. What is omitted is chosen in the same way."""

    dataType: NotRequired[Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | str]
    """More values may be added later."""
    sheet: NotRequired[str]
    """Name of the sheet, if the file has several. Default: the first one."""
    mapping: NotRequired[FileMapping]
    mode: NotRequired[Literal["replace", "append"] | str]
    """`replace`: the file is the whole data set, and records that it does not contain are deleted.
    `append`: its records are added to those of earlier files. Default: `replace` for tables,
    `append` for bank statements. More values may be added later.
    """


class UploadPreviewField(TypedDict):
    name: str
    """Name of the field, such as `customerRef.companyName`."""
    label: str
    """The field for people, in English."""
    isRequired: bool
    """Whether a record cannot be read without the field."""
    isLine: bool
    """Whether the field belongs to the lines of a record."""
    choices: NotRequired[list[str]]
    """The values that the field can have."""


class UploadPreviewProblem(TypedDict):
    row: int
    """Number of the row in the file, or of the entry of a statement."""
    column: NotRequired[str]
    """The column with the value."""
    value: NotRequired[str]
    """The value that cannot be read."""
    message: str
    """What is wrong, in English."""


class UploadPreview(TypedDict):
    reading: FileReading
    isRemembered: bool
    """Whether the reading is that of the last file with the same columns on this connection."""
    dataTypes: list[Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | str]
    """The data sets that the file fills. A bank statement fills two."""
    mode: Literal["replace", "append"] | str
    """`replace`: the file is the whole data set, and records that it does not contain are deleted.
    `append`: its records are added to those of earlier files. Default: `replace` for tables,
    `append` for bank statements. More values may be added later.
    """
    fields: list[UploadPreviewField]
    """The fields to which columns can be mapped. Empty for a bank statement."""
    errors: list[str]
    """What is wrong with the mapping. Until it is corrected, no record can be read."""
    records: list[Any]
    """The first 20 records, as the data set would contain them."""
    total: int
    """Number of records in the file."""
    problems: list[UploadPreviewProblem]
    """The first 100 rows that cannot be read. They are left out."""
    problemsTotal: int
    """Number of all problems."""


class UsageCompanies(TypedDict):
    """Companies of the account."""

    used: int
    """How many are in use."""
    max: NotRequired[int]
    """Absent if there is no limit."""


class UsageApiKeys(TypedDict):
    """API keys of the account."""

    used: int
    """How many are in use."""
    max: NotRequired[int]
    """Absent if there is no limit."""


class UsageConsumers(TypedDict):
    """Consumers of the account."""

    used: int
    """How many are in use."""
    max: NotRequired[int]
    """Absent if there is no limit."""


class UsageSnapshotsHeld(TypedDict):
    """What all snapshots hold on disk: versions of records that would have been removed by now.
    Counted whenever old versions are removed.
    """

    versions: int
    """Number of versions."""
    bytes: int
    """Without indexes."""


class UsageSnapshots(TypedDict):
    """Snapshots of companies that have not ended."""

    used: int
    """How many are in use."""
    max: int
    """The most that is possible."""
    daysMax: int
    """How many days a snapshot is kept at the longest."""
    bytesMax: int
    """If snapshots hold as many bytes, no new one is taken, and none is kept longer."""
    held: UsageSnapshotsHeld
    """What all snapshots hold on disk: versions of records that would have been removed by now.
    Counted whenever old versions are removed.
    """


class UsageRequestsMinute(TypedDict):
    """The current minute."""

    limit: int
    """The most that is allowed."""
    remaining: int
    """How many are left."""
    reset: str
    """When the count begins again."""


class UsageRequestsDay(TypedDict):
    """The current day."""

    limit: int
    """The most that is allowed."""
    remaining: int
    """How many are left."""
    reset: str
    """When the count begins again."""


class UsageRequests(TypedDict):
    """Requests to the API."""

    minute: UsageRequestsMinute
    """The current minute."""
    day: UsageRequestsDay
    """The current day."""


class UsageDeprecatedCall(TypedDict):
    endpoint: str
    """Method and path."""
    keyName: str
    """Name of the API key that called it."""
    calls: int
    """Number of calls."""
    lastAt: str
    """When it was last called."""


class Usage(TypedDict):
    plan: Literal["free", "paid"] | str
    """More values may be added later."""
    created: str
    """When it was created."""
    expires: NotRequired[str]
    """When the plan ends."""
    companies: UsageCompanies
    """Companies of the account."""
    linkedCompanies: int
    """How many of them are linked."""
    apiKeys: UsageApiKeys
    """API keys of the account."""
    consumers: UsageConsumers
    """Consumers of the account."""
    snapshots: UsageSnapshots
    """Snapshots of companies that have not ended."""
    members: int
    """Number of people in the team."""
    requests: UsageRequests
    """Requests to the API."""
    deprecatedCalls: list[UsageDeprecatedCall]
    """Calls to deprecated operations in the last 30 days, by API key, latest first."""


class ListChangesResponseLinksSelf(TypedDict):
    """The list without its parameters."""

    href: str
    """The address, relative to the address of the service."""


class ListChangesResponseLinksCurrent(TypedDict):
    """This page."""

    href: str
    """The address, relative to the address of the service."""


class ListChangesResponseLinksNext(TypedDict):
    """The next page. Absent on the last one."""

    href: str
    """The address, relative to the address of the service."""


class ListChangesResponseLinks(TypedDict):
    """Links to this page and its neighbours. Follow them instead of counting pages."""

    self: ListChangesResponseLinksSelf
    """The list without its parameters."""
    current: ListChangesResponseLinksCurrent
    """This page."""
    next: ListChangesResponseLinksNext
    """The next page. Absent on the last one."""


class ListChangesResponse(TypedDict):
    """Changes in the order in which they were published"""

    results: list[Change]
    """The results of this page."""
    next: str
    """Send this value as `after` to continue after this response, even if the response is empty."""
    hasMore: bool
    """Whether there are more changes. If so, send the next request at once."""
    _links: ListChangesResponseLinks
    """Links to this page and its neighbours. Follow them instead of counting pages."""


class ListCompanyChangesResponseLinksSelf(TypedDict):
    """The list without its parameters."""

    href: str
    """The address, relative to the address of the service."""


class ListCompanyChangesResponseLinksCurrent(TypedDict):
    """This page."""

    href: str
    """The address, relative to the address of the service."""


class ListCompanyChangesResponseLinksNext(TypedDict):
    """The next page. Absent on the last one."""

    href: str
    """The address, relative to the address of the service."""


class ListCompanyChangesResponseLinks(TypedDict):
    """Links to this page and its neighbours. Follow them instead of counting pages."""

    self: ListCompanyChangesResponseLinksSelf
    """The list without its parameters."""
    current: ListCompanyChangesResponseLinksCurrent
    """This page."""
    next: ListCompanyChangesResponseLinksNext
    """The next page. Absent on the last one."""


class ListCompanyChangesResponse(TypedDict):
    """Changes in the order in which they were published"""

    results: list[Change]
    """The results of this page."""
    next: str
    """Send this value as `after` to continue after this response, even if the response is empty."""
    hasMore: bool
    """Whether there are more changes. If so, send the next request at once."""
    _links: ListCompanyChangesResponseLinks
    """Links to this page and its neighbours. Follow them instead of counting pages."""


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
"""A record that matches the schema in `GET …/push/options/{dataType}`. `customFields` has values of
custom fields whose mapping has `pushTo`.
"""
Record: TypeAlias = "Mapping[str, Any]"
"""A record has these fields and the fields of its data type."""
RollbackOrder: TypeAlias = "dict[str, Any]"
