import type { Archive } from './archive.ts';
import { MORE, Xml } from './xml.ts';

type TakeToken = (token: number, xml: Xml) => void;

/** Calls `take` for each token of a part. The part is not kept in memory. */
export const readXml = (archive: Archive, part: string, take: TakeToken): Promise<void> =>
  readTokens(archive.chunks(part), part, take);

/** Calls `take` for each token of XML, given in chunks of whole characters. `name`: the name of the part in messages. */
export async function readTokens(
  chunks: AsyncIterable<Buffer | string>,
  name: string,
  take: TakeToken,
): Promise<void> {
  const xml = new Xml(name);
  const drain = () => {
    for (let token = xml.next(); token !== MORE; token = xml.next()) take(token, xml);
  };
  for await (const chunk of chunks) {
    xml.push(chunk.toString());
    drain();
  }
  xml.finish();
  drain();
}
