"""Prints a Parquet file as one JSON document: types, row groups, metadata, and per column its nulls, sum and a digest."""

import hashlib
import json
import sys
from decimal import Decimal, getcontext

import pyarrow as pa
import pyarrow.parquet as pq

# The default of 28 digits would round sums.
getcontext().prec = 100


def text_of(value):
    if value is None:
        return None
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


file = pq.ParquetFile(sys.argv[1])
groups = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
columns = {}
digests = {}
for field in file.schema_arrow:
    columns[field.name] = {"type": str(field.type), "nulls": 0, "sum": Decimal(0)}
    digests[field.name] = hashlib.sha256()
for n in range(file.num_row_groups):
    table = file.read_row_group(n)
    for field in file.schema_arrow:
        column = table.column(field.name)
        if pa.types.is_timestamp(field.type):
            column = column.cast(pa.int64())
        for value in column.to_pylist():
            digests[field.name].update(((text_of(value) if value is not None else "\0") + "\n").encode())
            if value is None:
                columns[field.name]["nulls"] += 1
            elif isinstance(value, (Decimal, int)) and not isinstance(value, bool):
                columns[field.name]["sum"] += Decimal(value)
for name, column in columns.items():
    column["sum"] = format(column["sum"].normalize(), "f") if column["sum"] else "0"
    column["digest"] = digests[name].hexdigest()
metadata = {key.decode(): value.decode() for key, value in (file.metadata.metadata or {}).items()}
print(json.dumps({"rows": file.metadata.num_rows, "groups": groups, "metadata": metadata, "columns": columns}))
