/** What one row of a table stands for. */
export const GRAINS = ['study', 'component', 'material', 'step', 'packaging', 'claim', 'impact'] as const;

export type Grain = (typeof GRAINS)[number];
