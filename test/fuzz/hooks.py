"""What the fuzzer cannot learn from the OpenAPI document: how to keep going, and two checks of Daybook's own."""

import json
import os
import random
import re
import uuid
from functools import cache
from urllib.parse import parse_qsl, unquote, urlsplit

import jsonschema_rs
import schemathesis

# Deleting the key that the fuzzer itself uses would turn every later answer into 403.
OWN_KEY_ID = os.environ["FUZZ_API_KEY_ID"]

LINKED_CONNECTION = json.loads(os.environ["FUZZ_LINKED_CONNECTION"])
# Of the same company, and free to be deleted.
SPARE_CONNECTIONS = json.loads(os.environ["FUZZ_SPARE_CONNECTIONS"])

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
COMPANY_WRITES = {"createCompany", "changeCompany", "replaceCompany"}


@schemathesis.hook
def before_call(context, case, kwargs):
    spare_own_key(case)
    renew_idempotency_key(case)
    if random.random() < 0.5:
        use_the_linked_connection(case)
    if case.query and random.random() < 0.5:
        speak_the_filter_language(case.query)
    if random.random() < 0.2 and case.headers is not None:
        case.headers["Accept"] = "application/problem+json"


def spare_own_key(case):
    """Nor may the company go that the fuzzer's linked connection belongs to."""
    if case.method == "DELETE" and (case.path_parameters or {}).get("companyId") == LINKED_CONNECTION["companyId"]:
        case.path_parameters["companyId"] = str(uuid.uuid4())
    if str((case.path_parameters or {}).get("apiKeyId", "")).lower() == OWN_KEY_ID:
        case.path_parameters["apiKeyId"] = str(uuid.uuid4())


def use_the_linked_connection(case):
    """Only a connection that exists, and credentials that the sandbox knows, get through to the platform."""
    operation = case.operation.definition.raw.get("operationId")
    if operation == "deleteConnection" and SPARE_CONNECTIONS:
        case.path_parameters.update(companyId=LINKED_CONNECTION["companyId"], connectionId=SPARE_CONNECTIONS.pop())
    if operation in ("authorizeConnection", "unlinkConnection"):
        case.path_parameters.update(LINKED_CONNECTION)
    if operation == "authorizeConnection" and isinstance(case.body, dict):
        case.body = {"credentials": {"company": "fuzz-100", "secret": "sandbox-fuzz-100"}}


def renew_idempotency_key(case):
    """The same few keys come again and again: mostly 422, and a POST that gives the answer of a company deleted since."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and IDEMPOTENCY_KEY.fullmatch(key) and (case.method == "POST" or random.random() < 0.75):
        case.headers["Idempotency-Key"] = f"{uuid.uuid4()} {key}"[:255]


def speak_the_filter_language(query):
    """Random text is hardly ever a filter, and never a cursor."""
    if "query" in query:
        query["query"] = random.choice(FILTERS)
    if "orderBy" in query:
        query["orderBy"] = random.choice(ORDERS)
    query.pop("cursor", None)


@schemathesis.check
def valid_company_is_accepted(ctx, response, case):
    """In place of positive_data_acceptance, which cannot know what no schema says: filters, cursors, times to come, and
    that PostgreSQL stores no NUL."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if case.operation.definition.raw.get("operationId") not in COMPANY_WRITES:
        return
    if response.status_code == 400 and "cannot be stored" not in response.text:
        raise AssertionError(f"A company that the schema allows was refused: {response.text}")


@schemathesis.check
def accepted_request_is_valid(ctx, response, case):
    """In place of negative_data_rejection, which looks at what it meant to send and not at what was sent: 3 of 9,000
    requests had lost their fault on the way."""
    if response.status_code >= 400:
        return
    problem = find_problem(case.operation, response.request)
    if problem:
        raise AssertionError(f"Accepted, though {problem}")


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
        if not validator(json.dumps(schema), "{}").is_valid(typed):
            return f"the {place} parameter {name!r} has the value {text!r}"
    if "requestBody" in raw:
        return find_body_problem(raw["requestBody"], request.body, document)
    return None


def find_body_problem(declared, body, document):
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
