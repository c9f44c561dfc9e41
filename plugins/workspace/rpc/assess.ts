import type { Guard } from '../../../core/guard/index.js';
import type { Level } from '../contract/tool.js';
import { mapTexts, type Place } from './texts.js';

export interface ContentFinding {
  readonly rule: string;
  /** Line of the file, where the result says which lines it shows; else of the text the finding is in. */
  readonly line: number;
  readonly path?: string;
  /** What such text does, in words. */
  readonly means?: string;
}

/** `content_assessment` of a result. */
export interface ContentAssessment {
  readonly level: Level;
  readonly findings: readonly ContentFinding[];
}

export type Assess = (structured: Readonly<Record<string, unknown>>) => ContentAssessment;

export const UNSUSPICIOUS: ContentAssessment = { level: 'none', findings: [] };

/** The first findings tell what there is; more of them would only crowd out the answer. */
const MAX_FINDINGS = 50;

/** Reads all texts of a result as one, as a model does, so that an attack cut into several fields is seen whole. */
export function contentAssessor(
  guard: () => Guard,
  meaning: (rule: string) => string | undefined = () => undefined
): Assess {
  return structured => {
    const texts: { readonly text: string; readonly start: number; readonly place: Place }[] = [];
    let start = 0;
    mapTexts(structured, (text, place) => {
      texts.push({ text, start, place });
      start += text.length + 1;
      return text;
    });
    const { blocked, detected, findings } = guard().assess(texts.map(({ text }) => text).join('\n'), 'file_content');
    if (findings.length === 0) return UNSUSPICIOUS;
    const named = new Map<string, ContentFinding>();
    for (const { rule, start: at } of findings) {
      const owner = texts.findLast(text => text.start <= at) ?? texts[0]!;
      const line = owner.place.line + newlines(owner.text, at - owner.start);
      const path = owner.place.path;
      const means = meaning(rule);
      const finding = {
        rule,
        line,
        ...(path === undefined ? {} : { path }),
        ...(means === undefined ? {} : { means })
      };
      named.set(`${rule}:${path}:${line}`, finding);
    }
    const level = blocked ? 'high' : detected ? 'medium' : 'low';
    return { level, findings: [...named.values()].slice(0, MAX_FINDINGS) };
  };
}

function newlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
