import { main } from '../../src/main.ts';

// The tool from its sources, as a process of its own.
await main();
