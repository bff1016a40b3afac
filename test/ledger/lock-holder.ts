import { takeLock } from '../../src/ledger/lock.ts';

// A process of its own that holds the lock named on its command line until it is killed.
takeLock(process.argv[2]!);
process.send!('held');
setInterval(() => {}, 1 << 30);
