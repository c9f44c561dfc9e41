import { extensionPoint } from '../point.js';

/** A short text for one person, sent outside of the conversation. */
export interface Letter {
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly tenant: string;
}

/** Brings letters to people. */
export interface Courier {
  /** What a setting calls it: `webhook`, `smtp`, … */
  readonly name: string;
  /** True where letters are shown to whoever runs the program, so that it must not serve production. */
  readonly local?: boolean;
  /** Resolves when somebody else has taken the letter over. Errors repeat nothing of it. */
  send(letter: Letter): Promise<void>;
}

export const Courier = extensionPoint<Courier>('courier', courier => courier.name, ['name', 'send']);
