import { KEY_SEPARATOR, keyText } from '../../contract/kind.ts';
import { kindText, say } from '../../say.ts';
import type { HttpResult } from '../http.ts';
import { isAddressable } from '../read-record.ts';
import type { LookUp, LookUpRequest } from '../service.ts';
import { reportsMissing } from './absence.ts';
import { studyComponents } from './component.ts';
import { filteredList } from './filtered-list.ts';
import { productDetail } from './product.ts';
import { readReading } from './reading.ts';
import { cannotTell, type Search } from './search.ts';
import { searchedList } from './searched-list.ts';

/** Reads a record back with the method of its kind. `read` reads one path. */
export async function lookUp(
  request: LookUpRequest,
  read: (path: string) => Promise<HttpResult>,
): Promise<LookUp> {
  const { kind, key } = request;
  const readBack = kind.verify;
  if (readBack === undefined) return cannotTell(say().responses.noReadBack({ kind: kindText(kind.name) }));
  const parts = key.split(KEY_SEPARATOR);
  if (parts.length !== kind.key.length || !parts.every(isAddressable)) {
    return cannotTell(say().responses.noUrlKey({ key: keyText(key).toWellFormed() }));
  }
  const search: Search = {
    request,
    compared: readBack.compared,
    part: (field) => parts[kind.key.indexOf(field)] ?? '',
    get: async (path) => {
      const result = await read(path);
      const reading = readReading(kind, path, result);
      if (reading.type !== 'absent' || result.type !== 'response') return reading;
      if (reportsMissing(kind, result.text, parts)) return { type: 'absent' };
      const { notMissing, notMissingWords } = say().responses;
      const named = { kind: kindText(kind.name) };
      const words = reading.messages?.slice(0, 3).join('; ');
      return cannotTell(words === undefined ? notMissing(named) : notMissingWords({ ...named, words }));
    },
  };
  switch (readBack.method) {
    case 'product-detail':
      return productDetail(search);
    case 'study-components':
      return studyComponents(search);
    case 'searched-list':
      return searchedList(search, readBack.path);
    case 'filtered-list':
      return filteredList(search, readBack.path, readBack.filter);
  }
}
