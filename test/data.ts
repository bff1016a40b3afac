import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The data of a YAML file in the folder of a test. */
export const dataOf = <T>(folder: string, file: string): T =>
  parse(readFileSync(path.join(folder, file), 'utf8')) as T;

/** The words of a command line: a text is split at its spaces. */
export const wordsOf = (words: string | readonly string[]): readonly string[] =>
  typeof words === 'string' ? words.split(' ').filter(Boolean) : words;
