import { Ledger } from '../../src/ledger/ledger.ts';

// A process that waits for a message, opens the ledger named on its command line and starts a run in it.
process.once('message', () => {
  using ledger = Ledger.open(process.argv[2]!);
  const { id } = ledger.runs.start({
    ...{ command: 'import', environment: 'test', target: 'test', interface: 'v2' },
    startedAt: '2026-11-02T02:00:00.000Z',
    options: '{}',
  });
  process.send!(id, () => process.disconnect());
});
process.send!('ready');
