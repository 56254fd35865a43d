/** Something that Discord's file says of a body: where, by which keyword, and in its own words. */
export type FileProblem = {
  readonly path: readonly string[]
  readonly keyword: string
  readonly message: string
}

/** A place in which the file is wrong, and how that is known. */
type Exception = { readonly reason: string; readonly holds: (problem: FileProblem) => boolean }

/**
 * Where the file refuses what Discord takes. Where it takes what Discord refuses,
 * the stand-in's own rules say no.
 */
export const exceptions: Readonly<Record<string, Exception>> = {
  permissions: {
    reason:
      'The page of commands and discord-api-types have permissions as a string of digits; the file has a number.',
    holds: ({ path, keyword }) => path.at(-1) === 'default_member_permissions' && keyword === 'type',
  },
  'numbers of files': {
    reason:
      'https://docs.discord.com/developers/reference#uploading-files shows the n of files[n] as a number; the file has every id as a string.',
    holds: ({ path, keyword }) => path.at(-3) === 'attachments' && path.at(-1) === 'id' && keyword === 'type',
  },
}

/** Whether the file is known to be wrong there. */
export const isExcepted = (problem: FileProblem): boolean =>
  Object.values(exceptions).some(({ holds }) => holds(problem))
