"""What the fuzzer cannot learn from the OpenAPI document: how to keep going, and two additional checks."""

import datetime
import json
import os
import random
import re
import uuid
from collections import Counter
from functools import cache
from urllib.parse import parse_qsl, unquote, urlsplit

import jsonschema_rs
import schemathesis

# Deleting the fuzzer's own key would turn every later response into 403.
OWN_KEY_ID = os.environ["FUZZ_API_KEY_ID"]

# Written by prepare-data.ts: ids that random text never hits.
DATA = json.loads(os.environ["FUZZ_DATA"])
LINKED_CONNECTION = DATA["linked"]
SPARE_CONNECTIONS = DATA["spareConnections"]
READABLE = DATA["readable"]
PROTECTED = {place["companyId"] for place in (LINKED_CONNECTION, READABLE, DATA["held"], DATA["uploads"])}

# A mapping can be deleted once.
MAPPED = {name: list(DATA["mapped"]) for name in ("deleteMapping", "deleteConnectionMapping")}

# Half of the held syncs for each operation: a cancelled sync can no longer be confirmed.
HELD_SYNCS = {"confirmDeletions": DATA["held"]["syncIds"][0::2], "cancelSync": DATA["held"]["syncIds"][1::2]}
# These are popped last, and one of each half stays, so its diff can be read.
DIFF_SYNCS = [DATA["held"]["syncIds"][0], DATA["held"]["syncIds"][1]]

# Not the functions of the module `random`: the fuzzer seeds them with 0 before each example, so every example would make
# the same choices.
chance = random.Random(os.environ["FUZZ_SEED"])

# Until an operation has been accepted this often, every valid request uses existing ids and valid values. Afterwards,
# chance decides.
CERTAIN_UNTIL = 6
accepted = Counter()
created_keys = []

IDEMPOTENCY_KEY = re.compile(r"[\x20-\x7e]{1,255}")
INTEGER = re.compile(r"[+-]?[0-9]+")
FILTERS = [
    "name~a",
    'name="Kestrel Air Ltd" || {tags.region=EU && created>=2020-01-01}',
    "created>2020-01-01T00:00:00Z",
    "description=null",
    "description!=null && name<m",
    "lastUsed!=null",
]
ORDERS = ["name", "-created", "name,-created"]
RECORD_FILTERS = [
    "id!=null",
    "metadata.isDeleted=false && modifiedDate>2020-01-01",
    "status=paid || totalAmount>1000.5",
    "lineItems.quantity>1 && issueDate<2030-01-01",
    "totalAmount=123456789012345678901234567890.12",
    "customerRef.id=null || dueDate=null",
]
RECORD_ORDERS = ["id", "-id", "-modifiedDate", "-issueDate", "totalAmount,-issueDate", "status,id"]
COMPANY_WRITES = {"createCompany", "changeCompany", "replaceCompany"}


@schemathesis.hook
def before_call(context, case, kwargs):
    spare_own_key(case)
    renew_idempotency_key(case)
    is_certain = is_valid(case) and accepted[case.operation.label] < CERTAIN_UNTIL
    if is_certain:
        use_an_existing_company(case)
    if is_certain or chance.random() < 0.5:
        use_the_linked_connection(case)
    if is_certain or chance.random() < 0.6:
        use_the_readable_company(case)
        use_the_mappings(case)
    if is_certain or chance.random() < 0.7:
        use_the_webhooks(case)
        use_the_standing_queries(case)
    if is_certain or chance.random() < 0.7:
        use_the_pushes(case)
    if is_certain or chance.random() < 0.7:
        use_the_rules(case)
        use_the_snapshots(case)
        use_the_proofs(case)
        use_the_uploads(case)
        use_the_moments(case)
    if is_certain:
        use_the_newest_key(case)
    if case.query and is_certain:
        omit_the_filter(case)
    elif case.query and chance.random() < 0.5:
        speak_the_filter_language(case)
    # Otherwise the fuzzer would spend its time in long polls of up to 55 s.
    if str((case.query or {}).get("wait", "")).isdigit() and int(case.query["wait"]) <= 55:
        case.query["wait"] = chance.choice([0, 1])
    if chance.random() < 0.2 and case.headers is not None:
        case.headers["Accept"] = "application/problem+json"


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code < 400:
        accepted[case.operation.label] += 1
    if response.status_code == 201 and case.operation.label == "POST /apiKeys":
        created_keys.append(response.json()["apiKeyId"])


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def spare_own_key(case):
    """Also protects the companies that the fuzzer needs, and the connection of the readable company."""
    path = case.path_parameters or {}
    if case.method == "DELETE" and path.get("companyId") in PROTECTED:
        case.path_parameters["companyId"] = str(uuid.uuid4())
    if case.method in ("DELETE", "PATCH", "PUT") and path.get("connectionId") == READABLE["connectionId"]:
        case.path_parameters["connectionId"] = str(uuid.uuid4())
    if str((case.path_parameters or {}).get("apiKeyId", "")).lower() == OWN_KEY_ID:
        case.path_parameters["apiKeyId"] = str(uuid.uuid4())


