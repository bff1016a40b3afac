#!/usr/bin/env node
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `trace needs Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'In the project folder, "npx trace" uses the Node that the project brings.\n',
  );
  process.exitCode = 2;
} else {
  const { main } = await import('../dist/main.js');
  await main();
}
