import type { ToolCallResult } from '../../../core/mcp/index.js';
import { visible } from '../redaction/visible.js';
import type { ContentAssessment } from './assess.js';
import { mapTexts } from './texts.js';

type Fields = Readonly<Record<string, unknown>>;

/** What every result carries beside the tool's own fields. */
export interface Marks {
  readonly count: number;
  readonly assessment: ContentAssessment;
  readonly timedOut: boolean;
  readonly truncated: boolean;
  readonly nextCursor?: string | undefined;
}

/**
 * The fields as they are, and a short text for models that read text. What is remarkable about the result is told
 * to them as well, in a block of its own, so that nothing in a file can pass for it.
 */
export function frame(
  structured: Fields,
  text: readonly string[],
  { count, assessment, timedOut, truncated, nextCursor }: Marks
): ToolCallResult {
  const marks = {
    redaction: { count },
    content_assessment: mapTexts(assessment, visible),
    timed_out: timedOut,
    truncated,
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor })
  };
  const remarkable = count > 0 || assessment.level !== 'none' || timedOut || truncated || nextCursor !== undefined;
  // Last, because the assessment has to see what is hidden.
  const shown = text.map(visible).join('');
  const blocks = remarkable ? [shown, JSON.stringify(marks)] : [shown];
  return {
    content: blocks.map(block => ({ type: 'text', text: block })),
    structuredContent: { ...(mapTexts(structured, visible) as Fields), ...marks }
  };
}