def use_an_existing_company(case):
    """The functions below replace some of these ids with others."""
    place = READABLE if case.method == "GET" else LINKED_CONNECTION
    for name in set(place) & set(case.path_parameters or {}):
        if case.method != "DELETE":
            case.path_parameters[name] = place[name]


def use_the_linked_connection(case):
    """Only an existing connection with credentials that the sandbox knows reaches the platform."""
    operation = case.operation.definition.raw.get("operationId")
    if operation == "deleteCompany" and DATA["spareCompanies"]:
        case.path_parameters["companyId"] = DATA["spareCompanies"].pop()
    if operation == "deleteConnection" and SPARE_CONNECTIONS:
        case.path_parameters.update(companyId=LINKED_CONNECTION["companyId"], connectionId=SPARE_CONNECTIONS.pop())
    if operation in ("authorizeConnection", "unlinkConnection"):
        case.path_parameters.update(LINKED_CONNECTION)
    if operation == "createConnection":
        case.path_parameters["companyId"] = LINKED_CONNECTION["companyId"]
        if isinstance(case.body, dict):
            case.body = {"platformKey": "sandbox"}
    if operation == "passThrough":
        ask_the_platform(case)
    if operation == "authorizeConnection" and isinstance(case.body, dict):
        case.body = {"credentials": {"company": "fuzz-100", "secret": "sandbox-fuzz-100"}}


def ask_the_platform(case):
    """A request that is valid by the schema still needs a body that fits its method, and a key if it writes."""
    case.path_parameters.update(companyId=READABLE["companyId"], connectionId=READABLE["connectionId"])
    if isinstance(case.body, dict) and chance.random() < 0.7:
        case.body = {"method": "GET", "path": "/customers", "query": {"limit": "1"}}


def use_the_readable_company(case):
    """Uses the ids of existing data."""
    operation = case.operation.definition.raw.get("operationId")
    path = case.path_parameters
    if operation == "getHeldDiff":
        path.update(companyId=DATA["held"]["companyId"], syncId=chance.choice(DIFF_SYNCS))
        return
    around = ("/dataStatus", "/changes", "/syncSettings", "/quality", "/quality/history")
    is_around = case.operation.path.endswith(around) or operation == "listConnections"
    if not path or "companyId" not in path or not ("/data/" in case.operation.path or is_around):
        return
    if operation in ("confirmDeletions", "cancelSync"):
        # Each sync can be confirmed or cancelled once.
        ids = HELD_SYNCS[operation]
        sync_id = ids.pop() if is_valid(case) and len(ids) > 1 else chance.choice(ids)
        path.update(companyId=DATA["held"]["companyId"], syncId=sync_id)
        return
    path["companyId"] = READABLE["companyId"]
    if "connectionId" in path:
        path["connectionId"] = READABLE["connectionId"]
    if "syncId" in path:
        path["syncId"] = chance.choice(DATA["syncIds"])
    if "dataType" in path:
        path["dataType"] = chance.choice(list(DATA["recordIds"]))
    if "id" in path:
        named = re.search(r"/data/(\w+)/", case.operation.path)
        path["id"] = chance.choice(DATA["recordIds"][path.get("dataType") or named[1]])
    if case.query and "connectionId" in case.query:
        case.query["connectionId"] = READABLE["connectionId"]


