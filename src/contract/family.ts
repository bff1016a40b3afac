/** The six v2 families: a project type and its path prefix (interface 1 and 4.1). */
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
  /** The `projectType` its bodies carry; null where the interface does not show it and configuration must. */
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

/** What configuration says of the project types that the interface does not show. */
export type ProjectTypes = Partial<Record<FamilyName, string>>;

/** The `projectType` that a family's bodies carry, or null when neither interface nor configuration says it. */
export function projectTypeOf(family: FamilyName, configured: ProjectTypes): string | null {
  return configured[family] ?? FAMILIES[family].projectType;
}

/** The family that a row's `projectType` cell means: a family's name or its project type, in any case. */
export function familyOf(text: string, configured: ProjectTypes): FamilyName | undefined {
  const wanted = text.trim().toUpperCase();
  return FAMILY_NAMES.find(
    (name) => projectTypeOf(name, configured)?.toUpperCase() === wanted || name === wanted,
  );
}
