-- A ledger of version 2: an import that was killed while three components were out.
CREATE TABLE runs(
  run integer primary key, id text not null unique, command text not null, environment text not null,
  target text not null, interface text not null, started_at text not null, finished_at text, exit_code integer,
  verdict text, options text not null, stage text not null default 'reading'
, sum integer not null default 0);
CREATE TABLE files(run integer not null, path text not null, sha256 text not null, rows integer not null);
CREATE TABLE sheets(sheet_id integer primary key, run integer not null, file text not null, sheet text not null, kind text not null,
  columns text not null
, sum integer not null default 0);
CREATE TABLE records(
  id integer primary key, run integer not null, kind text not null, family text not null, key text not null,
  batch text not null, wave integer, body text not null, hash text not null, share_key text, share_hash text,
  sheet_id integer not null, row integer not null, status text, outcome text, state text not null default 'staged',
  answer text, messages text, blocked_by text, attempts integer not null default 0
, sum integer not null default 0);
CREATE TABLE refs(
  record integer not null, run integer not null, field text not null, kind text not null, key text not null,
  partial integer not null, sum integer not null default 0, primary key(record, field, kind, key)
) without rowid;
CREATE TABLE findings(
  run integer not null, code text not null, severity text not null, file text not null, sheet text, row integer,
  column text, kind text, field text, value text, message text not null, suggestion text
);
CREATE INDEX findings_run on findings(run);
CREATE TABLE attempts(
  record integer not null, attempt integer not null, started_at text not null, ended_at text, result text, status integer,
  error text, read_at text, read text, sum integer not null default 0, primary key(record, attempt)
) without rowid;
CREATE TABLE entries(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  state text not null, taken integer not null, hash text not null, body text not null, batch text not null, answer text, run text not null,
  at text not null, sure text, doubt_hash text, sum integer not null default 0, primary key(target, interface, kind, key, family)
) without rowid;
CREATE INDEX records_key on records(run, kind, key);
CREATE INDEX records_order on records(run, kind, batch);
CREATE TABLE sent(
  record integer not null, attempt integer not null, body text not null, sum integer not null default 0, primary key(record, attempt)
) without rowid;
CREATE TABLE updates(
  record integer primary key, asked integer not null, by_id text, patch text, replaces text, doubt integer not null default 0
, sum integer not null default 0);
CREATE TABLE identity(one integer primary key, id text not null, shape integer not null, sum integer not null default 0);
CREATE TABLE marks(target text primary key, seq integer not null, sum integer not null default 0) without rowid;
CREATE TABLE tallies(name text not null, scope integer not null, rows integer not null, total integer not null,
  primary key(name, scope)
) without rowid;
insert into runs values (1, '20261122-022152-f9c4', 'import', 'sandbox', 'sandbox http://service.invalid', 'v2', '2026-11-22T02:21:52.818Z', null, null, null, '{"input":true,"env":"sandbox","report":null,"files":["suppliers.csv","packaging.csv","products.csv","components.csv"]}', 'planned', 2164854978);
insert into files values (1, 'suppliers.csv', '87ae8400a3907f034d4b021f4278b522a47b0d24c87eb1b24421ca9867ddd65b', 3);
insert into files values (1, 'packaging.csv', '16a8e98b14e14bb77ec7569c3cfd306846870085fc1b4bcfd95ceea8e41f1e72', 2);
insert into files values (1, 'products.csv', 'b365f8e55891736fa9aa42448d1b4c1181b1b4a82d29a05f5bdd13f8281af8c6', 3);
insert into files values (1, 'components.csv', '5ccda34661a7fc529a40d2bc52d9ed6a25b0658e1092c7a9e7a6d849043270a8', 4);
insert into sheets values (1, 1, 'suppliers.csv', 'suppliers', 'supplier', '{"projectType":"A","supplierRef":"B","category":"C","importationBatch":"D"}', 1034091745);
insert into sheets values (2, 1, 'packaging.csv', 'packaging', 'packaging', '{"projectType":"A","packagingRef":"B","type":"C","channel":"D","percentageRecycled":"E","ecoModulation":"F","compostability":"G","recyclability":"H","possibilityReUse":"I","hazardousSubstances.status":"J","hazardousSubstances":"J","importationBatch":"K"}', 2223821537);
insert into sheets values (3, 1, 'products.csv', 'products', 'product', '{"projectType":"A","productRef":"B","category":"C","productCollectionRef":"D","productColorCode":"E","packagingRefs":"F","warehouseRef":"G","importationBatch":"H","supplierRef":"I"}', 3071127042);
insert into sheets values (4, 1, 'components.csv', 'components', 'component', '{"projectType":"A","componentRef":"B","productRef":"C","productCollectionRef":"D","productColorCode":"E","type":"F","category":"G","composition.0.material":"H","composition":"H","composition.0.percentage":"I","importationBatch":"J","supplierRef":"K"}', 2650427594);
insert into records values (1, 1, 'supplier', 'STANDARD', 'FRN-1', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-1","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'xpbR9VpQQw5m3e3m19EKdrs_SQ9m5qXbdz_RcpsMycI', null, null, 1, 2, 'new', 'created', 'ended', '{"id":"9acb5ae9-42fd-4118-8e8e-7a8c67398d9f"}', null, null, 1, 3534455620);
insert into records values (2, 1, 'supplier', 'STANDARD', 'FRN-2', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-2","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'kpsy435sp3rZ5qklGwk5C4fn1S3XNQCxmSIrQdXlo6Y', null, null, 1, 3, 'new', 'created', 'ended', '{"id":"1fa35c32-0bbf-43e4-9975-82f274793602"}', null, null, 1, 939626428);
insert into records values (3, 1, 'supplier', 'STANDARD', 'FRN-3', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-3","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'BlbcNGhmnaj-mrGIo4WofJF8_77ALq1fX_S2-1yR6Mk', null, null, 1, 4, 'new', 'created', 'ended', '{"id":"aa3648de-ad08-45d6-82d8-07e0144c8791"}', null, null, 1, 2274606013);
insert into records values (4, 1, 'packaging', 'STANDARD', 'EMB-1', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","packagingRef":"EMB-1","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'I_pW33CvqYJzUDTS_syNBQSwoEiIkqlf1m8kqDn7nLE', null, null, 2, 2, 'new', 'created', 'ended', '{"id":"d267ba58-88a4-4087-b982-15fe7d38756a"}', null, null, 1, 783241639);
insert into records values (5, 1, 'packaging', 'STANDARD', 'EMB-2', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","packagingRef":"EMB-2","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'lQEYnrUGsKh2fgXywuPJP9hTgr_cM1s0AWGe58kYyxQ', null, null, 2, 3, 'new', 'created', 'ended', '{"id":"b99765f6-5323-449e-bf01-c666bd02f836"}', null, null, 1, 3424182035);
insert into records values (6, 1, 'product', 'STANDARD', 'ROB-1SS27ECRU', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","packagingRefs":["EMB-1"],"warehouseRef":"FRN-3","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', '9lEk8ofUlcvcy-HyrZoBcJLM1_xarVT__wrCenP0xaE', null, null, 3, 2, 'new', 'created', 'ended', '{"id":"fad63bf9-65b0-44d5-b58e-5310c9bc34ef","studyId":"d7cb836f-29c3-4304-ab5f-425c450d47a2","qrCodeLink":"http://service.invalid/qr/d7cb836f-29c3-4304-ab5f-425c450d47a2","showcaseLink":"http://service.invalid/showcase/d7cb836f-29c3-4304-ab5f-425c450d47a2"}', null, null, 1, 2070638839);
insert into records values (7, 1, 'product', 'STANDARD', 'ROB-1SS27NOIR', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"NOIR","packagingRefs":["EMB-1","EMB-2"],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'fWraqm1WNBtlCrUG_MsUFPwdRCpGZjuwfPnSoJjFIBM', null, null, 3, 3, 'new', 'created', 'ended', '{"id":"fad63bf9-65b0-44d5-b58e-5310c9bc34ef","studyId":"e8a954fe-3412-4328-bde1-ecd8ca18a026","qrCodeLink":"http://service.invalid/qr/e8a954fe-3412-4328-bde1-ecd8ca18a026","showcaseLink":"http://service.invalid/showcase/e8a954fe-3412-4328-bde1-ecd8ca18a026"}', null, null, 1, 2941650129);
insert into records values (8, 1, 'product', 'STANDARD', 'ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-2","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'ADQybtHoTMgPMyNYLZNVsQeotqRfoncrQU21VnPquPo', null, null, 3, 4, 'new', 'created', 'ended', '{"id":"41585b3d-7c18-409b-a8a0-6ae7d2e2e517","studyId":"353f1921-da23-40dc-85b6-420aba24292c","qrCodeLink":"http://service.invalid/qr/353f1921-da23-40dc-85b6-420aba24292c","showcaseLink":"http://service.invalid/showcase/353f1921-da23-40dc-85b6-420aba24292c"}', null, null, 1, 2290147026);
insert into records values (9, 1, 'component', 'STANDARD', 'CMP-1ROB-1SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-1","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'UwyqSLPNHx6d1X7fnOYx-ofI4njsORtBHcYVV6CP-as', 'CMP-1', 'fWjwd2d9Q2v-QMmEv-1PiPfsDE9dYzxaWUboSXJOGBs', 4, 2, 'new', 'created', 'ended', '{"id":"c64c8f19-dbc1-4e60-8025-1dd0b2a3524e"}', null, null, 1, 564584247);
insert into records values (10, 1, 'component', 'STANDARD', 'CMP-2ROB-1SS27NOIR', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-2","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"NOIR","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-3"}', 'ucxYe3MrQ84Mn5RPX2GLyONhK6qS8-LlTMg_GgqBraI', 'CMP-2', 'miAn9nG8FW_CbUS3UlUrAM_-oPfG4jTDWrnL0zCt-a8', 4, 3, 'new', null, 'sending', null, null, null, 1, 1868544244);
insert into records values (11, 1, 'component', 'STANDARD', 'CMP-3ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-3","productRef":"ROB-2","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'tnyy-AiPF5JK3Cz-vx6wVwj0sNIQeWTrUECCyatMkXE', 'CMP-3', 'KBWdVOakZ8j_mf8YmBzxB7M5wxay67Q9g4sBpmnaV1Y', 4, 4, 'new', null, 'sending', null, null, null, 1, 1651782870);
insert into records values (12, 1, 'component', 'STANDARD', 'CMP-4ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-4","productRef":"ROB-2","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-3"}', 'eY9u2hR-88mkNzehyUWRGYhV-TLdTgioVKAL5zzQb7Q', 'CMP-4', 'uManRHtMHO4itYOa24CEGXk6blYB8ilgXk-C5x0eJTc', 4, 5, 'new', null, 'sending', null, null, null, 1, 350437681);
insert into refs values (6, 1, 'packagingRefs', 'packaging', 'EMB-1', 0, 2897020976);
insert into refs values (6, 1, 'supplierRef', 'supplier', 'FRN-1', 0, 2191610942);
insert into refs values (6, 1, 'warehouseRef', 'supplier', 'FRN-3', 0, 3154410437);
insert into refs values (7, 1, 'packagingRefs', 'packaging', 'EMB-1', 0, 1664294904);
insert into refs values (7, 1, 'packagingRefs', 'packaging', 'EMB-2', 0, 1635099041);
insert into refs values (7, 1, 'supplierRef', 'supplier', 'FRN-1', 0, 1937461652);
insert into refs values (8, 1, 'supplierRef', 'supplier', 'FRN-2', 0, 717015308);
insert into refs values (9, 1, 'productRef', 'product', 'ROB-1SS27ECRU', 0, 469739900);
insert into refs values (9, 1, 'supplierRef', 'supplier', 'FRN-1', 0, 3642782463);
insert into refs values (10, 1, 'productRef', 'product', 'ROB-1SS27NOIR', 0, 1674380431);
insert into refs values (10, 1, 'supplierRef', 'supplier', 'FRN-3', 0, 750938667);
insert into refs values (11, 1, 'productRef', 'product', 'ROB-2SS27ECRU', 0, 1545806303);
insert into refs values (11, 1, 'supplierRef', 'supplier', 'FRN-2', 0, 3705275830);
insert into refs values (12, 1, 'productRef', 'product', 'ROB-2SS27ECRU', 0, 1990168919);
insert into refs values (12, 1, 'supplierRef', 'supplier', 'FRN-3', 0, 336029502);
insert into findings values (1, 'collections', 'notice', 'suppliers.csv, packaging.csv, products.csv, components.csv', null, null, null, null, 'productCollectionRef', null, '1 collection: SS27 (7 rows); a name that the service does not know makes a new collection', null);
insert into attempts values (1, 1, '2026-11-22T02:21:53.136Z', '2026-11-22T02:21:53.239Z', 'created', 201, null, null, null, 4089695989);
insert into attempts values (2, 1, '2026-11-22T02:21:53.248Z', '2026-11-22T02:21:53.288Z', 'created', 201, null, null, null, 25521861);
insert into attempts values (3, 1, '2026-11-22T02:21:53.248Z', '2026-11-22T02:21:53.288Z', 'created', 201, null, null, null, 3686576173);
insert into attempts values (4, 1, '2026-11-22T02:21:53.308Z', '2026-11-22T02:21:53.449Z', 'created', 201, null, null, null, 3711020309);
insert into attempts values (5, 1, '2026-11-22T02:21:53.477Z', '2026-11-22T02:21:53.508Z', 'created', 201, null, null, null, 3326828227);
insert into attempts values (6, 1, '2026-11-22T02:21:53.573Z', '2026-11-22T02:21:53.626Z', 'created', 201, null, null, null, 1032223862);
insert into attempts values (7, 1, '2026-11-22T02:21:53.628Z', '2026-11-22T02:21:53.646Z', 'created', 201, null, null, null, 3535431259);
insert into attempts values (8, 1, '2026-11-22T02:21:53.628Z', '2026-11-22T02:21:53.669Z', 'created', 201, null, null, null, 1185213785);
insert into attempts values (9, 1, '2026-11-22T02:21:53.893Z', '2026-11-22T02:21:53.912Z', 'created', 201, null, null, null, 2701529081);
insert into attempts values (10, 1, '2026-11-22T02:21:53.915Z', null, null, null, null, null, null, 3878856874);
insert into attempts values (11, 1, '2026-11-22T02:21:53.915Z', null, null, null, null, null, null, 1215707885);
insert into attempts values (12, 1, '2026-11-22T02:21:53.915Z', null, null, null, null, null, null, 1657440869);
insert into entries values ('sandbox http://service.invalid', 'v2', 'component', 'CMP-1ROB-1SS27ECRU', 'STANDARD', 'accepted', 1, 'UwyqSLPNHx6d1X7fnOYx-ofI4njsORtBHcYVV6CP-as', '{"projectType":"STANDARD","componentRef":"CMP-1","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"c64c8f19-dbc1-4e60-8025-1dd0b2a3524e"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.912Z', null, null, 4210791270);
insert into entries values ('sandbox http://service.invalid', 'v2', 'packaging', 'EMB-1', 'STANDARD', 'accepted', 1, 'I_pW33CvqYJzUDTS_syNBQSwoEiIkqlf1m8kqDn7nLE', '{"projectType":"STANDARD","packagingRef":"EMB-1","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"d267ba58-88a4-4087-b982-15fe7d38756a"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.449Z', null, null, 2837483454);
insert into entries values ('sandbox http://service.invalid', 'v2', 'packaging', 'EMB-2', 'STANDARD', 'accepted', 1, 'lQEYnrUGsKh2fgXywuPJP9hTgr_cM1s0AWGe58kYyxQ', '{"projectType":"STANDARD","packagingRef":"EMB-2","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"b99765f6-5323-449e-bf01-c666bd02f836"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.508Z', null, null, 735106807);
insert into entries values ('sandbox http://service.invalid', 'v2', 'product', 'ROB-1SS27ECRU', 'STANDARD', 'accepted', 1, '9lEk8ofUlcvcy-HyrZoBcJLM1_xarVT__wrCenP0xaE', '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","packagingRefs":["EMB-1"],"warehouseRef":"FRN-3","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"fad63bf9-65b0-44d5-b58e-5310c9bc34ef","studyId":"d7cb836f-29c3-4304-ab5f-425c450d47a2","qrCodeLink":"http://service.invalid/qr/d7cb836f-29c3-4304-ab5f-425c450d47a2","showcaseLink":"http://service.invalid/showcase/d7cb836f-29c3-4304-ab5f-425c450d47a2"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.626Z', null, null, 508163904);
insert into entries values ('sandbox http://service.invalid', 'v2', 'product', 'ROB-1SS27NOIR', 'STANDARD', 'accepted', 1, 'fWraqm1WNBtlCrUG_MsUFPwdRCpGZjuwfPnSoJjFIBM', '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"NOIR","packagingRefs":["EMB-1","EMB-2"],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"fad63bf9-65b0-44d5-b58e-5310c9bc34ef","studyId":"e8a954fe-3412-4328-bde1-ecd8ca18a026","qrCodeLink":"http://service.invalid/qr/e8a954fe-3412-4328-bde1-ecd8ca18a026","showcaseLink":"http://service.invalid/showcase/e8a954fe-3412-4328-bde1-ecd8ca18a026"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.646Z', null, null, 2846216529);
insert into entries values ('sandbox http://service.invalid', 'v2', 'product', 'ROB-2SS27ECRU', 'STANDARD', 'accepted', 1, 'ADQybtHoTMgPMyNYLZNVsQeotqRfoncrQU21VnPquPo', '{"projectType":"STANDARD","productRef":"ROB-2","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'AURORE-SS27-W1-2026-11', '{"id":"41585b3d-7c18-409b-a8a0-6ae7d2e2e517","studyId":"353f1921-da23-40dc-85b6-420aba24292c","qrCodeLink":"http://service.invalid/qr/353f1921-da23-40dc-85b6-420aba24292c","showcaseLink":"http://service.invalid/showcase/353f1921-da23-40dc-85b6-420aba24292c"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.669Z', null, null, 96815066);
insert into entries values ('sandbox http://service.invalid', 'v2', 'supplier', 'FRN-1', 'STANDARD', 'accepted', 1, 'xpbR9VpQQw5m3e3m19EKdrs_SQ9m5qXbdz_RcpsMycI', '{"projectType":"STANDARD","supplierRef":"FRN-1","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"9acb5ae9-42fd-4118-8e8e-7a8c67398d9f"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.239Z', null, null, 2387760170);
insert into entries values ('sandbox http://service.invalid', 'v2', 'supplier', 'FRN-2', 'STANDARD', 'accepted', 1, 'kpsy435sp3rZ5qklGwk5C4fn1S3XNQCxmSIrQdXlo6Y', '{"projectType":"STANDARD","supplierRef":"FRN-2","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"1fa35c32-0bbf-43e4-9975-82f274793602"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.288Z', null, null, 3307111329);
insert into entries values ('sandbox http://service.invalid', 'v2', 'supplier', 'FRN-3', 'STANDARD', 'accepted', 1, 'BlbcNGhmnaj-mrGIo4WofJF8_77ALq1fX_S2-1yR6Mk', '{"projectType":"STANDARD","supplierRef":"FRN-3","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"aa3648de-ad08-45d6-82d8-07e0144c8791"}', '20261122-022152-f9c4', '2026-11-22T02:21:53.288Z', null, null, 2358952859);
insert into identity values (1, '7c706921cb4491b4c21adeb00e830985', 4102717223, 2785064729);
insert into marks values ('sandbox http://service.invalid', 28, 3540466488);
insert into tallies values ('entries', 0, 9, 19288401388);
insert into tallies values ('identity', 0, 1, 2785064729);
insert into tallies values ('marks', 0, 1, 3540466488);
insert into tallies values ('records', 1, 12, 22693896771);
insert into tallies values ('refs', 1, 15, 28312035275);
insert into tallies values ('runs', 0, 1, 2164854978);
insert into tallies values ('sheets', 1, 4, 8979467918);
pragma application_id = 1414677317;
pragma user_version = 2;