def use_the_mappings(case):
    """Uses a platform whose stored records can be read, and mappings that exist. Each can be deleted once."""
    operation = case.operation.definition.raw.get("operationId")
    path = case.path_parameters
    if not path or "/mappings" not in case.operation.path:
        return
    if "platformKey" in path:
        path["platformKey"] = "sandbox"
    if "connectionId" in path:
        path.update(READABLE)
    if "dataType" not in path:
        return
    if operation in MAPPED and is_valid(case) and len(MAPPED[operation]) > 1:
        path["dataType"] = MAPPED[operation].pop()
    else:
        path["dataType"] = "invoices" if operation == "getMapping" else chance.choice(["invoices", "bills", "items"])


def use_the_webhooks(case):
    """Uses an existing consumer and existing messages, and body values that the schema does not describe."""
    operation = case.operation.definition.raw.get("operationId")
    webhooks = DATA["webhooks"]
    path = case.path_parameters or {}
    if "consumerId" in path:
        is_spare = operation == "deleteConsumer" and webhooks["spareConsumers"]
        path["consumerId"] = webhooks["spareConsumers"].pop() if is_spare else webhooks["consumerId"]
    if "messageId" in path:
        path["messageId"] = chance.choice(webhooks["messageIds"])
    if "attemptId" in path:
        path.update(chance.choice(webhooks["attempts"]))
    if "redeliveryId" in path:
        path["redeliveryId"] = chance.choice(webhooks["redeliveryIds"])
    if not isinstance(case.body, dict) or chance.random() < 0.3:
        return
    if operation in ("createConsumer", "changeConsumer"):
        known = {"url": "https://hooks.client.example/x", "eventTypes": ["sync.*"], "channels": [], "headers": {"x-a": "b"}}
        case.body.update({name: value for name, value in known.items() if name in case.body})
    if operation == "testConsumer" and "eventType" in case.body:
        case.body["eventType"] = "sync.completed"
    if operation == "resendMessage" and "consumerId" in case.body:
        case.body["consumerId"] = webhooks["consumerId"]
    if operation in ("recoverMessages", "replayMessages") and "since" in case.body:
        case.body.pop("until", None)
        case.body["since"] = "2020-01-01T00:00:00Z"


def use_the_standing_queries(case):
    """Uses a consumer that subscribes to their event. Each spare query is deleted once."""
    operation = case.operation.definition.raw.get("operationId")
    if "/standingQueries" not in case.operation.path:
        return
    standing = DATA["standing"]
    path = case.path_parameters or {}
    if "standingQueryId" in path:
        is_spare = operation == "deleteStandingQuery" and standing["spare"]
        path["standingQueryId"] = standing["spare"].pop() if is_spare else chance.choice(standing["ids"])
    if isinstance(case.body, dict) and chance.random() < 0.7:
        known = {"name": "Large", "dataType": "invoices", "query": chance.choice(RECORD_FILTERS[:3])}
        case.body = {**known, "consumerId": standing["consumerId"], "companyId": READABLE["companyId"]}


def use_the_pushes(case):
    """Uses a platform that accepts pushes, records that it knows, and pushes whose outcome a person must resolve."""
    operation = case.operation.definition.raw.get("operationId")
    if "/push" not in case.operation.path:
        return
    pushes = DATA["pushes"]
    path = case.path_parameters
    path["companyId"] = READABLE["companyId"]
    if "connectionId" in path:
        path["connectionId"] = READABLE["connectionId"]
    if "dataType" in path:
        path["dataType"] = chance.choice(list(pushes["records"]))
    if "id" in path:
        path["id"] = chance.choice(DATA["recordIds"][path["dataType"]])
    if "pushId" in path:
        is_open = operation == "resolvePush" and pushes["unknown"]
        path["pushId"] = pushes["unknown"].pop() if is_open else chance.choice(pushes["ids"])
    if "pushGroupId" in path:
        path["pushGroupId"] = chance.choice(pushes["groups"])
    if operation == "createPushGroup" and isinstance(case.body, dict) and chance.random() < 0.7:
        group_body(case.body, pushes)
    # The ETag of a record changes with every push, so most requests have none.
    if case.headers and "If-Match" in case.headers and chance.random() < 0.8:
        case.headers.pop("If-Match")
    if operation in ("pushCreate", "pushUpdate") and isinstance(case.body, dict) and chance.random() < 0.7:
        case.body = pushes["records"][path["dataType"]]
    if case.headers and "Prefer" in case.headers:
        case.headers["Prefer"] = chance.choice(["wait=1", "respond-async, wait=0"])


