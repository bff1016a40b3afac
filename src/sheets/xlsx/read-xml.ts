import type { Archive } from './archive.ts';
import { MORE, Xml } from './xml.ts';

/** Calls `take` for each token of a part. The part is not kept in memory. */
export async function readXml(
  archive: Archive,
  part: string,
  take: (token: number, xml: Xml) => void,
): Promise<void> {
  const xml = new Xml(part);
  const drain = () => {
    for (let token = xml.next(); token !== MORE; token = xml.next()) take(token, xml);
  };
  for await (const chunk of archive.text(part)) {
    xml.push(chunk);
    drain();
  }
  xml.finish();
  drain();
}
