#!/usr/bin/env node
import { createRequire } from 'node:module';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  const { endOldNode } = await import('./old-node.js');
  endOldNode(process.argv.slice(2), process.env, new Date().toISOString());
} else {
  // CommonJS: Node starts it with less work than modules.
  const require = createRequire(import.meta.url);
  const cache = require('./cache-folder.cjs').cacheFolder(process.env);
  const { main } =
    cache === null
      ? require('../dist/main.cjs')
      : require('./load.cjs').loadCached(
          `${import.meta.dirname}/../dist`,
          'main.cjs',
          cache,
          process.argv.slice(2),
        );
  await main();
}
