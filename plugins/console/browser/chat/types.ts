export interface Choice {
  readonly label: string;
  readonly detail: string | null;
  readonly message: string;
}

export interface Question {
  readonly about: 'identity' | 'order' | 'choice' | 'items' | 'quantity' | 'fact' | 'next';
  readonly choices: readonly Choice[];
}

/** What the window takes from the answer to a message. */
export interface Reply {
  readonly reply: string;
  readonly state: string;
  readonly ticket_id: string | null;
  readonly question: Question | null;
}

/** What a customer shows of who they are. */
export interface IdentityProof {
  readonly email: string;
  readonly code?: string;
}

export interface Verification {
  readonly verified: boolean;
  /** A code is on its way to the address, if that is an account. */
  readonly code_sent?: true;
  readonly message: string;
}

export type Verified = 'verified' | 'code_sent' | 'refused' | 'failed';

/** `sending`: under way, or to be sent again; `failed`: given up, the customer may send it again. */
export type Delivery = 'sending' | 'waiting' | 'sent' | 'failed';

export type Turn =
  | {
      readonly by: 'customer';
      readonly text: string;
      /** What is sent, where a button says it in other words. */
      readonly message: string;
      /** The same for each attempt, so that the agent hears it once. */
      readonly key: string;
      readonly delivery: Delivery;
    }
  | {
      readonly by: 'agent';
      readonly text: string;
      readonly state: string;
      readonly question: Question | null;
      /** A case that a person has from now on. */
      readonly ticket: string | null;
      readonly rated?: 'helpful' | 'unhelpful';
    };
