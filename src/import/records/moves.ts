/** Where items of a body stand in the columns' own numbering, for a row in which blank items were left out. */
export class Moves {
  /** The columns' path of a body path that ends in an item's number. */
  readonly byBody = new Map<string, string>();
  /** The reverse. */
  readonly byColumn = new Map<string, string>();

  add(bodyPath: string, columnPath: string): void {
    this.byBody.set(bodyPath, columnPath);
    if (!this.byColumn.has(columnPath)) this.byColumn.set(columnPath, bodyPath);
  }
}

/** `path` with its longest beginning that `to` knows replaced. */
export function movedPath(path: string, to: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const found = to.get(path.slice(0, end));
    if (found !== undefined) return found + path.slice(end);
  }
  return path;
}
