import { main } from '../../src/main.ts';

// The tool from its sources, in its own process.
await main();
