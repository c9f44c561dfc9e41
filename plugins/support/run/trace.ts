import type { TokenCount } from '../../../core/composing/index.js';
import type { DecisionRecord } from '../../../core/rules/index.js';
import type { ChosenBy } from '../locales/recognise.js';
import type { RunState } from './run.js';

/** What happened in one step of a run. None of it holds text of a message or a reply. */
export type TraceEvent =
  | { readonly type: 'transition'; readonly from: RunState; readonly to: RunState; readonly reason?: string }
  | { readonly type: 'guard'; readonly risk: number; readonly blocked: boolean; readonly rules: readonly string[] }
  | {
      /** The conversation is not in the shop's own language, or was not. */
      readonly type: 'language';
      readonly language: string;
      /** What said so. */
      readonly by: ChosenBy;
    }
  | {
      readonly type: 'classification';
      readonly intent: string;
      readonly confidence: number;
      readonly candidates: readonly string[];
      readonly resumed: boolean;
      /** The command that it was taken for, or that it was read by itself. */
      readonly by: string;
      /** Commands that were possible, by their share of 1; the likeliest first. */
      readonly weighed: readonly { readonly command: string; readonly share: number }[];
      readonly rules: readonly {
        readonly intent: string;
        readonly weight: number;
        readonly file: string;
        readonly line: number;
      }[];
    }
  | {
      readonly type: 'references';
      readonly orders: readonly { readonly order_id: string; readonly how: string }[];
      readonly lines: readonly { readonly order_id: string; readonly line_id: string; readonly how: string }[];
      /** Orders, and lines as `order/line`, where several fit and one is meant. */
      readonly candidates: readonly string[];
      /** How many numbers are no order of the customer. */
      readonly unknown: number;
      readonly certain: boolean;
      /** Articles that answer what it asks, the best first. */
      readonly told: readonly { readonly article: string; readonly score: number }[];
      /** One sentence for each step of the resolution. */
      readonly reasons: readonly string[];
    }
  | {
      /** What earlier messages of the conversation settled, for an answer about it. */
      readonly type: 'recalled';
      /** Table and rule. */
      readonly decision: string | null;
      readonly order_id: string | null;
      readonly ticket_id: string | null;
    }
  | {
      readonly type: 'tool_call';
      readonly tool: string;
      readonly outcome: string;
      readonly duration_ms: number;
      readonly records: number;
      /** Rules that found instructions in third-party text; the text was neutralised. */
      readonly neutralised: readonly string[];
    }
  | {
      /** A tool that read what rules look at, as a part of another call or of a decision. */
      readonly type: 'record_read';
      readonly tool: string;
      readonly outcome: string;
      readonly duration_ms: number;
    }
  | {
      readonly type: 'policy_decision';
      /** Null where it is about none, or none was found: a number that is nobody's is just a part of the message. */
      readonly order_id: string | null;
      readonly record: DecisionRecord;
    }
  | {
      readonly type: 'composition';
      readonly provider: string;
      readonly model: string;
      readonly fallback: boolean;
      /** Why the chosen composer's answer could not be used. */
      readonly failure?: string;
      /** All that the run has been charged for. */
      readonly tokens: TokenCount;
    }
  | {
      readonly type: 'verification';
      readonly passed: boolean;
      readonly sentences: number;
      readonly factual: number;
      readonly unsupported: readonly string[];
      /** The sentences that were not proved, by number from 1 on, and why. */
      readonly withheld?: readonly { readonly sentence: number; readonly reason: string }[];
      readonly disclosure: boolean;
      readonly neutralised: boolean;
    };

export type TraceStep = TraceEvent & { readonly step: number; readonly at_ms: number };
export type TraceOf<T extends TraceStep['type']> = Extract<TraceStep, { readonly type: T }>;
