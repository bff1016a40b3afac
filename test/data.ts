import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The data of a YAML file in the folder of a test. */
export const dataOf = <T>(folder: string, file: string): T =>
  parse(readFileSync(path.join(folder, file), 'utf8')) as T;
