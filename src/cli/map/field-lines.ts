import { commentText } from '../../map/map-file/texts.ts';
import type { MapLine, SectionDraft } from '../../map/map-file/write.ts';
import { say } from '../../say.ts';
import type { DecidedBy } from './decisions.ts';
import type { Review, ReviewedField } from './review.ts';

/** Maximum length of a template that is shown as an example, of a sample, and of a template that is an answer to copy. */
const MAX_TEMPLATE = 40;
const MAX_SAMPLE = 90;
const MAX_ANSWER = 400;

/** The comment of a line that a person decided, or that was accepted with others. */
export const markOf = (by: DecidedBy | undefined) => (by ? { comment: say().mapComments[by]() } : {});

/** The lines of fields that no column fills. */
export function fieldSections({ fields }: Review): SectionDraft[] {
  const constants: MapLine[] = [];
  const keys: MapLine[] = [];
  for (const reviewed of fields) {
    const { field, decision, template, sample } = reviewed;
    const isKey = decision === null ? template !== undefined : decision.section === 'keys';
    const mark =
      sample !== undefined && decision?.text === template
        ? {
            comment: commentText(
              [...(decision?.by ? [say().mapComments[decision.by]()] : []), sample].join(' '),
              MAX_SAMPLE,
            ),
          }
        : markOf(decision?.by);
    (isKey ? keys : constants).push(
      decision === null
        ? { key: field, value: null, comment: missingText(reviewed) }
        : { key: field, value: decision.text, ...mark },
    );
  }
  return [
    { name: 'constants', lines: constants },
    { name: 'keys', lines: keys },
  ];
}

/** What is said about a field that is not decided. */
function missingText({ template, sample }: ReviewedField): string {
  const { required, requiredTemplate, madeText } = say().mapComments;
  if (template === undefined) return required();
  if (sample === undefined) return requiredTemplate({ template: commentText(template, MAX_TEMPLATE) });
  return commentText(madeText({ sample, template: JSON.stringify(template) }), MAX_ANSWER);
}
