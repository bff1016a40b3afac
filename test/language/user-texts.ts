import { parseAst } from 'vitest/node';

/** A text in the source of a module that reads as one for a person. */
export interface FoundText {
  readonly line: number;
  /** `{}` stands for each value. */
  readonly text: string;
}

/** Two words, one after the other or with values between them, each with a lower-case letter. */
const PHRASE =
  /(?<![\p{L}\p{N}_./@#-])\p{L}*\p{Ll}[\p{L}’']*[,:;.)"]*\s(?:[("]*\{\}[,:;.)"]*\s)*[("]*\p{L}*\p{Ll}/u;

/** A word beside a value: `{} rows`, `row {}`. Only a template has these. Units and header schemes are not words. */
const WORD_BY_VALUE =
  /\{\}[,;.)"]*\s[("]*(?!km\b)\p{L}?\p{Ll}{2,}(?![\p{L}\p{N}_./@#=(-])|(?<![\p{L}\p{N}_./@#"'<-])(?!Bearer\b)\p{L}?\p{Ll}{2,}[,;]?\s[("]*\{\}/u;

/** A statement of SQL, or a part of one. */
const SQL =
  /\bselect\b.*\bfrom\b|\b(?:insert (?:or \w+ )?into|delete from|update \S+ set|create (?:temp )?(?:table|index|trigger|view)|alter table|begin immediate|order by|group by|is (?:not )?null)\b|^pragma\b|\bwhere\b.*[=?({]|\b[a-z]\w*(?:\.\w+)? (?:=|in|>=|<) [?(\w{]/s;

/** An example of a command line. */
const COMMAND = /^(?:.* \| )?trace [a-z{]/;

/** Tags and style sheets of XML and HTML; a template may start or end inside of a tag. */
const MARKUP = /<style>.*?<\/style>|<[^<>]*(?:>|$)/gs;

interface Node {
  readonly type: string;
  readonly start: number;
}

/**
 * The texts for a person in the code of a module. A text that only a programmer reads does not count: of an
 * error that is a bug (`new Error`), of a JSON schema (`describe`, `meta`), SQL, an example of a command, and a key.
 */
export function userTexts(code: string, within?: Node): FoundText[] {
  const found: FoundText[] = [];
  const visit = (node: Node): void => {
    const { type, start } = node;
    if (isIgnored(node)) return;
    const text = textOf(node);
    if (text !== undefined && isForPerson(text, type))
      found.push({ line: code.slice(0, start).split('\n').length, text });
    if (type === 'Literal') return;
    for (const child of childrenOf(node)) visit(child);
  };
  if (within) visit(within);
  else for (const node of parseAst(code, { lang: 'ts' }).body) visit(node as unknown as Node);
  return found;
}

/** The texts in the errors for a person: in the arguments of `new TraceError`, `usage` and the like. */
export function errorTexts(code: string): FoundText[] {
  const found: FoundText[] = [];
  const visit = (node: Node): void => {
    const { callee } = node as Node & { callee?: Node & { name?: string } };
    if (/^(?:TraceError|usage|flagError|wrong)$/.test(callee?.name ?? ''))
      found.push(...userTexts(code, node));
    else for (const child of childrenOf(node)) visit(child);
  };
  for (const node of parseAst(code, { lang: 'ts' }).body) visit(node as unknown as Node);
  return found;
}

function isForPerson(text: string, type: string): boolean {
  const words = text.replaceAll(MARKUP, ' | ');
  const isText = PHRASE.test(words) || (type === 'TemplateLiteral' && WORD_BY_VALUE.test(words));
  return isText && !SQL.test(text) && !COMMAND.test(text);
}

function textOf(node: Node): string | undefined {
  const { value, quasis } = node as Node & {
    value?: unknown;
    quasis?: readonly { value: { cooked: string } }[];
  };
  if (node.type === 'Literal' && typeof value === 'string') return value;
  if (node.type === 'TemplateLiteral') return quasis!.map((part) => part.value.cooked).join('{}');
  return undefined;
}

/** Types and modules have no texts, and neither has what only programmers read. */
function isIgnored(node: Node): boolean {
  const { type } = node;
  if (type === 'ImportDeclaration' || type === 'ExportAllDeclaration' || type === 'ImportExpression')
    return true;
  if (type.startsWith('TS')) return !/^TS(?:As|Satisfies|NonNull|TypeAssertion)/.test(type);
  const { callee } = node as Node & { callee?: Node & { name?: string; property?: { name?: string } } };
  if (type === 'NewExpression') return /^(?:Error|TypeError|RangeError|RegExp)$/.test(callee?.name ?? '');
  return (
    type === 'CallExpression' &&
    (/^(?:describe|meta)$/.test(callee?.property?.name ?? '') || callee?.name === 'Symbol')
  );
}

/** The nodes below a node, without the names of members and properties. */
function* childrenOf(node: Node): Generator<Node> {
  const isNamed = node.type === 'MemberExpression' || node.type === 'Property';
  for (const [key, value] of Object.entries(node)) {
    if (isNamed && (key === 'property' || key === 'key')) {
      if (!(node as Node & { computed?: boolean }).computed) continue;
      if ((value as Node).type === 'Literal') continue;
    }
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'quasis') continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
        yield child as Node;
  }
}
