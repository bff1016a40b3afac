import { takeLock } from '../../src/ledger/lock.ts';

// A process that holds the lock named on its command line until it is killed.
takeLock(process.argv[2]!);
process.send!('held');
setInterval(() => {}, 1 << 30);