def group_body(body, pushes):
    """A group that the platform accepts."""
    names = list(pushes["records"])
    body.clear()
    body["connectionId"] = READABLE["connectionId"]
    body["onFailure"] = chance.choice(["stop", "undo"])
    body["steps"] = [
        {"key": f"step{n}", "dataType": name, "operation": "create", "record": pushes["records"][name]}
        for n, name in enumerate(chance.sample(names, chance.randint(1, len(names))))
    ]


def use_the_snapshots(case):
    """Snapshots of the readable company. A deleted one can neither be changed nor deleted again."""
    operation = case.operation.definition.raw.get("operationId")
    if "/snapshots" not in case.operation.path:
        return
    snapshots = DATA["snapshots"]
    path = case.path_parameters
    path["companyId"] = READABLE["companyId"]
    if "snapshotId" in path:
        is_spare = operation == "deleteSnapshot" and snapshots["spare"]
        path["snapshotId"] = snapshots["spare"].pop() if is_spare else chance.choice(snapshots["ids"])
    if isinstance(case.body, dict) and "keepUntil" in case.body and chance.random() < 0.7:
        soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
        case.body["keepUntil"] = soon.isoformat()


def use_the_proofs(case):
    """Entries of the chain of the readable company."""
    if "proofId" not in (case.path_parameters or {}):
        return
    case.path_parameters.update(companyId=READABLE["companyId"], proofId=chance.choice(DATA["proofs"]))
    if isinstance(case.query, dict) and "chainFrom" in case.query:
        case.query["chainFrom"] = 1


def use_the_uploads(case):
    """Uploads of a connection to Files. Each spare one is deleted once."""
    operation = case.operation.definition.raw.get("operationId")
    if "/uploads" not in case.operation.path or case.operation.path.startswith("/link"):
        return
    uploads = DATA["uploads"]
    path = case.path_parameters
    path.update(companyId=uploads["companyId"], connectionId=uploads["connectionId"])
    if "uploadId" in path:
        is_spare = operation == "deleteUpload" and uploads["spare"]
        path["uploadId"] = uploads["spare"].pop() if is_spare else chance.choice(uploads["ids"])
    if operation == "createUpload" and is_valid(case):
        case.query["fileName"] = "customers.csv"
        case.body = f"Customer number,Customer name\nC{chance.randint(1, 99)},Ada\n".encode()
    if operation in ("previewUpload", "confirmUpload") and isinstance(case.body, dict) and chance.random() < 0.8:
        case.body = {"dataType": "customers"}


def use_the_moments(case):
    """Restatements need a moment before the newest state, and none or a later one to compare with."""
    if "/restatements" not in case.operation.path:
        return
    query = case.query
    for name in ("fromSnapshot", "to", "toSnapshot", "closedFrom", "states"):
        query.pop(name, None)
    second_ago = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=1)
    query["from"] = chance.choice(["2020-01-01", second_ago.strftime("%Y-%m-%dT%H:%M:%SZ")])
    if "closedOn" in query:
        query["closedOn"] = "2026-09-30"


def use_the_rules(case):
    """The account is then served by the older webhooks; data of the newer ones still exists."""
    operation = case.operation.definition.raw.get("operationId")
    if not case.operation.path.startswith("/rules"):
        return
    rules = DATA["rules"]
    path = case.path_parameters or {}
    if "ruleId" in path:
        is_spare = operation == "deleteRule" and rules["spare"]
        path["ruleId"] = rules["spare"].pop() if is_spare else rules["ruleId"]
    if "alertId" in path:
        path["alertId"] = chance.choice(rules["alertIds"])
    if isinstance(case.body, dict) and chance.random() < 0.7:
        case.body = {"type": "company.created", "notifiers": {"webhook": "https://hooks.client.example/x"}}


