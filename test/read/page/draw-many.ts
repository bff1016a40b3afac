import { readFileSync } from 'node:fs';
import { keepHeapSmall } from '../../../src/import/input/heap.ts';
import { studyPageParts } from '../../../src/read/page/page.ts';

// Draws the page of a study this many times, like the command, and prints how often.
const [file = '', times = '1'] = process.argv.slice(2);
const study = readFileSync(file, 'utf8');
keepHeapSmall();
let drawn = 0;
const studies = (function* () {
  for (; drawn < Number(times); drawn++) yield JSON.parse(study);
})();
const options = { title: 'Many', languages: ['fr'], generatedAt: new Date(0), version: '1' };
for await (const _ of studyPageParts(studies, options));
process.stdout.write(`${drawn}`);
