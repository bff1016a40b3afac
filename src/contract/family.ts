/** The six v2 families (interface 1 and 4.1). Each has a project type and a path prefix. */
export const FAMILY_NAMES = [
  'STANDARD',
  'MODULE360_AGEC',
  'AGEC_PACKAGING_ONLY',
  'AGEC_NO_FDC',
  'E360',
  'AGEC',
] as const;

export type FamilyName = (typeof FAMILY_NAMES)[number];

export interface Family {
  readonly name: FamilyName;
  readonly prefix: string;
  /** The `projectType` in the bodies of the family; null if the interface does not document it. */
  readonly projectType: string | null;
}

export const FAMILIES = {
  STANDARD: { name: 'STANDARD', prefix: '/v2', projectType: 'STANDARD' },
  MODULE360_AGEC: { name: 'MODULE360_AGEC', prefix: '/v2/agec-e360', projectType: 'MODULE360_AGEC' },
  AGEC_PACKAGING_ONLY: {
    name: 'AGEC_PACKAGING_ONLY',
    prefix: '/v2/agec-packaging',
    projectType: 'AGEC_PACKAGING_ONLY',
  },
  AGEC_NO_FDC: { name: 'AGEC_NO_FDC', prefix: '/v2/agec-no-fdc', projectType: 'AGEC_NO_FDC' },
  E360: { name: 'E360', prefix: '/v2/e360', projectType: null },
  AGEC: { name: 'AGEC', prefix: '/v2/agec', projectType: null },
} as const satisfies Record<FamilyName, Family>;

/** Configured project types of families. */
export type ProjectTypes = Partial<Record<FamilyName, string>>;

/** The `projectType` of the bodies of a family; null if neither the interface nor the configuration has one. */
export function projectTypeOf(family: FamilyName, configured: ProjectTypes): string | null {
  return configured[family] ?? FAMILIES[family].projectType;
}

/** The family of a `projectType` cell: the name of a family or its project type, in upper or lower case. */
export function familyOf(text: string, configured: ProjectTypes): FamilyName | undefined {
  const wanted = text.trim().toUpperCase();
  return FAMILY_NAMES.find(
    (name) => projectTypeOf(name, configured)?.toUpperCase() === wanted || name === wanted,
  );
}
