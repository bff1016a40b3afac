import { type Completion, merged, noCompletion } from '../contract/completion.ts';
import { completeKinds } from '../contract/completion-apply.ts';
import type { Contract } from '../contract/completion-diff.ts';
import { kindsOf } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import { createsIn, postPaths } from './creates.ts';
import { readDocument } from './document.ts';
import { type LearnOptions, learn } from './learn.ts';

/** A contract after a document was read. */
export interface Imported {
  readonly completion: Completion;
  /** What the document was read as: `POST /v2/suppliers` and so on, one a create call. */
  readonly creates: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Reads an OpenAPI document and completes a contract with it. What was imported, added or learned before stays, where the
 * document says nothing of it; with `replace` it is forgotten.
 *
 * @throws TraceError `document-...` when it cannot be read, `document-foreign` when it has no create call of the interface.
 */
export async function importDocument(
  text: string,
  name: string,
  before: Completion,
  options: LearnOptions,
): Promise<Imported> {
  const { root, remarks } = await readDocument(text, name);
  const shown: Contract = { v2: kindsOf('v2'), v3: kindsOf('v3') };
  const creates = createsIn(root, shown);
  if (creates.length === 0) {
    const paths = postPaths(root).slice(0, 5).join(', ');
    throw new TraceError(
      'usage',
      'document-foreign',
      `${name} has no create call of the interface${paths === '' ? '' : `; it takes posts on ${paths}`}.`,
      'It should hold paths such as /v2/suppliers or /purchased-items.',
    );
  }
  const base = options.replace ? noCompletion() : before;
  const of = (name: 'v2' | 'v3') => completeKinds(shown[name], base[name], { hints: true, restore: true });
  const learned = learn(creates, { force: { v2: of('v2'), v3: of('v3') }, shown, before: base }, options);
  return {
    completion: merged(base, learned.completion),
    creates: creates.map(({ interface: generation, kind, family }) =>
      family === null ? `${generation} ${kind}` : `${generation} ${kind} (${family})`,
    ),
    notes: [...remarks, ...learned.notes],
  };
}
