/** The tables of a study. Each is named after what one row describes. */
export const GRAINS = ['study', 'component', 'material', 'step', 'packaging', 'claim', 'impact'] as const;

export type Grain = (typeof GRAINS)[number];
