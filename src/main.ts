/** Placeholder entry until the commands stand. */
export async function main(): Promise<void> {}
