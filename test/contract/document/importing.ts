import { type Completion, noCompletion } from '../../../src/contract/completion.ts';
import { completeKinds } from '../../../src/contract/completion-apply.ts';
import { type Contract, contractChanges } from '../../../src/contract/completion-diff.ts';
import { importDocument } from '../../../src/contract/document/import.ts';
import type { InterfaceName, KindSpec } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { documentWith, type Schema } from './generate.ts';

const PLAIN = { addOnly: false, replace: false };

/** What trace learns from a document. */
export const importing = (document: object | string, before = noCompletion(), options = PLAIN) =>
  importDocument(
    typeof document === 'string' ? document : JSON.stringify(document),
    'api.yaml',
    before,
    options,
  );

/** What trace learns from a document whose create call at the path has these fields. */
export const importingBody = (path: string, properties: Schema, more: Schema = {}) =>
  importing(documentWith({ [path]: { type: 'object', properties, ...more } }));

export const contractOf = ({ v2, v3 }: Completion, hints = true): Contract => ({
  v2: completeKinds(kindsOf('v2'), v2, { hints }),
  v3: completeKinds(kindsOf('v3'), v3, { hints }),
});

/** The kind of that name as the contract file completes it. */
export const completed = (completion: Completion, version: InterfaceName, named: string): KindSpec =>
  contractOf(completion)[version].find(({ name }) => name === named)!;

/** The changes that a contract file makes, in short. */
export const changesIn = (completion: Completion): string[] =>
  contractChanges(contractOf(noCompletion()), contractOf(completion)).map((change) => {
    switch (change.change) {
      case 'list':
        return `${change.list} +${change.added.join(',')} -${change.removed.length}`;
      case 'field-added':
        return `+${change.path}: ${change.value}, ${change.required}`;
      case 'field-removed':
        return `-${change.path}`;
      case 'field-renamed':
        return `${change.path} > ${change.to}`;
      case 'body':
        return `open ${change.open}`;
      default:
        return `${change.path}: ${change.before} > ${change.after}`;
    }
  });
