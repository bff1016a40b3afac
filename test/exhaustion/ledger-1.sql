-- A ledger of version 1: an import that was killed while three components were out.
CREATE TABLE runs(
  run integer primary key, id text not null unique, command text not null, environment text not null,
  target text not null, interface text not null, started_at text not null, finished_at text, exit_code integer,
  verdict text, options text not null, stage text not null default 'reading'
);
CREATE TABLE files(run integer not null, path text not null, sha256 text not null, rows integer not null);
CREATE TABLE sheets(sheet_id integer primary key, run integer not null, file text not null, sheet text not null, kind text not null,
  columns text not null
);
CREATE TABLE records(
  id integer primary key, run integer not null, kind text not null, family text not null, key text not null,
  batch text not null, wave integer, body text not null, hash text not null, share_key text, share_hash text,
  sheet_id integer not null, row integer not null, status text, outcome text, state text not null default 'staged',
  answer text, messages text, blocked_by text, attempts integer not null default 0
);
CREATE INDEX records_key on records(run, kind, key);
CREATE INDEX records_order on records(run, kind, batch);
CREATE TABLE refs(
  record integer not null, run integer not null, field text not null, kind text not null, key text not null,
  partial integer not null, primary key(record, field, kind, key)
) without rowid;
CREATE TABLE findings(
  run integer not null, code text not null, severity text not null, file text not null, sheet text, row integer,
  column text, kind text, field text, value text, message text not null, suggestion text
);
CREATE INDEX findings_run on findings(run);
CREATE TABLE attempts(
  record integer not null, attempt integer not null, started_at text not null, ended_at text, result text, status integer,
  error text, read_at text, read text, primary key(record, attempt)
) without rowid;
CREATE TABLE entries(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  state text not null, taken integer not null, hash text not null, body text not null, batch text not null, answer text, run text not null,
  at text not null, sure text, doubt_hash text, primary key(target, interface, kind, key, family)
) without rowid;
insert into runs values (1, '20261121-073419-ba61', 'import', 'sandbox', 'sandbox http://service.invalid', 'v2', '2026-11-21T07:34:19.122Z', null, null, null, '{"input":true,"env":"sandbox","report":null,"files":["suppliers.csv","packaging.csv","products.csv","components.csv"]}', 'planned');
insert into files values (1, 'suppliers.csv', '87ae8400a3907f034d4b021f4278b522a47b0d24c87eb1b24421ca9867ddd65b', 3);
insert into files values (1, 'packaging.csv', '16a8e98b14e14bb77ec7569c3cfd306846870085fc1b4bcfd95ceea8e41f1e72', 2);
insert into files values (1, 'products.csv', 'b365f8e55891736fa9aa42448d1b4c1181b1b4a82d29a05f5bdd13f8281af8c6', 3);
insert into files values (1, 'components.csv', '5ccda34661a7fc529a40d2bc52d9ed6a25b0658e1092c7a9e7a6d849043270a8', 4);
insert into sheets values (1, 1, 'suppliers.csv', 'suppliers', 'supplier', '{"projectType":"A","supplierRef":"B","category":"C","importationBatch":"D"}');
insert into sheets values (2, 1, 'packaging.csv', 'packaging', 'packaging', '{"projectType":"A","packagingRef":"B","type":"C","channel":"D","percentageRecycled":"E","ecoModulation":"F","compostability":"G","recyclability":"H","possibilityReUse":"I","hazardousSubstances.status":"J","hazardousSubstances":"J","importationBatch":"K"}');
insert into sheets values (3, 1, 'products.csv', 'products', 'product', '{"projectType":"A","productRef":"B","category":"C","productCollectionRef":"D","productColorCode":"E","packagingRefs":"F","warehouseRef":"G","importationBatch":"H","supplierRef":"I"}');
insert into sheets values (4, 1, 'components.csv', 'components', 'component', '{"projectType":"A","componentRef":"B","productRef":"C","productCollectionRef":"D","productColorCode":"E","type":"F","category":"G","composition.0.material":"H","composition":"H","composition.0.percentage":"I","importationBatch":"J","supplierRef":"K"}');
insert into records values (1, 1, 'supplier', 'STANDARD', 'FRN-1', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-1","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'xpbR9VpQQw5m3e3m19EKdrs_SQ9m5qXbdz_RcpsMycI', null, null, 1, 2, 'new', 'created', 'ended', '{"id":"783c54cd-a40c-4d33-a6fe-5afe3a6b4293"}', null, null, 1);
insert into records values (2, 1, 'supplier', 'STANDARD', 'FRN-2', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-2","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'kpsy435sp3rZ5qklGwk5C4fn1S3XNQCxmSIrQdXlo6Y', null, null, 1, 3, 'new', 'created', 'ended', '{"id":"15701411-8172-43c1-86ae-72e49ad71481"}', null, null, 1);
insert into records values (3, 1, 'supplier', 'STANDARD', 'FRN-3', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","supplierRef":"FRN-3","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'BlbcNGhmnaj-mrGIo4WofJF8_77ALq1fX_S2-1yR6Mk', null, null, 1, 4, 'new', 'created', 'ended', '{"id":"20c21afb-ea74-4b38-b379-f8da0526331f"}', null, null, 1);
insert into records values (4, 1, 'packaging', 'STANDARD', 'EMB-1', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","packagingRef":"EMB-1","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'I_pW33CvqYJzUDTS_syNBQSwoEiIkqlf1m8kqDn7nLE', null, null, 2, 2, 'new', 'created', 'ended', '{"id":"f8924fe5-c868-4fd3-a9a0-92ce87f5e6f9"}', null, null, 1);
insert into records values (5, 1, 'packaging', 'STANDARD', 'EMB-2', 'AURORE-SS27-W1-2026-11', 1, '{"projectType":"STANDARD","packagingRef":"EMB-2","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'lQEYnrUGsKh2fgXywuPJP9hTgr_cM1s0AWGe58kYyxQ', null, null, 2, 3, 'new', 'created', 'ended', '{"id":"2c7ad31b-c556-4e3f-b924-b74bd25ea2cd"}', null, null, 1);
insert into records values (6, 1, 'product', 'STANDARD', 'ROB-1SS27ECRU', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","packagingRefs":["EMB-1"],"warehouseRef":"FRN-3","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', '9lEk8ofUlcvcy-HyrZoBcJLM1_xarVT__wrCenP0xaE', null, null, 3, 2, 'new', 'created', 'ended', '{"id":"c3f45660-dab3-45e5-8346-2b82028e008d","studyId":"1f90d1b6-bccd-41d1-ad93-22d71e497166","qrCodeLink":"http://service.invalid/qr/1f90d1b6-bccd-41d1-ad93-22d71e497166","showcaseLink":"http://service.invalid/showcase/1f90d1b6-bccd-41d1-ad93-22d71e497166"}', null, null, 1);
insert into records values (7, 1, 'product', 'STANDARD', 'ROB-1SS27NOIR', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"NOIR","packagingRefs":["EMB-1","EMB-2"],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'fWraqm1WNBtlCrUG_MsUFPwdRCpGZjuwfPnSoJjFIBM', null, null, 3, 3, 'new', 'created', 'ended', '{"id":"c3f45660-dab3-45e5-8346-2b82028e008d","studyId":"51aef23f-7686-420b-aae0-572c46eeb63c","qrCodeLink":"http://service.invalid/qr/51aef23f-7686-420b-aae0-572c46eeb63c","showcaseLink":"http://service.invalid/showcase/51aef23f-7686-420b-aae0-572c46eeb63c"}', null, null, 1);
insert into records values (8, 1, 'product', 'STANDARD', 'ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 2, '{"projectType":"STANDARD","productRef":"ROB-2","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'ADQybtHoTMgPMyNYLZNVsQeotqRfoncrQU21VnPquPo', null, null, 3, 4, 'new', 'created', 'ended', '{"id":"9a2f0d4f-f65f-4078-a28b-48263fc97fb2","studyId":"9a595c98-2df4-43d7-b949-29cc9d491d03","qrCodeLink":"http://service.invalid/qr/9a595c98-2df4-43d7-b949-29cc9d491d03","showcaseLink":"http://service.invalid/showcase/9a595c98-2df4-43d7-b949-29cc9d491d03"}', null, null, 1);
insert into records values (9, 1, 'component', 'STANDARD', 'CMP-1ROB-1SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-1","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'UwyqSLPNHx6d1X7fnOYx-ofI4njsORtBHcYVV6CP-as', 'CMP-1', 'fWjwd2d9Q2v-QMmEv-1PiPfsDE9dYzxaWUboSXJOGBs', 4, 2, 'new', 'created', 'ended', '{"id":"50af3371-420e-4175-b41f-6d30d97124db"}', null, null, 1);
insert into records values (10, 1, 'component', 'STANDARD', 'CMP-2ROB-1SS27NOIR', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-2","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"NOIR","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-3"}', 'ucxYe3MrQ84Mn5RPX2GLyONhK6qS8-LlTMg_GgqBraI', 'CMP-2', 'miAn9nG8FW_CbUS3UlUrAM_-oPfG4jTDWrnL0zCt-a8', 4, 3, 'new', null, 'sending', null, null, null, 1);
insert into records values (11, 1, 'component', 'STANDARD', 'CMP-3ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-3","productRef":"ROB-2","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'tnyy-AiPF5JK3Cz-vx6wVwj0sNIQeWTrUECCyatMkXE', 'CMP-3', 'KBWdVOakZ8j_mf8YmBzxB7M5wxay67Q9g4sBpmnaV1Y', 4, 4, 'new', null, 'sending', null, null, null, 1);
insert into records values (12, 1, 'component', 'STANDARD', 'CMP-4ROB-2SS27ECRU', 'AURORE-SS27-W1-2026-11', 3, '{"projectType":"STANDARD","componentRef":"CMP-4","productRef":"ROB-2","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-3"}', 'eY9u2hR-88mkNzehyUWRGYhV-TLdTgioVKAL5zzQb7Q', 'CMP-4', 'uManRHtMHO4itYOa24CEGXk6blYB8ilgXk-C5x0eJTc', 4, 5, 'new', null, 'sending', null, null, null, 1);
insert into refs values (6, 1, 'packagingRefs', 'packaging', 'EMB-1', 0);
insert into refs values (6, 1, 'supplierRef', 'supplier', 'FRN-1', 0);
insert into refs values (6, 1, 'warehouseRef', 'supplier', 'FRN-3', 0);
insert into refs values (7, 1, 'packagingRefs', 'packaging', 'EMB-1', 0);
insert into refs values (7, 1, 'packagingRefs', 'packaging', 'EMB-2', 0);
insert into refs values (7, 1, 'supplierRef', 'supplier', 'FRN-1', 0);
insert into refs values (8, 1, 'supplierRef', 'supplier', 'FRN-2', 0);
insert into refs values (9, 1, 'productRef', 'product', 'ROB-1SS27ECRU', 0);
insert into refs values (9, 1, 'supplierRef', 'supplier', 'FRN-1', 0);
insert into refs values (10, 1, 'productRef', 'product', 'ROB-1SS27NOIR', 0);
insert into refs values (10, 1, 'supplierRef', 'supplier', 'FRN-3', 0);
insert into refs values (11, 1, 'productRef', 'product', 'ROB-2SS27ECRU', 0);
insert into refs values (11, 1, 'supplierRef', 'supplier', 'FRN-2', 0);
insert into refs values (12, 1, 'productRef', 'product', 'ROB-2SS27ECRU', 0);
insert into refs values (12, 1, 'supplierRef', 'supplier', 'FRN-3', 0);
insert into findings values (1, 'collections', 'notice', 'suppliers.csv, packaging.csv, products.csv, components.csv', null, null, null, null, 'productCollectionRef', null, '1 collection: SS27 (7 rows); a name that the service does not know makes a new collection', null);
insert into attempts values (1, 1, '2026-11-21T07:34:19.820Z', '2026-11-21T07:34:19.993Z', 'created', 201, null, null, null);
insert into attempts values (2, 1, '2026-11-21T07:34:20.004Z', '2026-11-21T07:34:20.014Z', 'created', 201, null, null, null);
insert into attempts values (3, 1, '2026-11-21T07:34:20.004Z', '2026-11-21T07:34:20.034Z', 'created', 201, null, null, null);
insert into attempts values (4, 1, '2026-11-21T07:34:20.040Z', '2026-11-21T07:34:20.057Z', 'created', 201, null, null, null);
insert into attempts values (5, 1, '2026-11-21T07:34:20.065Z', '2026-11-21T07:34:20.077Z', 'created', 201, null, null, null);
insert into attempts values (6, 1, '2026-11-21T07:34:20.087Z', '2026-11-21T07:34:20.116Z', 'created', 201, null, null, null);
insert into attempts values (7, 1, '2026-11-21T07:34:20.132Z', '2026-11-21T07:34:20.148Z', 'created', 201, null, null, null);
insert into attempts values (8, 1, '2026-11-21T07:34:20.132Z', '2026-11-21T07:34:20.158Z', 'created', 201, null, null, null);
insert into attempts values (9, 1, '2026-11-21T07:34:20.173Z', '2026-11-21T07:34:20.198Z', 'created', 201, null, null, null);
insert into attempts values (10, 1, '2026-11-21T07:34:20.199Z', null, null, null, null, null, null);
insert into attempts values (11, 1, '2026-11-21T07:34:20.199Z', null, null, null, null, null, null);
insert into attempts values (12, 1, '2026-11-21T07:34:20.199Z', null, null, null, null, null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'component', 'CMP-1ROB-1SS27ECRU', 'STANDARD', 'accepted', 1, 'UwyqSLPNHx6d1X7fnOYx-ofI4njsORtBHcYVV6CP-as', '{"projectType":"STANDARD","componentRef":"CMP-1","productRef":"ROB-1","productCollectionRef":"SS27","productColorCode":"ECRU","type":"TEXTILE","category":"MAIN FABRIC (WOVEN)","composition":[{"material":"COTTON","percentage":100}],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"50af3371-420e-4175-b41f-6d30d97124db"}', '20261121-073419-ba61', '2026-11-21T07:34:20.198Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'packaging', 'EMB-1', 'STANDARD', 'accepted', 1, 'I_pW33CvqYJzUDTS_syNBQSwoEiIkqlf1m8kqDn7nLE', '{"projectType":"STANDARD","packagingRef":"EMB-1","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"f8924fe5-c868-4fd3-a9a0-92ce87f5e6f9"}', '20261121-073419-ba61', '2026-11-21T07:34:20.057Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'packaging', 'EMB-2', 'STANDARD', 'accepted', 1, 'lQEYnrUGsKh2fgXywuPJP9hTgr_cM1s0AWGe58kYyxQ', '{"projectType":"STANDARD","packagingRef":"EMB-2","type":"POLYBAG","channel":"BOTH","percentageRecycled":80,"ecoModulation":["NONE"],"compostability":"NO - 0","recyclability":"YES - MOSTLY RECYCLING","possibilityReUse":"NO - 0","hazardousSubstances":{"status":"NO"},"importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"2c7ad31b-c556-4e3f-b924-b74bd25ea2cd"}', '20261121-073419-ba61', '2026-11-21T07:34:20.077Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'product', 'ROB-1SS27ECRU', 'STANDARD', 'accepted', 1, '9lEk8ofUlcvcy-HyrZoBcJLM1_xarVT__wrCenP0xaE', '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","packagingRefs":["EMB-1"],"warehouseRef":"FRN-3","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"c3f45660-dab3-45e5-8346-2b82028e008d","studyId":"1f90d1b6-bccd-41d1-ad93-22d71e497166","qrCodeLink":"http://service.invalid/qr/1f90d1b6-bccd-41d1-ad93-22d71e497166","showcaseLink":"http://service.invalid/showcase/1f90d1b6-bccd-41d1-ad93-22d71e497166"}', '20261121-073419-ba61', '2026-11-21T07:34:20.116Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'product', 'ROB-1SS27NOIR', 'STANDARD', 'accepted', 1, 'fWraqm1WNBtlCrUG_MsUFPwdRCpGZjuwfPnSoJjFIBM', '{"projectType":"STANDARD","productRef":"ROB-1","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"NOIR","packagingRefs":["EMB-1","EMB-2"],"importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-1"}', 'AURORE-SS27-W1-2026-11', '{"id":"c3f45660-dab3-45e5-8346-2b82028e008d","studyId":"51aef23f-7686-420b-aae0-572c46eeb63c","qrCodeLink":"http://service.invalid/qr/51aef23f-7686-420b-aae0-572c46eeb63c","showcaseLink":"http://service.invalid/showcase/51aef23f-7686-420b-aae0-572c46eeb63c"}', '20261121-073419-ba61', '2026-11-21T07:34:20.148Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'product', 'ROB-2SS27ECRU', 'STANDARD', 'accepted', 1, 'ADQybtHoTMgPMyNYLZNVsQeotqRfoncrQU21VnPquPo', '{"projectType":"STANDARD","productRef":"ROB-2","category":"DRESSES","productCollectionRef":"SS27","productColorCode":"ECRU","importationBatch":"AURORE-SS27-W1-2026-11","supplierRef":"FRN-2"}', 'AURORE-SS27-W1-2026-11', '{"id":"9a2f0d4f-f65f-4078-a28b-48263fc97fb2","studyId":"9a595c98-2df4-43d7-b949-29cc9d491d03","qrCodeLink":"http://service.invalid/qr/9a595c98-2df4-43d7-b949-29cc9d491d03","showcaseLink":"http://service.invalid/showcase/9a595c98-2df4-43d7-b949-29cc9d491d03"}', '20261121-073419-ba61', '2026-11-21T07:34:20.158Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'supplier', 'FRN-1', 'STANDARD', 'accepted', 1, 'xpbR9VpQQw5m3e3m19EKdrs_SQ9m5qXbdz_RcpsMycI', '{"projectType":"STANDARD","supplierRef":"FRN-1","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"783c54cd-a40c-4d33-a6fe-5afe3a6b4293"}', '20261121-073419-ba61', '2026-11-21T07:34:19.993Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'supplier', 'FRN-2', 'STANDARD', 'accepted', 1, 'kpsy435sp3rZ5qklGwk5C4fn1S3XNQCxmSIrQdXlo6Y', '{"projectType":"STANDARD","supplierRef":"FRN-2","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"15701411-8172-43c1-86ae-72e49ad71481"}', '20261121-073419-ba61', '2026-11-21T07:34:20.014Z', null, null);
insert into entries values ('sandbox http://service.invalid', 'v2', 'supplier', 'FRN-3', 'STANDARD', 'accepted', 1, 'BlbcNGhmnaj-mrGIo4WofJF8_77ALq1fX_S2-1yR6Mk', '{"projectType":"STANDARD","supplierRef":"FRN-3","category":"TRANSFORMATION - Weaving","importationBatch":"AURORE-SS27-W1-2026-11"}', 'AURORE-SS27-W1-2026-11', '{"id":"20c21afb-ea74-4b38-b379-f8da0526331f"}', '20261121-073419-ba61', '2026-11-21T07:34:20.034Z', null, null);
pragma application_id = 1414677317;
pragma user_version = 1;