def renew_idempotency_key(case):
    """The fuzzer repeats a few keys: most get 422, or a stored response for a company that was deleted since."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and IDEMPOTENCY_KEY.fullmatch(key) and (case.method == "POST" or chance.random() < 0.75):
        case.headers["Idempotency-Key"] = f"{uuid.uuid4()} {key}"[:255]


def speak_the_filter_language(case):
    """Random text is hardly ever a valid filter, and never a valid cursor."""
    query = case.query
    is_of_records = "/data/" in case.operation.path and "/history" not in case.operation.path
    if "query" in query:
        query["query"] = chance.choice(RECORD_FILTERS if is_of_records else FILTERS)
    if "orderBy" in query:
        query["orderBy"] = chance.choice(RECORD_ORDERS if is_of_records else ORDERS)
    if "asOf" in query:
        query["asOf"] = chance.choice(["2020-01-01", "2040-01-01T00:00:00Z"])
    if "snapshot" in query:
        query.pop("snapshot")
    if "after" in query:
        query["after"] = "latest"
    query.pop("cursor", None)


def omit_the_filter(case):
    """Not every list has the fields of the filters above."""
    for name in ("query", "orderBy", "cursor", "asOf", "after"):
        case.query.pop(name, None)


def use_the_newest_key(case):
    """Older keys may have been deleted already (spare-keys.ts)."""
    if case.operation.definition.raw.get("operationId") == "deleteApiKey" and created_keys:
        case.path_parameters["apiKeyId"] = created_keys.pop()


@schemathesis.check
def valid_company_is_accepted(ctx, response, case):
    """Replaces positive_data_acceptance, which does not know rules outside the schema: filters, cursors, future times,
    and that PostgreSQL cannot store NUL."""
    if not is_valid(case):
        return
    if case.operation.definition.raw.get("operationId") not in COMPANY_WRITES:
        return
    if response.status_code == 400 and "cannot be stored" not in response.text:
        raise AssertionError(f"A company that the schema allows was rejected: {response.text}")


@schemathesis.check
def accepted_request_is_valid(ctx, response, case):
    """Replaces negative_data_rejection, which checks what it intended to send, not what was sent: 3 of 9,000 requests
    had lost their fault on the way."""
    if response.status_code >= 400:
        return
    problem = find_problem(case.operation, response.request)
    if problem:
        raise AssertionError(f"Accepted, although {problem}")


def find_problem(operation, request):
    raw = operation.definition.raw
    document = operation.schema.raw_schema
    schemas = {(p["in"], p["name"].lower()): p["schema"] for p in raw.get("parameters", [])}
    url = urlsplit(request.url)
    sent = [("query", name, value) for name, value in parse_qsl(url.query, keep_blank_values=True)]
    names = re.findall(r"{(\w+)}", operation.path)
    values = re.fullmatch(re.sub(r"{\w+}", "([^/]+)", operation.path) + "/?", url.path)
    sent += [("path", name, unquote(value)) for name, value in zip(names, values.groups() if values else [])]
    sent += [("header", name, value) for name, value in request.headers.items() if ("header", name.lower()) in schemas]
    for place, name, value in sent:
        schema = schemas.get((place, name.lower()))
        if schema is None:
            return f"the {place} parameter {name!r} is unknown"
        text = value.decode("latin-1") if isinstance(value, bytes) else value
        typed = int(text) if schema.get("type") == "integer" and INTEGER.fullmatch(text) else text
        if schema.get("type") == "boolean" and text in ("true", "false"):
            typed = text == "true"
        if not validator(json.dumps(schema), "{}").is_valid(typed):
            return f"the {place} parameter {name!r} has the value {text!r}"
    if "requestBody" in raw:
        return find_body_problem(raw["requestBody"], request.body, document)
    return None


def find_body_problem(declared, body, document):
    if not body and not declared.get("required", False):
        return None
    if "application/json" not in declared["content"]:
        return None  # a file: any bytes
    try:
        value = json.loads(body)
    except (TypeError, ValueError):
        return f"the body is not JSON: {body!r}"
    schema = declared["content"]["application/json"]["schema"]
    components = json.dumps(document["components"])
    if not validator(json.dumps(schema), components).is_valid(value):
        return f"the body violates the schema: {body!r}"
    return None


@cache
def validator(schema, components):
    return jsonschema_rs.validator_for(
        {**json.loads(schema), "components": json.loads(components)}, validate_formats=True
    )
