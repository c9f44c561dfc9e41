import type { DocumentSet } from '../documents/set.js';
import type { Service } from '../kernel/discover.js';
import { extensionPoint } from '../point.js';
import type { Facts } from '../facts/typed-values.js';
import type { PatternExample } from './text-patterns.js';

/** What the tests of a run share. */
export interface TestContext {
  readonly root: string;
  readonly services: readonly Service[];
  /** The checked files of the section's service. */
  readonly set: DocumentSet;
  /** Says that the rule table in this file decided these facts: that is what coverage counts. */
  decided(file: string, facts: Facts): void;
  /** Says that the `TextPatterns` of this name were given a text, for coverage too. */
  read(patterns: string, ...read: PatternExample['read']): void;
}

export interface SectionRunner<T> {
  /** Answers with what differs from the expectation, one sentence each; none when the test passes. */
  run(test: T): Promise<readonly string[]>;
  stop?(): Promise<void>;
}

/** A list of tests in `*.test.yaml` files, under the key `name`: what one test looks like and how it is run. */
export interface TestSection<T = any> {
  readonly name: string;
  readonly summary: string;
  readonly service: string;
  /** JSON Schema of one test. */
  readonly test: object;
  titleOf(test: T): string;
  load(): Promise<(context: TestContext) => SectionRunner<T> | Promise<SectionRunner<T>>>;
}

export const TestSection = extensionPoint<TestSection>('test-section', section => section.name, [
  'name',
  'service',
  'test',
  'titleOf',
  'load'
]);
