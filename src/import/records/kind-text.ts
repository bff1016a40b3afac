import { say } from '../../say.ts';

/** The name of a kind in a sentence; for a `count` above one, its plural. An unknown name stays as it is. */
export function kindText(name: string, count = 1): string {
  const known: Readonly<Record<string, ((values: { count: number }) => string) | undefined>> = say().kinds;
  return (Object.hasOwn(known, name) && known[name]?.({ count })) || name;
}
