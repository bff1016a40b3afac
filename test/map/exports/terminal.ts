import type { Prompts } from '../../../src/cli/map/prompts.ts';
import type { Person } from './person.ts';

/** The person at the terminal. */
export const terminal: { person?: Person } = {};

/** Stands in for the function of `prompts.ts` that opens the terminal. */
export const clackPrompts = async (): Promise<Prompts> => terminal.person!;
