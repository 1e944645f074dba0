/** Names by which the global object is known: a member of one is a member of all, and a name of its own. */
export const GLOBAL_OBJECTS: readonly string[] = ['globalThis', 'global', 'window', 'self']
