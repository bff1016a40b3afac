import { say } from './say.ts';

type Fault = Exclude<keyof ReturnType<typeof say>['yamlFaults'], 'other'>;

/** What is wrong, by words in the reason of the library, which is in English. The first match counts. */
const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/tab characters/, 'tab'],
  [/missed comma/, 'comma'],
  [/unexpected end/, 'open'],
  [/multiline key|expected ':'|whitespace character is expected after/, 'colon'],
  [/indentation/, 'indent'],
  [/nesting|depth/, 'deep'],
  [/duplicated mapping key/, 'twice'],
];

/** What is wrong in a YAML file, in the language of the process. `reason`: that of the library. */
export function yamlFault(reason: string): string {
  const { yamlFaults } = say();
  const found = FAULTS.find(([words]) => words.test(reason));
  return found === undefined ? yamlFaults.other({ reason }) : yamlFaults[found[1]]();
}
