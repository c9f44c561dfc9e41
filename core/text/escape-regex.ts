/** Makes text stand for itself in a regular expression, in either mode of it. */
export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
