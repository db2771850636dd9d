"""make-schemas.py FOLDER DEFINITION VERSION…: writes strict JSON schemas for kubeconform.

The schemas of the Kubernetes API come from the package kubernetes-validate, those of a custom resource from the
YAML file of its definition.
"""
import json
import pathlib
import sys

import kubernetes_validate
import yaml

folder, definition, *versions = sys.argv[1:]
home = pathlib.Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema"
kinds = [
    "deployment-apps-v1", "service-v1", "serviceaccount-v1", "job-batch-v1", "pod-v1", "ingress-networking-v1",
    "networkpolicy-networking-v1", "poddisruptionbudget-policy-v1", "horizontalpodautoscaler-autoscaling-v2",
]


def references(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref":
                name = value.split("/$defs/")[1]
                node[key] = "#/$defs/" + name
                yield name
            else:
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def close(node):
    """Rejects unknown fields, as the strict schemas of the Kubernetes API do."""
    if isinstance(node, dict):
        if "properties" in node and not node.get("x-kubernetes-preserve-unknown-fields"):
            node.setdefault("additionalProperties", False)
        for value in node.values():
            close(value)
    elif isinstance(node, list):
        for value in node:
            close(value)


for version in versions:
    source = home / f"v{version}-local-strict"
    definitions = json.loads((source / "_definitions.json").read_text())["$defs"]
    target = pathlib.Path(folder) / f"v{version}-strict"
    target.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        schema = json.loads((source / f"{kind}.json").read_text())
        used, open_names = {}, list(references(schema))
        while open_names:
            name = open_names.pop()
            if name not in used:
                used[name] = definitions[name]
                open_names += list(references(used[name]))
        (target / f"{kind}.json").write_text(json.dumps({**schema, "$defs": used}))

custom = yaml.safe_load(pathlib.Path(definition).read_text())
for version in custom["spec"]["versions"]:
    schema = version["schema"]["openAPIV3Schema"]
    close(schema)
    group = custom["spec"]["group"].split(".")[0]
    name = f"{custom['spec']['names']['kind'].lower()}-{group}-{version['name']}.json"
    (pathlib.Path(folder) / name).write_text(json.dumps(schema))
