import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { Store } from '../../src/ledger/store.ts';

/** The store of a ledger in SQLite. Only tests look into it. */
export const storeOf = (ledger: Ledger): Store => ledger as Ledger & Store;

/** The connection of a ledger. */
export const dbOf = (ledger: Ledger): DatabaseSync => storeOf(ledger).db;
