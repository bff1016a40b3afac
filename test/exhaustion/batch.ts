import type { Body } from '../../src/contract/kind.ts';
import {
  component,
  componentBody,
  csvOf,
  packaging,
  product,
  productBody,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import { soundBody } from '../mock/sound-body.ts';

const packagingBody = (packagingRef: string): Body =>
  soundBody(packaging, 'STANDARD', { fill: 'required', with: { packagingRef } });

/** A dozen valid records of all four kinds, with every kind of reference. */
export const BATCH: Readonly<Record<string, string>> = {
  'suppliers.csv': csvOf(
    supplier,
    ['FRN-1', 'FRN-2', 'FRN-3'].map((ref) => supplierBody(ref)),
  ),
  'packaging.csv': csvOf(packaging, ['EMB-1', 'EMB-2'].map(packagingBody)),
  'products.csv': csvOf(product, [
    productBody('ROB-1', 'FRN-1', { warehouseRef: 'FRN-3', packagingRefs: ['EMB-1'] }),
    productBody('ROB-1', 'FRN-1', { productColorCode: 'NOIR', packagingRefs: ['EMB-1', 'EMB-2'] }),
    productBody('ROB-2', 'FRN-2'),
  ]),
  'components.csv': csvOf(component, [
    componentBody('CMP-1', 'ROB-1', 'FRN-1'),
    componentBody('CMP-2', 'ROB-1', 'FRN-3', { productColorCode: 'NOIR' }),
    componentBody('CMP-3', 'ROB-2', 'FRN-2'),
    componentBody('CMP-4', 'ROB-2', 'FRN-3'),
  ]),
};

export const FILES: readonly string[] = Object.keys(BATCH);
export const SIZE = 12;
/** Number of concurrent requests. */
export const CONCURRENCY = 3;
