/** The tables of a study, by what a row is. */
export const GRAINS = ['study', 'component', 'material', 'step', 'packaging', 'claim', 'impact'] as const;

export type Grain = (typeof GRAINS)[number];
