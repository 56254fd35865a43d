/** What the option is called that says who sees a request, its progress and its result. */
export const seenByName = 'seen_by'

/** Its value for whoever asks alone. */
export const onlyMe = 'me'
