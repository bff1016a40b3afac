"""Reads a table with Python: peers.py csv|openpyxl [sets] FILE. With sets, also checks types, lists, sums and keys."""
import json
import os
import sys
import time

reader, *more, file = sys.argv[1:]
CATEGORIES = {'MAIN FABRIC (WOVEN)', 'LININGS', 'POCKETING FABRIC', 'RIBBED EDGES', 'LABELLINGS'}
MATERIALS = {'COTTON', 'ORGANIC COTTON', 'LINEN', 'WOOL', 'RECYCLED POLYESTER', 'SILK'}
COUNTRIES = {'FR', 'IT', 'PT', 'TR', 'IN', 'CN', 'BD', '', None}
keys = set()


def check(row):
    if row[8] != 'TEXTILE' or row[9] not in CATEGORIES:
        raise ValueError(row)
    if row[10] not in MATERIALS or row[13] not in MATERIALS:
        raise ValueError(row)
    if float(row[11]) + float(row[14]) != 100 or float(row[19]) <= 0:
        raise ValueError(row)
    for at in (12, 15, 16, 17, 18):
        if row[at] not in COUNTRIES:
            raise ValueError(row)
    key = (row[1], row[4])
    if key in keys:
        raise ValueError(row)
    keys.add(key)


def table():
    if reader == 'csv':
        import csv

        with open(file, newline='', encoding='utf-8') as text:
            yield from csv.reader(text)
    else:
        import openpyxl

        yield from openpyxl.load_workbook(file, read_only=True).worksheets[0].iter_rows(values_only=True)


rows = -1
chars = 0
for row in table():
    if rows >= 0:
        if more:
            check(row)
        chars += len(row[1]) + len(row[9]) + len(row[21])
    rows += 1

used = time.process_time()
with open('/proc/self/status', encoding='ascii') as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith('VmHWM'))
with os.fdopen(3, 'w') as out:
    json.dump({'cpu': used, 'peak': peak / 1024, 'rows': rows, 'chars': chars}, out)
