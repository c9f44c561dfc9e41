import { extensionPoint } from '../kernel/point.js';
import type { Template } from '../templates/template.js';

/** What has been decided and may be said. A composer phrases it and adds nothing. */
export interface Material {
  readonly intent: string;
  /** Says the same in the shop's own wording. */
  readonly template: Template;
  readonly data: Readonly<Record<string, unknown>>;
  /** The decided facts as `key=value` text, neutralised. */
  readonly evidence: readonly { readonly reference: string; readonly kind: string; readonly text: string }[];
  /** The customer's words, neutralised; only for choosing tone and language. */
  readonly question: string;
  /** Rules a model has to follow; the template composer ignores them. */
  readonly systemPolicy: string;
  readonly signal: AbortSignal;
}

export interface Composition {
  readonly text: string;
  readonly model: string;
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** Phrases decided material. Throws when it cannot; the agent then falls back to the template composer. */
export interface Composer {
  /** `template`, `openai`, `anthropic`, …: the value of the chat backend setting that selects it. */
  readonly provider: string;
  compose(material: Material): Promise<Composition>;
}

export const Composer = extensionPoint<Composer>('composer', composer => composer.provider, ['provider', 'compose']);
