import { usage } from '../../errors.ts';
import { say } from '../../say.ts';
import { type Completion, merged, noCompletion } from '../completion.ts';
import { completeKinds } from '../completion-apply.ts';
import type { Contract } from '../completion-diff.ts';
import type { InterfaceName } from '../kind.ts';
import { kindsOf } from '../registry.ts';
import { otherCalls } from './calls.ts';
import { createsIn, type DocumentCreate, postPaths } from './creates.ts';
import { readDocument } from './document.ts';
import { type LearnOptions, learn } from './learn.ts';

/** The result of importing a document. */
export interface ImportedDocument {
  readonly completion: Completion;
  /** The create calls in the document: a sentence for each interface. */
  readonly creates: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Completes a contract with an OpenAPI document. Earlier changes that the document does not mention are kept, unless
 * `replace` is set.
 *
 * @throws TraceError `document-...` if it cannot be read, `document-foreign` if it has no create call of the interface.
 */
export async function importDocument(
  text: string,
  name: string,
  before: Completion,
  options: LearnOptions,
): Promise<ImportedDocument> {
  const root = readDocument(text, name);
  const shown: Contract = { v2: kindsOf('v2'), v3: kindsOf('v3') };
  const creates = createsIn(root, shown);
  if (creates.length === 0) {
    const paths = postPaths(root).slice(0, 5).join(', ');
    throw usage(
      'document-foreign',
      paths === '' ? say().documents.foreign({ name }) : say().documents.foreignPaths({ name, paths }),
      say().documents.foreignHow(),
    );
  }
  const base = options.replace ? noCompletion() : before;
  const of = (name: 'v2' | 'v3') => completeKinds(shown[name], base[name], { hints: true, restore: true });
  const learned = learn(
    creates,
    { current: { v2: of('v2'), v3: of('v3') }, builtIn: shown, completion: base },
    options,
  );
  const others = otherCalls(root);
  const updatePaths = others.updatePaths as NonNullable<Completion['updatePaths']>;
  return {
    completion: merged(base, { ...learned.completion, updatePaths }),
    creates: (['v2', 'v3'] as const).flatMap((name) => callsOf(name, creates)),
    notes: [...learned.notes, ...others.notes],
  };
}

/** `v2 create calls of product, supplier in 2 families (STANDARD, AGEC)` */
function callsOf(name: InterfaceName, creates: readonly DocumentCreate[]): string[] {
  const own = creates.filter((create) => create.interface === name);
  if (own.length === 0) return [];
  const kinds = [...new Set(own.map(({ kind }) => kind))].join(', ');
  const families = [...new Set(own.flatMap(({ family }) => family ?? []))];
  const { calls, callsIn } = say().documents;
  return [
    families.length === 0
      ? calls({ interface: name, kinds })
      : callsIn({ interface: name, kinds, families: families.join(', ') }),
  ];
}
