#!/usr/bin/env node
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `trace needs Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'Install Node 24, or name it: /path/to/node /path/to/trace.js. In a checkout, "npx trace" uses the Node it brings.\n',
  );
  process.exitCode = 2;
} else {
  const { main } = await import('../dist/main.js');
  await main();
}
