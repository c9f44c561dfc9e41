import type { Skeleton } from '../../../core/workbench/index.js';

/** An intent that is learned from questions about its own name and answers with a question, until somebody writes more. */
export const intentSkeleton: Skeleton = {
  name: 'intent',
  summary: 'an intent that is learned from examples with its name',
  files: name => [{ file: `intents/${name}.yaml`, kind: 'intent', text: intent(name, name.replaceAll('_', ' ')) }],
  next: name => `bylaw policy explain intent "I have a question about ${name.replaceAll('_', ' ')}"`
};

const intent = (name: string, said: string) => `kind: intent
version: 1
name: ${name}
description: Questions about ${said}.
# How a question names this wish: "Would you like to …?"
offer: ask about ${said}
requires: { identity: false, order: false }
# The tools that run, in order. Each must name this intent under allowed_intents.
plan: []
ends: { state: answered }
replies:
  # A question needs no evidence. A statement has to be proved by what a tool returned.
  answered: What would you like to know about ${said}?
understand:
  # What the intent is learned from. Put what customers write in place of these; ten to forty are enough.
  examples:
    - 'I have a question about ${said}'
    - '${said}'
    - 'what about ${said}?'
    - 'can you tell me about ${said}'
    - 'I would like to know more about ${said}'
    - 'hi, a question on ${said} please'
    - 'how does it work with ${said}?'
    - 'tell me something about ${said}'
    - 'do you have any information on ${said}?'
    - 'who can help me with ${said}'
  # Messages that look like this one and are not, with the intent that is right, or unknown.
  near_misses: []
`;
