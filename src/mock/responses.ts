import type { Body, Json, KindSpec } from '../contract/kind.ts';
import type { CreatedIds, NewEntry } from './entry.ts';

/** The links to the pages of a study, which the mock serves. */
export const studyLinks = (baseUrl: string, studyId: string) => ({
  qrCodeLink: `${baseUrl}/qr/${studyId}`,
  showcaseLink: `${baseUrl}/showcase/${studyId}`,
});

/** The body of a 201 (interface 2.1 to 2.4): ids, links, and the fields of the request that the response repeats. */
export function createdBody(
  kind: KindSpec,
  entry: NewEntry,
  { id, studyId }: CreatedIds,
  baseUrl: string,
): { [name: string]: Json } {
  const { response } = kind;
  const body: Body = { success: true };
  setAt(body, [response.id].flat()[0]!, id);
  if (studyId !== undefined) {
    const values = { studyId, ...studyLinks(baseUrl, studyId) };
    for (const name of ['studyId', 'qrCodeLink', 'showcaseLink'] as const) {
      if (response[name] !== undefined) setAt(body, response[name], values[name]);
    }
  }
  for (const repeated of response.repeats ?? []) {
    const name = repeated.replace('[]', '');
    const value = entry.keyParts[kind.key.indexOf(name)] ?? entry.body[name] ?? '';
    body[name] = repeated === name ? value : [value];
  }
  return body;
}

/** Sets the value at a dotted path. */
export function setAt(body: Body, path: string, value: Json): void {
  const steps = path.split('.');
  let at = body;
  for (const step of steps.slice(0, -1)) {
    at[step] ??= {};
    at = at[step] as Body;
  }
  at[steps.at(-1)!] = value;
}
