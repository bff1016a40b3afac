import { KEY_SEPARATOR, keyText, type ReadBack } from '../contract/kind.ts';
import type { HttpResult } from './exchange.ts';
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

/** Reads whether the record is in the service, by the read-back of its kind. `read` reads one path. */
export async function lookUp(
  request: LookUpRequest,
  read: (path: string) => Promise<HttpResult>,
): Promise<LookUp> {
  const { kind, key } = request;
  if (kind.verify === undefined) return cannotTell(`the interface has no way to read a ${kind.name} back`);
  const parts = key.split(KEY_SEPARATOR);
  if (parts.length !== kind.key.length || !parts.every(isAddressable)) {
    return cannotTell(`no address can carry the key ${keyText(key).toWellFormed()}`);
  }
  return READ_BACKS[kind.verify]({
    request,
    part: (field) => parts[kind.key.indexOf(field)] ?? '',
    get: async (path) => {
      const result = await read(path);
      const reading = readReading(kind, path, result);
      if (reading.type !== 'absent' || result.type !== 'response') return reading;
      // Only a body that says so proves that the record is absent.
      if (saysAbsent(kind, result.text, parts)) return { type: 'absent' };
      const words = reading.said === undefined ? '' : `: ${reading.said.slice(0, 3).join('; ')}`;
      return cannotTell(
        `read back as HTTP 404, but its body does not say that the ${kind.name} is missing${words}`,
      );
    },
  });
}

/** Half characters cannot be encoded, and proxies resolve `.` and `..` in a path. */
const isAddressable = (part: string): boolean =>
  part !== '' && part.isWellFormed() && !/^\.{1,2}$/.test(part);
