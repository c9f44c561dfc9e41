/** What the window says; the files of `policies/window` say which words. */
export type Words = Readonly<
  Record<
    | 'title'
    | 'greeting'
    | 'close'
    | 'over'
    | 'write'
    | 'send'
    | 'you'
    | 'agent'
    | 'typing'
    | 'sending'
    | 'waiting'
    | 'failed'
    | 'again'
    | 'choices'
    | 'email'
    | 'verify'
    | 'unverified'
    | 'code'
    | 'code_sent'
    | 'wrong_code'
    | 'new_code'
    | 'other_address'
    | 'unreachable'
    | 'helpful'
    | 'yes'
    | 'no'
    | 'thanks'
    | 'person'
    | 'next'
    | 'case',
    string
  >
>;

/** By language, as the service serves them beside this folder's scripts. */
declare const WORDS: Readonly<Record<string, Words>>;
export default WORDS;
