# Written by "npm run sdk" from docs/openapi.json: do not edit.
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import Any, Literal

from . import types
from ._download import AsyncDownload
from ._page import Page


class AsyncOperations(ABC):
    """One method for every operation of the API."""

    @abstractmethod
    async def _call(
        self,
        operation: str,
        parameters: dict[str, Any],
        *,
        body: Any = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Any: ...

    @abstractmethod
    def _each(
        self,
        operation: str,
        parameters: dict[str, Any],
        *,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Any]: ...

    @abstractmethod
    def _download(
        self, operation: str, parameters: dict[str, Any], *, timeout: float | None = None
    ) -> AsyncDownload: ...

    async def list_companies(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Company]:
        """List companies.

        Companies are ordered by creation unless `orderBy` is given. The page links show the list
        as it was when page 1 was read. Following them returns each company exactly once,
        `totalResults` companies in total. Needs the scope `read`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Company] = await self._call(
            "listCompanies", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_companies(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Company]:
        """Yield all results of ``list_companies``, page by page, each exactly once."""
        return self._each(
            "listCompanies", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_company(
        self,
        *,
        body: types.CompanyInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Company:
        """Create a company.

        Creates a company without connections. Send its owner to `redirect`, or create a
        connection yourself. The free plan allows at most 50 companies; above this limit, the
        request returns 402. Needs the scope `manage`.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Company = await self._call(
            "createCompany", {}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_company(
        self,
        *,
        company_id: str,
        timeout: float | None = None,
    ) -> types.Company:
        """Get a company.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
        """
        answer: types.Company = await self._call(
            "getCompany", {"companyId": company_id}, timeout=timeout
        )
        return answer

    async def change_company(
        self,
        *,
        company_id: str,
        body: types.CompanyChange,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Company:
        """Change parts of a company.

        Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Company = await self._call(
            "changeCompany", {"companyId": company_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def replace_company(
        self,
        *,
        company_id: str,
        body: types.CompanyInput,
        timeout: float | None = None,
    ) -> types.Company:
        """Replace a company.

        Omitted fields are removed. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
        """
        answer: types.Company = await self._call(
            "replaceCompany", {"companyId": company_id}, body=body, timeout=timeout
        )
        return answer

    async def delete_company(
        self,
        *,
        company_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete a company.

        The company disappears immediately. A job then erases its data and keeps a receipt (`GET
        /purges`). A company can be deleted even if the account exceeds the limit of its plan.
        Needs the scope `manage`.

        Args:
            company_id: Id of the company.
        """
        await self._call(
            "deleteCompany", {"companyId": company_id}, timeout=timeout
        )

    async def list_purges(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Purge]:
        """List purges of deleted companies.

        Lists the receipts of deleted companies. A receipt shows how many rows were erased, and
        when. Receipts are never deleted. Use `query=companyId=…` to find the receipt of one
        company. Needs the scope `read`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Purge] = await self._call(
            "listPurges", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_purges(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Purge]:
        """Yield all results of ``list_purges``, page by page, each exactly once."""
        return self._each(
            "listPurges", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def list_platforms(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Platform]:
        """List platforms.

        Lists the external services that companies can be connected to, with the data types they
        support. Needs the scope `read`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Platform] = await self._call(
            "listPlatforms", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_platforms(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Platform]:
        """Yield all results of ``list_platforms``, page by page, each exactly once."""
        return self._each(
            "listPlatforms", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def list_connections(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Connection]:
        """List connections of a company.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Connection] = await self._call(
            "listConnections", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_connections(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Connection]:
        """Yield all results of ``list_connections``, page by page, each exactly once."""
        return self._each(
            "listConnections", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_connection(
        self,
        *,
        company_id: str,
        body: types.ConnectionInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Connection:
        """Create a connection.

        The connection stays in the state `PendingAuth` until the owner of the company authorizes
        access at the `linkUrl`, or until you send credentials with `authorizeConnection`. Needs
        the scope `manage`.

        Args:
            company_id: Id of the company.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Connection = await self._call(
            "createConnection", {"companyId": company_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        timeout: float | None = None,
    ) -> types.Connection:
        """Get a connection.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
        """
        answer: types.Connection = await self._call(
            "getConnection", {"companyId": company_id, "connectionId": connection_id}, timeout=timeout
        )
        return answer

    async def unlink_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        body: types.ConnectionChange,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Connection:
        """Unlink a connection.

        Data that was already fetched stays readable. The connection can be linked again. Needs
        the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Connection = await self._call(
            "unlinkConnection", {"companyId": company_id, "connectionId": connection_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def delete_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete a connection.

        Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
        """
        await self._call(
            "deleteConnection", {"companyId": company_id, "connectionId": connection_id}, timeout=timeout
        )

    async def authorize_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        body: types.Authorization,
        timeout: float | None = None,
    ) -> types.Connection:
        """Authorize a connection with credentials.

        Tests the credentials with the platform. Returns 403 if the platform rejects the
        credentials, and 503 if the platform cannot be reached. The credentials are stored
        encrypted and never shown. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
        """
        answer: types.Connection = await self._call(
            "authorizeConnection", {"companyId": company_id, "connectionId": connection_id}, body=body, timeout=timeout
        )
        return answer

    async def get_application(
        self,
        *,
        platform_key: str,
        timeout: float | None = None,
    ) -> types.OauthApplication:
        """Get the account's own OAuth application for a platform.

        Returns 404 if the account has no application of its own. Connections then use Daybook's
        application. Needs the scope `manage`.

        Args:
            platform_key: Short name of the platform, such as `xero`.
        """
        answer: types.OauthApplication = await self._call(
            "getApplication", {"platformKey": platform_key}, timeout=timeout
        )
        return answer

    async def set_application(
        self,
        *,
        platform_key: str,
        body: types.OauthApplicationInput,
        timeout: float | None = None,
    ) -> types.OauthApplication:
        """Set the account's own OAuth application for a platform.

        Only for platforms that use OAuth 2. Linked connections that use Daybook's application
        continue to use it. Connections that use an application that you replace must be
        authorized again. Needs the scope `manage`.

        Args:
            platform_key: Short name of the platform, such as `xero`.
        """
        answer: types.OauthApplication = await self._call(
            "setApplication", {"platformKey": platform_key}, body=body, timeout=timeout
        )
        return answer

    async def remove_application(
        self,
        *,
        platform_key: str,
        timeout: float | None = None,
    ) -> None:
        """Remove the account's own OAuth application for a platform.

        Connections that use the application must be authorized again. Needs the scope `manage`.

        Args:
            platform_key: Short name of the platform, such as `xero`.
        """
        await self._call(
            "removeApplication", {"platformKey": platform_key}, timeout=timeout
        )

    async def check_application(
        self,
        *,
        platform_key: str,
        timeout: float | None = None,
    ) -> types.ApplicationCheck:
        """Check an OAuth application.

        Checks the account's own application, otherwise Daybook's, as far as this is possible
        without an owner. Sends two requests to the platform: for its sign-in page, and to its
        token endpoint with a code that was never issued. Stores nothing. Needs the scope
        `manage`.

        Args:
            platform_key: Short name of the platform, such as `xero`.
        """
        answer: types.ApplicationCheck = await self._call(
            "checkApplication", {"platformKey": platform_key}, timeout=timeout
        )
        return answer

    async def list_changes(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | None = None,
        include: Literal["none", "record", "sourceData"] | None = None,
        timeout: float | None = None,
    ) -> types.ListChangesResponse:
        """List changes of all companies.

        Returns changes of all data types in the order of publication. Changes of the same
        publication are sorted by identifier. A client that continues with `next` misses nothing
        and gets nothing twice. A replaced version stays in the feed for some days; the newest
        version of every record always stays. Records of deleted companies and connections
        disappear from the feed, and no change reports this. `wait` makes the request a long
        poll. With `Accept: text/event-stream`, changes are sent as server-sent events. The `id`
        of an event is its cursor; a request with this id in `Last-Event-ID` continues after the
        event. Needs the scope `read`.

        Args:
            after: Where to continue: `next` or a `cursor` from an earlier response, or `latest`
                to get only changes from now on.
            limit: Maximum number of changes per response.
            wait: Maximum number of seconds to wait if there are no new changes.
            data_type: Returns only changes of this data type.
            include: With `record`, each change contains the new version of the record.
        """
        answer: types.ListChangesResponse = await self._call(
            "listChanges", {"after": after, "limit": limit, "wait": wait, "dataType": data_type, "include": include}, timeout=timeout
        )
        return answer

    async def list_company_changes(
        self,
        *,
        company_id: str,
        after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"] | None = None,
        include: Literal["none", "record", "sourceData"] | None = None,
        sync_id: str | None = None,
        since: str | None = None,
        timeout: float | None = None,
    ) -> types.ListCompanyChangesResponse:
        """List changes of a company.

        Returns changes of all data types in the order of publication. Changes of the same
        publication are sorted by identifier. A client that continues with `next` misses nothing
        and gets nothing twice. A replaced version stays in the feed for some days; the newest
        version of every record always stays. Records of deleted companies and connections
        disappear from the feed, and no change reports this. `wait` makes the request a long
        poll. With `Accept: text/event-stream`, changes are sent as server-sent events. The `id`
        of an event is its cursor; a request with this id in `Last-Event-ID` continues after the
        event. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            after: Where to continue: `next` or a `cursor` from an earlier response, or `latest`
                to get only changes from now on.
            limit: Maximum number of changes per response.
            wait: Maximum number of seconds to wait if there are no new changes.
            data_type: Returns only changes of this data type.
            include: With `record`, each change contains the new version of the record.
            sync_id: Returns only changes that this sync has published.
            since: ISO 8601 time. Returns only changes that were published at this time or later.
        """
        answer: types.ListCompanyChangesResponse = await self._call(
            "listCompanyChanges", {"companyId": company_id, "after": after, "limit": limit, "wait": wait, "dataType": data_type, "include": include, "syncId": sync_id, "since": since}, timeout=timeout
        )
        return answer

    async def request_all_data(
        self,
        *,
        company_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Sync]:
        """Request a sync of all data sets of a company.

        Starts a sync of every data type that the company's linked connections support. If a data
        set already has an unfinished sync, that sync is returned and no second one is started.
        Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: Page[types.Sync] = await self._call(
            "requestAllData", {"companyId": company_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def request_data(
        self,
        *,
        company_id: str,
        data_type: str,
        connection_id: str | None = None,
        full: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Sync:
        """Request a sync of one data set of a company.

        Starts a sync of the data set. If the data set already has an unfinished sync, that sync
        is returned and no second one is started. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            data_type: One of invoices, bills, customers, suppliers, accounts, items, payments,
                billPayments, creditNotes, billCreditNotes, journalEntries, taxRates,
                trackingCategories, purchaseOrders, salesOrders, bankAccounts, bankTransactions,
                transfers, info, balanceSheet, profitAndLoss, cashFlowStatement, attachments.
            connection_id: The connection to sync if several connections support the data type.
            full: Whether to fetch all records, not only the changes since the last sync.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Sync = await self._call(
            "requestData", {"companyId": company_id, "dataType": data_type, "connectionId": connection_id, "full": full}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def list_syncs(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Sync]:
        """List syncs of a company.

        Returns the newest syncs first. Each sync has its counts and its timeline and, if it is
        waiting, the reason. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Sync] = await self._call(
            "listSyncs", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_syncs(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Sync]:
        """Yield all results of ``list_syncs``, page by page, each exactly once."""
        return self._each(
            "listSyncs", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_sync(
        self,
        *,
        company_id: str,
        sync_id: str,
        timeout: float | None = None,
    ) -> types.Sync:
        """Get a sync.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            sync_id: Id of the sync.
        """
        answer: types.Sync = await self._call(
            "getSync", {"companyId": company_id, "syncId": sync_id}, timeout=timeout
        )
        return answer

    async def cancel_sync(
        self,
        *,
        company_id: str,
        sync_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Sync:
        """Cancel a sync.

        The records that the sync has fetched stay invisible until a later sync is complete.
        Published data does not change. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            sync_id: Id of the sync.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Sync = await self._call(
            "cancelSync", {"companyId": company_id, "syncId": sync_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def confirm_deletions(
        self,
        *,
        company_id: str,
        sync_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Sync:
        """Confirm a held sync.

        A sync whose new state has problems that a check with the level `hold` finds waits until
        a person confirms or cancels it. The error code is `massDeletion` if a full sync would
        delete more records than the check allows, otherwise `heldByChecks`. `GET
        /companies/{companyId}/quality` has the findings. Only what was found is confirmed: other
        findings hold the sync again. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            sync_id: Id of the sync.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Sync = await self._call(
            "confirmDeletions", {"companyId": company_id, "syncId": sync_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def receive_notification(
        self,
        *,
        platform_key: str,
        timeout: float | None = None,
    ) -> None:
        """Receive notifications from a platform.

        Called by platforms. The changed data types are synced at once. If a data type is already
        being synced, another sync follows. The platform signs the request with the key of
        Daybook's own application. Needs no authentication.

        Args:
            platform_key: Short name of the platform, such as `xero`.
        """
        await self._call(
            "receiveNotification", {"platformKey": platform_key}, timeout=timeout
        )

    async def receive_account_notification(
        self,
        *,
        platform_key: str,
        account_id: str,
        timeout: float | None = None,
    ) -> None:
        """Receive notifications for an account's own application.

        Platforms call this operation, as they call `receiveNotification`. Here, the platform
        signs the request with the key of the account's own application. Needs no authentication.

        Args:
            platform_key: Short name of the platform, such as `xero`.
            account_id: Id of the account.
        """
        await self._call(
            "receiveAccountNotification", {"platformKey": platform_key, "accountId": account_id}, timeout=timeout
        )

    async def get_data_status(
        self,
        *,
        company_id: str,
        timeout: float | None = None,
    ) -> dict[str, types.DataStatus]:
        """Get the status of all data sets of a company.

        Returns an object with one property for each data type that the platforms of the
        company's connections support. If several connections support a data type, the status is
        that of the connection whose records you get when you list the company's data. Needs the
        scope `read`.

        Args:
            company_id: Id of the company.
        """
        answer: dict[str, types.DataStatus] = await self._call(
            "getDataStatus", {"companyId": company_id}, timeout=timeout
        )
        return answer

    async def get_sync_settings(
        self,
        *,
        timeout: float | None = None,
    ) -> types.SyncSettings:
        """Get the account's sync settings.

        The account's settings apply to every data type for which a company has no setting of its
        own. Needs the scope `read`.
        """
        answer: types.SyncSettings = await self._call(
            "getSyncSettings", {}, timeout=timeout
        )
        return answer

    async def replace_sync_settings(
        self,
        *,
        body: types.SyncSettingsChange,
        timeout: float | None = None,
    ) -> types.SyncSettings:
        """Replace the account's sync settings.

        The new settings apply to all companies within seconds, or within minutes if the account
        has very many companies. Needs the scope `manage`.
        """
        answer: types.SyncSettings = await self._call(
            "replaceSyncSettings", {}, body=body, timeout=timeout
        )
        return answer

    async def get_company_sync_settings(
        self,
        *,
        company_id: str,
        timeout: float | None = None,
    ) -> types.SyncSettings:
        """Get the sync settings of a company.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
        """
        answer: types.SyncSettings = await self._call(
            "getCompanySyncSettings", {"companyId": company_id}, timeout=timeout
        )
        return answer

    async def replace_company_sync_settings(
        self,
        *,
        company_id: str,
        body: types.SyncSettingsChange,
        timeout: float | None = None,
    ) -> types.SyncSettings:
        """Replace the sync settings of a company.

        An empty list restores the account's settings. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
        """
        answer: types.SyncSettings = await self._call(
            "replaceCompanySyncSettings", {"companyId": company_id}, body=body, timeout=timeout
        )
        return answer

    async def get_checks(
        self,
        *,
        timeout: float | None = None,
    ) -> types.CheckSettings:
        """Get the levels of the account's checks.

        Checks examine what a sync has read before it is published. The level of a check says
        what happens if it finds something. Needs the scope `read`.
        """
        answer: types.CheckSettings = await self._call(
            "getChecks", {}, timeout=timeout
        )
        return answer

    async def replace_checks(
        self,
        *,
        body: types.CheckSettingsChange,
        timeout: float | None = None,
    ) -> types.CheckSettings:
        """Replace the levels of the account's checks.

        Applies to all companies, from the next sync on. Checks that are not listed get their
        defaults. A generation that is already held stays held. Needs the scope `manage`.
        """
        answer: types.CheckSettings = await self._call(
            "replaceChecks", {}, body=body, timeout=timeout
        )
        return answer

    async def get_quality(
        self,
        *,
        company_id: str,
        timeout: float | None = None,
    ) -> types.Quality:
        """Get the quality of the data of a company.

        Returns the latest result of each check of each data set, with the records concerned, and
        the generations that wait for a person because a check holds them. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
        """
        answer: types.Quality = await self._call(
            "getQuality", {"companyId": company_id}, timeout=timeout
        )
        return answer

    async def list_quality_runs(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.QualityRun]:
        """List results of checks over time.

        Returns the newest results first. There is one entry for each generation that was
        checked, and one each time a generation was held. A sync that changes nothing runs no
        checks. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.QualityRun] = await self._call(
            "listQualityRuns", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_quality_runs(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.QualityRun]:
        """Yield all results of ``list_quality_runs``, page by page, each exactly once."""
        return self._each(
            "listQualityRuns", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_held_diff(
        self,
        *,
        company_id: str,
        sync_id: str,
        after: str | None = None,
        timeout: float | None = None,
    ) -> types.HeldDiff:
        """Get what a held sync would change.

        Compares the held generation with the one that readers see. Only for a sync that a check
        holds: `POST …/confirm` publishes it, `POST …/cancel` rejects it. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            sync_id: Id of the sync.
            after: Only records whose id is greater, as given by `next`.
        """
        answer: types.HeldDiff = await self._call(
            "getHeldDiff", {"companyId": company_id, "syncId": sync_id, "after": after}, timeout=timeout
        )
        return answer

    async def list_mappings(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.CustomFieldMapping]:
        """List mappings of the account.

        A mapping adds values of the platform's own record to `customFields`. These mappings
        apply to all connections to a platform that have no mapping of their own. Needs the scope
        `read`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.CustomFieldMapping] = await self._call(
            "listMappings", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_mappings(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.CustomFieldMapping]:
        """Yield all results of ``list_mappings``, page by page, each exactly once."""
        return self._each(
            "listMappings", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_mapping(
        self,
        *,
        platform_key: str,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"],
        timeout: float | None = None,
    ) -> types.CustomFieldMapping:
        """Get a mapping of the account.

        Needs the scope `read`.

        Args:
            platform_key: The key of the platform, such as `xero`.
            data_type: The data type whose records get the custom fields.
        """
        answer: types.CustomFieldMapping = await self._call(
            "getMapping", {"platformKey": platform_key, "dataType": data_type}, timeout=timeout
        )
        return answer

    async def replace_mapping(
        self,
        *,
        platform_key: str,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"],
        body: types.MappingInput,
        timeout: float | None = None,
    ) -> types.CustomFieldMapping:
        """Replace a mapping of the account.

        Creates the mapping if there is none. Records that are already stored get the new fields
        in the background, data set by data set, without a request to the platform. Readers see
        the earlier fields until all records of a data set have the new ones. The change feed
        marks such changes with `isRemapped`. Needs the scope `manage`.

        Args:
            platform_key: The key of the platform, such as `xero`.
            data_type: The data type whose records get the custom fields.
        """
        answer: types.CustomFieldMapping = await self._call(
            "replaceMapping", {"platformKey": platform_key, "dataType": data_type}, body=body, timeout=timeout
        )
        return answer

    async def delete_mapping(
        self,
        *,
        platform_key: str,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"],
        timeout: float | None = None,
    ) -> None:
        """Delete a mapping of the account.

        Its custom fields disappear from the records in the background. Needs the scope `manage`.

        Args:
            platform_key: The key of the platform, such as `xero`.
            data_type: The data type whose records get the custom fields.
        """
        await self._call(
            "deleteMapping", {"platformKey": platform_key, "dataType": data_type}, timeout=timeout
        )

    async def preview_mapping(
        self,
        *,
        platform_key: str,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"],
        body: types.MappingInput,
        timeout: float | None = None,
    ) -> types.MappingPreview:
        """Preview a mapping of the account.

        Computes from what is stored how many records would change, in which fields, and shows
        ten of them. Changes nothing. All records are examined, for at most 20 seconds:
        `isSampled` says whether some are left. Needs the scope `manage`.

        Args:
            platform_key: The key of the platform, such as `xero`.
            data_type: The data type whose records get the custom fields.
        """
        answer: types.MappingPreview = await self._call(
            "previewMapping", {"platformKey": platform_key, "dataType": data_type}, body=body, timeout=timeout
        )
        return answer

    async def list_connection_mappings(
        self,
        *,
        company_id: str,
        connection_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.CustomFieldMapping]:
        """List mappings of a connection.

        Lists the mappings in force for a connection: its own ones, and those of the account.
        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.CustomFieldMapping] = await self._call(
            "listConnectionMappings", {"companyId": company_id, "connectionId": connection_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_connection_mappings(
        self,
        *,
        company_id: str,
        connection_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.CustomFieldMapping]:
        """Yield all results of ``list_connection_mappings``, page by page, each exactly once."""
        return self._each(
            "listConnectionMappings", {"companyId": company_id, "connectionId": connection_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def replace_connection_mapping(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"],
        body: types.MappingInput,
        timeout: float | None = None,
    ) -> types.CustomFieldMapping:
        """Replace a mapping of a connection.

        Replaces the account's mapping for this connection. Without any fields, its records have
        no custom fields. Records that are already stored get the new fields in the background,
        data set by data set, without a request to the platform. Readers see the earlier fields
        until all records of a data set have the new ones. The change feed marks such changes
        with `isRemapped`. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: The data type whose records get the custom fields.
        """
        answer: types.CustomFieldMapping = await self._call(
            "replaceConnectionMapping", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type}, body=body, timeout=timeout
        )
        return answer

    async def delete_connection_mapping(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"],
        timeout: float | None = None,
    ) -> None:
        """Delete a mapping of a connection.

        The account's mapping applies again, if there is one. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: The data type whose records get the custom fields.
        """
        await self._call(
            "deleteConnectionMapping", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type}, timeout=timeout
        )

    async def preview_connection_mapping(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: Literal["invoices", "bills", "customers", "suppliers", "accounts", "items", "payments", "billPayments", "creditNotes", "billCreditNotes", "journalEntries", "taxRates", "trackingCategories", "purchaseOrders", "salesOrders", "bankAccounts", "bankTransactions", "transfers", "info", "balanceSheet", "profitAndLoss", "cashFlowStatement", "attachments"],
        body: types.MappingInput,
        timeout: float | None = None,
    ) -> types.MappingPreview:
        """Preview a mapping of a connection.

        Computes from what is stored how many records would change, in which fields, and shows
        ten of them. Changes nothing. All records are examined, for at most 20 seconds:
        `isSampled` says whether some are left. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: The data type whose records get the custom fields.
        """
        answer: types.MappingPreview = await self._call(
            "previewConnectionMapping", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type}, body=body, timeout=timeout
        )
        return answer

    async def get_connection_sync_settings(
        self,
        *,
        company_id: str,
        connection_id: str,
        timeout: float | None = None,
    ) -> types.SyncSettings:
        """Get the sync settings of a connection.

        The connection's own settings, and for every other data type those of the company,
        otherwise of the account. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
        """
        answer: types.SyncSettings = await self._call(
            "getConnectionSyncSettings", {"companyId": company_id, "connectionId": connection_id}, timeout=timeout
        )
        return answer

    async def replace_connection_sync_settings(
        self,
        *,
        company_id: str,
        connection_id: str,
        body: types.SyncSettingsChange,
        timeout: float | None = None,
    ) -> types.SyncSettings:
        """Replace the sync settings of a connection.

        The data types in the list are synced by these settings, for this connection only. For
        all others, the company's settings apply. An empty list restores them for all data types.
        Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
        """
        answer: types.SyncSettings = await self._call(
            "replaceConnectionSyncSettings", {"companyId": company_id, "connectionId": connection_id}, body=body, timeout=timeout
        )
        return answer

    async def delete_connection_sync_settings(
        self,
        *,
        company_id: str,
        connection_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete the sync settings of a connection.

        The company's settings apply to the connection again. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
        """
        await self._call(
            "deleteConnectionSyncSettings", {"companyId": company_id, "connectionId": connection_id}, timeout=timeout
        )

    async def list_invoices(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Invoice]:
        """List invoices.

        Invoices to customers. Records are sorted by `id` unless `orderBy` is given. All page
        links read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Invoice] = await self._call(
            "listInvoices", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_invoices(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Invoice]:
        """Yield all results of ``list_invoices``, page by page, each exactly once."""
        return self._each(
            "listInvoices", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_invoice(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Invoice:
        """Get an invoice.

        Invoices to customers. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Invoice = await self._call(
            "getInvoice", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_bills(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Bill]:
        """List bills.

        Bills from suppliers. Records are sorted by `id` unless `orderBy` is given. All page
        links read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Bill] = await self._call(
            "listBills", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_bills(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Bill]:
        """Yield all results of ``list_bills``, page by page, each exactly once."""
        return self._each(
            "listBills", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_bill(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Bill:
        """Get a bill.

        Bills from suppliers. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Bill = await self._call(
            "getBill", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_customers(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Customer]:
        """List customers.

        People and companies that the company sells to. Records are sorted by `id` unless
        `orderBy` is given. All page links read the same published state of the data set, so
        every record appears once and `totalResults` stays constant. When that state is no longer
        retained, the response is 410. Amounts are sorted by their first 15 digits. The response
        is 409 until the first sync of the data set has completed, and 404 if no platform of the
        company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Customer] = await self._call(
            "listCustomers", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_customers(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Customer]:
        """Yield all results of ``list_customers``, page by page, each exactly once."""
        return self._each(
            "listCustomers", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_customer(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Customer:
        """Get a customer.

        People and companies that the company sells to. The response is 409 until the first sync
        of the data set has completed, and 404 if no platform of the company supports the data
        type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Customer = await self._call(
            "getCustomer", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_suppliers(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Supplier]:
        """List suppliers.

        People and companies that the company buys from. Records are sorted by `id` unless
        `orderBy` is given. All page links read the same published state of the data set, so
        every record appears once and `totalResults` stays constant. When that state is no longer
        retained, the response is 410. Amounts are sorted by their first 15 digits. The response
        is 409 until the first sync of the data set has completed, and 404 if no platform of the
        company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Supplier] = await self._call(
            "listSuppliers", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_suppliers(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Supplier]:
        """Yield all results of ``list_suppliers``, page by page, each exactly once."""
        return self._each(
            "listSuppliers", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_supplier(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Supplier:
        """Get a supplier.

        People and companies that the company buys from. The response is 409 until the first sync
        of the data set has completed, and 404 if no platform of the company supports the data
        type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Supplier = await self._call(
            "getSupplier", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_accounts(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Account]:
        """List accounts.

        The chart of accounts. Records are sorted by `id` unless `orderBy` is given. All page
        links read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Account] = await self._call(
            "listAccounts", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_accounts(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Account]:
        """Yield all results of ``list_accounts``, page by page, each exactly once."""
        return self._each(
            "listAccounts", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_account(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Account:
        """Get an account.

        The chart of accounts. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Account = await self._call(
            "getAccount", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_items(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Item]:
        """List items.

        Products and services. Records are sorted by `id` unless `orderBy` is given. All page
        links read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Item] = await self._call(
            "listItems", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_items(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Item]:
        """Yield all results of ``list_items``, page by page, each exactly once."""
        return self._each(
            "listItems", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_item(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Item:
        """Get an item.

        Products and services. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Item = await self._call(
            "getItem", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_payments(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Payment]:
        """List payments.

        Money received from customers. Records are sorted by `id` unless `orderBy` is given. All
        page links read the same published state of the data set, so every record appears once
        and `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Payment] = await self._call(
            "listPayments", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_payments(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Payment]:
        """Yield all results of ``list_payments``, page by page, each exactly once."""
        return self._each(
            "listPayments", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_payment(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Payment:
        """Get a payment.

        Money received from customers. The response is 409 until the first sync of the data set
        has completed, and 404 if no platform of the company supports the data type. Needs the
        scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Payment = await self._call(
            "getPayment", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_bill_payments(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.BillPayment]:
        """List bill payments.

        Money paid to suppliers. Records are sorted by `id` unless `orderBy` is given. All page
        links read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.BillPayment] = await self._call(
            "listBillPayments", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_bill_payments(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.BillPayment]:
        """Yield all results of ``list_bill_payments``, page by page, each exactly once."""
        return self._each(
            "listBillPayments", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_bill_payment(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.BillPayment:
        """Get a bill payment.

        Money paid to suppliers. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.BillPayment = await self._call(
            "getBillPayment", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_credit_notes(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.CreditNote]:
        """List credit notes.

        Credit given to customers. Records are sorted by `id` unless `orderBy` is given. All page
        links read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.CreditNote] = await self._call(
            "listCreditNotes", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_credit_notes(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.CreditNote]:
        """Yield all results of ``list_credit_notes``, page by page, each exactly once."""
        return self._each(
            "listCreditNotes", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_credit_note(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.CreditNote:
        """Get a credit note.

        Credit given to customers. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.CreditNote = await self._call(
            "getCreditNote", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_bill_credit_notes(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.BillCreditNote]:
        """List bill credit notes.

        Credit received from suppliers. Records are sorted by `id` unless `orderBy` is given. All
        page links read the same published state of the data set, so every record appears once
        and `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.BillCreditNote] = await self._call(
            "listBillCreditNotes", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_bill_credit_notes(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.BillCreditNote]:
        """Yield all results of ``list_bill_credit_notes``, page by page, each exactly once."""
        return self._each(
            "listBillCreditNotes", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_bill_credit_note(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.BillCreditNote:
        """Get a bill credit note.

        Credit received from suppliers. The response is 409 until the first sync of the data set
        has completed, and 404 if no platform of the company supports the data type. Needs the
        scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.BillCreditNote = await self._call(
            "getBillCreditNote", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_journal_entries(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.JournalEntry]:
        """List journal entries.

        Entries of the general ledger. Debits are positive, and credits are negative. Records are
        sorted by `id` unless `orderBy` is given. All page links read the same published state of
        the data set, so every record appears once and `totalResults` stays constant. When that
        state is no longer retained, the response is 410. Amounts are sorted by their first 15
        digits. The response is 409 until the first sync of the data set has completed, and 404
        if no platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.JournalEntry] = await self._call(
            "listJournalEntries", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_journal_entries(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.JournalEntry]:
        """Yield all results of ``list_journal_entries``, page by page, each exactly once."""
        return self._each(
            "listJournalEntries", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_journal_entry(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.JournalEntry:
        """Get a journal entry.

        Entries of the general ledger. Debits are positive, and credits are negative. The
        response is 409 until the first sync of the data set has completed, and 404 if no
        platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.JournalEntry = await self._call(
            "getJournalEntry", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_tax_rates(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.TaxRate]:
        """List tax rates.

        Tax rates. Records are sorted by `id` unless `orderBy` is given. All page links read the
        same published state of the data set, so every record appears once and `totalResults`
        stays constant. When that state is no longer retained, the response is 410. Amounts are
        sorted by their first 15 digits. The response is 409 until the first sync of the data set
        has completed, and 404 if no platform of the company supports the data type. Needs the
        scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.TaxRate] = await self._call(
            "listTaxRates", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_tax_rates(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.TaxRate]:
        """Yield all results of ``list_tax_rates``, page by page, each exactly once."""
        return self._each(
            "listTaxRates", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_tax_rate(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.TaxRate:
        """Get a tax rate.

        Tax rates. The response is 409 until the first sync of the data set has completed, and
        404 if no platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.TaxRate = await self._call(
            "getTaxRate", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_tracking_categories(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.TrackingCategory]:
        """List tracking categories.

        Categories such as departments and projects. Records are sorted by `id` unless `orderBy`
        is given. All page links read the same published state of the data set, so every record
        appears once and `totalResults` stays constant. When that state is no longer retained,
        the response is 410. Amounts are sorted by their first 15 digits. The response is 409
        until the first sync of the data set has completed, and 404 if no platform of the company
        supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.TrackingCategory] = await self._call(
            "listTrackingCategories", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_tracking_categories(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.TrackingCategory]:
        """Yield all results of ``list_tracking_categories``, page by page, each exactly once."""
        return self._each(
            "listTrackingCategories", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_tracking_category(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.TrackingCategory:
        """Get a tracking category.

        Categories such as departments and projects. The response is 409 until the first sync of
        the data set has completed, and 404 if no platform of the company supports the data type.
        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.TrackingCategory = await self._call(
            "getTrackingCategory", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_purchase_orders(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.PurchaseOrder]:
        """List purchase orders.

        Orders to suppliers. Records are sorted by `id` unless `orderBy` is given. All page links
        read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.PurchaseOrder] = await self._call(
            "listPurchaseOrders", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_purchase_orders(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.PurchaseOrder]:
        """Yield all results of ``list_purchase_orders``, page by page, each exactly once."""
        return self._each(
            "listPurchaseOrders", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_purchase_order(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.PurchaseOrder:
        """Get a purchase order.

        Orders to suppliers. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.PurchaseOrder = await self._call(
            "getPurchaseOrder", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_sales_orders(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.SalesOrder]:
        """List sales orders.

        Orders from customers. Records are sorted by `id` unless `orderBy` is given. All page
        links read the same published state of the data set, so every record appears once and
        `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.SalesOrder] = await self._call(
            "listSalesOrders", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_sales_orders(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.SalesOrder]:
        """Yield all results of ``list_sales_orders``, page by page, each exactly once."""
        return self._each(
            "listSalesOrders", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_sales_order(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.SalesOrder:
        """Get a sales order.

        Orders from customers. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.SalesOrder = await self._call(
            "getSalesOrder", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_bank_accounts(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.BankAccount]:
        """List bank accounts.

        Bank accounts of the company. Records are sorted by `id` unless `orderBy` is given. All
        page links read the same published state of the data set, so every record appears once
        and `totalResults` stays constant. When that state is no longer retained, the response is
        410. Amounts are sorted by their first 15 digits. The response is 409 until the first
        sync of the data set has completed, and 404 if no platform of the company supports the
        data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.BankAccount] = await self._call(
            "listBankAccounts", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_bank_accounts(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.BankAccount]:
        """Yield all results of ``list_bank_accounts``, page by page, each exactly once."""
        return self._each(
            "listBankAccounts", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_bank_account(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.BankAccount:
        """Get a bank account.

        Bank accounts of the company. The response is 409 until the first sync of the data set
        has completed, and 404 if no platform of the company supports the data type. Needs the
        scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.BankAccount = await self._call(
            "getBankAccount", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_bank_transactions(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.BankTransaction]:
        """List bank transactions.

        Transactions on bank accounts. Incoming amounts are positive. Records are sorted by `id`
        unless `orderBy` is given. All page links read the same published state of the data set,
        so every record appears once and `totalResults` stays constant. When that state is no
        longer retained, the response is 410. Amounts are sorted by their first 15 digits. The
        response is 409 until the first sync of the data set has completed, and 404 if no
        platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.BankTransaction] = await self._call(
            "listBankTransactions", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_bank_transactions(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.BankTransaction]:
        """Yield all results of ``list_bank_transactions``, page by page, each exactly once."""
        return self._each(
            "listBankTransactions", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_bank_transaction(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.BankTransaction:
        """Get a bank transaction.

        Transactions on bank accounts. Incoming amounts are positive. The response is 409 until
        the first sync of the data set has completed, and 404 if no platform of the company
        supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.BankTransaction = await self._call(
            "getBankTransaction", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_transfers(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Transfer]:
        """List transfers.

        Money moved between the company's own accounts. Records are sorted by `id` unless
        `orderBy` is given. All page links read the same published state of the data set, so
        every record appears once and `totalResults` stays constant. When that state is no longer
        retained, the response is 410. Amounts are sorted by their first 15 digits. The response
        is 409 until the first sync of the data set has completed, and 404 if no platform of the
        company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Transfer] = await self._call(
            "listTransfers", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_transfers(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Transfer]:
        """Yield all results of ``list_transfers``, page by page, each exactly once."""
        return self._each(
            "listTransfers", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_transfer(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Transfer:
        """Get a transfer.

        Money moved between the company's own accounts. The response is 409 until the first sync
        of the data set has completed, and 404 if no platform of the company supports the data
        type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Transfer = await self._call(
            "getTransfer", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_info(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Info]:
        """List info records.

        The platform's information about the company itself. There is only one record. Records
        are sorted by `id` unless `orderBy` is given. All page links read the same published
        state of the data set, so every record appears once and `totalResults` stays constant.
        When that state is no longer retained, the response is 410. Amounts are sorted by their
        first 15 digits. The response is 409 until the first sync of the data set has completed,
        and 404 if no platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Info] = await self._call(
            "listInfo", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_info(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Info]:
        """Yield all results of ``list_info``, page by page, each exactly once."""
        return self._each(
            "listInfo", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_info(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Info:
        """Get an info record.

        The platform's information about the company itself. There is only one record. The
        response is 409 until the first sync of the data set has completed, and 404 if no
        platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Info = await self._call(
            "getInfo", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_balance_sheet(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.BalanceSheet]:
        """List balance sheet records.

        What the company owns and owes at the end of each period. There is one record per period.
        Records are sorted by `id` unless `orderBy` is given. All page links read the same
        published state of the data set, so every record appears once and `totalResults` stays
        constant. When that state is no longer retained, the response is 410. Amounts are sorted
        by their first 15 digits. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.BalanceSheet] = await self._call(
            "listBalanceSheet", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_balance_sheet(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.BalanceSheet]:
        """Yield all results of ``list_balance_sheet``, page by page, each exactly once."""
        return self._each(
            "listBalanceSheet", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_balance_sheet(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.BalanceSheet:
        """Get a balance sheet record.

        What the company owns and owes at the end of each period. There is one record per period.
        The response is 409 until the first sync of the data set has completed, and 404 if no
        platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.BalanceSheet = await self._call(
            "getBalanceSheet", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_profit_and_loss(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.ProfitAndLoss]:
        """List profit and loss records.

        Income and expenses of each period. There is one record per period. Records are sorted by
        `id` unless `orderBy` is given. All page links read the same published state of the data
        set, so every record appears once and `totalResults` stays constant. When that state is
        no longer retained, the response is 410. Amounts are sorted by their first 15 digits. The
        response is 409 until the first sync of the data set has completed, and 404 if no
        platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.ProfitAndLoss] = await self._call(
            "listProfitAndLoss", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_profit_and_loss(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.ProfitAndLoss]:
        """Yield all results of ``list_profit_and_loss``, page by page, each exactly once."""
        return self._each(
            "listProfitAndLoss", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_profit_and_loss(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.ProfitAndLoss:
        """Get a profit and loss record.

        Income and expenses of each period. There is one record per period. The response is 409
        until the first sync of the data set has completed, and 404 if no platform of the company
        supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.ProfitAndLoss = await self._call(
            "getProfitAndLoss", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_cash_flow_statement(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.CashFlowStatement]:
        """List cash flow statement records.

        Money received and spent in each period. There is one record per period. Records are
        sorted by `id` unless `orderBy` is given. All page links read the same published state of
        the data set, so every record appears once and `totalResults` stays constant. When that
        state is no longer retained, the response is 410. Amounts are sorted by their first 15
        digits. The response is 409 until the first sync of the data set has completed, and 404
        if no platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.CashFlowStatement] = await self._call(
            "listCashFlowStatement", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_cash_flow_statement(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.CashFlowStatement]:
        """Yield all results of ``list_cash_flow_statement``, page by page, each exactly once."""
        return self._each(
            "listCashFlowStatement", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_cash_flow_statement(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.CashFlowStatement:
        """Get a cash flow statement record.

        Money received and spent in each period. There is one record per period. The response is
        409 until the first sync of the data set has completed, and 404 if no platform of the
        company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.CashFlowStatement = await self._call(
            "getCashFlowStatement", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_attachments(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Attachment]:
        """List attachments.

        Files attached to records, such as a scanned bill. These records describe the files; the
        content of a file is read by its own operation. Records are sorted by `id` unless
        `orderBy` is given. All page links read the same published state of the data set, so
        every record appears once and `totalResults` stays constant. When that state is no longer
        retained, the response is 410. Amounts are sorted by their first 15 digits. The response
        is 409 until the first sync of the data set has completed, and 404 if no platform of the
        company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Attachment] = await self._call(
            "listAttachments", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_attachments(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Attachment]:
        """Yield all results of ``list_attachments``, page by page, each exactly once."""
        return self._each(
            "listAttachments", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_attachment(
        self,
        *,
        company_id: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Attachment:
        """Get an attachment.

        Files attached to records, such as a scanned bill. These records describe the files; the
        content of a file is read by its own operation. The response is 409 until the first sync
        of the data set has completed, and 404 if no platform of the company supports the data
        type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Attachment = await self._call(
            "getAttachment", {"companyId": company_id, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_records(
        self,
        *,
        company_id: str,
        data_type: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Record]:
        """List records of a data type.

        Records are sorted by `id` unless `orderBy` is given. All page links read the same
        published state of the data set, so every record appears once and `totalResults` stays
        constant. When that state is no longer retained, the response is 410. Amounts are sorted
        by their first 15 digits. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            data_type: A data type such as `invoices`.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Record] = await self._call(
            "listRecords", {"companyId": company_id, "dataType": data_type, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_records(
        self,
        *,
        company_id: str,
        data_type: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Record]:
        """Yield all results of ``list_records``, page by page, each exactly once."""
        return self._each(
            "listRecords", {"companyId": company_id, "dataType": data_type, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_record(
        self,
        *,
        company_id: str,
        data_type: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Record:
        """Get a record of a data type.

        The response is 409 until the first sync of the data set has completed, and 404 if no
        platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            data_type: A data type such as `invoices`.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Record = await self._call(
            "getRecord", {"companyId": company_id, "dataType": data_type, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_record_versions(
        self,
        *,
        company_id: str,
        data_type: str,
        id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        timeout: float | None = None,
    ) -> Page[types.RecordVersion]:
        """List versions of a record.

        Returns the newest version first. Old versions are available as long as they are
        retained. The response is 409 until the first sync of the data set has completed, and 404
        if no platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            data_type: A data type such as `invoices`.
            id: The platform's own identifier.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
        """
        answer: Page[types.RecordVersion] = await self._call(
            "listRecordVersions", {"companyId": company_id, "dataType": data_type, "id": id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include}, timeout=timeout
        )
        return answer

    def each_record_versions(
        self,
        *,
        company_id: str,
        data_type: str,
        id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.RecordVersion]:
        """Yield all results of ``list_record_versions``, page by page, each exactly once."""
        return self._each(
            "listRecordVersions", {"companyId": company_id, "dataType": data_type, "id": id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include}, timeout=timeout
        )

    async def list_records_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> Page[types.Record]:
        """List records of a data type.

        Records are sorted by `id` unless `orderBy` is given. All page links read the same
        published state of the data set, so every record appears once and `totalResults` stays
        constant. When that state is no longer retained, the response is 410. Amounts are sorted
        by their first 15 digits. The response is 409 until the first sync of the data set has
        completed, and 404 if no platform of the company supports the data type. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: Page[types.Record] = await self._call(
            "listRecordsOfConnection", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    def each_records_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Record]:
        """Yield all results of ``list_records_of_connection``, page by page, each exactly once."""
        return self._each(
            "listRecordsOfConnection", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )

    async def get_record_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        id: str,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        max_age: int | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.Record:
        """Get a record of a data type.

        The response is 409 until the first sync of the data set has completed, and 404 if no
        platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            id: The platform's own identifier.
            include: `sourceData` adds the platform's own payload to each record.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            max_age: Which age in seconds the data may have. Older data is returned too: see
                `is_age_met` of `with_headers`.
            wait: Seconds to wait for younger data if it is older, at most 30. Without `max_age`,
                only data that is read after the request counts.
        """
        answer: types.Record = await self._call(
            "getRecordOfConnection", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "id": id, "include": include, "asOf": as_of, "snapshot": snapshot}, max_age=max_age, wait=wait, timeout=timeout
        )
        return answer

    async def list_record_versions_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        timeout: float | None = None,
    ) -> Page[types.RecordVersion]:
        """List versions of a record.

        Returns the newest version first. Old versions are available as long as they are
        retained. The response is 409 until the first sync of the data set has completed, and 404
        if no platform of the company supports the data type. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            id: The platform's own identifier.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `sourceData` adds the platform's own payload to each record.
        """
        answer: Page[types.RecordVersion] = await self._call(
            "listRecordVersionsOfConnection", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "id": id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include}, timeout=timeout
        )
        return answer

    def each_record_versions_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["sourceData", "connection", "sourceData,connection"] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.RecordVersion]:
        """Yield all results of ``list_record_versions_of_connection``, page by page, each exactly once."""
        return self._each(
            "listRecordVersionsOfConnection", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "id": id, "pageSize": page_size, "query": query, "orderBy": order_by, "include": include}, timeout=timeout
        )

    async def hash_records_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        generation: int | None = None,
        snapshot: str | None = None,
        timeout: float | None = None,
    ) -> types.GenerationHash:
        """Get a hash of all records of a data type.

        Returns a number that depends on the content of all records of one published state, but
        not on their order. Use it to check whether a copy is complete and unchanged. The time
        that this takes grows with the number of records. The response is 410 if the state is no
        longer retained. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            generation: Number of the published state. The default is the newest one.
            snapshot: Id of a snapshot of the company.
        """
        answer: types.GenerationHash = await self._call(
            "hashRecordsOfConnection", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "generation": generation, "snapshot": snapshot}, timeout=timeout
        )
        return answer

    async def list_data_sets(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.DataSet]:
        """List data sets of all companies.

        Returns one result for each data type of each connection whose first sync has completed,
        with the number of its newest published state. A data set disappears from this list when
        its connection or its company is deleted. All pages that the links lead to show the data
        sets as they were when page 1 was read, except that data sets deleted since then are
        missing. Needs the scope `read`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.DataSet] = await self._call(
            "listDataSets", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_data_sets(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.DataSet]:
        """Yield all results of ``list_data_sets``, page by page, each exactly once."""
        return self._each(
            "listDataSets", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def pass_through(
        self,
        *,
        company_id: str,
        connection_id: str,
        body: types.PassThroughRequest,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.PassThroughResponse:
        """Send a request of your own to the platform.

        Sends one request in the platform's own language, with the credentials of the connection
        and within the request limits of the platform. The response is 200 whatever the status of
        the platform was, except 401 (403 here) and 429. A request with another method than GET
        needs an `Idempotency-Key`; it is sent at most once, and if its answer is lost, the
        response is 409. Each request is in the audit log and in the log of calls to platforms.
        Data sets change only with the next sync. Needs the scope `passThrough`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.PassThroughResponse = await self._call(
            "passThrough", {"companyId": company_id, "connectionId": connection_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_cash_insight(
        self,
        *,
        company_id: str,
        as_of: str | None = None,
        snapshot: str | None = None,
        months: int | None = None,
        timeout: float | None = None,
    ) -> types.CashInsight:
        """Get the cash of a company.

        Balances of the bank accounts now and at the ends of the last months. Computed from the
        published states of the data sets, which `sources` names. Amounts are exact and per
        currency; nothing is converted. A data set that cannot be read is listed in `missing`,
        and the response is still 200. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            as_of: ISO 8601 time. Computes the figures from what was published at that time.
            snapshot: Id of a snapshot of the company.
            months: Number of months.
        """
        answer: types.CashInsight = await self._call(
            "getCashInsight", {"companyId": company_id, "asOf": as_of, "snapshot": snapshot, "months": months}, timeout=timeout
        )
        return answer

    async def get_revenue_insight(
        self,
        *,
        company_id: str,
        as_of: str | None = None,
        snapshot: str | None = None,
        months: int | None = None,
        timeout: float | None = None,
    ) -> types.RevenueInsight:
        """Get revenue, costs and result of a company by month.

        Revenue, costs and result by month. `basis` says what they come from. Computed from the
        published states of the data sets, which `sources` names. Amounts are exact and per
        currency; nothing is converted. A data set that cannot be read is listed in `missing`,
        and the response is still 200. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            as_of: ISO 8601 time. Computes the figures from what was published at that time.
            snapshot: Id of a snapshot of the company.
            months: Number of months.
        """
        answer: types.RevenueInsight = await self._call(
            "getRevenueInsight", {"companyId": company_id, "asOf": as_of, "snapshot": snapshot, "months": months}, timeout=timeout
        )
        return answer

    async def get_receivables_insight(
        self,
        *,
        company_id: str,
        as_of: str | None = None,
        snapshot: str | None = None,
        timeout: float | None = None,
    ) -> types.AgeingInsight:
        """Get what customers owe a company, by age.

        Open invoices by age. A document is open if it is not a draft, void or paid and its
        amount due is not 0. A document that is due today is not overdue. Computed from the
        published states of the data sets, which `sources` names. Amounts are exact and per
        currency; nothing is converted. A data set that cannot be read is listed in `missing`,
        and the response is still 200. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            as_of: ISO 8601 time. Computes the figures from what was published at that time.
            snapshot: Id of a snapshot of the company.
        """
        answer: types.AgeingInsight = await self._call(
            "getReceivablesInsight", {"companyId": company_id, "asOf": as_of, "snapshot": snapshot}, timeout=timeout
        )
        return answer

    async def get_payables_insight(
        self,
        *,
        company_id: str,
        as_of: str | None = None,
        snapshot: str | None = None,
        timeout: float | None = None,
    ) -> types.AgeingInsight:
        """Get what a company owes its suppliers, by age.

        Open bills by age. A document is open if it is not a draft, void or paid and its amount
        due is not 0. A document that is due today is not overdue. Computed from the published
        states of the data sets, which `sources` names. Amounts are exact and per currency;
        nothing is converted. A data set that cannot be read is listed in `missing`, and the
        response is still 200. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            as_of: ISO 8601 time. Computes the figures from what was published at that time.
            snapshot: Id of a snapshot of the company.
        """
        answer: types.AgeingInsight = await self._call(
            "getPayablesInsight", {"companyId": company_id, "asOf": as_of, "snapshot": snapshot}, timeout=timeout
        )
        return answer

    async def get_customers_insight(
        self,
        *,
        company_id: str,
        as_of: str | None = None,
        snapshot: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        top: int | None = None,
        timeout: float | None = None,
    ) -> types.CustomersInsight:
        """Get the largest customers of a company.

        The customers with the largest invoiced amount, with tax, by issue date. Credit notes are
        subtracted; drafts and void documents are left out. Computed from the published states of
        the data sets, which `sources` names. Amounts are exact and per currency; nothing is
        converted. A data set that cannot be read is listed in `missing`, and the response is
        still 200. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            as_of: ISO 8601 time. Computes the figures from what was published at that time.
            snapshot: Id of a snapshot of the company.
            from_: First day, such as 2026-01-01. Default: 12 months including this one.
            to: The day after the last one. Default: tomorrow, so that today counts.
            top: Customers to list per currency.
        """
        answer: types.CustomersInsight = await self._call(
            "getCustomersInsight", {"companyId": company_id, "asOf": as_of, "snapshot": snapshot, "from": from_, "to": to, "top": top}, timeout=timeout
        )
        return answer

    async def get_restatements(
        self,
        *,
        company_id: str,
        from_: str | None = None,
        from_snapshot: str | None = None,
        to: str | None = None,
        to_snapshot: str | None = None,
        closed_on: str | None = None,
        closed_from: str | None = None,
        timeout: float | None = None,
    ) -> types.Restatements:
        """Get what was changed backwards in a closed period.

        Compares documents, payments, journal entries, bank transactions and transfers by their
        date. Drafts and void documents count as not in the books. What a payment or a
        reconciliation changes (status, amount due, payment dates) is not a restatement. Returns
        how many records were added, changed, deleted or backdated, by how much, and what the
        financial statements said then and say now. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            from_: ISO 8601 time: the first moment, for example when the period was closed.
            from_snapshot: Id of a snapshot of the company, instead of `from`: compares the
                states that it pins.
            to: ISO 8601 time: the second moment.
            to_snapshot: Id of a snapshot of the company, instead of `to`: compares the states
                that it pins.
            closed_on: Last day of the closed period, in UTC.
            closed_from: First day of the closed period.
        """
        answer: types.Restatements = await self._call(
            "getRestatements", {"companyId": company_id, "from": from_, "fromSnapshot": from_snapshot, "to": to, "toSnapshot": to_snapshot, "closedOn": closed_on, "closedFrom": closed_from}, timeout=timeout
        )
        return answer

    async def list_restated_records(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        from_: str | None = None,
        from_snapshot: str | None = None,
        to: str | None = None,
        to_snapshot: str | None = None,
        closed_on: str | None = None,
        closed_from: str | None = None,
        include: Literal["records"] | None = None,
        states: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.RestatedRecord]:
        """List restated records.

        Compares documents, payments, journal entries, bank transactions and transfers by their
        date. Drafts and void documents count as not in the books. What a payment or a
        reconciliation changes (status, amount due, payment dates) is not a restatement. Sorted
        by data type and id unless `orderBy` is given. All page links compare the same published
        states; when one of them is no longer stored, the response is 410. Needs the scope
        `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            from_: ISO 8601 time: the first moment, for example when the period was closed.
            from_snapshot: Id of a snapshot of the company, instead of `from`: compares the
                states that it pins.
            to: ISO 8601 time: the second moment.
            to_snapshot: Id of a snapshot of the company, instead of `to`: compares the states
                that it pins.
            closed_on: Last day of the closed period, in UTC.
            closed_from: First day of the closed period.
            include: Adds both versions of the record, as lists of its data type show it.
            states: An opaque part of the links: the published states that are compared.
        """
        answer: Page[types.RestatedRecord] = await self._call(
            "listRestatedRecords", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "from": from_, "fromSnapshot": from_snapshot, "to": to, "toSnapshot": to_snapshot, "closedOn": closed_on, "closedFrom": closed_from, "include": include, "states": states}, timeout=timeout
        )
        return answer

    def each_restated_records(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        from_: str | None = None,
        from_snapshot: str | None = None,
        to: str | None = None,
        to_snapshot: str | None = None,
        closed_on: str | None = None,
        closed_from: str | None = None,
        include: Literal["records"] | None = None,
        states: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.RestatedRecord]:
        """Yield all results of ``list_restated_records``, page by page, each exactly once."""
        return self._each(
            "listRestatedRecords", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by, "from": from_, "fromSnapshot": from_snapshot, "to": to, "toSnapshot": to_snapshot, "closedOn": closed_on, "closedFrom": closed_from, "include": include, "states": states}, timeout=timeout
        )

    async def get_proof_keys(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ProofKeys:
        """Get the keys that sign proofs.

        Returns the public halves of the keys with which this installation signs entries of the
        chains, including retired ones. Store them, so that you can compare the key of a bundle
        with them. Needs the scope `read`.
        """
        answer: types.ProofKeys = await self._call(
            "getProofKeys", {}, timeout=timeout
        )
        return answer

    async def get_public_proof_keys(
        self,
        *,
        timeout: float | None = None,
    ) -> types.PublicProofKeys:
        """Get the keys that sign proofs, without a key of the API.

        For auditors, who have no key of the API: the same keys as `GET /proofs/keys`, and those
        of all other cells of the installation. Needs no authentication.
        """
        answer: types.PublicProofKeys = await self._call(
            "getPublicProofKeys", {}, timeout=timeout
        )
        return answer

    async def list_proofs(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Proof]:
        """List the chain of publications of a company.

        Returns the newest entries first. If the operator has switched proofs on, each
        publication of a data set enters the company's chain within seconds, with a hash of all
        records of the published state and the hash of the entry before, signed by the
        installation. No entry is ever changed. Entries are removed only by the purge of their
        company, which leaves the number, the hashes, the key and the signature of each. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Proof] = await self._call(
            "listProofs", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_proofs(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Proof]:
        """Yield all results of ``list_proofs``, page by page, each exactly once."""
        return self._each(
            "listProofs", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def list_publications(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Publication]:
        """List publications of a company.

        Returns the newest publications first, at most 5,000. A sync or a push publishes all its
        changes of a data set at once. Send the `publishedAt` of a publication as `asOf` to read
        the data as it was then. Publications whose state is no longer retained are left out.
        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Publication] = await self._call(
            "listPublications", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_publications(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Publication]:
        """Yield all results of ``list_publications``, page by page, each exactly once."""
        return self._each(
            "listPublications", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_snapshot(
        self,
        *,
        company_id: str,
        body: types.SnapshotInput | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Snapshot:
        """Take a snapshot of a company.

        Pins the published state of every data set of the company at one moment. Reads with
        `snapshot` return these states until the end of the snapshot, whatever is published
        meanwhile. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Snapshot = await self._call(
            "createSnapshot", {"companyId": company_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def list_snapshots(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Snapshot]:
        """List snapshots of a company.

        Returns the newest snapshots first, at most 5,000. Snapshots that have ended stay in the
        list for 30 days. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Snapshot] = await self._call(
            "listSnapshots", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_snapshots(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Snapshot]:
        """Yield all results of ``list_snapshots``, page by page, each exactly once."""
        return self._each(
            "listSnapshots", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_snapshot(
        self,
        *,
        company_id: str,
        snapshot_id: str,
        timeout: float | None = None,
    ) -> types.SnapshotWithDisk:
        """Get a snapshot.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            snapshot_id: Id of the snapshot.
        """
        answer: types.SnapshotWithDisk = await self._call(
            "getSnapshot", {"companyId": company_id, "snapshotId": snapshot_id}, timeout=timeout
        )
        return answer

    async def change_snapshot(
        self,
        *,
        company_id: str,
        snapshot_id: str,
        body: types.SnapshotChange,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Snapshot:
        """Rename a snapshot, or keep it for another time.

        Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            snapshot_id: Id of the snapshot.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Snapshot = await self._call(
            "changeSnapshot", {"companyId": company_id, "snapshotId": snapshot_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def delete_snapshot(
        self,
        *,
        company_id: str,
        snapshot_id: str,
        timeout: float | None = None,
    ) -> None:
        """End a snapshot.

        The snapshot can no longer be read. The versions that only this snapshot has kept are
        removed soon. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            snapshot_id: Id of the snapshot.
        """
        await self._call(
            "deleteSnapshot", {"companyId": company_id, "snapshotId": snapshot_id}, timeout=timeout
        )

    async def get_push_options(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        timeout: float | None = None,
    ) -> types.PushOptions:
        """Get the push options of a data type.

        Returns the JSON Schema of the record for each operation that the platform supports. The
        schema lists the company's accounts and tax rates as choices, and the custom fields that
        the mapping allows a push to set. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
        """
        answer: types.PushOptions = await self._call(
            "getPushOptions", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type}, timeout=timeout
        )
        return answer

    async def push_create(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        body: types.PushRecord,
        dry_run: bool | None = None,
        timeout_in_minutes: int | None = None,
        idempotency_key: str | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.PushOperation | types.PushDryRun:
        """Create a record on the platform.

        Returns the push operation. The operations of a connection are carried out one after the
        other, in the order in which they were requested. With the header `Prefer: wait=n`, the
        response waits up to n seconds (at most 60) for the outcome. An event also reports the
        outcome. Needs the scope `push`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            dry_run: Checks everything and returns the request without sending it.
            timeout_in_minutes: Minutes after which an unfinished operation becomes `TimedOut`.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
            wait: Seconds to wait for the outcome, at most 60.
        """
        answer: types.PushOperation | types.PushDryRun = await self._call(
            "pushCreate", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "dryRun": dry_run, "timeoutInMinutes": timeout_in_minutes}, body=body, idempotency_key=idempotency_key, wait=wait, timeout=timeout
        )
        return answer

    async def push_update(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        id: str,
        body: types.PushRecord,
        dry_run: bool | None = None,
        timeout_in_minutes: int | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.PushOperation | types.PushDryRun:
        """Replace a record on the platform.

        Needs the scope `push`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            id: The record's id on the platform.
            dry_run: Checks everything and returns the request without sending it.
            timeout_in_minutes: Minutes after which an unfinished operation becomes `TimedOut`.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
            if_match: The `etag` of the record that the change is made from. If it has changed
                since, the push is rejected.
            wait: Seconds to wait for the outcome, at most 60.
        """
        answer: types.PushOperation | types.PushDryRun = await self._call(
            "pushUpdate", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "id": id, "dryRun": dry_run, "timeoutInMinutes": timeout_in_minutes}, body=body, idempotency_key=idempotency_key, if_match=if_match, wait=wait, timeout=timeout
        )
        return answer

    async def push_delete(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        id: str,
        dry_run: bool | None = None,
        timeout_in_minutes: int | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        wait: int | None = None,
        timeout: float | None = None,
    ) -> types.PushOperation | types.PushDryRun:
        """Delete a record on the platform.

        Needs the scope `push`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            id: The record's id on the platform.
            dry_run: Checks everything and returns the request without sending it.
            timeout_in_minutes: Minutes after which an unfinished operation becomes `TimedOut`.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
            if_match: The `etag` of the record that the change is made from. If it has changed
                since, the push is rejected.
            wait: Seconds to wait for the outcome, at most 60.
        """
        answer: types.PushOperation | types.PushDryRun = await self._call(
            "pushDelete", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "id": id, "dryRun": dry_run, "timeoutInMinutes": timeout_in_minutes}, idempotency_key=idempotency_key, if_match=if_match, wait=wait, timeout=timeout
        )
        return answer

    async def list_pushes(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.PushOperation]:
        """List push operations of a company.

        Returns the newest operations first. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.PushOperation] = await self._call(
            "listPushes", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_pushes(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.PushOperation]:
        """Yield all results of ``list_pushes``, page by page, each exactly once."""
        return self._each(
            "listPushes", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_push(
        self,
        *,
        company_id: str,
        push_id: str,
        timeout: float | None = None,
    ) -> types.PushOperation:
        """Get a push operation.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            push_id: Id of the push.
        """
        answer: types.PushOperation = await self._call(
            "getPush", {"companyId": company_id, "pushId": push_id}, timeout=timeout
        )
        return answer

    async def resolve_push(
        self,
        *,
        company_id: str,
        push_id: str,
        body: types.PushResolution,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.PushOperation:
        """Resolve a push whose outcome is unknown.

        Tells Daybook the outcome of a push that you have looked up on the platform. Allowed only
        while its `step` is `unknown`. Needs the scope `push`.

        Args:
            company_id: Id of the company.
            push_id: Id of the push.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.PushOperation = await self._call(
            "resolvePush", {"companyId": company_id, "pushId": push_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def create_push_group(
        self,
        *,
        company_id: str,
        body: types.PushGroupInput,
        dry_run: bool | None = None,
        timeout_in_minutes: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.PushGroup | types.PushGroupDryRun:
        """Push several records in order, as one operation.

        Carries out the steps one after the other, such as a customer, its invoice and its
        payment. A step can use the id of the record of an earlier one. All steps are checked
        before the first is sent, and every step ends with an outcome that is certain. With
        `dryRun`, returns the requests and sends nothing. Needs the scope `push`.

        Args:
            company_id: Id of the company.
            dry_run: Checks all steps and returns their requests.
            timeout_in_minutes: Of each step, from its start. A step that has not been sent by
                then fails.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.PushGroup | types.PushGroupDryRun = await self._call(
            "createPushGroup", {"companyId": company_id, "dryRun": dry_run, "timeoutInMinutes": timeout_in_minutes}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def list_push_groups(
        self,
        *,
        company_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.PushGroup]:
        """List push groups of a company.

        Returns the newest groups first, at most 5,000. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.PushGroup] = await self._call(
            "listPushGroups", {"companyId": company_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_push_groups(
        self,
        *,
        company_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.PushGroup]:
        """Yield all results of ``list_push_groups``, page by page, each exactly once."""
        return self._each(
            "listPushGroups", {"companyId": company_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_push_group(
        self,
        *,
        company_id: str,
        push_group_id: str,
        timeout: float | None = None,
    ) -> types.PushGroup:
        """Get a push group with the outcome of each step.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            push_group_id: Id of the push group.
        """
        answer: types.PushGroup = await self._call(
            "getPushGroup", {"companyId": company_id, "pushGroupId": push_group_id}, timeout=timeout
        )
        return answer

    async def create_upload(
        self,
        *,
        company_id: str,
        connection_id: str,
        file_name: str,
        body: bytes,
        confirm: Literal["ifKnown", "never"] | None = None,
        timeout: float | None = None,
    ) -> types.Upload:
        """Upload a file.

        Stores the file and returns what it contains. The body is the file itself: a table (CSV,
        XLSX) or a bank statement (OFX, CAMT.053, MT940). If the connection has a file with the
        same content already, that upload is returned, so the request can be repeated. Needs the
        scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            file_name: Name of the file, for people. What it contains is found out from the
                content, not from the name.
            confirm: `ifKnown`: the file is confirmed at once if a file with the same columns was
                confirmed on this connection before, and if all of its rows can be read in the
                same way.
        """
        answer: types.Upload = await self._call(
            "createUpload", {"companyId": company_id, "connectionId": connection_id, "fileName": file_name, "confirm": confirm}, body=body, timeout=timeout
        )
        return answer

    async def list_uploads(
        self,
        *,
        company_id: str,
        connection_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Upload]:
        """List uploads of a connection.

        Returns the newest uploads first. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Upload] = await self._call(
            "listUploads", {"companyId": company_id, "connectionId": connection_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_uploads(
        self,
        *,
        company_id: str,
        connection_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Upload]:
        """Yield all results of ``list_uploads``, page by page, each exactly once."""
        return self._each(
            "listUploads", {"companyId": company_id, "connectionId": connection_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_upload(
        self,
        *,
        company_id: str,
        connection_id: str,
        upload_id: str,
        timeout: float | None = None,
    ) -> types.Upload:
        """Get an upload.

        Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            upload_id: Id of the upload.
        """
        answer: types.Upload = await self._call(
            "getUpload", {"companyId": company_id, "connectionId": connection_id, "uploadId": upload_id}, timeout=timeout
        )
        return answer

    async def delete_upload(
        self,
        *,
        company_id: str,
        connection_id: str,
        upload_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete an upload.

        If data sets consist of the file, a sync removes its records. It waits for a person if
        too many would be deleted. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            upload_id: Id of the upload.
        """
        await self._call(
            "deleteUpload", {"companyId": company_id, "connectionId": connection_id, "uploadId": upload_id}, timeout=timeout
        )

    async def preview_upload(
        self,
        *,
        company_id: str,
        connection_id: str,
        upload_id: str,
        body: types.FileReading | None = None,
        timeout: float | None = None,
    ) -> types.UploadPreview:
        """Preview an upload.

        Reads the file as a sync would, and returns the first 20 records and what cannot be read.
        Nothing is stored. With an empty body, the response shows how the file would be read by
        itself. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            upload_id: Id of the upload.
        """
        answer: types.UploadPreview = await self._call(
            "previewUpload", {"companyId": company_id, "connectionId": connection_id, "uploadId": upload_id}, body=body, timeout=timeout
        )
        return answer

    async def confirm_upload(
        self,
        *,
        company_id: str,
        connection_id: str,
        upload_id: str,
        body: types.UploadConfirmation | None = None,
        timeout: float | None = None,
    ) -> types.Upload:
        """Confirm an upload.

        Makes the file a part of its data sets, and queues a sync for each of them. How it is
        read is remembered for the next file with the same columns. The first confirmed file
        links the connection. An upload can be confirmed again, with another mapping or to return
        to an earlier file. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            upload_id: Id of the upload.
        """
        answer: types.Upload = await self._call(
            "confirmUpload", {"companyId": company_id, "connectionId": connection_id, "uploadId": upload_id}, body=body, timeout=timeout
        )
        return answer

    async def list_api_keys(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.ApiKey]:
        """List API keys.

        Lists the API keys of the account, without their secrets. Deleted keys are not listed.
        Needs the scope `keys`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.ApiKey] = await self._call(
            "listApiKeys", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_api_keys(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.ApiKey]:
        """Yield all results of ``list_api_keys``, page by page, each exactly once."""
        return self._each(
            "listApiKeys", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_api_key(
        self,
        *,
        body: types.ApiKeyInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.CreatedApiKey:
        """Create an API key.

        An account can have at most 10 keys that are not deleted. The secret is in this response
        and is not shown again. If you create a key with another key, the new key cannot have
        more scopes, more companies or a later expiry than the other key. Needs the scope `keys`.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.CreatedApiKey = await self._call(
            "createApiKey", {}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def delete_api_key(
        self,
        *,
        api_key_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete an API key.

        Within a second, requests with the key return 403. The last key of an account cannot be
        deleted. Needs the scope `keys`.

        Args:
            api_key_id: Id of the API key. It is not secret.
        """
        await self._call(
            "deleteApiKey", {"apiKeyId": api_key_id}, timeout=timeout
        )

    async def list_consumers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Consumer]:
        """List webhook consumers.

        Endpoints that receive your events, without their secrets. Needs the scope `webhooks`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Consumer] = await self._call(
            "listConsumers", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_consumers(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Consumer]:
        """Yield all results of ``list_consumers``, page by page, each exactly once."""
        return self._each(
            "listConsumers", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_consumer(
        self,
        *,
        body: types.ConsumerInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ConsumerWithSecret:
        """Create a webhook consumer.

        The consumer receives events that happen from now on. Only this response shows its
        signing secret. With `ed25519` there is none; its `publicKey` can always be read. An
        account can have at most 50 consumers, unless the operator has set another limit.
        Creating more returns 409. Needs the scope `webhooks`.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.ConsumerWithSecret = await self._call(
            "createConsumer", {}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_consumer(
        self,
        *,
        consumer_id: str,
        timeout: float | None = None,
    ) -> types.Consumer:
        """Get a webhook consumer.

        Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
        """
        answer: types.Consumer = await self._call(
            "getConsumer", {"consumerId": consumer_id}, timeout=timeout
        )
        return answer

    async def change_consumer(
        self,
        *,
        consumer_id: str,
        body: types.ConsumerChange,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Consumer:
        """Change a webhook consumer.

        To enable or disable the consumer or to rotate its secret, use the separate operations.
        If the consumer has an Authorization header, its URL can be changed to another server
        only in the portal. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Consumer = await self._call(
            "changeConsumer", {"consumerId": consumer_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def delete_consumer(
        self,
        *,
        consumer_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete a webhook consumer.

        Nothing more is sent to the consumer, not even pending deliveries. Its messages stay in
        the message log. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
        """
        await self._call(
            "deleteConsumer", {"consumerId": consumer_id}, timeout=timeout
        )

    async def rotate_consumer_secret(
        self,
        *,
        consumer_id: str,
        body: types.SecretRotation | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ConsumerWithSecret:
        """Rotate the signing secret or key.

        Until the overlap ends, each delivery carries two signatures, one for the new and one for
        the previous secret or key. The receiver can switch at any time during the overlap. With
        `signature`, the consumer changes to the other kind of signature in the same way. Needs
        the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.ConsumerWithSecret = await self._call(
            "rotateConsumerSecret", {"consumerId": consumer_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def enable_consumer(
        self,
        *,
        consumer_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Consumer:
        """Enable a webhook consumer.

        The consumer receives events that happen from now on. To send it the messages that it
        missed, use `recover` or `replay`. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Consumer = await self._call(
            "enableConsumer", {"consumerId": consumer_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def disable_consumer(
        self,
        *,
        consumer_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Consumer:
        """Disable a webhook consumer.

        Nothing more is sent to the consumer until it is enabled again. Its pending deliveries
        are cancelled. After you have enabled the consumer, `recover` sends them again. Needs the
        scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Consumer = await self._call(
            "disableConsumer", {"consumerId": consumer_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def test_consumer(
        self,
        *,
        consumer_id: str,
        body: types.TestEvent | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.SentTest:
        """Send a test event.

        Sends the example of an event type to this consumer only, even if the consumer does not
        subscribe to that type. The test message is signed, retried and logged like any other
        message. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.SentTest = await self._call(
            "testConsumer", {"consumerId": consumer_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_consumer_stats(
        self,
        *,
        consumer_id: str,
        hours: int | None = None,
        every: Literal["hour", "quarter"] | None = None,
        timeout: float | None = None,
    ) -> types.ConsumerStats:
        """Get delivery statistics of a webhook consumer.

        Counts delivery attempts by the hour or quarter of an hour in which they started. Every
        recorded attempt is counted, and counts never decrease. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            hours: Number of hours to look back.
            every: Length of a bucket. `quarter` means a quarter of an hour.
        """
        answer: types.ConsumerStats = await self._call(
            "getConsumerStats", {"consumerId": consumer_id, "hours": hours, "every": every}, timeout=timeout
        )
        return answer

    async def set_consumer_authorization(
        self,
        *,
        consumer_id: str,
        body: types.ConsumerAuthorization,
        timeout: float | None = None,
    ) -> types.Consumer:
        """Set the Authorization header of a webhook consumer.

        Every delivery that is sent from now on carries the header, including deliveries that are
        already pending. The header replaces OAuth client credentials that were set before. Only
        for signed-in people with the role `developer` or a higher one, not for API keys.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
        """
        answer: types.Consumer = await self._call(
            "setConsumerAuthorization", {"consumerId": consumer_id}, body=body, timeout=timeout
        )
        return answer

    async def remove_consumer_authorization(
        self,
        *,
        consumer_id: str,
        timeout: float | None = None,
    ) -> types.Consumer:
        """Remove the Authorization header of a webhook consumer.

        Also removes OAuth client credentials. Only for signed-in people with the role
        `developer` or a higher one, not for API keys.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
        """
        answer: types.Consumer = await self._call(
            "removeConsumerAuthorization", {"consumerId": consumer_id}, timeout=timeout
        )
        return answer

    async def set_consumer_oauth(
        self,
        *,
        consumer_id: str,
        body: types.ConsumerOauth,
        timeout: float | None = None,
    ) -> types.Consumer:
        """Set OAuth client credentials for the Authorization header of a webhook consumer.

        Every delivery that is sent from now on carries an access token: `Authorization: Bearer
        …`. The service gets it from the token endpoint with the client id and secret, keeps it
        until shortly before it expires, and renews it once if the consumer responds with 401.
        The client credentials replace a header that was set before. Only for signed-in people
        with the role `developer` or a higher one, not for API keys.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
        """
        answer: types.Consumer = await self._call(
            "setConsumerOauth", {"consumerId": consumer_id}, body=body, timeout=timeout
        )
        return answer

    async def get_consumer_schedule(
        self,
        *,
        consumer_id: str,
        timeout: float | None = None,
    ) -> types.Schedule:
        """Get the retry schedule of a webhook consumer.

        Returns the pending deliveries of the consumer with the times of all attempts still to
        come, and when a failing consumer will be disabled. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
        """
        answer: types.Schedule = await self._call(
            "getConsumerSchedule", {"consumerId": consumer_id}, timeout=timeout
        )
        return answer

    async def get_message_schedule(
        self,
        *,
        message_id: str,
        timeout: float | None = None,
    ) -> types.Schedule:
        """Get the retry schedule of a message.

        Returns the pending deliveries of the message with the times of all attempts still to
        come. Needs the scope `webhooks`.

        Args:
            message_id: Id of the message. It is the `EventId` of the event and the `webhook-id`
                of its deliveries.
        """
        answer: types.Schedule = await self._call(
            "getMessageSchedule", {"messageId": message_id}, timeout=timeout
        )
        return answer

    async def get_attempt(
        self,
        *,
        message_id: str,
        attempt_id: str,
        timeout: float | None = None,
    ) -> types.AttemptDetails:
        """Get an attempt.

        Returns an attempt with its request: headers and body. The values of `Authorization` and
        of custom headers are left out. Of the response, the status and the beginning of the body
        are kept, its headers are not. Needs the scope `webhooks`.

        Args:
            message_id: Id of the message. It is the `EventId` of the event and the `webhook-id`
                of its deliveries.
            attempt_id: Id of the attempt.
        """
        answer: types.AttemptDetails = await self._call(
            "getAttempt", {"messageId": message_id, "attemptId": attempt_id}, timeout=timeout
        )
        return answer

    async def list_event_types(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.EventType]:
        """List event types.

        Lists every event type that a consumer can subscribe to, with the JSON Schema of its body
        and an example. Needs the scope `webhooks`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.EventType] = await self._call(
            "listEventTypes", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_event_types(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.EventType]:
        """Yield all results of ``list_event_types``, page by page, each exactly once."""
        return self._each(
            "listEventTypes", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_source_addresses(
        self,
        *,
        timeout: float | None = None,
    ) -> types.SourceAddresses:
        """Get the source addresses of deliveries.

        Returns the IP addresses that deliveries are sent from, for the allow-list of your
        firewall. Needs the scope `webhooks`.
        """
        answer: types.SourceAddresses = await self._call(
            "getSourceAddresses", {}, timeout=timeout
        )
        return answer

    async def list_messages(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        include: Literal["summary"] | None = None,
        timeout: float | None = None,
    ) -> Page[types.ListedMessage]:
        """List messages.

        Lists the message log, newest first. The log contains every event, whether or not a
        consumer received it. `query` filters by `eventType`, `companyId`, `connectionId`,
        `status`, `consumerId`, `created` and `isTest`. If `query` contains both `consumerId=…`
        and `status=…`, the status is that of the delivery to this consumer. With
        `include=summary`, each message also says what it is about and what became of its
        deliveries. Needs the scope `webhooks`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
            include: `summary`: also return what each message is about, and its deliveries.
        """
        answer: Page[types.ListedMessage] = await self._call(
            "listMessages", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor, "include": include}, timeout=timeout
        )
        return answer

    def each_messages(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        include: Literal["summary"] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.ListedMessage]:
        """Yield all results of ``list_messages``, page by page, each exactly once."""
        return self._each(
            "listMessages", {"pageSize": page_size, "query": query, "orderBy": order_by, "include": include}, timeout=timeout
        )

    async def count_messages(
        self,
        *,
        query: str | None = None,
        since: str | None = None,
        until: str | None = None,
        buckets: int | None = None,
        timeout: float | None = None,
    ) -> types.MessageCounts:
        """Count messages over time.

        Divides a period into equal buckets and counts the messages of each by status, for the
        same filters as `listMessages`. At most 1,000 messages of a bucket are counted for each
        status. If there are more, the number is estimated from the time that these cover, and
        `isEstimated` is true. Needs the scope `webhooks`.

        Args:
            query: Filter, as for `listMessages`; `status` can be compared only by =.
            since: Start of the period. The default is a day before `until`.
            until: End of the period. The default is now.
            buckets: Number of equal spans of time.
        """
        answer: types.MessageCounts = await self._call(
            "countMessages", {"query": query, "since": since, "until": until, "buckets": buckets}, timeout=timeout
        )
        return answer

    async def get_message(
        self,
        *,
        message_id: str,
        timeout: float | None = None,
    ) -> types.MessageDetails:
        """Get a message.

        Returns the message with its body and with its delivery status for each consumer that it
        was sent to. Needs the scope `webhooks`.

        Args:
            message_id: Id of the message. It is the `EventId` of the event and the `webhook-id`
                of its deliveries.
        """
        answer: types.MessageDetails = await self._call(
            "getMessage", {"messageId": message_id}, timeout=timeout
        )
        return answer

    async def list_attempts(
        self,
        *,
        message_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Attempt]:
        """List attempts of a message.

        Lists every HTTP request that was made to deliver the message, oldest first. Needs the
        scope `webhooks`.

        Args:
            message_id: Id of the message. It is the `EventId` of the event and the `webhook-id`
                of its deliveries.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Attempt] = await self._call(
            "listAttempts", {"messageId": message_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_attempts(
        self,
        *,
        message_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Attempt]:
        """Yield all results of ``list_attempts``, page by page, each exactly once."""
        return self._each(
            "listAttempts", {"messageId": message_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def resend_message(
        self,
        *,
        message_id: str,
        body: types.ResendMessageBody,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Resent:
        """Resend a message.

        Starts a new schedule of attempts. If the message is waiting for its next attempt, that
        attempt is made now instead. The body and the `messageId` are the same as in the first
        attempt. Needs the scope `webhooks`.

        Args:
            message_id: Id of the message. It is the `EventId` of the event and the `webhook-id`
                of its deliveries.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Resent = await self._call(
            "resendMessage", {"messageId": message_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def retry_messages(
        self,
        *,
        consumer_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Retried:
        """Retry waiting messages now.

        Immediately sends all messages that failed and are waiting for their next attempt, for
        example after you have fixed the receiver. This counts as the next attempt of their
        schedule. The rate limit, concurrency and order of the consumer still apply. If there are
        more than 2,000 messages, a job sends them, and the response contains the id of a
        redelivery that shows the progress. For messages that are no longer retried, use
        `recover`. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Retried = await self._call(
            "retryMessages", {"consumerId": consumer_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def recover_messages(
        self,
        *,
        consumer_id: str,
        body: types.RecoverMessagesBody,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.DryRun | types.Redelivery:
        """Resend failed messages.

        Resends the messages that were created in a period and failed for this consumer. Each
        message gets a new schedule of attempts. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.DryRun | types.Redelivery = await self._call(
            "recoverMessages", {"consumerId": consumer_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def replay_messages(
        self,
        *,
        consumer_id: str,
        body: types.ReplayMessagesBody,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.DryRun | types.Redelivery:
        """Send missed messages.

        Sends the messages that were created in a period, that this consumer subscribes to now,
        and that were never sent to it, for example because the consumer did not exist yet or was
        disabled. Needs the scope `webhooks`.

        Args:
            consumer_id: Id of the consumer: an endpoint of yours that gets events.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.DryRun | types.Redelivery = await self._call(
            "replayMessages", {"consumerId": consumer_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def list_redeliveries(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Redelivery]:
        """List redeliveries.

        Lists recoveries, replays, and retries of more than 2,000 messages, newest first. Needs
        the scope `webhooks`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Redelivery] = await self._call(
            "listRedeliveries", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_redeliveries(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Redelivery]:
        """Yield all results of ``list_redeliveries``, page by page, each exactly once."""
        return self._each(
            "listRedeliveries", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_redelivery(
        self,
        *,
        redelivery_id: str,
        timeout: float | None = None,
    ) -> types.Redelivery:
        """Get a redelivery.

        Needs the scope `webhooks`.

        Args:
            redelivery_id: Id of the recovery or replay.
        """
        answer: types.Redelivery = await self._call(
            "getRedelivery", {"redeliveryId": redelivery_id}, timeout=timeout
        )
        return answer

    async def cancel_redelivery(
        self,
        *,
        redelivery_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Redelivery:
        """Cancel a redelivery.

        Messages that are already queued are still sent. No more messages are queued. Needs the
        scope `webhooks`.

        Args:
            redelivery_id: Id of the recovery or replay.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Redelivery = await self._call(
            "cancelRedelivery", {"redeliveryId": redelivery_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def list_standing_queries(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.StandingQuery]:
        """List standing queries.

        Needs the scope `webhooks`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.StandingQuery] = await self._call(
            "listStandingQueries", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_standing_queries(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.StandingQuery]:
        """Yield all results of ``list_standing_queries``, page by page, each exactly once."""
        return self._each(
            "listStandingQueries", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_standing_query(
        self,
        *,
        body: types.StandingQueryInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.StandingQuery:
        """Create a standing query.

        From now on, the consumer gets `standingQuery.matched` after each published generation in
        which records enter the filter, change in it or leave it, with both versions of each
        record. A query that compares a date with `today` is also told when a record enters or
        leaves it because a day begins (UTC). Records that match already are not told. An API key
        also needs the scope `read`. An account can have at most 10,000 standing queries, unless
        the operator has set another limit. Creating more returns 409. Needs the scope
        `webhooks`.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.StandingQuery = await self._call(
            "createStandingQuery", {}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_standing_query(
        self,
        *,
        standing_query_id: str,
        timeout: float | None = None,
    ) -> types.StandingQuery:
        """Get a standing query.

        Needs the scope `webhooks`.

        Args:
            standing_query_id: Id of the standing query.
        """
        answer: types.StandingQuery = await self._call(
            "getStandingQuery", {"standingQueryId": standing_query_id}, timeout=timeout
        )
        return answer

    async def delete_standing_query(
        self,
        *,
        standing_query_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete a standing query.

        Its messages stay in the message log, and pending ones are still sent. Needs the scope
        `webhooks`.

        Args:
            standing_query_id: Id of the standing query.
        """
        await self._call(
            "deleteStandingQuery", {"standingQueryId": standing_query_id}, timeout=timeout
        )

    async def list_rules(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Rule]:
        """List rules.

        Needs the scope `webhooks`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Rule] = await self._call(
            "listRules", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_rules(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Rule]:
        """Yield all results of ``list_rules``, page by page, each exactly once."""
        return self._each(
            "listRules", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_rule(
        self,
        *,
        body: types.RuleInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Rule:
        """Create a rule.

        From now on, each event of this type raises an alert that is sent to the notifiers. Once
        the newer webhooks serve the account, rules are read-only, and this request returns 409.
        Needs the scope `webhooks`.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Rule = await self._call(
            "createRule", {}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_rule(
        self,
        *,
        rule_id: str,
        timeout: float | None = None,
    ) -> types.Rule:
        """Get a rule.

        Needs the scope `webhooks`.

        Args:
            rule_id: Id of the rule.
        """
        answer: types.Rule = await self._call(
            "getRule", {"ruleId": rule_id}, timeout=timeout
        )
        return answer

    async def replace_rule(
        self,
        *,
        rule_id: str,
        body: types.RuleInput,
        timeout: float | None = None,
    ) -> types.Rule:
        """Replace a rule.

        Alerts that were raised earlier are still sent to the rule's previous notifiers. Once the
        newer webhooks serve the account, rules are read-only, and this request returns 409.
        Needs the scope `webhooks`.

        Args:
            rule_id: Id of the rule.
        """
        answer: types.Rule = await self._call(
            "replaceRule", {"ruleId": rule_id}, body=body, timeout=timeout
        )
        return answer

    async def delete_rule(
        self,
        *,
        rule_id: str,
        timeout: float | None = None,
    ) -> None:
        """Delete a rule.

        The rule raises no more alerts. Alerts that were raised earlier are still delivered. Once
        the newer webhooks serve the account, rules are read-only, and this request returns 409.
        Needs the scope `webhooks`.

        Args:
            rule_id: Id of the rule.
        """
        await self._call(
            "deleteRule", {"ruleId": rule_id}, timeout=timeout
        )

    async def list_alerts(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Alert]:
        """List alerts.

        Newest first. Deprecated, because the newer webhooks retry deliveries automatically. Stop
        calling this endpoint before you migrate. Needs the scope `webhooks`.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Alert] = await self._call(
            "listAlerts", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_alerts(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Alert]:
        """Yield all results of ``list_alerts``, page by page, each exactly once."""
        return self._each(
            "listAlerts", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def list_alerts_of_rule(
        self,
        *,
        rule_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Alert]:
        """List alerts of a rule.

        Newest first. Deprecated, because the newer webhooks retry deliveries automatically. Stop
        calling this endpoint before you migrate. Needs the scope `webhooks`.

        Args:
            rule_id: Id of the rule.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Alert] = await self._call(
            "listAlertsOfRule", {"ruleId": rule_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_alerts_of_rule(
        self,
        *,
        rule_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Alert]:
        """Yield all results of ``list_alerts_of_rule``, page by page, each exactly once."""
        return self._each(
            "listAlertsOfRule", {"ruleId": rule_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_alert(
        self,
        *,
        alert_id: str,
        timeout: float | None = None,
    ) -> types.Alert:
        """Get an alert.

        Deprecated, because the newer webhooks retry deliveries automatically. Stop calling this
        endpoint before you migrate. Needs the scope `webhooks`.

        Args:
            alert_id: Id of the alert.
        """
        answer: types.Alert = await self._call(
            "getAlert", {"alertId": alert_id}, timeout=timeout
        )
        return answer

    async def get_profile(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Profile:
        """Get the profile.

        The name of the account, and whether it uses the older webhooks (rules) or the newer
        webhooks (consumers). Needs the scope `webhooks`.
        """
        answer: types.Profile = await self._call(
            "getProfile", {}, timeout=timeout
        )
        return answer

    async def change_profile(
        self,
        *,
        body: types.ProfileChange,
        timeout: float | None = None,
    ) -> types.Profile:
        """Change the profile.

        Sets the name of the account. If the older webhooks serve the account, also sets the
        Authorization header that is sent with alerts. Once the newer webhooks serve the account,
        the header can be set only in the portal, and setting it here returns 409. Needs the
        scope `webhooks`.
        """
        answer: types.Profile = await self._call(
            "changeProfile", {}, body=body, timeout=timeout
        )
        return answer

    async def get_migration(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Migration:
        """Get the state of the migration to the newer webhooks.

        Only for signed-in people with the role `viewer` or a higher one, not for API keys.
        """
        answer: types.Migration = await self._call(
            "getMigration", {}, timeout=timeout
        )
        return answer

    async def get_migration_rehearsal(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> types.RehearsalReport:
        """Get the report of the last rehearsal, event by event.

        Only for signed-in people with the role `viewer` or a higher one, not for API keys.

        Args:
            limit: Maximum length of `perEvent`.
        """
        answer: types.RehearsalReport = await self._call(
            "getMigrationRehearsal", {"limit": limit}, timeout=timeout
        )
        return answer

    async def declare_rule_id_unused(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Migration:
        """Declare that the client does not rely on RuleId.

        Only for signed-in people with the role `administrator` or a higher one, not for API
        keys.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Migration = await self._call(
            "declareRuleIdUnused", {}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def request_migration(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Migration:
        """Request the migration.

        Asks the operator to migrate the account. Only for signed-in people with the role
        `administrator` or a higher one, not for API keys.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Migration = await self._call(
            "requestMigration", {}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_overview(
        self,
        *,
        hours: int | None = None,
        every: Literal["hour", "quarter"] | None = None,
        timeout: float | None = None,
    ) -> types.Overview:
        """Get the activity of the account and what needs attention.

        Needs the scope `read`.

        Args:
            hours: Number of hours that `activity` covers.
            every: Length of a span of `activity`.
        """
        answer: types.Overview = await self._call(
            "getOverview", {"hours": hours, "every": every}, timeout=timeout
        )
        return answer

    async def get_ended(
        self,
        *,
        kind: Literal["sync", "push"] | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> types.Ended:
        """Get the latest syncs or pushes that ended in a span of time.

        Those of all companies: what the counts of `activity` stand for. Needs the scope `read`.

        Args:
            kind: The kind of problem that notices are about.
            since: Start of the time in which they ended.
            until: End of that time, at most 7 days after `since`.
            limit: The maximum number of results.
        """
        answer: types.Ended = await self._call(
            "getEnded", {"kind": kind, "since": since, "until": until, "limit": limit}, timeout=timeout
        )
        return answer

    async def get_usage(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Usage:
        """Get the plan and the usage of its limits.

        Needs the scope `read`.
        """
        answer: types.Usage = await self._call(
            "getUsage", {}, timeout=timeout
        )
        return answer

    async def search(
        self,
        *,
        q: str,
        company_id: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> types.SearchResult:
        """Search the account.

        Finds a few hits at once, for a search field: companies and consumers by any part of
        their names; anything by its complete id; with `companyId`, the records of that company
        by id, and its newest 2,000 records of each data type by number or name. Texts of one or
        two letters find companies whose names begin with them. Returns only what the caller may
        read: messages and consumers need the scope `webhooks`, and audit entries and requests
        the role `administrator`. Use the lists to get everything that matches. Needs the scope
        `read`.

        Args:
            q: Part of the name of a company or a consumer, the number or the id of a record, or
                a complete id: of a company, connection, sync, push, message or consumer, or the
                correlation id of a request.
            company_id: Also search the records of this company, by number, name or id.
            limit: Maximum number of hits of each kind.
        """
        answer: types.SearchResult = await self._call(
            "search", {"q": q, "companyId": company_id, "limit": limit}, timeout=timeout
        )
        return answer

    async def get_link(
        self,
        *,
        token: str,
        timeout: float | None = None,
    ) -> types.Link:
        """Get the content of a company's link page.

        The token is the last part of the URL in `redirect` of a company or in `linkUrl` of a
        connection. Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
        """
        answer: types.Link = await self._call(
            "getLink", {"token": token}, timeout=timeout
        )
        return answer

    async def get_link_progress(
        self,
        *,
        token: str,
        timeout: float | None = None,
    ) -> types.LinkProgress:
        """Get the progress of the first syncs, as the owner.

        How many records of each data type have been read, for the connections that are linked.
        The link page requests it while the first syncs run. Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
        """
        answer: types.LinkProgress = await self._call(
            "getLinkProgress", {"token": token}, timeout=timeout
        )
        return answer

    async def link_platform(
        self,
        *,
        token: str,
        body: types.LinkOrder,
        timeout: float | None = None,
    ) -> types.LinkOutcome:
        """Connect the company to a platform, as its owner.

        Checks the credentials with the platform, or returns the URL at which the owner
        authorizes access. A pending or disconnected connection to the platform is reused. A
        platform that reads files is connected by the first file that the owner confirms. Needs
        no authentication.

        Args:
            token: The token at the end of the link that the person got.
        """
        answer: types.LinkOutcome = await self._call(
            "linkPlatform", {"token": token}, body=body, timeout=timeout
        )
        return answer

    async def unlink_platform(
        self,
        *,
        token: str,
        connection_id: str,
        timeout: float | None = None,
    ) -> None:
        """Disconnect the company from a platform, as its owner.

        The connection becomes Deauthorized and syncing stops. The account keeps the data read so
        far. Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
            connection_id: Id of the connection between the company and a platform.
        """
        await self._call(
            "unlinkPlatform", {"token": token, "connectionId": connection_id}, timeout=timeout
        )

    async def create_link_upload(
        self,
        *,
        token: str,
        connection_id: str,
        file_name: str,
        body: bytes,
        timeout: float | None = None,
    ) -> types.LinkUpload:
        """Upload a file, as the owner.

        Stores the file and returns what it contains. The body is the file itself. The file
        belongs to no data set until it is confirmed. Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
            connection_id: Id of the connection between the company and a platform.
            file_name: Name of the file, for people. What it contains is found out from the
                content, not from the name.
        """
        answer: types.LinkUpload = await self._call(
            "createLinkUpload", {"token": token, "connectionId": connection_id, "fileName": file_name}, body=body, timeout=timeout
        )
        return answer

    async def preview_link_upload(
        self,
        *,
        token: str,
        connection_id: str,
        upload_id: str,
        body: types.FileReading | None = None,
        timeout: float | None = None,
    ) -> types.UploadPreview:
        """Preview an upload, as the owner.

        Reads the file as a sync would, and returns the first 20 records and what cannot be read.
        Nothing is stored. With an empty body, the response shows how the file would be read by
        itself. Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
            connection_id: Id of the connection between the company and a platform.
            upload_id: Id of the upload.
        """
        answer: types.UploadPreview = await self._call(
            "previewLinkUpload", {"token": token, "connectionId": connection_id, "uploadId": upload_id}, body=body, timeout=timeout
        )
        return answer

    async def confirm_link_upload(
        self,
        *,
        token: str,
        connection_id: str,
        upload_id: str,
        body: types.UploadConfirmation | None = None,
        timeout: float | None = None,
    ) -> types.LinkUpload:
        """Confirm an upload, as the owner.

        Makes the file a part of its data sets, and queues a sync for each of them. How it is
        read is remembered for the next file with the same columns. The first confirmed file
        links the connection, also one that was disconnected. Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
            connection_id: Id of the connection between the company and a platform.
            upload_id: Id of the upload.
        """
        answer: types.LinkUpload = await self._call(
            "confirmLinkUpload", {"token": token, "connectionId": connection_id, "uploadId": upload_id}, body=body, timeout=timeout
        )
        return answer

    async def get_company_link(
        self,
        *,
        company_id: str,
        timeout: float | None = None,
    ) -> types.CompanyLink:
        """Get the link for a company's owner.

        The link works for `DAYBOOK_LINK_DAYS` days (default: 90) from the day of the request.
        Earlier links work until they expire or are rotated. Needs the scope `manage`.

        Args:
            company_id: Id of the company.
        """
        answer: types.CompanyLink = await self._call(
            "getCompanyLink", {"companyId": company_id}, timeout=timeout
        )
        return answer

    async def rotate_link(
        self,
        *,
        company_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.CompanyLink:
        """Rotate the link for a company's owner.

        All existing links of the company and of its connections stop working immediately.
        Authorizations that were started with these links also stop working. Returns a new link.
        Needs the scope `manage`.

        Args:
            company_id: Id of the company.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.CompanyLink = await self._call(
            "rotateLink", {"companyId": company_id}, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def get_link_settings(
        self,
        *,
        timeout: float | None = None,
    ) -> types.LinkSettings:
        """Get the settings of the link page.

        Needs the scope `manage`.
        """
        answer: types.LinkSettings = await self._call(
            "getLinkSettings", {}, timeout=timeout
        )
        return answer

    async def replace_link_settings(
        self,
        *,
        body: types.LinkSettings,
        timeout: float | None = None,
    ) -> types.LinkSettings:
        """Replace the settings of the link page.

        Omitted fields are removed. Needs the scope `manage`.
        """
        answer: types.LinkSettings = await self._call(
            "replaceLinkSettings", {}, body=body, timeout=timeout
        )
        return answer

    async def get_sign_in_methods(
        self,
        *,
        timeout: float | None = None,
    ) -> types.SignInMethods:
        """List sign-in methods.

        Needs no authentication.
        """
        answer: types.SignInMethods = await self._call(
            "getSignInMethods", {}, timeout=timeout
        )
        return answer

    async def sign_in(
        self,
        *,
        body: types.SignIn,
        timeout: float | None = None,
    ) -> types.Session:
        """Sign in.

        The response sets the session cookie. If the person uses an authenticator app, a request
        without `code` returns 401 `codeRequired`. Send the request again with `code`. Needs no
        authentication.
        """
        answer: types.Session = await self._call(
            "signIn", {}, body=body, timeout=timeout
        )
        return answer

    async def get_session(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Session:
        """Get the current session.

        Only for signed-in people, not for API keys.
        """
        answer: types.Session = await self._call(
            "getSession", {}, timeout=timeout
        )
        return answer

    async def change_session(
        self,
        *,
        body: types.SessionChange,
        timeout: float | None = None,
    ) -> types.Session:
        """Switch to another account.

        Operators can switch to any account. Each switch is recorded in the audit log of that
        account. Only for signed-in people, not for API keys.
        """
        answer: types.Session = await self._call(
            "changeSession", {}, body=body, timeout=timeout
        )
        return answer

    async def sign_out(
        self,
        *,
        timeout: float | None = None,
    ) -> None:
        """Sign out.

        Only for signed-in people, not for API keys.
        """
        await self._call(
            "signOut", {}, timeout=timeout
        )

    async def get_accounts_elsewhere(
        self,
        *,
        timeout: float | None = None,
    ) -> types.AccountsElsewhere:
        """Get your accounts in other cells.

        Lists the accounts in other cells of the person with the same e-mail address, if the
        address is verified in both cells. Empty if the installation has only one cell. Only for
        signed-in people, not for API keys.
        """
        answer: types.AccountsElsewhere = await self._call(
            "getAccountsElsewhere", {}, timeout=timeout
        )
        return answer

    async def switch_cell(
        self,
        *,
        body: types.CellSwitch,
        timeout: float | None = None,
    ) -> types.Session:
        """Switch to an account in another cell.

        Ends the session and starts one in the other cell. The response sets its cookie. If you
        use an authenticator app in the other cell, a request without `code` returns 401
        `codeRequired`. Only for signed-in people, not for API keys.
        """
        answer: types.Session = await self._call(
            "switchCell", {}, body=body, timeout=timeout
        )
        return answer

    async def request_password_reset(
        self,
        *,
        body: types.PasswordResetRequest,
        timeout: float | None = None,
    ) -> None:
        """Request a password reset link.

        The response is the same whether or not the e-mail address is known. The link works once
        and expires after an hour. Needs no authentication.
        """
        await self._call(
            "requestPasswordReset", {}, body=body, timeout=timeout
        )

    async def get_invitation(
        self,
        *,
        token: str,
        timeout: float | None = None,
    ) -> types.OpenedLink:
        """Get an invitation or a password reset.

        Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
        """
        answer: types.OpenedLink = await self._call(
            "getInvitation", {"token": token}, timeout=timeout
        )
        return answer

    async def accept_invitation(
        self,
        *,
        token: str,
        body: types.LinkAcceptance,
        timeout: float | None = None,
    ) -> types.Session:
        """Accept an invitation or set a new password.

        Also signs the person in. A person who already has a password (`isKnown`) accepts an
        invitation with that password. A password reset closes all other sessions of the person.
        Needs no authentication.

        Args:
            token: The token at the end of the link that the person got.
        """
        answer: types.Session = await self._call(
            "acceptInvitation", {"token": token}, body=body, timeout=timeout
        )
        return answer

    async def change_password(
        self,
        *,
        body: types.PasswordChange,
        timeout: float | None = None,
    ) -> None:
        """Change your password.

        Closes your other sessions. Only for signed-in people, not for API keys.
        """
        await self._call(
            "changePassword", {}, body=body, timeout=timeout
        )

    async def prove_session(
        self,
        *,
        body: types.SessionProof,
        timeout: float | None = None,
    ) -> None:
        """Confirm your password.

        Sensitive changes (second factor, API keys, roles, the Authorization header of a
        consumer) return 403 `proofRequired` if you last entered your password more than 15
        minutes ago. If you have no password, sign in again. Only for signed-in people, not for
        API keys.
        """
        await self._call(
            "proveSession", {}, body=body, timeout=timeout
        )

    async def change_person(
        self,
        *,
        body: types.PersonChange,
        timeout: float | None = None,
    ) -> types.Session:
        """Change your name.

        Only for signed-in people, not for API keys.
        """
        answer: types.Session = await self._call(
            "changePerson", {}, body=body, timeout=timeout
        )
        return answer

    async def start_totp(
        self,
        *,
        timeout: float | None = None,
    ) -> types.TotpSetup:
        """Set up an authenticator app.

        Nothing changes until you confirm a code from the app. Only for signed-in people, not for
        API keys.
        """
        answer: types.TotpSetup = await self._call(
            "startTotp", {}, timeout=timeout
        )
        return answer

    async def confirm_totp(
        self,
        *,
        body: types.TotpCode,
        timeout: float | None = None,
    ) -> types.RecoveryCodes:
        """Confirm the authenticator app.

        Only for signed-in people, not for API keys.
        """
        answer: types.RecoveryCodes = await self._call(
            "confirmTotp", {}, body=body, timeout=timeout
        )
        return answer

    async def remove_totp(
        self,
        *,
        code: str,
        timeout: float | None = None,
    ) -> None:
        """Remove the authenticator app.

        Only for signed-in people, not for API keys.

        Args:
            code: Six digits from the authenticator app, or a recovery code.
        """
        await self._call(
            "removeTotp", {"code": code}, timeout=timeout
        )

    async def list_sessions(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.SessionEntry]:
        """List your sessions.

        Only for signed-in people, not for API keys.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.SessionEntry] = await self._call(
            "listSessions", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_sessions(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.SessionEntry]:
        """Yield all results of ``list_sessions``, page by page, each exactly once."""
        return self._each(
            "listSessions", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def end_session(
        self,
        *,
        session_id: str,
        timeout: float | None = None,
    ) -> None:
        """Close one of your sessions.

        Only for signed-in people, not for API keys.

        Args:
            session_id: Id of the session. It is not secret.
        """
        await self._call(
            "endSession", {"sessionId": session_id}, timeout=timeout
        )

    async def list_members(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Member]:
        """List the members of the account.

        Only for signed-in people with the role `viewer` or a higher one, not for API keys.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Member] = await self._call(
            "listMembers", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_members(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Member]:
        """Yield all results of ``list_members``, page by page, each exactly once."""
        return self._each(
            "listMembers", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_team_settings(
        self,
        *,
        timeout: float | None = None,
    ) -> types.TeamSettings:
        """Get the team settings.

        Only for signed-in people with the role `viewer` or a higher one, not for API keys.
        """
        answer: types.TeamSettings = await self._call(
            "getTeamSettings", {}, timeout=timeout
        )
        return answer

    async def change_team_settings(
        self,
        *,
        body: types.TeamSettings,
        timeout: float | None = None,
    ) -> types.TeamSettings:
        """Change the team settings.

        If a second factor is required, members without one must set it up before they can do
        anything else in the account. Only for signed-in people with the role `administrator` or
        a higher one, not for API keys.
        """
        answer: types.TeamSettings = await self._call(
            "changeTeamSettings", {}, body=body, timeout=timeout
        )
        return answer

    async def change_member(
        self,
        *,
        person_id: str,
        body: types.MemberChange,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Member:
        """Change a member's role.

        Takes effect within a second. The last administrator must keep that role. Only for
        signed-in people with the role `administrator` or a higher one, not for API keys.

        Args:
            person_id: Id of the person.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.Member = await self._call(
            "changeMember", {"personId": person_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def remove_member(
        self,
        *,
        person_id: str,
        timeout: float | None = None,
    ) -> None:
        """Remove a member from the account.

        The sessions of the person lose access to the account within a second. Only for signed-in
        people with the role `administrator` or a higher one, not for API keys.

        Args:
            person_id: Id of the person.
        """
        await self._call(
            "removeMember", {"personId": person_id}, timeout=timeout
        )

    async def list_invitations(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Invitation]:
        """List pending invitations.

        Only for signed-in people with the role `viewer` or a higher one, not for API keys.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.Invitation] = await self._call(
            "listInvitations", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_invitations(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Invitation]:
        """Yield all results of ``list_invitations``, page by page, each exactly once."""
        return self._each(
            "listInvitations", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def invite_member(
        self,
        *,
        body: types.InvitationInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.MadeInvitation:
        """Invite a person to the account.

        Sends an e-mail with a link that works once and expires after 7 days. A new invitation
        replaces a pending invitation to the same address. Only for signed-in people with the
        role `administrator` or a higher one, not for API keys.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.MadeInvitation = await self._call(
            "inviteMember", {}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def cancel_invitation(
        self,
        *,
        invitation_id: str,
        timeout: float | None = None,
    ) -> None:
        """Cancel an invitation.

        Only for signed-in people with the role `administrator` or a higher one, not for API
        keys.

        Args:
            invitation_id: Id of the invitation.
        """
        await self._call(
            "cancelInvitation", {"invitationId": invitation_id}, timeout=timeout
        )

    async def get_notice_choices(
        self,
        *,
        timeout: float | None = None,
    ) -> types.NoticeChoices:
        """Get your choice of notices.

        A notice reports a problem that a person must solve. It is sent when the problem begins
        and again when the problem ends. Notices are not webhook events, which the service never
        sends by e-mail. Only for signed-in people, not for API keys.
        """
        answer: types.NoticeChoices = await self._call(
            "getNoticeChoices", {}, timeout=timeout
        )
        return answer

    async def set_notice_choice(
        self,
        *,
        body: types.NoticeChoice,
        timeout: float | None = None,
    ) -> types.NoticeChoices:
        """Choose notices of one kind.

        Sets whether you get notices of this kind by e-mail and in the browser. If the kind is
        muted, the mute ends. Only for signed-in people, not for API keys.
        """
        answer: types.NoticeChoices = await self._call(
            "setNoticeChoice", {}, body=body, timeout=timeout
        )
        return answer

    async def get_notices(
        self,
        *,
        timeout: float | None = None,
    ) -> Page[types.Notice]:
        """Get your notices.

        The latest 50 notices of the kinds that you have chosen for the browser, on one page.
        Sorted by the time when the problem ended or, if it has not ended, when it began, newest
        first. Only for signed-in people, not for API keys.
        """
        answer: Page[types.Notice] = await self._call(
            "getNotices", {}, timeout=timeout
        )
        return answer

    def each_notices(
        self,
        *,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Notice]:
        """Yield all results of ``get_notices``, page by page, each exactly once."""
        return self._each(
            "getNotices", {}, timeout=timeout
        )

    async def get_notice_mute(
        self,
        *,
        token: str,
        timeout: float | None = None,
    ) -> types.NoticeMute:
        """Get the notices that a mute link mutes.

        Does not mute anything, because mail servers open links to check them. Needs no
        authentication.

        Args:
            token: The token at the end of the link that the person got.
        """
        answer: types.NoticeMute = await self._call(
            "getNoticeMute", {"token": token}, timeout=timeout
        )
        return answer

    async def mute_notices(
        self,
        *,
        token: str,
        timeout: float | None = None,
    ) -> types.NoticeMute:
        """Mute notices with the link of a message.

        For 7 days, the recipient of the message gets no e-mails about the kinds in that message.
        If the message was posted to a chat, no notices are posted there for 7 days. Needs no
        authentication.

        Args:
            token: The token at the end of the link that the person got.
        """
        answer: types.NoticeMute = await self._call(
            "muteNotices", {"token": token}, timeout=timeout
        )
        return answer

    async def get_notice_chats(
        self,
        *,
        timeout: float | None = None,
    ) -> Page[types.NoticeChat]:
        """Get the chat addresses of the account.

        Only for signed-in people with the role `viewer` or a higher one, not for API keys.
        """
        answer: Page[types.NoticeChat] = await self._call(
            "getNoticeChats", {}, timeout=timeout
        )
        return answer

    def each_notice_chats(
        self,
        *,
        timeout: float | None = None,
    ) -> AsyncIterator[types.NoticeChat]:
        """Yield all results of ``get_notice_chats``, page by page, each exactly once."""
        return self._each(
            "getNoticeChats", {}, timeout=timeout
        )

    async def create_notice_chat(
        self,
        *,
        body: types.NoticeChatInput,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.NoticeChat:
        """Add a chat address.

        Notices of the given kinds are posted to this address as `{"text": "…"}`. Only for
        signed-in people with the role `administrator` or a higher one, not for API keys.

        Args:
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.NoticeChat = await self._call(
            "createNoticeChat", {}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def change_notice_chat(
        self,
        *,
        chat_id: str,
        body: types.NoticeChatChange,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.NoticeChat:
        """Unmute a chat address.

        Only for signed-in people with the role `administrator` or a higher one, not for API
        keys.

        Args:
            chat_id: Id of the chat.
            idempotency_key: A retry of your own with the same key changes nothing twice.
                Default: a new key for each call.
        """
        answer: types.NoticeChat = await self._call(
            "changeNoticeChat", {"chatId": chat_id}, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return answer

    async def delete_notice_chat(
        self,
        *,
        chat_id: str,
        timeout: float | None = None,
    ) -> None:
        """Remove a chat address.

        Only for signed-in people with the role `administrator` or a higher one, not for API
        keys.

        Args:
            chat_id: Id of the chat.
        """
        await self._call(
            "deleteNoticeChat", {"chatId": chat_id}, timeout=timeout
        )

    async def get_operator_notice_chats(
        self,
        *,
        timeout: float | None = None,
    ) -> Page[types.NoticeChat]:
        """Get the chat addresses of the operators.

        Only for signed-in members of the operator's staff.
        """
        answer: Page[types.NoticeChat] = await self._call(
            "getOperatorNoticeChats", {}, timeout=timeout
        )
        return answer

    def each_operator_notice_chats(
        self,
        *,
        timeout: float | None = None,
    ) -> AsyncIterator[types.NoticeChat]:
        """Yield all results of ``get_operator_notice_chats``, page by page, each exactly once."""
        return self._each(
            "getOperatorNoticeChats", {}, timeout=timeout
        )

    async def create_operator_notice_chat(
        self,
        *,
        body: types.NoticeChatInput,
        timeout: float | None = None,
    ) -> types.NoticeChat:
        """Add a chat address.

        Notices of the given kinds are posted to this address as `{"text": "…"}`. Only for
        signed-in members of the operator's staff.
        """
        answer: types.NoticeChat = await self._call(
            "createOperatorNoticeChat", {}, body=body, timeout=timeout
        )
        return answer

    async def change_operator_notice_chat(
        self,
        *,
        chat_id: str,
        body: types.NoticeChatChange,
        timeout: float | None = None,
    ) -> types.NoticeChat:
        """Unmute a chat address.

        Only for signed-in members of the operator's staff.

        Args:
            chat_id: Id of the chat.
        """
        answer: types.NoticeChat = await self._call(
            "changeOperatorNoticeChat", {"chatId": chat_id}, body=body, timeout=timeout
        )
        return answer

    async def delete_operator_notice_chat(
        self,
        *,
        chat_id: str,
        timeout: float | None = None,
    ) -> None:
        """Remove a chat address.

        Only for signed-in members of the operator's staff.

        Args:
            chat_id: Id of the chat.
        """
        await self._call(
            "deleteOperatorNoticeChat", {"chatId": chat_id}, timeout=timeout
        )

    async def list_audit(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.AuditEntry]:
        """List audit entries.

        Lists the changes in the account and the sign-ins to the account, newest first. An entry
        says who did what, with the states before and after. Secrets are masked. Pushes and syncs
        that an API key requests are not listed, but every call of a tool by an agent is
        (`operation=callTool`), also those that only read. Only for signed-in people with the
        role `administrator` or a higher one, not for API keys.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.AuditEntry] = await self._call(
            "listAudit", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_audit(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.AuditEntry]:
        """Yield all results of ``list_audit``, page by page, each exactly once."""
        return self._each(
            "listAudit", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def list_requests(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.LoggedRequest]:
        """List requests.

        Lists the requests that API keys and members of the account have sent, newest first: who,
        which operation and path, status, duration and correlation id. Contains no bodies and no
        headers. A request appears within about two seconds. Requests that concern only the
        calling person, such as a change of the password, are not listed. The operator sets for
        how many days requests are kept (`DAYBOOK_REQUEST_LOG_DAYS`). A server process that is
        killed loses the requests of its last second: use the audit log for evidence. Only for
        signed-in people with the role `administrator` or a higher one, not for API keys.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.LoggedRequest] = await self._call(
            "listRequests", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_requests(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.LoggedRequest]:
        """Yield all results of ``list_requests``, page by page, each exactly once."""
        return self._each(
            "listRequests", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def list_calls(
        self,
        *,
        company_id: str,
        connection_id: str,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.PlatformCall]:
        """List calls to the platform.

        Lists the HTTP requests that were sent to the platform for this connection, newest first:
        what for, path, status or error, duration and waiting time. `query` filters by `syncId`,
        `pushId`, `dataType`, `status`, `path`, `at` and so on. Contains no bodies and no
        headers, and secrets in paths and queries are masked. Requests for access tokens are not
        listed. A call appears within about two seconds. The operator sets for how many days
        calls are kept (`DAYBOOK_PLATFORM_CALL_LOG_DAYS`). Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.PlatformCall] = await self._call(
            "listCalls", {"companyId": company_id, "connectionId": connection_id, "page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_calls(
        self,
        *,
        company_id: str,
        connection_id: str,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.PlatformCall]:
        """Yield all results of ``list_calls``, page by page, each exactly once."""
        return self._each(
            "listCalls", {"companyId": company_id, "connectionId": connection_id, "pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def list_client_accounts(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.ClientAccount]:
        """List accounts.

        Only for signed-in members of the operator's staff.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.ClientAccount] = await self._call(
            "listClientAccounts", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_client_accounts(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.ClientAccount]:
        """Yield all results of ``list_client_accounts``, page by page, each exactly once."""
        return self._each(
            "listClientAccounts", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def create_client_account(
        self,
        *,
        body: types.ClientAccountInput,
        timeout: float | None = None,
    ) -> types.ClientAccount:
        """Create an account.

        After creating the account, invite an administrator, who creates the API keys. Only for
        signed-in members of the operator's staff.
        """
        answer: types.ClientAccount = await self._call(
            "createClientAccount", {}, body=body, timeout=timeout
        )
        return answer

    async def get_client_account(
        self,
        *,
        account_id: str,
        timeout: float | None = None,
    ) -> types.ClientAccount:
        """Get an account.

        Only for signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.ClientAccount = await self._call(
            "getClientAccount", {"accountId": account_id}, timeout=timeout
        )
        return answer

    async def change_client_account(
        self,
        *,
        account_id: str,
        body: types.ClientAccountChange,
        timeout: float | None = None,
    ) -> types.ClientAccount:
        """Change the name, plan or limits of an account.

        The change takes effect within a second. A new request limit applies from the next
        minute. Only for signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.ClientAccount = await self._call(
            "changeClientAccount", {"accountId": account_id}, body=body, timeout=timeout
        )
        return answer

    async def invite_administrator(
        self,
        *,
        account_id: str,
        body: types.AdministratorInput,
        timeout: float | None = None,
    ) -> types.MadeInvitation:
        """Invite an administrator to an account.

        Only for signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.MadeInvitation = await self._call(
            "inviteAdministrator", {"accountId": account_id}, body=body, timeout=timeout
        )
        return answer

    async def list_client_migrations(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.ClientMigration]:
        """List accounts with the state of their webhook migration.

        Only for signed-in members of the operator's staff.

        Args:
            page: Page number to return. You do not need to set it if you follow the `next` and
                `previous` links.
            page_size: Number of results per page. The default is recommended for best response
                time.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            cursor: An opaque part of the `next` and `previous` links.
        """
        answer: Page[types.ClientMigration] = await self._call(
            "listClientMigrations", {"page": page, "pageSize": page_size, "query": query, "orderBy": order_by, "cursor": cursor}, timeout=timeout
        )
        return answer

    def each_client_migrations(
        self,
        *,
        page_size: int | None = None,
        query: str | None = None,
        order_by: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.ClientMigration]:
        """Yield all results of ``list_client_migrations``, page by page, each exactly once."""
        return self._each(
            "listClientMigrations", {"pageSize": page_size, "query": query, "orderBy": order_by}, timeout=timeout
        )

    async def get_client_migration(
        self,
        *,
        account_id: str,
        timeout: float | None = None,
    ) -> types.Migration:
        """Get the state of the migration of an account.

        Only for signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.Migration = await self._call(
            "getClientMigration", {"accountId": account_id}, timeout=timeout
        )
        return answer

    async def get_client_rehearsal(
        self,
        *,
        account_id: str,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> types.RehearsalReport:
        """Get the result of the last rehearsal of an account.

        Only for signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
            limit: Maximum length of `perEvent`.
        """
        answer: types.RehearsalReport = await self._call(
            "getClientRehearsal", {"accountId": account_id, "limit": limit}, timeout=timeout
        )
        return answer

    async def rehearse_client_migration(
        self,
        *,
        account_id: str,
        body: types.RehearsalInput | None = None,
        timeout: float | None = None,
    ) -> types.Migration:
        """Rehearse the migration of an account.

        For a while, events are sent through the rules as usual and, in addition, as the newer
        webhooks would send them. The additional messages are marked as a rehearsal. Only for
        signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.Migration = await self._call(
            "rehearseClientMigration", {"accountId": account_id}, body=body, timeout=timeout
        )
        return answer

    async def end_client_rehearsal(
        self,
        *,
        account_id: str,
        timeout: float | None = None,
    ) -> types.Migration:
        """Stop a rehearsal early.

        Only for signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.Migration = await self._call(
            "endClientRehearsal", {"accountId": account_id}, timeout=timeout
        )
        return answer

    async def apply_client_migration(
        self,
        *,
        account_id: str,
        body: types.MigrationOrder | None = None,
        timeout: float | None = None,
    ) -> types.Migration:
        """Migrate an account to the newer webhooks.

        Creates the consumers of the plan and switches the account to them, in one transaction.
        If there are blockers, returns 409 and lists them. Only for signed-in members of the
        operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.Migration = await self._call(
            "applyClientMigration", {"accountId": account_id}, body=body, timeout=timeout
        )
        return answer

    async def rollback_client_migration(
        self,
        *,
        account_id: str,
        body: types.RollbackOrder | None = None,
        timeout: float | None = None,
    ) -> types.Migration:
        """Roll back the migration of an account.

        This is possible as long as the client has not changed any of its consumers. Only for
        signed-in members of the operator's staff.

        Args:
            account_id: Id of the account.
        """
        answer: types.Migration = await self._call(
            "rollbackClientMigration", {"accountId": account_id}, body=body, timeout=timeout
        )
        return answer

    async def get_cell_health(
        self,
        *,
        timeout: float | None = None,
    ) -> types.CellHealth:
        """Get the health of the installation.

        Only for signed-in members of the operator's staff.
        """
        answer: types.CellHealth = await self._call(
            "getCellHealth", {}, timeout=timeout
        )
        return answer

    async def get_maintenance(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Maintenance:
        """Get the maintenance switch.

        Only for signed-in members of the operator's staff.
        """
        answer: types.Maintenance = await self._call(
            "getMaintenance", {}, timeout=timeout
        )
        return answer

    async def set_maintenance(
        self,
        *,
        body: types.MaintenanceChange,
        timeout: float | None = None,
    ) -> types.Maintenance:
        """Switch maintenance on or off.

        During maintenance, all requests return 503, except sign-in and the requests of the
        operator. The workers pause. Nothing is lost. The change takes effect within two seconds.
        Only for signed-in members of the operator's staff.
        """
        answer: types.Maintenance = await self._call(
            "setMaintenance", {}, body=body, timeout=timeout
        )
        return answer

    def export_invoices(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all invoices.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportInvoices", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_bills(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all bills.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportBills", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_customers(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all customers.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportCustomers", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_suppliers(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all suppliers.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportSuppliers", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_accounts(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all accounts.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportAccounts", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_items(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all items.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportItems", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_payments(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all payments.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportPayments", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_bill_payments(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all bill payments.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportBillPayments", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_credit_notes(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all credit notes.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportCreditNotes", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_bill_credit_notes(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all bill credit notes.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportBillCreditNotes", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_journal_entries(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all journal entries.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportJournalEntries", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_tax_rates(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all tax rates.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportTaxRates", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_tracking_categories(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all tracking categories.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportTrackingCategories", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_purchase_orders(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all purchase orders.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportPurchaseOrders", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_sales_orders(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all sales orders.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportSalesOrders", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_bank_accounts(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all bank accounts.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportBankAccounts", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_bank_transactions(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all bank transactions.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportBankTransactions", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_transfers(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all transfers.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportTransfers", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_info(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all info records.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportInfo", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_balance_sheet(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all balance sheet records.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportBalanceSheet", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_profit_and_loss(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all profit and loss records.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportProfitAndLoss", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_cash_flow_statement(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all cash flow statement records.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportCashFlowStatement", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_attachments(
        self,
        *,
        company_id: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all attachments.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportAttachments", {"companyId": company_id, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def export_records_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        data_type: str,
        format: Literal["csv", "ndjson", "parquet"] | None = None,
        query: str | None = None,
        order_by: str | None = None,
        as_of: str | None = None,
        snapshot: str | None = None,
        columns: str | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export all records of a data type.

        Streams all records of the filter in one published state, whatever is published
        meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the
        number of records. If the export fails halfway, the connection is closed without the end
        of the response, which HTTP clients report as an error. Amounts keep every digit. In
        `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe. Needs
        the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            data_type: A data type such as `invoices`.
            format: `csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`:
                typed columns, and lists as JSON.
            query: Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`.
            order_by: Sort order: up to three fields, separated by commas.
            as_of: ISO 8601 time. Returns the data as it was published at that time.
            snapshot: Id of a snapshot of the company.
            columns: Not with `ndjson`: the fields to export, separated by commas, such as
                `invoiceNumber,customerRef.companyName`.
        """
        return self._download(
            "exportRecordsOfConnection", {"companyId": company_id, "connectionId": connection_id, "dataType": data_type, "format": format, "query": query, "orderBy": order_by, "asOf": as_of, "snapshot": snapshot, "columns": columns}, timeout=timeout
        )

    def get_attachment_content(
        self,
        *,
        company_id: str,
        id: str,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Read the content of an attachment.

        Daybook reads the file from the platform while you read it, or serves the copy that it
        keeps if the sync settings say so (`keepContent`). The header `Content-From` is `kept` or
        `platform`; with `platform; reason=fileTooLarge` or `accountFull`, the file should be
        kept but exceeds a limit. The response is a download with the name and the content type
        of the attachment. If the platform breaks off, the connection is closed without the end
        of the response, which HTTP clients report as an error. The response has an `ETag` if the
        platform reports a hash of the content. It is 404 if the platform no longer has the file,
        403 if it no longer accepts the credentials, 429 if its request limit is used up, and 503
        if it does not respond. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            id: The platform's own identifier.
        """
        return self._download(
            "getAttachmentContent", {"companyId": company_id, "id": id}, timeout=timeout
        )

    def get_attachment_content_of_connection(
        self,
        *,
        company_id: str,
        connection_id: str,
        id: str,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Read the content of an attachment.

        Daybook reads the file from the platform while you read it, or serves the copy that it
        keeps if the sync settings say so (`keepContent`). The header `Content-From` is `kept` or
        `platform`; with `platform; reason=fileTooLarge` or `accountFull`, the file should be
        kept but exceeds a limit. The response is a download with the name and the content type
        of the attachment. If the platform breaks off, the connection is closed without the end
        of the response, which HTTP clients report as an error. The response has an `ETag` if the
        platform reports a hash of the content. It is 404 if the platform no longer has the file,
        403 if it no longer accepts the credentials, 429 if its request limit is used up, and 503
        if it does not respond. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            connection_id: Id of the connection between the company and a platform.
            id: The platform's own identifier.
        """
        return self._download(
            "getAttachmentContentOfConnection", {"companyId": company_id, "connectionId": connection_id, "id": id}, timeout=timeout
        )

    def export_proof_bundle(
        self,
        *,
        company_id: str,
        proof_id: str,
        chain_from: int | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """Export a bundle that proves what was in the books.

        Streams one file with all records of the published state and the chain up to its entry.
        `daybook verify FILE`, or a script of 100 lines without code of Daybook, checks it
        offline. The response is 410 if the state is no longer stored. Needs the scope `read`.

        Args:
            company_id: Id of the company.
            proof_id: Id of the entry of the chain.
            chain_from: Number (`sequence`) of the first entry of the chain in the bundle.
        """
        return self._download(
            "exportProofBundle", {"companyId": company_id, "proofId": proof_id, "chainFrom": chain_from}, timeout=timeout
        )
