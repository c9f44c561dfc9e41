import type { WorkspaceLimits } from './tool.js';
import { wireBytes } from '../redaction/visible.js';

/** Kept for the fields around the findings, and for what redaction and assessment add. */
const ENVELOPE_BYTES = 6 * 1024;
const LEAST_BYTES = 1024;

export const budgetBytes = (limits: WorkspaceLimits): number =>
  Math.max(LEAST_BYTES, limits.maxResultBytes - ENVELOPE_BYTES);

/** Counts a result while it grows. */
export class Budget {
  #left: number;
  #empty = true;

  constructor(limits: WorkspaceLimits) {
    this.#left = budgetBytes(limits);
  }

  get left(): number {
    return this.#left;
  }

  /** False where the finding no longer fits. The first always does, so that every page gets further. */
  take(finding: unknown): boolean {
    const cost = wireBytes(finding) + 1;
    if (cost > this.#left && !this.#empty) return false;
    this.#left -= cost;
    this.#empty = false;
    return true;
  }
}
