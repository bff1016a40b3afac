import { say } from './say.ts';

type Fault = Exclude<keyof ReturnType<typeof say>['yamlFaults'], 'other'>;

/**
 * Patterns of the English messages of the libraries (js-yaml, yaml), and the faults that they report. The first match
 * counts.
 */
const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/tab characters|Tabs are not allowed/, 'tab'],
  [/missed comma|Missing , /, 'comma'],
  [/unexpected end|Missing closing|end with/, 'open'],
  [
    /multiline key|expected ':'|whitespace character is expected after|be followed by map values|on a single line/,
    'colon',
  ],
  [/indentation|indented|Nested mappings|at the same column|without - indicator/, 'indent'],
  [/nesting|depth/, 'deep'],
  [/duplicated mapping key|must be unique/, 'twice'],
];

/** What is wrong in a YAML file, in the language of the process. `reason`: the error message of the library. */
export function yamlFault(reason: string): string {
  const { yamlFaults } = say();
  const found = FAULTS.find(([words]) => words.test(reason));
  return found === undefined ? yamlFaults.other({ reason }) : yamlFaults[found[1]]();
}
