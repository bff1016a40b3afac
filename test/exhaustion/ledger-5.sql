-- A ledger of version 5: that of version 4, as version 5 upgrades it.
CREATE TABLE identity(one integer primary key, id text not null) strict;
CREATE TABLE marks(target text primary key, seq integer not null) strict, without rowid;
CREATE TABLE runs(
  run integer primary key, id text not null unique, command text not null, environment text not null,
  target text not null, interface text not null, started_at text not null, finished_at text, exit_code integer,
  verdict text, options text not null, stage text not null default 'reading', check (stage in ('reading', 'invalid', 'planned'))
) strict;
CREATE TABLE files(run integer not null, path text not null, sha256 text not null, rows integer not null) strict;
CREATE TABLE sheets(
  sheet_id integer primary key, run integer not null, file text not null, sheet text not null, kind text not null,
  columns text not null, sources text
) strict;
CREATE TABLE sources(hash text primary key, content text not null, check (json_valid(content))) strict, without rowid;
CREATE TABLE records(
  id integer primary key, run integer not null, kind text not null, family text not null, key text not null,
  batch text not null, wave integer, body text not null, hash text not null, share_key text, share_hash text,
  sheet_id integer not null, row integer not null, status text, outcome text, state text not null default 'staged',
  answer text, messages text, blocked_by text, attempts integer not null default 0, body_crc integer,
  check (status in ('new', 'changed', 'unchanged', 'existing', 'outdated', 'in-doubt', 'invalid')
    and outcome in ('created', 'updated', 'unchanged', 'existing', 'outdated', 'rejected', 'blocked', 'failed',
      'in-doubt', 'invalid', 'not-attempted')
    and state in ('staged', 'sending', 'ended'))
) strict;
CREATE TABLE folded(
  run integer not null, sheet_id integer not null, kind text not null, family text not null, batch text not null,
  outcome text not null, first integer not null, last integer not null, count integer not null, rows blob not null,
  check (outcome in ('unchanged', 'existing'))
) strict;
CREATE TABLE folded_findings(run integer not null, rows blob not null) strict;
CREATE TABLE record_rows(record integer primary key, rows text not null, check (json_valid(rows))) strict;
CREATE TABLE record_cells(record integer primary key, cells text not null, check (json_valid(cells))) strict;
CREATE TABLE refs(
  record integer not null, run integer not null, field text not null, kind text not null, key text not null,
  partial integer not null, primary key(record, field, kind, key)
) strict, without rowid;
CREATE TABLE findings(
  run integer not null, code text not null, severity text not null, file text not null, sheet text, row integer,
  column text, kind text, field text, value text, message text not null, suggestion text, line integer
) strict;
CREATE TABLE text_lines(
  sheet_id integer not null, row integer not null, line integer not null, primary key(sheet_id, row)
) strict, without rowid;
CREATE TABLE ignored(
  run integer not null, file text not null, sheet text not null, "column" text not null, header text not null,
  "values" integer not null
) strict;
CREATE TABLE updates(
  record integer primary key, asked integer not null, by_id text, patch text, replaces text,
  doubt integer not null default 0
) strict;
CREATE TABLE attempts(
  record integer not null, attempt integer not null, started_at text not null, ended_at text, result text, status integer,
  error text, read_at text, read text, primary key(record, attempt), check (json_valid(error))
) strict, without rowid;
CREATE TABLE sent(
  record integer not null, attempt integer not null, body text not null, primary key(record, attempt)
) strict, without rowid;
CREATE TABLE entries(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  state text not null, hash text not null, body text not null, batch text not null, answer text, run text not null,
  at text not null, sure text, doubt_hash text,
  taken integer not null as (coalesce(sure, state) <> 'in-doubt'),
  primary key(target, interface, kind, key, family), check (state in ('accepted', 'existing', 'in-doubt') and sure in ('accepted', 'existing') and json_valid(body))
) strict;
CREATE TABLE profiles(
  target text not null, interface text not null, name text not null, kind text not null, run text not null,
  rows integer not null, known integer not null, profile text not null, check (json_valid(profile))
) strict;
CREATE TABLE doubts(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  boot text not null, ms real not null, primary key(target, interface, kind, key, family)
) strict, without rowid;
CREATE TABLE listed(
  record integer primary key, attempts integer not null, sent_at text, listed_at text not null
) strict;
CREATE TABLE senders(
  target text primary key, token text not null, host text not null, pid integer not null, began text, lock text,
  seen integer not null
) strict, without rowid;
CREATE TABLE memories(
  target text primary key, memory text not null, since text, newest text
) strict, without rowid;
CREATE TABLE ended_senders(target text not null, sender text not null, primary key(target, sender)) strict, without rowid;
CREATE TABLE outbox(
  id integer primary key autoincrement, target text not null, interface text not null, kind text not null,
  key text not null, family text not null, copy text not null, check (copy = target || interface || kind || key || family)
) strict;
CREATE TABLE target_uses(
  target text not null, environment text not null, token_source text not null, at text not null,
  primary key(target, environment, token_source)
) strict, without rowid;
insert into identity(one, id) values (1, 'df831a40f63f18421a98e027efea31d0');
insert into marks(target, seq) values ('http://service.invalid', 43);
insert into runs(run, id, command, environment, target, interface, started_at, finished_at, exit_code, verdict, options, stage) values (1, '20261127-201322-63f2', 'import', 'sandbox', 'http://service.invalid', 'v2', '2026-11-27T20:13:22.502Z', '2026-11-27T20:13:23.225Z', 0, '{"text":"sandbox: 3 created.","next":null,"error":null}', '{"input":true,"env":"sandbox","report":null,"files":["suppliers.csv"],"maps":[]}', 'planned');
insert into runs(run, id, command, environment, target, interface, started_at, finished_at, exit_code, verdict, options, stage) values (2, '20261127-201324-7e24', 'import', 'sandbox', 'http://service.invalid', 'v2', '2026-11-27T20:13:24.274Z', null, null, null, '{"input":true,"env":"sandbox","report":null,"files":["suppliers.csv","packaging.csv","products.csv","components.csv"],"maps":[]}', 'planned');
insert into files(run, path, sha256, rows) values (1, 'suppliers.csv', '87ae8400a3907f034d4b021f4278b522a47b0d24c87eb1b24421ca9867ddd65b', 3);
insert into files(run, path, sha256, rows) values (2, 'suppliers.csv', '87ae8400a3907f034d4b021f4278b522a47b0d24c87eb1b24421ca9867ddd65b', 3);
insert into files(run, path, sha256, rows) values (2, 'packaging.csv', '16a8e98b14e14bb77ec7569c3cfd306846870085fc1b4bcfd95ceea8e41f1e72', 2);
insert into files(run, path, sha256, rows) values (2, 'products.csv', 'b365f8e55891736fa9aa42448d1b4c1181b1b4a82d29a05f5bdd13f8281af8c6', 3);
insert into files(run, path, sha256, rows) values (2, 'components.csv', '5ccda34661a7fc529a40d2bc52d9ed6a25b0658e1092c7a9e7a6d849043270a8', 4);
insert into sheets(sheet_id, run, file, sheet, kind, columns, sources) values (1, 1, 'suppliers.csv', 'suppliers', 'supplier', '{"projectType":"A","supplierRef":"B","category":"C","importationBatch":"D"}', null);
insert into sheets(sheet_id, run, file, sheet, kind, columns, sources) values (2, 2, 'suppliers.csv', 'suppliers', 'supplier', '{"projectType":"A","supplierRef":"B","category":"C","importationBatch":"D"}', null);
insert into sheets(sheet_id, run, file, sheet, kind, columns, sources) values (3, 2, 'packaging.csv', 'packaging', 'packaging', '{"projectType":"A","packagingRef":"B","type":"C","channel":"D","percentageRecycled":"E","ecoModulation":"F","compostability":"G","recyclability":"H","possibilityReUse":"I","hazardousSubstances.status":"J","hazardousSubstances":"J","importationBatch":"K"}', null);
insert into sheets(sheet_id, run, file, sheet, kind, columns, sources) values (4, 2, 'products.csv', 'products', 'product', '{"projectType":"A","productRef":"B","category":"C","productCollectionRef":"D","productColorCode":"E","packagingRefs":"F","warehouseRef":"G","importationBatch":"H","supplierRef":"I"}', null);
insert into sheets(sheet_id, run, file, sheet, kind, columns, sources) values (5, 2, 'components.csv', 'components', 'component', '{"projectType":"A","componentRef":"B","productRef":"C","productCollectionRef":"D","productColorCode":"E","type":"F","category":"G","composition.0.material":"H","composition":"H","composition.0.percentage":"I","importationBatch":"J","supplierRef":"K"}', null);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (1, 1, 'supplier', 'STANDARD', 'FRN-1', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-1","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'xpbR9VpQQw5m3e3m19EKdrs_SQ9m5qXbdz_RcpsMycI', null, null, 1, 2, 'new', 'created', 'ended', '{"id":"9543af36-572a-4d81-8944-88a14e844632"}', null, null, 1, 2670086117);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (2, 1, 'supplier', 'STANDARD', 'FRN-2', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-2","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'kpsy435sp3rZ5qklGwk5C4fn1S3XNQCxmSIrQdXlo6Y', null, null, 1, 3, 'new', 'created', 'ended', '{"id":"e2940de8-2534-48a0-b8b1-e2679e6c4641"}', null, null, 1, 2208572006);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (3, 1, 'supplier', 'STANDARD', 'FRN-3', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-3","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'BlbcNGhmnaj-mrGIo4WofJF8_77ALq1fX_S2-1yR6Mk', null, null, 1, 4, 'new', 'created', 'ended', '{"id":"0f461480-835a-4bb8-93e5-f6bd6e3015e6"}', null, null, 1, 2284191463);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (4, 2, 'supplier', 'STANDARD', 'FRN-1', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-1","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'xpbR9VpQQw5m3e3m19EKdrs_SQ9m5qXbdz_RcpsMycI', null, null, 2, 2, 'unchanged', 'unchanged', 'staged', '{"id":"9543af36-572a-4d81-8944-88a14e844632"}', null, null, 0, 2670086117);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (5, 2, 'supplier', 'STANDARD', 'FRN-2', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-2","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'kpsy435sp3rZ5qklGwk5C4fn1S3XNQCxmSIrQdXlo6Y', null, null, 2, 3, 'unchanged', 'unchanged', 'staged', '{"id":"e2940de8-2534-48a0-b8b1-e2679e6c4641"}', null, null, 0, 2208572006);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (6, 2, 'supplier', 'STANDARD', 'FRN-3', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-3","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'BlbcNGhmnaj-mrGIo4WofJF8_77ALq1fX_S2-1yR6Mk', null, null, 2, 4, 'unchanged', 'unchanged', 'staged', '{"id":"0f461480-835a-4bb8-93e5-f6bd6e3015e6"}', null, null, 0, 2284191463);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (7, 2, 'packaging', 'STANDARD', 'EMB-1', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","packagingRef":"EMB-1","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'I_pW33CvqYJzUDTS_syNBQSwoEiIkqlf1m8kqDn7nLE', null, null, 3, 2, 'new', 'created', 'ended', '{"id":"2f067518-33cf-469b-90f8-5cfe8f783ca0"}', null, null, 1, 3480808556);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (8, 2, 'packaging', 'STANDARD', 'EMB-2', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","packagingRef":"EMB-2","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'lQEYnrUGsKh2fgXywuPJP9hTgr_cM1s0AWGe58kYyxQ', null, null, 3, 3, 'new', 'created', 'ended', '{"id":"abd58274-de37-44bf-a123-c38c9e75dd82"}', null, null, 1, 1306607350);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (9, 2, 'product', 'STANDARD', 'ROB-1SS27ECRU', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","packagingRefs":["EMB-1"],"warehouseRef":"FRN-3","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', '9lEk8ofUlcvcy-HyrZoBcJLM1_xarVT__wrCenP0xaE', null, null, 4, 2, 'new', 'created', 'ended', '{"id":"645f9ead-e912-40ad-b7f6-3602282a88bb","studyId":"9403cb2c-0865-489b-b36d-a8ca708b3767","qrCodeLink":"http://service.invalid/qr/9403cb2c-0865-489b-b36d-a8ca708b3767","showcaseLink":"http://service.invalid/showcase/9403cb2c-0865-489b-b36d-a8ca708b3767"}', null, null, 1, 2923603134);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (10, 2, 'product', 'STANDARD', 'ROB-1SS27NOIR', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"NOIR","packagingRefs":["EMB-1","EMB-2"],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'fWraqm1WNBtlCrUG_MsUFPwdRCpGZjuwfPnSoJjFIBM', null, null, 4, 3, 'new', 'created', 'ended', '{"id":"645f9ead-e912-40ad-b7f6-3602282a88bb","studyId":"35813cb2-196a-4a03-8a48-2c9eeb1327be","qrCodeLink":"http://service.invalid/qr/35813cb2-196a-4a03-8a48-2c9eeb1327be","showcaseLink":"http://service.invalid/showcase/35813cb2-196a-4a03-8a48-2c9eeb1327be"}', null, null, 1, 219094207);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (11, 2, 'product', 'STANDARD', 'ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-2","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'ADQybtHoTMgPMyNYLZNVsQeotqRfoncrQU21VnPquPo', null, null, 4, 4, 'new', 'created', 'ended', '{"id":"5924397b-a533-4249-be4e-63fe697040c4","studyId":"ad6f0df9-c156-43f6-9270-94a6187ad411","qrCodeLink":"http://service.invalid/qr/ad6f0df9-c156-43f6-9270-94a6187ad411","showcaseLink":"http://service.invalid/showcase/ad6f0df9-c156-43f6-9270-94a6187ad411"}', null, null, 1, 2073418612);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (12, 2, 'component', 'STANDARD', 'CMP-1ROB-1SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-1","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'UwyqSLPNHx6d1X7fnOYx-ofI4njsORtBHcYVV6CP-as', 'CMP-1', 'fWjwd2d9Q2v-QMmEv-1PiPfsDE9dYzxaWUboSXJOGBs', 5, 2, 'new', 'created', 'ended', '{"id":"ee7400dc-ae4a-4177-87e9-bd20e80da778"}', null, null, 1, 381625295);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (13, 2, 'component', 'STANDARD', 'CMP-2ROB-1SS27NOIR', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-2","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"NOIR","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-3"}', 'ucxYe3MrQ84Mn5RPX2GLyONhK6qS8-LlTMg_GgqBraI', 'CMP-2', 'miAn9nG8FW_CbUS3UlUrAM_-oPfG4jTDWrnL0zCt-a8', 5, 3, 'new', null, 'sending', null, null, null, 1, 1727370774);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (14, 2, 'component', 'STANDARD', 'CMP-3ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-3","productRef":"ROB-2","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'tnyy-AiPF5JK3Cz-vx6wVwj0sNIQeWTrUECCyatMkXE', 'CMP-3', 'KBWdVOakZ8j_mf8YmBzxB7M5wxay67Q9g4sBpmnaV1Y', 5, 4, 'new', null, 'sending', null, null, null, 1, 33361522);
insert into records(id, run, kind, family, key, batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, body_crc) values (15, 2, 'component', 'STANDARD', 'CMP-4ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-4","productRef":"ROB-2","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-3"}', 'eY9u2hR-88mkNzehyUWRGYhV-TLdTgioVKAL5zzQb7Q', 'CMP-4', 'uManRHtMHO4itYOa24CEGXk6blYB8ilgXk-C5x0eJTc', 5, 5, 'new', 'created', 'ended', '{"id":"adef4590-ddd8-4f8a-9ad7-e5ad00027b4b"}', null, null, 1, 906587274);
insert into refs(record, run, field, kind, key, partial) values (9, 2, 'packagingRefs', 'packaging', 'EMB-1', 0);
insert into refs(record, run, field, kind, key, partial) values (9, 2, 'supplierRef', 'supplier', 'FRN-1', 0);
insert into refs(record, run, field, kind, key, partial) values (9, 2, 'warehouseRef', 'supplier', 'FRN-3', 0);
insert into refs(record, run, field, kind, key, partial) values (10, 2, 'packagingRefs', 'packaging', 'EMB-1', 0);
insert into refs(record, run, field, kind, key, partial) values (10, 2, 'packagingRefs', 'packaging', 'EMB-2', 0);
insert into refs(record, run, field, kind, key, partial) values (10, 2, 'supplierRef', 'supplier', 'FRN-1', 0);
insert into refs(record, run, field, kind, key, partial) values (11, 2, 'supplierRef', 'supplier', 'FRN-2', 0);
insert into refs(record, run, field, kind, key, partial) values (12, 2, 'productRef', 'product', 'ROB-1SS27ECRU', 0);
insert into refs(record, run, field, kind, key, partial) values (12, 2, 'supplierRef', 'supplier', 'FRN-1', 0);
insert into refs(record, run, field, kind, key, partial) values (13, 2, 'productRef', 'product', 'ROB-1SS27NOIR', 0);
insert into refs(record, run, field, kind, key, partial) values (13, 2, 'supplierRef', 'supplier', 'FRN-3', 0);
insert into refs(record, run, field, kind, key, partial) values (14, 2, 'productRef', 'product', 'ROB-2SS27ECRU', 0);
insert into refs(record, run, field, kind, key, partial) values (14, 2, 'supplierRef', 'supplier', 'FRN-2', 0);
insert into refs(record, run, field, kind, key, partial) values (15, 2, 'productRef', 'product', 'ROB-2SS27ECRU', 0);
insert into refs(record, run, field, kind, key, partial) values (15, 2, 'supplierRef', 'supplier', 'FRN-3', 0);
insert into findings(run, code, severity, file, sheet, row, "column", kind, field, value, message, suggestion, line) values (2, 'warehouse-category', 'warning', 'products.csv', 'products', 2, 'G', 'product', 'warehouseRef', 'FRN-3', 'warehouseRef FRN-3 is a supplier with the category "TRANSFORMATION - Weaving", not "OTHER - Warehouse"', null, 2);
insert into findings(run, code, severity, file, sheet, row, "column", kind, field, value, message, suggestion, line) values (2, 'collections', 'notice', 'suppliers.csv, packaging.csv, products.csv, components.csv', null, null, null, null, 'productCollectionRef', null, '1 collection: SS27 (7 rows); a name that the service does not know creates a new collection', null, null);
insert into text_lines(sheet_id, row, line) values (1, 2, 2);
insert into text_lines(sheet_id, row, line) values (2, 2, 2);
insert into text_lines(sheet_id, row, line) values (3, 2, 2);
insert into text_lines(sheet_id, row, line) values (4, 2, 2);
insert into text_lines(sheet_id, row, line) values (5, 2, 2);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (1, 1, '2026-11-27T20:13:23.042Z', '2026-11-27T20:13:23.125Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (2, 1, '2026-11-27T20:13:23.130Z', '2026-11-27T20:13:23.157Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (3, 1, '2026-11-27T20:13:23.130Z', '2026-11-27T20:13:23.143Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (7, 1, '2026-11-27T20:13:25.172Z', '2026-11-27T20:13:25.399Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (8, 1, '2026-11-27T20:13:25.441Z', '2026-11-27T20:13:25.491Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (9, 1, '2026-11-27T20:13:25.574Z', '2026-11-27T20:13:25.598Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (10, 1, '2026-11-27T20:13:25.602Z', '2026-11-27T20:13:25.706Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (11, 1, '2026-11-27T20:13:25.602Z', '2026-11-27T20:13:25.706Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (12, 1, '2026-11-27T20:13:25.798Z', '2026-11-27T20:13:25.846Z', 'created', 201, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (13, 1, '2026-11-27T20:13:25.852Z', null, null, null, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (14, 1, '2026-11-27T20:13:25.852Z', null, null, null, null, null, null);
insert into attempts(record, attempt, started_at, ended_at, result, status, error, read_at, read) values (15, 1, '2026-11-27T20:13:25.852Z', '2026-11-27T20:13:25.859Z', 'created', 201, null, null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'supplier', 'FRN-1', 'STANDARD', 'accepted', 'xpbR9VpQQw5m3e3m19EKdrs_SQ9m5qXbdz_RcpsMycI', '{"projectType":"STANDARD","supplierRef":"FRN-1","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"9543af36-572a-4d81-8944-88a14e844632"}', '20261127-201322-63f2', '2026-11-27T20:13:23.125Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'supplier', 'FRN-3', 'STANDARD', 'accepted', 'BlbcNGhmnaj-mrGIo4WofJF8_77ALq1fX_S2-1yR6Mk', '{"projectType":"STANDARD","supplierRef":"FRN-3","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"0f461480-835a-4bb8-93e5-f6bd6e3015e6"}', '20261127-201322-63f2', '2026-11-27T20:13:23.143Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'supplier', 'FRN-2', 'STANDARD', 'accepted', 'kpsy435sp3rZ5qklGwk5C4fn1S3XNQCxmSIrQdXlo6Y', '{"projectType":"STANDARD","supplierRef":"FRN-2","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"e2940de8-2534-48a0-b8b1-e2679e6c4641"}', '20261127-201322-63f2', '2026-11-27T20:13:23.157Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'packaging', 'EMB-1', 'STANDARD', 'accepted', 'I_pW33CvqYJzUDTS_syNBQSwoEiIkqlf1m8kqDn7nLE', '{"projectType":"STANDARD","packagingRef":"EMB-1","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"2f067518-33cf-469b-90f8-5cfe8f783ca0"}', '20261127-201324-7e24', '2026-11-27T20:13:25.399Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'packaging', 'EMB-2', 'STANDARD', 'accepted', 'lQEYnrUGsKh2fgXywuPJP9hTgr_cM1s0AWGe58kYyxQ', '{"projectType":"STANDARD","packagingRef":"EMB-2","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"abd58274-de37-44bf-a123-c38c9e75dd82"}', '20261127-201324-7e24', '2026-11-27T20:13:25.491Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'product', 'ROB-1SS27ECRU', 'STANDARD', 'accepted', '9lEk8ofUlcvcy-HyrZoBcJLM1_xarVT__wrCenP0xaE', '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","packagingRefs":["EMB-1"],"warehouseRef":"FRN-3","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"645f9ead-e912-40ad-b7f6-3602282a88bb","studyId":"9403cb2c-0865-489b-b36d-a8ca708b3767","qrCodeLink":"http://service.invalid/qr/9403cb2c-0865-489b-b36d-a8ca708b3767","showcaseLink":"http://service.invalid/showcase/9403cb2c-0865-489b-b36d-a8ca708b3767"}', '20261127-201324-7e24', '2026-11-27T20:13:25.598Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'product', 'ROB-1SS27NOIR', 'STANDARD', 'accepted', 'fWraqm1WNBtlCrUG_MsUFPwdRCpGZjuwfPnSoJjFIBM', '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"NOIR","packagingRefs":["EMB-1","EMB-2"],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"645f9ead-e912-40ad-b7f6-3602282a88bb","studyId":"35813cb2-196a-4a03-8a48-2c9eeb1327be","qrCodeLink":"http://service.invalid/qr/35813cb2-196a-4a03-8a48-2c9eeb1327be","showcaseLink":"http://service.invalid/showcase/35813cb2-196a-4a03-8a48-2c9eeb1327be"}', '20261127-201324-7e24', '2026-11-27T20:13:25.706Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'product', 'ROB-2SS27ECRU', 'STANDARD', 'accepted', 'ADQybtHoTMgPMyNYLZNVsQeotqRfoncrQU21VnPquPo', '{"projectType":"STANDARD","productRef":"ROB-2","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'AURORE-SS27-W1-2026-11', '{"id":"5924397b-a533-4249-be4e-63fe697040c4","studyId":"ad6f0df9-c156-43f6-9270-94a6187ad411","qrCodeLink":"http://service.invalid/qr/ad6f0df9-c156-43f6-9270-94a6187ad411","showcaseLink":"http://service.invalid/showcase/ad6f0df9-c156-43f6-9270-94a6187ad411"}', '20261127-201324-7e24', '2026-11-27T20:13:25.706Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'component', 'CMP-1ROB-1SS27ECRU', 'STANDARD', 'accepted', 'UwyqSLPNHx6d1X7fnOYx-ofI4njsORtBHcYVV6CP-as', '{"projectType":"STANDARD","componentRef":"CMP-1","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"ee7400dc-ae4a-4177-87e9-bd20e80da778"}', '20261127-201324-7e24', '2026-11-27T20:13:25.846Z', null, null);
insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash) values ('http://service.invalid', 'v2', 'component', 'CMP-4ROB-2SS27ECRU', 'STANDARD', 'accepted', 'eY9u2hR-88mkNzehyUWRGYhV-TLdTgioVKAL5zzQb7Q', '{"projectType":"STANDARD","componentRef":"CMP-4","productRef":"ROB-2","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-3"}', 'AURORE-SS27-W1-2026-11', '{"id":"adef4590-ddd8-4f8a-9ad7-e5ad00027b4b"}', '20261127-201324-7e24', '2026-11-27T20:13:25.859Z', null, null);
insert into senders(target, token, host, pid, began, lock, seen) values ('http://service.invalid', 'token', 'machine.invalid', 1, null, null, 1764000000000);
insert into target_uses(target, environment, token_source, at) values ('http://service.invalid', 'sandbox', 'variable SANDBOX_TOKEN', '2026-11-27T20:13:22.482Z');
CREATE INDEX findings_run on findings(run);
CREATE INDEX records_key on records(run, kind, key);
CREATE INDEX records_wave on records(run, kind, wave, batch);
CREATE INDEX records_stopped on records(run) where outcome in ('invalid', 'rejected', 'blocked', 'failed', 'in-doubt', 'not-attempted');
CREATE INDEX entries_id on entries(target, interface, kind, iif(json_valid(answer), json_extract(answer, '$.id'), null), answer);
CREATE INDEX profiles_name on profiles(target, interface, name, kind);
CREATE INDEX records_place on records(id, family, sheet_id, row);
CREATE INDEX records_ended on records(id, answer, messages, blocked_by, attempts) where outcome is not null;
CREATE INDEX folded_findings_whole on folded_findings(run, rows);
CREATE INDEX folded_whole on folded(run, sheet_id, kind, family, batch, outcome, first, last, count, rows);
CREATE INDEX runs_whole on runs(run, id, command, environment, target, interface, started_at, finished_at, exit_code,
  verdict, options, stage);
CREATE INDEX sheets_whole on sheets(sheet_id, run, file, sheet, kind, columns, sources);
CREATE INDEX updates_whole on updates(record, asked, by_id, patch, replaces, doubt);
pragma application_id = 1414677317;
pragma user_version = 5;
