#!/usr/bin/env node
// CommonJS, like the program: Node starts it with less work than modules.
const UNFINISHED = 13;

const argv = process.argv.slice(2);
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  import('./old-node.mjs').then(({ endOldNode }) => endOldNode(argv, process.env, new Date().toISOString()));
} else {
  const { main } = require('../dist/main.cjs');
  // Node exits when nothing is left to wait for. Like a module whose await never ends, this is then no success.
  let isDone = false;
  process.on('exit', (code) => {
    if (isDone || code !== 0) return;
    process.exitCode = UNFINISHED;
    process.stderr.write('trace: it ended before it was done. This is a bug in trace.\n');
  });
  main().then(() => {
    isDone = true;
  });
}
