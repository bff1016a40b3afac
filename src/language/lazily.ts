/**
 * An object whose properties are created when they are first read: `lazily({ a: () => f() }).a`. After that they are
 * ordinary properties.
 */
export function lazily<T extends object>(create: { readonly [Key in keyof T]: () => T[Key] }): T {
  const made = {} as T;
  for (const name of Object.keys(create) as (keyof T)[])
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = create[name]();
        Object.defineProperty(made, name, { value, enumerable: true });
        return value;
      },
    });
  return made;
}
