/** A function that computes its result once for each argument, and keeps it as long as the argument exists. */
export function oncePer<Key extends WeakKey, Value extends NonNullable<unknown> | null>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const results = new WeakMap<Key, Value>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute(key);
      results.set(key, result);
    }
    return result;
  };
}
