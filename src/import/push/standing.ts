import type { Body, KindSpec } from '../../contract/kind.ts';
import { changedFields, outdatedMessages } from '../plan/changed.ts';

/** How a record ends when the service has its key and nothing more is sent. */
interface Standing {
  readonly outcome: 'unchanged' | 'outdated' | 'existing';
  readonly messages: readonly string[];
}

/** Compares a record (JSON of its body) with the content that the service has of its key; null when that is not known. */
export function standingOf(kind: KindSpec, body: string, content: string | null): Standing {
  if (content === null) return { outcome: 'existing', messages: [] };
  const changes = changedFields(kind, JSON.parse(content) as Body, JSON.parse(body) as Body);
  return changes.length === 0
    ? { outcome: 'unchanged', messages: [] }
    : { outcome: 'outdated', messages: outdatedMessages(kind, changes) };
}
