import { extensionPoint } from '../point.js';
import type { Template } from '../templates/template.js';

export interface Instructions {
  /** The rules, one paragraph. */
  readonly policy: string;
  /** Frames the material; reads `purpose`, `draft` and the list `material`, all fenced. */
  readonly request: Template;
}

/** As the provider counts them. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
}

/** What has been decided and may be said. A composer phrases it and adds nothing. */
export interface Material {
  /** What the reply is for, by the service's own name for it; an intent, for example. */
  readonly purpose: string;
  /** Says the same in the shop's own wording. */
  readonly template: Template;
  readonly data: Readonly<Record<string, unknown>>;
  /** The decided facts as `key=value` text, neutralised. */
  readonly evidence: readonly { readonly reference: string; readonly kind: string; readonly text: string }[];
  /** What a model is told; the template composer ignores it. */
  readonly instructions: Instructions;
  readonly signal: AbortSignal;
}

export interface Composition {
  readonly text: string;
  readonly model: string;
  readonly tokens?: TokenCount;
}

/** Phrases decided material. Throws when it cannot; the agent then falls back to the template composer. */
export interface Composer {
  /** `template`, `openai`, `anthropic`, …: the value of the chat backend setting that selects it. */
  readonly provider: string;
  /** True while it does not even try, because it kept failing: readiness says so. */
  readonly degraded?: boolean;
  compose(material: Material): Promise<Composition>;
}

export const Composer = extensionPoint<Composer>('composer', composer => composer.provider, ['provider', 'compose']);
