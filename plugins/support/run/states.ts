import type { State } from '../enumerations.js';

/** Where a run stands while it works. */
export const WORKING = ['RECEIVED', 'GATHERING', 'DECIDING', 'COMPOSING', 'VERIFYING'] as const;
export type Working = (typeof WORKING)[number];
export type RunState = Working | State;

/** Every move a run may make. Anything else is an error, not a shortcut. */
export const TRANSITIONS: Readonly<Record<Working, readonly RunState[]>> = {
  RECEIVED: ['GATHERING', 'clarifying', 'refused', 'escalated', 'failed'],
  GATHERING: ['DECIDING', 'escalated', 'failed'],
  DECIDING: ['COMPOSING', 'clarifying', 'refused', 'escalated', 'failed'],
  COMPOSING: ['VERIFYING', 'escalated', 'failed'],
  VERIFYING: ['answered', 'escalated', 'failed']
};

export const isWorking = (state: RunState): state is Working => (WORKING as readonly string[]).includes(state);

/** A move that the table does not list: a defect of the engine. */
export class TransitionError extends Error {
  constructor(from: RunState, to: RunState) {
    super(`a run cannot go from ${from} to ${to}`);
    this.name = 'TransitionError';
  }
}

/** Throws unless the table lists the move. */
export function checkTransition(from: RunState, to: RunState): void {
  if (!isWorking(from) || !TRANSITIONS[from].includes(to)) throw new TransitionError(from, to);
}
