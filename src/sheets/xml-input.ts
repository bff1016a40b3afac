import { basename } from 'node:path';
import { readBytes } from './bytes.ts';
import type { Input } from './input.ts';
import { MORE, Xml } from './xlsx/xml.ts';
import { xmlText } from './xlsx/xml-text.ts';

/** Calls `take` for each token of a file that is XML. */
export async function readXmlFile(input: Input, take: (token: number, xml: Xml) => void): Promise<void> {
  const name = basename(input.file);
  const xml = new Xml(name);
  const drain = () => {
    for (let token = xml.next(); token !== MORE; token = xml.next()) take(token, xml);
  };
  for await (const chunk of xmlText(readBytes(input.handle), name)) {
    xml.push(chunk);
    drain();
  }
  xml.finish();
  drain();
}
