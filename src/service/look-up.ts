import { KEY_SEPARATOR, keyText, type ReadBack } from '../contract/kind.ts';
import type { Heard } from './exchange.ts';
import { saysAbsent } from './read-back/absence.ts';
import { brandProductList } from './read-back/brand-product.ts';
import { studyComponents } from './read-back/component.ts';
import { packagingList } from './read-back/packaging.ts';
import { productDetail } from './read-back/product.ts';
import { readReading } from './read-back/reading.ts';
import { cannotTell, type Search } from './read-back/search.ts';
import type { LookUp, LookUpRequest } from './service.ts';

const READ_BACKS = {
  'product-detail': productDetail,
  'packaging-list': packagingList,
  'study-components': studyComponents,
  'brand-product-list': brandProductList,
} satisfies Record<ReadBack, (search: Search) => Promise<LookUp>>;

/** Reads whether the record is in the service, in the way that its kind has; `read` reads one path. Writes nothing. */
export async function lookUp(
  request: LookUpRequest,
  read: (path: string) => Promise<Heard>,
): Promise<LookUp> {
  const { kind, key } = request;
  if (kind.verify === undefined) return cannotTell(`the interface has no way to read a ${kind.name} back`);
  const parts = key.split(KEY_SEPARATOR);
  if (parts.length !== kind.key.length || !parts.every(canBeAsked)) {
    return cannotTell(`no address can carry the key ${keyText(key).toWellFormed()}`);
  }
  return READ_BACKS[kind.verify]({
    request,
    part: (field) => parts[kind.key.indexOf(field)] ?? '',
    get: async (path) => {
      const heard = await read(path);
      const reading = readReading(kind, path, heard);
      if (reading.type !== 'absent' || heard.type !== 'heard') return reading;
      // Here only that it is absent counts.
      if (saysAbsent(kind, heard.text, parts)) return { type: 'absent' };
      const said = reading.said === undefined ? '' : `: ${reading.said.slice(0, 3).join('; ')}`;
      return cannotTell(
        `read back as HTTP 404, but its body does not say that the ${kind.name} is missing${said}`,
      );
    },
  });
}

/** Half characters cannot be encoded, and dots alone are taken for steps of the path by everything on the way. */
const canBeAsked = (part: string): boolean => part !== '' && part.isWellFormed() && !/^\.{1,2}$/.test(part);
