import type { Body, KindSpec } from '../../contract/kind.ts';
import { changedFields, outdatedMessages } from '../plan/changed.ts';

/** The outcome of a record whose key the service has already. */
interface Standing {
  readonly outcome: 'unchanged' | 'outdated' | 'existing';
  readonly messages: readonly string[];
}

/** Compares the body of a record (JSON) with the content that the service has of its key (JSON; null when not known). */
export function standingOf(kind: KindSpec, body: string, content: string | null): Standing {
  if (content === null) return { outcome: 'existing', messages: [] };
  const changes = changedFields(kind, JSON.parse(content) as Body, JSON.parse(body) as Body);
  return changes.length === 0
    ? { outcome: 'unchanged', messages: [] }
    : { outcome: 'outdated', messages: outdatedMessages(kind, changes) };
}
