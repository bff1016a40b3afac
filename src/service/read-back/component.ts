import { z } from 'zod';
import { projectTypeOf } from '../../contract/family.ts';
import { readPaths } from '../../contract/routes.ts';
import type { LookUp } from '../service.ts';
import { readProduct } from './product.ts';
import { cannotTell, found, type Search, shown, strange } from './search.ts';

const studyShape = z.looseObject({
  id: z.string().min(1),
  projectType: z.string().optional(),
  components: z.array(z.looseObject({ ref: z.string(), type: shown, category: shown, weight: shown })),
});

/** The study of the component's product, then its components (interface 2.6). Without the study it is not there. */
export async function studyComponents(search: Search): Promise<LookUp> {
  const { request, part } = search;
  if (!request.body.productColorCode) return studiesOfAnyColour(search);
  return inStudy(
    search,
    readPaths.study(part('productCollectionRef'), part('productRef'), part('productColorCode')),
  );
}

/**
 * A component that names no colour may stand in the study without a colour, or in every study of its product and
 * collection: which of the two is not shown. In some of them only, it may be the component of that colour.
 */
async function studiesOfAnyColour(search: Search): Promise<LookUp> {
  const read = await readProduct(search);
  if (read.type !== 'product') return read;
  const { blankKey } = search.request.kind;
  const looks: LookUp[] = [];
  for (const { id, colorCode } of read.studies) {
    const look = await inStudy(search, readPaths.studyDetails(id));
    if (look.type !== 'found' && look.type !== 'absent') return look;
    if (look.type === 'found' && (colorCode || blankKey) === blankKey) return look;
    looks.push(look);
  }
  const there = looks.filter(({ type }) => type === 'found');
  if (there.length === 0) return { type: 'absent' };
  if (there.length === looks.length) return there[0]!;
  return cannotTell('it names no colour, and stands in the studies of some colours only');
}

async function inStudy({ request, part, get }: Search, path: string): Promise<LookUp> {
  const { body, family } = request;
  const reading = await get(path);
  if (reading.type !== 'body') return reading;
  const parsed = studyShape.safeParse(reading.body);
  if (!parsed.success) return strange;
  const { id: studyId, projectType, components } = parsed.data;
  const sent = typeof body.projectType === 'string' ? body.projectType : family && projectTypeOf(family, {});
  if (projectType && sent && projectType !== sent) {
    return cannotTell(`the service shows a study of project type ${projectType}, the row has ${sent}`);
  }
  const component = components.find(({ ref }) => ref === part('componentRef'));
  if (!component) return { type: 'absent' };
  const compared = {
    type: 'type',
    category: 'category',
    componentWeight: 'weight',
    projectType: 'projectType',
  };
  return found({ studyId }, request, { projectType, ...component }, compared);
}
