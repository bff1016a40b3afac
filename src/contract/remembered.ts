/** A function that computes its result at the first call, and keeps it. */
export function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}

/** A function that keeps its results for the first `most` different arguments. */
export function remembered<Key, T>(compute: (key: Key) => T, most: number): (key: Key) => T {
  const results = new Map<Key, T>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as T;
    const result = compute(key);
    if (results.size < most) results.set(key, result);
    return result;
  };
}
