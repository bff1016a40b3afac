import { z } from 'zod';

/** Given with a null, a field is cleared. */
const text = z.string().min(1);

/**
 * The body of a purchased item's update (interface 2.8): any of these. The names of transports and units are texts here, as
 * their lists are not wholly shown. `looseObject`: what is kept of a record beside these is not shown either.
 */
export const purchasedItemUpdate = z
  .looseObject({
    itemId: z.uuid(),
    itemUniqueIdentifier: text,
    purchaseOrder: text.nullable(),
    purchaseOrderDate: z.iso
      .date()
      .or(z.iso.datetime({ offset: true }))
      .nullable(),
    transports: z.array(z.looseObject({ name: text, usagePercentage: z.number() }).partial()),
    purchasedQuantity: z.looseObject({ value: z.number(), unit: text }).nullable(),
    certifications: z.array(z.looseObject({ certificationName: text })),
  })
  .partial()
  .refine(({ itemId, itemUniqueIdentifier }) => itemId === undefined || itemUniqueIdentifier === undefined, {
    error: 'must not hold both itemId and itemUniqueIdentifier',
  });
