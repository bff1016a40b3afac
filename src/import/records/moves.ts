/** Numbers of list items in the body and in the columns, for a row whose blank items were dropped. */
export class Moves {
  /** Path in the columns, by path in the body. Both end with the number of an item. */
  readonly byBody = new Map<string, string>();
  /** The reverse. */
  readonly byColumn = new Map<string, string>();

  add(bodyPath: string, columnPath: string): void {
    this.byBody.set(bodyPath, columnPath);
    if (!this.byColumn.has(columnPath)) this.byColumn.set(columnPath, bodyPath);
  }
}

/** The path with its longest known prefix replaced. */
export function movedPath(path: string, to: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const found = to.get(path.slice(0, end));
    if (found !== undefined) return found + path.slice(end);
  }
  return path;
}
