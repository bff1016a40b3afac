#!/usr/bin/env node
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  const { endOldNode } = await import('./old-node.js');
  endOldNode(process.argv.slice(2), process.env, new Date().toISOString());
} else {
  const { main } = await import('../dist/main.js');
  await main();
}
